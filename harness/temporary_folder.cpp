#include "harness/temporary_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "harness/unique_fd.h"

namespace holdfast {
namespace {

Error failure(const std::string& what, const std::string& where, int error) {
  return Error{ErrorCode::kOutput, what + ": " + std::generic_category().message(error), where,
               "set TMPDIR to a folder that can be written to"};
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  return true;
}

// Symbolic links are removed, never followed. False where something is left.
bool remove_all(const std::string& path) {
  std::error_code error;
  std::filesystem::remove_all(path, error);
  return !error;
}

// Whoever wrote there may have taken away our permission to list or empty a folder.
void make_removable(const std::string& path) {
  constexpr int kRoundsMax = 64;  // each opens up the folders of one more level
  for (int round = 0; round < kRoundsMax && !remove_all(path); ++round) {
    std::error_code error;
    ::chmod(path.c_str(), S_IRWXU);
    std::filesystem::recursive_directory_iterator item(
        path, std::filesystem::directory_options::skip_permission_denied, error);
    for (; !error && item != std::filesystem::recursive_directory_iterator();
         item.increment(error)) {
      std::error_code ignored;
      if (item->is_directory(ignored) && !item->is_symlink(ignored)) {
        ::chmod(item->path().c_str(), S_IRWXU);
      }
    }
  }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  const char* const parent = std::getenv("TMPDIR");
  std::string path = parent == nullptr || *parent == '\0' ? "/tmp" : parent;
  path += "/holdfast-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {  // with mode 0700
    return failure("cannot make a temporary folder", path, errno);
  }
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return TemporaryFolder(error ? path : whole.string());
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty() && !remove_all(path_)) {
    make_removable(path_);
  }
}

Result<std::string> TemporaryFolder::write(std::string_view name, std::string_view bytes) const {
  std::string path = path_ + "/" + std::string(name);
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                             S_IRUSR | S_IWUSR));
  if (!file.is_open() || !write_all(file.get(), bytes)) {
    return failure("cannot write a temporary file", path, errno);
  }
  return path;
}

}  // namespace holdfast
