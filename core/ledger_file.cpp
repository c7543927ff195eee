#include "core/ledger_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/descriptor.h"
#include "core/file.h"
#include "core/json.h"

namespace holdfast {
namespace {

Error disk_error(ErrorCode code, const std::string& path, std::string_view step) {
  const int number = errno;
  return {code, std::string(step) + " failed (" + std::strerror(number) + ")", path,
          number == ENOSPC ? "make room there" : "check the name, the permissions and the disk"};
}

int open_retrying(const char* path, int flags, mode_t mode = 0) {
  int file = -1;
  do {
    file = ::open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
  } while (file < 0 && errno == EINTR);
  return file;
}

// Hands each line of a file to the fold.
class LineTaker {
 public:
  LineTaker(LedgerReading& reading, const LedgerReadOptions& options)
      : reading_(reading), options_(options) {}

  // False once the ledger is damaged.
  bool take(const ReadyLedgerLine& line) {
    if (!(line.quick ? take_quickly(line.view) : take_strictly(line.bytes))) {
      return false;
    }
    reading_.size_bytes += line.bytes.size() + 1;
    return true;
  }

  bool damaged(std::string_view reason) {
    reading_.damage = LedgerDamage{static_cast<std::uint64_t>(reading_.fold.lines()) + 1,
                                   reading_.size_bytes, std::string(reason)};
    return false;
  }

 private:
  bool take_quickly(const LedgerLineView& line) {
    if (const auto reason = reading_.fold.take(line); !reason.empty()) {
      return damaged(reason);
    }
    if (options_.on_line) {
      options_.on_line(line);
    }
    return true;
  }

  bool take_strictly(std::string_view bytes) {
    JsonLimits limits;
    limits.size_bytes_max = kLedgerLineBytesMax;
    const JsonReading json = read_json(bytes, limits);
    if (!json.faults.empty() || !json.value) {
      return damaged(json.faults.empty() ? "invalid_json" : json.faults[0].code);
    }
    LedgerLine line;
    const std::string_view reason =
        reading_.fold.take(*json.value, write_canonical_json(*json.value), &line);
    if (!reason.empty()) {
      return damaged(reason);
    }
    if (options_.on_value) {
      options_.on_value(line, *json.value);
    }
    if (options_.on_line) {
      options_.on_line(view_of(line));
    }
    return true;
  }

  LedgerReading& reading_;
  const LedgerReadOptions& options_;
};

Result<LedgerReading> read_open(int file, const std::string& path,
                                const LedgerReadOptions& options) {
  LedgerReading reading;
  LineTaker taker(reading, options);
  LedgerBatchOptions batches = options.batches;
  batches.scan = batches.scan && !options.on_value;
  const LedgerBatchesEnd end = for_each_ledger_line(
      file, batches, [&](const ReadyLedgerLine& line) { return taker.take(line); });
  if (end.stopped) {
    return reading;
  }
  if (end.error_number != 0) {
    errno = end.error_number;
    return disk_error(ErrorCode::kInput, path, "reading the ledger");
  }
  if (end.too_large) {
    taker.damaged("too_large");
  } else {
    reading.torn_size_bytes = end.torn_size_bytes;
  }
  return reading;
}

Result<Done> sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "."
                             : slash == 0               ? "/"
                                                        : path.substr(0, slash);
  const Descriptor opened(open_retrying(folder.c_str(), O_RDONLY | O_DIRECTORY));
  // Some file systems have no sync for folders and say EINVAL.
  if (!opened.is_open() || (::fsync(opened.get()) != 0 && errno != EINVAL)) {
    return disk_error(ErrorCode::kOutput, path, "syncing the folder");
  }
  return Done{};
}

Error damage_error(const std::string& path, const LedgerDamage& damage) {
  return {ErrorCode::kInput, "the ledger is damaged (" + damage.reason + "), so nothing is added",
          path + ":" + std::to_string(damage.line),
          "look at that line; restore the file from a copy"};
}

// Moves what a crash left behind the last line end to a file of its own: nothing on disk is lost.
Result<std::string> move_torn(int file, const std::string& path, const LedgerReading& reading) {
  std::string torn(reading.torn_size_bytes, '\0');
  std::size_t read_bytes = 0;
  while (read_bytes < torn.size()) {
    const ssize_t count = ::pread(file, torn.data() + read_bytes, torn.size() - read_bytes,
                                  static_cast<off_t>(reading.size_bytes + read_bytes));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return disk_error(ErrorCode::kInput, path, "reading the torn line");
    }
    read_bytes += static_cast<std::size_t>(count);
  }
  std::string kept;
  for (int number = 1;; ++number) {
    kept = path + ".torn-" + std::to_string(reading.fold.lines()) + "-" + std::to_string(number);
    struct stat status = {};
    if (::stat(kept.c_str(), &status) != 0) {
      break;
    }
  }
  if (const Result<Done> written = write_file(kept, torn); !written) {
    return written.error();
  }
  // It may hold a user's words, as the ledger does.
  if (::chmod(kept.c_str(), 0600) != 0) {
    return disk_error(ErrorCode::kOutput, kept, "narrowing the permissions");
  }
  if (::ftruncate(file, static_cast<off_t>(reading.size_bytes)) != 0 || ::fsync(file) != 0) {
    return disk_error(ErrorCode::kOutput, path, "cutting the torn line off");
  }
  return kept;
}

// The line in the order of its members as they stand in the ledger: RFC 8785 sorts them.
Value line_of(const Value& members, const LedgerFold& fold, std::string_view at) {
  Value line = members;
  const auto head = fold.head();
  line.set("seq", fold.lines() + 1);
  line.set("prev", head ? head->sha256 : std::string(64, '0'));
  line.set("at", at);
  return line;
}

}  // namespace

Result<LedgerReading> read_ledger_file(const std::string& path, const LedgerReadOptions& options) {
  // A FIFO without a writer would wait for one.
  const Descriptor file(open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return disk_error(ErrorCode::kInput, path, "opening the ledger");
  }
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::kInput, "is no regular file", path, "give the ledger's file"};
  }
  return read_open(file.get(), path, options);
}

Result<LedgerAppended> append_to_ledger(const std::string& path, const Value& members,
                                        std::string_view at) {
  const Descriptor file(open_retrying(path.c_str(), O_RDWR | O_CREAT | O_APPEND, 0600));
  if (!file.is_open()) {
    return disk_error(ErrorCode::kOutput, path, "opening the ledger");
  }
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Error{ErrorCode::kOutput, "is no regular file", path, "give the ledger's file"};
  }
  int locked = -1;
  do {
    locked = ::flock(file.get(), LOCK_EX);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0) {
    return disk_error(ErrorCode::kOutput, path, "locking the ledger");
  }
  Result<LedgerReading> reading = read_open(file.get(), path, {});
  if (!reading) {
    return reading.error();
  }
  if (reading->damage) {
    return damage_error(path, *reading->damage);
  }
  const Value line = line_of(members, reading->fold, at);
  const std::string bytes = write_canonical_json(line);
  // Arguments of a program may hold bytes that no JSON document can.
  if (const JsonReading back = read_json(bytes); !back.value) {
    return Error{ErrorCode::kUsage,
                 "the line cannot be written as JSON (" + std::string(back.faults[0].code) +
                     " at " + back.faults[0].pointer + ")",
                 path, "write UTF-8 without control characters"};
  }
  if (const auto reason = reading->fold.take(line, bytes); !reason.empty()) {
    return Error{ErrorCode::kUsage,
                 "the line cannot stand in the ledger (" + std::string(reason) + ")",
                 path + ":" + std::to_string(line.find("seq")->integer()),
                 "see docs/ledger.md for the kinds of lines and what may follow what"};
  }
  LedgerAppended appended;
  appended.torn_size_bytes = reading->torn_size_bytes;
  if (reading->torn_size_bytes > 0) {
    Result<std::string> moved = move_torn(file.get(), path, *reading);
    if (!moved) {
      return moved.error();
    }
    appended.torn_moved_to = std::move(*moved);
  }
  if (!write_all(file.get(), bytes + "\n") || ::fsync(file.get()) != 0) {
    return disk_error(ErrorCode::kOutput, path, "writing the line");
  }
  if (line.find("seq")->integer() == 1) {
    if (const Result<Done> synced = sync_folder_of(path); !synced) {
      return synced.error();
    }
  }
  appended.head = *reading->fold.head();
  if (const Value* id = line.find("directiveId"); id != nullptr) {
    if (const Directive* directive = reading->fold.find_active(id->text())) {
      appended.directive = *directive;
    }
  }
  return appended;
}

}  // namespace holdfast
