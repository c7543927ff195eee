// What the files of the store's implementation share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/file_system.h"
#include "core/store.h"

namespace holdfast {

inline constexpr std::size_t kStoreRecordBytesMax = 64 * 1024;
inline constexpr std::size_t kStoreVerdictBytesMax = std::size_t{4} << 20;
inline constexpr std::string_view kStoreFolders[] = {"candidates", "verdicts", "rejected",
                                                     "generations"};
inline constexpr std::string_view kStoreCurrent = "CURRENT";
inline constexpr std::string_view kStoreLock = "LOCK";

StoreFault store_fault(const FileOutcome& outcome);
// Digests both: the verdict on the candidate against that record.
std::string store_verdict_name(const std::string& candidate, const std::string& record);

// Held by whoever writes. The file is never removed: two could then hold two.
class StoreLock {
 public:
  explicit StoreLock(FileSystem& disk);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

  // nullptr where it is held: `busy`, or why it could not be taken.
  const StoreFault* fault() const { return fault_.code.empty() ? nullptr : &fault_; }

 private:
  FileSystem& disk_;
  FileHandle file_ = -1;
  bool opened_ = false;
  StoreFault fault_;
};

}  // namespace holdfast
