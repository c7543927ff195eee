// The seam between the promotion store and the disk: the few calls the store makes, each one step
// that a disk can fail or that power loss can undo. Tests put another implementation behind it.
//
// Paths are relative to the store's directory, in the spelling of the canonical references
// (core/reference.h): no empty, "." or ".." part. No symbolic link is followed anywhere. Every call
// returns 0 or an errno; none retries, so that whoever calls sees EINTR and short writes and
// handles them once, above the seam.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace holdfast {

// An open file or directory of one FileSystem; meaningless to any other.
using FileHandle = int;

enum class FileKind { kRegular, kDirectory, kOther };

struct FileStatus {
  FileKind kind = FileKind::kOther;
  std::uint64_t links = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t owner = 0;
  std::uint32_t mode = 0;  // the permission bits only
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Opening never waits, also not for the other end of a FIFO. An empty path is the store's
  // directory itself.
  virtual int open_to_read(const std::string& path, FileHandle& out) = 0;
  // EEXIST where the name is taken, by whatever kind of file. Mode 0600.
  virtual int create_new(const std::string& path, FileHandle& out) = 0;
  virtual int make_directory(const std::string& path) = 0;  // mode 0700

  virtual int status(FileHandle file, FileStatus& out) = 0;
  // At most `size_bytes_max` bytes from where the last read ended; none at the end.
  virtual int read_some(FileHandle file, std::size_t size_bytes_max, std::string& out) = 0;
  // `written_bytes` may be fewer than given.
  virtual int write_some(FileHandle file, std::string_view bytes, std::size_t& written_bytes) = 0;
  // Of a directory: its names. After a failure the handle must be given up, never synced again: the
  // system may have dropped the pages and call the second try a success.
  virtual int sync(FileHandle file) = 0;
  // Exclusive, freed by closing or by the end of the process; EWOULDBLOCK where another holds it.
  virtual int try_lock(FileHandle file) = 0;
  virtual void close(FileHandle file) = 0;

  virtual int rename_replacing(const std::string& from, const std::string& to) = 0;
  // EEXIST where the name is taken.
  virtual int rename_new(const std::string& from, const std::string& to) = 0;
  virtual int remove_file(const std::string& path) = 0;
  virtual int list(const std::string& path, std::vector<std::string>& names) = 0;  // sorted
};

// The system's own, beneath that directory, which must exist. Where the system has no openat2, each
// call fails with its errno: asking first and opening afterwards can be raced.
Result<std::unique_ptr<FileSystem>> open_file_system(const std::string& directory);

}  // namespace holdfast
