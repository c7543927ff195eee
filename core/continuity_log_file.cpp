// The continuity log on disk.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/continuity_log.h"
#include "core/continuity_log_line.h"
#include "core/descriptor.h"
#include "core/file.h"

namespace holdfast {
namespace {

constexpr std::size_t kPieceBytes = 256 * 1024;

Error disk_error(ErrorCode code, const std::string& path, std::string_view step) {
  const int number = errno;
  return {code, std::string(step) + " failed (" + std::strerror(number) + ")", path,
          number == ENOSPC ? "make room there" : "check the name, the permissions and the disk"};
}

int open_retrying(const std::string& path, int flags, mode_t mode = 0) {
  int file = -1;
  do {
    // A FIFO without a writer would wait for one; a link could lead anywhere.
    file = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW, mode);
  } while (file < 0 && errno == EINTR);
  return file;
}

Result<Descriptor> open_log(const std::string& path, int flags, ErrorCode code) {
  Descriptor file(open_retrying(path, flags, 0600));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return disk_error(code, path, "opening the continuity log");
  }
  if (!S_ISREG(status.st_mode)) {
    return Error{code, "is no regular file", path, "give the continuity log's file"};
  }
  return file;
}

Result<std::string> read_whole(int file, const std::string& path) {
  std::string bytes;
  std::string piece(kPieceBytes, '\0');
  while (true) {
    const ssize_t count =
        ::pread(file, piece.data(), piece.size(), static_cast<off_t>(bytes.size()));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return disk_error(ErrorCode::kInput, path, "reading the continuity log");
    }
    if (count == 0) {
      return bytes;
    }
    bytes.append(piece, 0, static_cast<std::size_t>(count));
    if (bytes.size() > kContinuityLogBytesMax) {
      return Error{ErrorCode::kInput, "the continuity log is larger than 256 MiB", path,
                   "put it aside and begin a new one"};
    }
  }
}

Result<Done> lock(int file, const std::string& path) {
  int locked = -1;
  do {
    locked = ::flock(file, LOCK_EX);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0) {
    return disk_error(ErrorCode::kOutput, path, "locking the continuity log");
  }
  return Done{};
}

// Moves what a crash left behind the last line end to a file of its own: nothing on disk is lost.
Result<std::string> move_torn(int file, const std::string& path, std::size_t lines,
                              std::uint64_t whole_bytes, std::string_view torn) {
  std::string kept;
  for (int number = 1;; ++number) {
    kept = path + ".torn-" + std::to_string(lines) + "-" + std::to_string(number);
    struct stat status = {};
    if (::lstat(kept.c_str(), &status) != 0) {
      break;
    }
  }
  if (const Result<Done> written = write_file(kept, torn); !written) {
    return written.error();
  }
  if (::chmod(kept.c_str(), 0600) != 0) {
    return disk_error(ErrorCode::kOutput, kept, "narrowing the permissions");
  }
  if (::ftruncate(file, static_cast<off_t>(whole_bytes)) != 0 || ::fsync(file) != 0) {
    return disk_error(ErrorCode::kOutput, path, "cutting the torn line off");
  }
  return kept;
}

Result<Done> sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "."
                             : slash == 0               ? "/"
                                                        : path.substr(0, slash);
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems have no sync for folders and say EINVAL.
  if (!opened.is_open() || (::fsync(opened.get()) != 0 && errno != EINVAL)) {
    return disk_error(ErrorCode::kOutput, path, "syncing the folder");
  }
  return Done{};
}

std::optional<Error> log_fault(const std::string& path, const ContinuityLog& log,
                               const std::optional<LedgerHead>& known_head) {
  if (log.damage) {
    return Error{ErrorCode::kInput,
                 "the continuity log is damaged (" + log.damage->reason + "), so nothing is added",
                 path + ":" + std::to_string(log.damage->line),
                 "look at that line; restore the file from a copy"};
  }
  if (!log.holds(known_head)) {
    return Error{ErrorCode::kInput,
                 "the continuity log does not hold the line that is known to be in it, so nothing "
                 "is added",
                 path + ":" + std::to_string(known_head->seq),
                 "lines were cut off or replaced: restore the file from a copy"};
  }
  return std::nullopt;
}

}  // namespace

Result<ContinuityLog> read_continuity_log_file(const std::string& path) {
  const Result<Descriptor> file = open_log(path, O_RDONLY, ErrorCode::kInput);
  if (!file) {
    return file.error();
  }
  const Result<std::string> bytes = read_whole(file->get(), path);
  if (!bytes) {
    return bytes.error();
  }
  return read_continuity_log(*bytes);
}

Result<ContinuityAppended> append_to_continuity_log(const std::string& path,
                                                    const ContinuityEntry& entry,
                                                    const std::optional<LedgerHead>& known_head) {
  if (const auto member = entry_fault(entry); !member.empty()) {
    return Error{
        ErrorCode::kUsage,
        "\"" + std::string(member) + "\" has not the form that the continuity log asks for", path,
        "give digests, short ids, tokens and times in UTC"};
  }
  const Result<Descriptor> file = open_log(path, O_RDWR | O_CREAT | O_APPEND, ErrorCode::kOutput);
  if (!file) {
    return file.error();
  }
  if (const Result<Done> locked = lock(file->get(), path); !locked) {
    return locked.error();
  }
  const Result<std::string> bytes = read_whole(file->get(), path);
  if (!bytes) {
    return bytes.error();
  }
  ContinuityLog log = read_continuity_log(*bytes);
  if (auto fault = log_fault(path, log, known_head)) {
    return *fault;
  }
  const bool is_first = !log.head;
  const std::size_t lines_before = log.lines.size();
  const std::string line = internal::continuity_line(entry, log.head);
  // What a reader would refuse is not written.
  if (const auto reason = internal::take_continuity_line(line, log); !reason.empty()) {
    return Error{ErrorCode::kUsage,
                 "the line cannot stand in the continuity log (" + std::string(reason) + ")", path,
                 "give fewer or shorter ids"};
  }
  ContinuityAppended appended;
  appended.head = *log.head;
  if (log.torn_size_bytes > 0) {
    const std::string_view torn = std::string_view(*bytes).substr(log.size_bytes);
    Result<std::string> moved = move_torn(file->get(), path, lines_before, log.size_bytes, torn);
    if (!moved) {
      return moved.error();
    }
    appended.torn_moved_to = std::move(*moved);
  }
  if (!write_all(file->get(), line + "\n") || ::fsync(file->get()) != 0) {
    return disk_error(ErrorCode::kOutput, path, "writing the line");
  }
  if (is_first) {
    if (const Result<Done> synced = sync_folder_of(path); !synced) {
      return synced.error();
    }
  }
  return appended;
}

}  // namespace holdfast
