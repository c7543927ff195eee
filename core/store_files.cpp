#include "core/store_files.h"

#include <cerrno>
#include <utility>

#include "core/check.h"

namespace holdfast {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr std::uint32_t kOthersMayWrite = 022;
// How often a read opens anew because the file that it had opened was replaced or removed before it
// could look at it: no link is left then. A writer would have to switch that often in between.
constexpr int kReplacedMax = 100;

FileOutcome disk_fault(int number, std::string step) {
  return {FileOutcome::Kind::kDisk, number, std::move(step)};
}

// Closes its handle.
class Handle {
 public:
  explicit Handle(FileSystem& disk) : disk_(disk) {}
  ~Handle() {
    if (open_) {
      disk_.close(file_);
    }
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  // `call(out)` opens; interrupted calls are made again.
  template <typename Call>
  int open(Call call) {
    int number = 0;
    do {
      number = call(file_);
    } while (number == EINTR);
    open_ = number == 0;
    return number;
  }
  FileHandle get() const { return file_; }

 private:
  FileSystem& disk_;
  FileHandle file_ = -1;
  bool open_ = false;
};

template <typename Call>
int again_if_interrupted(Call call) {
  int number = 0;
  do {
    number = call();
  } while (number == EINTR);
  return number;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string folder_words(const std::string& folder) {
  return folder.empty() ? "the store's folder" : "the folder '" + folder + "'";
}

FileOutcome folder_status(FileSystem& disk, const std::string& folder, FileStatus& out) {
  Handle opened(disk);
  int number = opened.open([&](FileHandle& handle) { return disk.open_to_read(folder, handle); });
  const bool none = number == ENOENT || number == ENOTDIR || number == ELOOP || number == ENXIO;
  number = number != 0 ? number : disk.status(opened.get(), out);
  if (none ||
      (number == 0 && (out.kind != FileKind::kDirectory || (out.mode & kOthersMayWrite) != 0))) {
    return {FileOutcome::Kind::kFolder, number, "opening " + folder_words(folder)};
  }
  return number != 0 ? disk_fault(number, "opening " + folder_words(folder)) : FileOutcome{};
}

}  // namespace

std::string store_path(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

bool is_of_store(const FileStatus& status, std::uint32_t owner) {
  return status.links == 1 && status.owner == owner && (status.mode & kOthersMayWrite) == 0;
}

FileOutcome check_folder(FileSystem& disk, const std::string& folder, std::uint32_t& owner) {
  FileStatus root;
  if (FileOutcome outcome = folder_status(disk, "", root); !outcome.ok()) {
    return outcome;
  }
  owner = root.owner;
  FileStatus inner = root;
  if (FileOutcome outcome = folder.empty() ? FileOutcome{} : folder_status(disk, folder, inner);
      !outcome.ok()) {
    return outcome;
  }
  return inner.owner == owner
             ? FileOutcome{}
             : FileOutcome{FileOutcome::Kind::kFolder, 0, "opening " + folder_words(folder)};
}

StoreFiles::StoreFiles(FileSystem& disk, std::string temporary_id)
    : disk_(disk), temporary_id_(std::move(temporary_id)) {
  CHECK(!temporary_id_.empty());
}

std::string StoreFiles::temporary(const std::string& folder, const std::string& name) const {
  return store_path(folder, std::string(kTemporaryPrefix) + temporary_id_ + "-" + name);
}

FileOutcome StoreFiles::read(const std::string& path, std::size_t size_bytes_max,
                             std::string& out) const {
  FileOutcome outcome;
  bool replaced = true;
  for (int i = 0; i < kReplacedMax && replaced; ++i) {
    outcome = read_once(path, size_bytes_max, out, replaced);
  }
  return outcome;
}

FileOutcome StoreFiles::read_once(const std::string& path, std::size_t size_bytes_max,
                                  std::string& out, bool& replaced) const {
  replaced = false;
  out.clear();
  std::uint32_t owner = 0;
  if (FileOutcome outcome = check_folder(disk_, folder_of(path), owner); !outcome.ok()) {
    return outcome;
  }
  Handle file(disk_);
  int number = file.open([&](FileHandle& handle) { return disk_.open_to_read(path, handle); });
  if (number == ENOENT) {
    return {FileOutcome::Kind::kMissing, number, "opening " + path};
  }
  // What openat2 says of a symbolic link on the way, and what opening a socket says.
  if (number == ELOOP || number == ENXIO) {
    return {FileOutcome::Kind::kRefused, number, "opening " + path};
  }
  FileStatus status;
  number = number != 0 ? number : disk_.status(file.get(), status);
  if (number != 0) {
    return disk_fault(number, "opening " + path);
  }
  replaced = status.links == 0;
  if (status.kind != FileKind::kRegular || !is_of_store(status, owner) ||
      status.size_bytes > size_bytes_max) {
    return {FileOutcome::Kind::kRefused, 0, "opening " + path};
  }
  // Counted while reading: a file may grow.
  while (out.size() <= size_bytes_max) {
    std::string piece;
    number = again_if_interrupted([&] { return disk_.read_some(file.get(), kPieceBytes, piece); });
    if (number != 0) {
      return disk_fault(number, "reading " + path);
    }
    if (piece.empty()) {
      return {};
    }
    out += piece;
  }
  return {FileOutcome::Kind::kRefused, 0, "reading " + path};
}

FileOutcome StoreFiles::write_temporary(const std::string& path, std::string_view bytes) {
  std::uint32_t owner = 0;
  if (FileOutcome outcome = check_folder(disk_, folder_of(path), owner); !outcome.ok()) {
    return outcome;
  }
  {
    Handle file(disk_);
    int number = file.open([&](FileHandle& handle) { return disk_.create_new(path, handle); });
    if (number != 0) {
      return disk_fault(number, "making " + path);
    }
    for (std::string_view left = bytes; !left.empty();) {
      std::size_t written_bytes = 0;
      number =
          again_if_interrupted([&] { return disk_.write_some(file.get(), left, written_bytes); });
      if (number != 0 || written_bytes == 0 || written_bytes > left.size()) {
        return disk_fault(number != 0 ? number : EIO, "writing " + path);
      }
      left.remove_prefix(written_bytes);
    }
    // Tried once: after a failure the system may call the second try a success.
    if (number = disk_.sync(file.get()); number != 0) {
      return disk_fault(number, "syncing " + path);
    }
  }
  std::string back;
  FileOutcome outcome = read(path, bytes.size(), back);
  if (outcome.ok() && back != bytes) {
    outcome = {FileOutcome::Kind::kChanged, 0, "reading " + path + " back"};
  }
  return outcome;
}

FileOutcome StoreFiles::prepare(const std::string& folder, const std::string& name,
                                std::string_view bytes) {
  const std::string path = temporary(folder, name);
  FileOutcome outcome = write_temporary(path, bytes);
  if (!outcome.ok()) {
    static_cast<void>(disk_.remove_file(path));  // at best; sweep takes what is left
  }
  return outcome;
}

FileOutcome StoreFiles::claim(const std::string& folder, const std::string& name) {
  const std::string path = store_path(folder, name);
  const int number =
      again_if_interrupted([&] { return disk_.rename_new(temporary(folder, name), path); });
  if (number != 0) {
    static_cast<void>(disk_.remove_file(temporary(folder, name)));
  }
  if (number == EEXIST) {
    return {FileOutcome::Kind::kTaken, number, "naming " + path};
  }
  return number != 0 ? disk_fault(number, "naming " + path) : sync_folder(folder);
}

FileOutcome StoreFiles::replace(const std::string& name) {
  const int number = disk_.rename_replacing(temporary("", name), name);
  return number != 0 ? disk_fault(number, "switching " + name) : sync_folder("");
}

FileOutcome StoreFiles::save_new(const std::string& folder, const std::string& name,
                                 std::string_view bytes) {
  FileOutcome outcome = prepare(folder, name, bytes);
  outcome = outcome.ok() ? claim(folder, name) : outcome;
  if (outcome.kind != FileOutcome::Kind::kTaken) {
    return outcome;
  }
  std::string there;
  const FileOutcome looked = read(store_path(folder, name), bytes.size(), there);
  if (looked.ok() && there == bytes) {
    return sync_folder(folder);  // whoever saved it may have crashed before
  }
  return looked.kind == FileOutcome::Kind::kDisk ? looked : outcome;
}

FileOutcome StoreFiles::remove(const std::string& folder, const std::string& name) {
  const std::string path = store_path(folder, name);
  const int number = again_if_interrupted([&] { return disk_.remove_file(path); });
  return number != 0 && number != ENOENT ? disk_fault(number, "removing " + path)
                                         : sync_folder(folder);
}

FileOutcome StoreFiles::sync_folder(const std::string& folder) {
  Handle opened(disk_);
  int number = opened.open([&](FileHandle& handle) { return disk_.open_to_read(folder, handle); });
  number = number != 0 ? number : disk_.sync(opened.get());
  return number != 0 ? disk_fault(number, "syncing the folder '" + folder + "'") : FileOutcome{};
}

}  // namespace holdfast
