// Failures on disk, before anything else happens to them.
//
//   FailureLog    every failing case of a run as it is found, a case/v1 a line, in <run>/failures/
//   FailureStore  the smallest case of each bucket, kept between runs, in <state>/failures/
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "harness/campaign.h"

namespace holdfast {

// A bucket's further cases in one block are counted and can be made again from seed and index.
inline constexpr std::uint64_t kLoggedCasesMax = 10;

// Safe to use by many workers. A failed write is remembered and told at the end: a full disk must
// not look like a clean run.
class FailureLog {
 public:
  explicit FailureLog(std::string directory) : directory_(std::move(directory)) {}
  void add(std::uint64_t block, const BucketKey& key, const Case& failure);
  // The first write that failed.
  std::optional<Error> error() const { return error_; }

 private:
  std::string directory_;
  std::mutex mutex_;
  bool made_ = false;
  std::map<std::pair<std::uint64_t, BucketKey>, std::uint64_t> written_;
  std::optional<Error> error_;
};

// The file in which the store keeps a bucket's case.
std::string stored_case_path(const std::string& store_directory, const BucketKey& key);
Result<Done> store_case(const std::string& store_directory, const Bucket& bucket);

}  // namespace holdfast
