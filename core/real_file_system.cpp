// The system's own calls behind core/file_system.h. Every path is resolved by openat2 beneath the
// store's directory; what renames or removes opens the folder that way first and then acts on the
// last part of the path, which the kernel does not follow.
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/descriptor.h"
#include "core/file_system.h"

namespace holdfast {
namespace {

int open_beneath(int root, const std::string& path, std::uint64_t flags, std::uint64_t mode,
                 int& out) {
  open_how how = {};
  how.flags = flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const char* name = path.empty() ? "." : path.c_str();
  if (path.find('\0') != std::string::npos) {
    return EINVAL;
  }
  const long file = ::syscall(SYS_openat2, root, name, &how, sizeof how);
  out = static_cast<int>(file);
  return file < 0 ? errno : 0;
}

// The folder of a path, opened, and the last part.
struct Place {
  Descriptor folder;
  std::string name;
};

int find_place(int root, const std::string& path, Place& out) {
  const std::size_t slash = path.rfind('/');
  out.name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (out.name.empty() || out.name == "." || out.name == ".." ||
      out.name.find('\0') != std::string::npos) {
    return EINVAL;
  }
  int folder = -1;
  const int fault = open_beneath(root, slash == std::string::npos ? "" : path.substr(0, slash),
                                 O_RDONLY | O_DIRECTORY, 0, folder);
  out.folder = Descriptor(folder);
  return fault;
}

class RealFileSystem final : public FileSystem {
 public:
  explicit RealFileSystem(Descriptor root) : root_(std::move(root)) {}

  int open_to_read(const std::string& path, FileHandle& out) override {
    return open_beneath(root_.get(), path, O_RDONLY, 0, out);
  }
  int create_new(const std::string& path, FileHandle& out) override {
    return open_beneath(root_.get(), path, O_WRONLY | O_CREAT | O_EXCL, 0600, out);
  }
  int make_directory(const std::string& path) override {
    Place place;
    const int fault = find_place(root_.get(), path, place);
    return fault != 0 ? fault : code(::mkdirat(place.folder.get(), place.name.c_str(), 0700));
  }

  int status(FileHandle file, FileStatus& out) override {
    struct stat found = {};
    if (::fstat(file, &found) != 0) {
      return errno;
    }
    out.kind = S_ISREG(found.st_mode)   ? FileKind::kRegular
               : S_ISDIR(found.st_mode) ? FileKind::kDirectory
                                        : FileKind::kOther;
    out.links = found.st_nlink;
    out.size_bytes = static_cast<std::uint64_t>(found.st_size);
    out.owner = found.st_uid;
    out.mode = found.st_mode & 07777;
    return 0;
  }
  int read_some(FileHandle file, std::size_t size_bytes_max, std::string& out) override {
    out.resize(size_bytes_max);
    const ssize_t count = ::read(file, out.data(), out.size());
    const int fault = count < 0 ? errno : 0;
    out.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return fault;
  }
  int write_some(FileHandle file, std::string_view bytes, std::size_t& written_bytes) override {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    written_bytes = count < 0 ? 0 : static_cast<std::size_t>(count);
    return count < 0 ? errno : 0;
  }
  int sync(FileHandle file) override { return code(::fsync(file)); }
  int try_lock(FileHandle file) override { return code(::flock(file, LOCK_EX | LOCK_NB)); }
  void close(FileHandle file) override { ::close(file); }

  int rename_replacing(const std::string& from, const std::string& to) override {
    return rename(from, to, 0);
  }
  int rename_new(const std::string& from, const std::string& to) override {
    return rename(from, to, RENAME_NOREPLACE);
  }
  int remove_file(const std::string& path) override {
    Place place;
    const int fault = find_place(root_.get(), path, place);
    return fault != 0 ? fault : code(::unlinkat(place.folder.get(), place.name.c_str(), 0));
  }
  int list(const std::string& path, std::vector<std::string>& names) override {
    names.clear();
    int folder = -1;
    if (const int fault = open_beneath(root_.get(), path, O_RDONLY | O_DIRECTORY, 0, folder)) {
      return fault;
    }
    DIR* entries = ::fdopendir(folder);
    if (entries == nullptr) {
      const int fault = errno;
      ::close(folder);
      return fault;
    }
    errno = 0;
    while (const dirent* entry = ::readdir(entries)) {
      const std::string name = entry->d_name;
      if (name != "." && name != "..") {
        names.push_back(name);
      }
      errno = 0;
    }
    const int fault = errno;
    ::closedir(entries);
    std::sort(names.begin(), names.end());
    return fault;
  }

 private:
  static int code(int answer) { return answer == 0 ? 0 : errno; }

  int rename(const std::string& from, const std::string& to, unsigned int flags) {
    Place source;
    Place target;
    if (const int fault = find_place(root_.get(), from, source)) {
      return fault;
    }
    if (const int fault = find_place(root_.get(), to, target)) {
      return fault;
    }
    return code(::renameat2(source.folder.get(), source.name.c_str(), target.folder.get(),
                            target.name.c_str(), flags));
  }

  Descriptor root_;
};

}  // namespace

Result<std::unique_ptr<FileSystem>> open_file_system(const std::string& directory) {
  const bool nul = directory.find('\0') != std::string::npos;
  Descriptor root(nul ? -1
                      : ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!root.is_open()) {
    return Error{ErrorCode::kInput,
                 std::string("the store's directory cannot be opened (") +
                     std::strerror(nul ? EINVAL : errno) + ")",
                 nul ? "" : directory, "name a directory that exists and is no symbolic link"};
  }
  return std::unique_ptr<FileSystem>(std::make_unique<RealFileSystem>(std::move(root)));
}

}  // namespace holdfast
