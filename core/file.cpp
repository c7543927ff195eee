// Whole files in and out, by plain POSIX calls.
//
// Reading: the bytes are copied out by read(2), never mapped, so a file that changes or shrinks
// meanwhile cannot change what was returned, nor raise a signal. The size that the file system
// tells is a hint and nothing more: files grow, and those under /proc have size 0. The limit counts
// the bytes that came.
//
// Writing: temporary file beside the target, write, sync, rename, sync of the folder. The
// invariant: at every moment the name leads to the whole old content, to the whole new one, or (if
// there was none before) to nothing. Up to the rename each failure removes the temporary file and
// leaves the old one as it was. A program that is killed may leave a file named
// ".holdfast-<process>-<number>.tmp" behind. Nothing but a regular file is ever replaced: renaming
// over a link or a device (think of /dev/null) would destroy it.
#include "core/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <exception>
#include <system_error>

#include "core/descriptor.h"

namespace holdfast {
namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;
constexpr int kTemporaryNamesMax = 1000;

std::string words_for(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

Error input_error(const std::string& where, std::string what, std::string remedy) {
  return Error{ErrorCode::kInput, std::move(what), where, std::move(remedy)};
}

Error output_error(const std::string& where, std::string what, std::string remedy) {
  return Error{ErrorCode::kOutput, std::move(what), where, std::move(remedy)};
}

// Empty when the system can be asked for the name at all: a C string ends at the first NUL byte,
// and so would name another file.
std::string name_fault(const std::string& path) {
  if (path.empty()) {
    return "the file name is empty";
  }
  return path.find('\0') == std::string::npos ? "" : "the file name holds a NUL byte";
}

Error open_error(const std::string& path, int error_number) {
  switch (error_number) {
    case ENOENT:
      return input_error(path, "there is no such file", "check the name");
    case ENOTDIR:
      return input_error(path, "a part of the path is not a folder", "check the name");
    case EACCES:
      return input_error(path, "permission denied", "allow this user to read the file");
    case ENXIO:
      return input_error(path, "is a socket or a device", "give a regular file or a pipe");
    default:
      return input_error(path, "cannot be opened (" + words_for(error_number) + ")",
                         "give a regular file or a pipe");
  }
}

Error too_large(const std::string& where, std::uint64_t size_bytes_max) {
  return input_error(where,
                     "is larger than the limit of " + std::to_string(size_bytes_max) + " bytes",
                     "give a smaller file");
}

// Standard input may be a pipe that another process has set non-blocking.
bool wait_for_input(int file) {
  pollfd waiting = {file, POLLIN, 0};
  return ::poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

Result<std::string> read_all(int file, const std::string& where, std::uint64_t size_hint_bytes,
                             std::uint64_t size_bytes_max) {
  std::string bytes;
  bytes.reserve(size_hint_bytes);
  std::array<char, kChunkBytes> chunk;
  while (true) {
    const ssize_t count = ::read(file, chunk.data(), chunk.size());
    if (count == 0) {
      return bytes;
    }
    if (count < 0) {
      const int error_number = errno;
      if (error_number == EINTR || (error_number == EAGAIN && wait_for_input(file))) {
        continue;
      }
      return input_error(where, "cannot be read (" + words_for(error_number) + ")",
                         "check the disk and the permissions");
    }
    if (static_cast<std::uint64_t>(count) > size_bytes_max - bytes.size()) {
      return too_large(where, size_bytes_max);
    }
    bytes.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

// Standard input may also be a socket (Node gives its children one) or /dev/null; a named file may
// not.
Result<std::string> read_open_file(int file, bool is_standard_input, const std::string& where,
                                   std::uint64_t size_bytes_max) {
  struct stat status = {};
  if (::fstat(file, &status) != 0) {
    return input_error(where, "cannot be read (" + words_for(errno) + ")", "give a file");
  }
  if (S_ISDIR(status.st_mode)) {
    return input_error(where, "is a directory", "give a file");
  }
  const bool is_regular = S_ISREG(status.st_mode);
  if (!is_regular && !S_ISFIFO(status.st_mode) && !is_standard_input) {
    return input_error(where, "is a socket or a device", "give a regular file or a pipe");
  }
  const std::uint64_t size_hint_bytes =
      is_regular ? static_cast<std::uint64_t>(status.st_size) : std::uint64_t{0};
  if (size_hint_bytes > size_bytes_max) {
    return too_large(where, size_bytes_max);
  }
  try {
    return read_all(file, where, size_hint_bytes, size_bytes_max);
  } catch (const std::exception&) {
    // std::bad_alloc or std::length_error; nothing else is thrown above.
    return input_error(where, "does not fit into memory", "give a smaller file");
  }
}

int open_retrying(int folder, const char* name, int flags, mode_t mode = 0) {
  int file = -1;
  do {
    file = ::openat(folder, name, flags | O_CLOEXEC | O_NOCTTY, mode);
  } while (file < 0 && errno == EINTR);
  return file;
}

struct Target {
  std::string folder;
  std::string name;
};

Target split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) {
    return {".", path};
  }
  return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

Error write_error(const std::string& path, const std::string& step, int error_number) {
  const std::string what = "cannot be written (" + step + ": " + words_for(error_number) + ")";
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return output_error(path, what, "make the folder first");
    case EACCES:
    case EPERM:
    case EROFS:
      return output_error(path, what, "give a place that this user may write to");
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return output_error(path, what, "make room there, or raise the limit");
    default:
      return output_error(path, what, "check the disk, or give another place");
  }
}

// The permission bits of the file that will be replaced, or -1 where there is none.
Result<int> mode_of_target(int folder, const Target& target, const std::string& path) {
  struct stat status = {};
  if (::fstatat(folder, target.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) {
      return -1;
    }
    return write_error(path, "look at the old file", errno);
  }
  if (S_ISDIR(status.st_mode)) {
    return output_error(path, "is a directory", "give a file name");
  }
  if (S_ISLNK(status.st_mode)) {
    return output_error(path, "is a symbolic link", "give the name of the file that it leads to");
  }
  if (!S_ISREG(status.st_mode)) {
    return output_error(path, "is not a regular file", "give the name of a file");
  }
  // Renaming asks for no right to the file itself; a file that was made read-only is to stay.
  if (::faccessat(folder, target.name.c_str(), W_OK, AT_EACCESS) != 0) {
    return write_error(path, "the old file is read-only", errno);
  }
  return static_cast<int>(status.st_mode & 0777);
}

// Removes its file when it goes out of scope, unless the file has moved to its final name.
class TemporaryFile {
 public:
  explicit TemporaryFile(int folder) : folder_(folder) {}
  ~TemporaryFile() {
    if (file_.is_open() && !moved_) {
      ::unlinkat(folder_, name_.c_str(), 0);
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // False with errno set. Names that a killed program left behind are passed over.
  bool create(mode_t mode) {
    static std::atomic<std::uint64_t> number{0};
    for (int i = 0; i < kTemporaryNamesMax; ++i) {
      name_ = ".holdfast-" + std::to_string(::getpid()) + "-" + std::to_string(++number) + ".tmp";
      file_ = Descriptor(open_retrying(folder_, name_.c_str(), O_WRONLY | O_CREAT | O_EXCL, mode));
      if (file_.is_open() || errno != EEXIST) {
        break;
      }
    }
    return file_.is_open();
  }

  bool move_to(const std::string& name) {
    moved_ = ::renameat(folder_, name_.c_str(), folder_, name.c_str()) == 0;
    return moved_;
  }

  int file() const { return file_.get(); }

 private:
  int folder_;
  std::string name_;
  Descriptor file_;
  bool moved_ = false;
};

// A failed fsync is never repeated: the kernel may have dropped the pages and would answer "done".
// Some file systems have no sync for folders and say EINVAL; there is nothing more to be had from
// them.
bool sync_folder(int folder) { return ::fsync(folder) == 0 || errno == EINVAL; }

Result<Done> replace(int folder, const Target& target, int old_mode, std::string_view bytes,
                     const std::string& path) {
  TemporaryFile temporary(folder);
  // What replaces a private file must not be readable by others even for a moment.
  if (!temporary.create(old_mode < 0 ? 0666 : 0600)) {
    return write_error(path, "make a temporary file", errno);
  }
  if (!write_all(temporary.file(), bytes)) {
    return write_error(path, "write", errno);
  }
  if (old_mode >= 0 && ::fchmod(temporary.file(), static_cast<mode_t>(old_mode)) != 0) {
    return write_error(path, "set the permissions", errno);
  }
  if (::fsync(temporary.file()) != 0) {
    return write_error(path, "sync", errno);
  }
  if (!temporary.move_to(target.name)) {
    return write_error(path, "rename", errno);
  }
  if (!sync_folder(folder)) {
    return output_error(path,
                        "was written, but a power failure may undo it (sync of the folder: " +
                            words_for(errno) + ")",
                        "check the disk and write it again");
  }
  return Done{};
}

bool is_directory(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t size_bytes_max) {
  if (path == "-") {
    return read_open_file(STDIN_FILENO, true, "standard input", size_bytes_max);
  }
  if (const std::string fault = name_fault(path); !fault.empty()) {
    return input_error(path, fault, "give the name of a file");
  }
  const Descriptor file(open_retrying(AT_FDCWD, path.c_str(), O_RDONLY));
  if (!file.is_open()) {
    return open_error(path, errno);
  }
  return read_open_file(file.get(), false, path, size_bytes_max);
}

Result<Done> write_file(const std::string& path, std::string_view bytes) {
  if (const std::string fault = name_fault(path); !fault.empty()) {
    return output_error(path, fault, "give a file name");
  }
  const Target target = split(path);
  if (target.name.empty() || target.name == "." || target.name == "..") {
    return output_error(path, "names a folder", "give a file name");
  }
  const Descriptor folder(open_retrying(AT_FDCWD, target.folder.c_str(), O_RDONLY | O_DIRECTORY));
  if (!folder.is_open()) {
    return write_error(path, "open the folder", errno);
  }
  const Result<int> old_mode = mode_of_target(folder.get(), target, path);
  if (!old_mode) {
    return old_mode.error();
  }
  return replace(folder.get(), target, *old_mode, bytes, path);
}

Result<Done> make_directory(const std::string& path) {
  if (const std::string fault = name_fault(path); !fault.empty()) {
    return output_error(path, fault, "give the name of a folder");
  }
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string folder = path.substr(0, end);
    if (::mkdir(folder.c_str(), 0777) == 0) {
      continue;
    }
    // What mkdir says of a folder that is there already differs between file systems (EEXIST,
    // EROFS, EACCES).
    const int error_number = errno;
    if (!is_directory(folder)) {
      if (error_number == EEXIST || error_number == ENOTDIR) {
        return output_error(folder, "is there, and is not a folder", "give another name");
      }
      return output_error(folder, "the folder cannot be made (" + words_for(error_number) + ")",
                          "give a place that this user may write to");
    }
  }
  return Done{};
}

}  // namespace holdfast
