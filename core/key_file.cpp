#include "core/key_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/descriptor.h"

namespace holdfast {
namespace {

constexpr mode_t kModeMax = 0600;
constexpr mode_t kModeBits = 07777;

Error refuse(const std::string& path, std::string what, std::string remedy) {
  return {ErrorCode::kInput, std::move(what), path, std::move(remedy)};
}

Error open_error(const std::string& path, int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return refuse(path, "there is no such key file", "check the name");
    case ELOOP:
      return refuse(path, "the key file is a symbolic link", "give the file itself");
    case EACCES:
      return refuse(path, "the key file may not be read", "run as the user whom it belongs to");
    default:
      return refuse(path,
                    "the key file cannot be opened (" + std::string(std::strerror(number)) + ")",
                    "give a regular file");
  }
}

std::optional<Error> status_fault(const std::string& path, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) {
    return refuse(path, "the key file is no regular file", "give a regular file");
  }
  if (status.st_nlink != 1) {
    return refuse(path, "the key file has another name (hard link)",
                  "copy it to a file of its own");
  }
  if (status.st_uid != ::geteuid()) {
    return refuse(path, "the key file belongs to another user",
                  "chown it to the user who runs this");
  }
  if ((status.st_mode & kModeBits & ~kModeMax) != 0) {
    return refuse(path, "others may touch the key file, or it is executable", "chmod 600");
  }
  if (status.st_size != static_cast<off_t>(kSecretKeyBytes)) {
    return refuse(path,
                  "the key file has " + std::to_string(status.st_size) + " bytes, not exactly 32",
                  "write 32 random bytes, without a line end");
  }
  return std::nullopt;
}

}  // namespace

Result<SecretKey> read_key_file(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) {
    return refuse("", "the name of the key file is empty or holds a NUL byte", "give a file name");
  }
  int number = -1;
  do {
    // A FIFO without a writer would wait for one.
    number = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (number < 0 && errno == EINTR);
  const Descriptor file(number);
  if (!file.is_open()) {
    return open_error(path, errno);
  }
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) {
    return open_error(path, errno);
  }
  if (auto fault = status_fault(path, status)) {
    return *fault;
  }
  // One byte more than a key has: the file may have grown.
  std::string bytes(kSecretKeyBytes + 1, '\0');
  std::size_t size_bytes = 0;
  while (size_bytes < bytes.size()) {
    const ssize_t count = ::read(file.get(), bytes.data() + size_bytes, bytes.size() - size_bytes);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      const int read_number = errno;
      wipe(bytes);
      return open_error(path, read_number);
    }
    if (count == 0) {
      break;
    }
    size_bytes += static_cast<std::size_t>(count);
  }
  std::optional<SecretKey> key =
      SecretKey::from_bytes(std::string_view(bytes).substr(0, size_bytes));
  wipe(bytes);
  if (!key) {
    return refuse(path,
                  size_bytes == kSecretKeyBytes ? "the key is one byte again and again"
                                                : "the key file changed while it was read",
                  "write 32 random bytes, without a line end");
  }
  return std::move(*key);
}

}  // namespace holdfast
