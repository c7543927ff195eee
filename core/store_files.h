// Small files that are there whole or not at all, over the store's seam (core/file_system.h).
//
// The sequence for a new file: a temporary name in the same folder, written, synced, closed, read
// back through a new handle and compared, renamed without replacing, the folder synced. A crash at
// any point leaves the name absent or the file whole; what is left over begins with ".tmp-" and is
// nobody's.
//
// A file counts only if it is a regular one with a single link, owned by the owner of the store's
// directory, with no write bit for group and others, and within its size. Anything else (a FIFO, a
// folder, a symbolic or a hard link in its place) is refused, not skipped. So is a folder, the
// store's own included, that is none, has another owner, or that group or others may write: whoever
// may rename in it can put an old CURRENT back, or take a rejection away, without writing a byte.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/file_system.h"

namespace holdfast {

struct FileOutcome {
  enum class Kind {
    kOk,
    kMissing,  // no such name
    kTaken,    // of a new file: the name holds other bytes
    kRefused,  // it is there and is no file of ours
    kFolder,   // what should hold it is no folder of ours, or is not there
    kDisk,     // the system said no
    kChanged,  // what was read back is not what was written
  };
  Kind kind = Kind::kOk;
  int number = 0;    // errno, of kDisk
  std::string step;  // what was being done, e.g. "syncing CURRENT"

  bool ok() const { return kind == Kind::kOk; }
};

class StoreFiles {
 public:
  static constexpr std::string_view kTemporaryPrefix = ".tmp-";

  // `temporary_id` tells the temporary files of one operation from those of another: unique among
  // the processes that use the store, of the form of a token.
  StoreFiles(FileSystem& disk, std::string temporary_id);

  FileOutcome read(const std::string& path, std::size_t size_bytes_max, std::string& out) const;
  // Saves bytes under a name that must be free, or hold these very bytes.
  FileOutcome save_new(const std::string& folder, const std::string& name, std::string_view bytes);
  // In two steps, so that a caller knows whether the switch was tried: the temporary file, then the
  // rename over `name` in the store's own folder and its sync.
  FileOutcome prepare(const std::string& folder, const std::string& name, std::string_view bytes);
  FileOutcome replace(const std::string& name);
  FileOutcome claim(const std::string& folder,
                    const std::string& name);  // rename without replacing
  FileOutcome remove(const std::string& folder, const std::string& name);
  FileOutcome sync_folder(const std::string& folder);

 private:
  std::string temporary(const std::string& folder, const std::string& name) const;
  FileOutcome read_once(const std::string& path, std::size_t size_bytes_max, std::string& out,
                        bool& replaced) const;
  FileOutcome write_temporary(const std::string& path, std::string_view bytes);

  FileSystem& disk_;
  std::string temporary_id_;
};

// What a file of the store has to be besides its kind: one link, this owner, nobody else's to
// write.
bool is_of_store(const FileStatus& status, std::uint32_t owner);

// That the store's own folder and, where `folder` is not empty, that one in it are the store's.
// `owner` is whose. The reader may be another user: whoever owns the folder is trusted with it.
FileOutcome check_folder(FileSystem& disk, const std::string& folder, std::uint32_t& owner);

// "" and "a" -> "a"; "folder" and "a" -> "folder/a".
std::string store_path(const std::string& folder, const std::string& name);

}  // namespace holdfast
