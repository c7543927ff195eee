// One process at a time in a folder that several use: an exclusive flock on a file of its own,
// freed when it goes out of scope and when the process ends, however it ends.
#pragma once

#include <string>

#include "core/result.h"

namespace holdfast {

class FolderLock {
 public:
  // Waits at most `wait_ms` for another holder. Errors (kOutput): the file cannot be made, or
  // somebody else holds it for longer. The lock file is left where it is: removing it would let two
  // in.
  static Result<FolderLock> take(const std::string& path, int wait_ms);

  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace holdfast
