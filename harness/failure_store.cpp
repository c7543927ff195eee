#include "harness/failure_store.h"

#include <fstream>

#include "core/file.h"
#include "core/json.h"

namespace holdfast {

void FailureLog::add(std::uint64_t block, const BucketKey& key, const Case& failure) {
  const std::lock_guard lock(mutex_);
  if (error_ || written_[{block, key}]++ >= kLoggedCasesMax) {
    return;
  }
  if (!made_) {
    const auto made = make_directory(directory_);
    if (!made) {
      error_ = made.error();
      return;
    }
    made_ = true;
  }
  const std::string path = directory_ + "/block-" + std::to_string(block) + ".jsonl";
  std::ofstream file(path, std::ios::app | std::ios::binary);
  file << write_compact_json(to_value(failure)) << '\n' << std::flush;
  if (!file) {
    error_ = Error{ErrorCode::kOutput, "a failing case could not be written", path,
                   "free some space, or choose another folder with --out"};
  }
}

std::string stored_case_path(const std::string& store_directory, const BucketKey& key) {
  return store_directory + "/" + key.id() + ".json";
}

Result<Done> store_case(const std::string& store_directory, const Bucket& bucket) {
  const auto made = make_directory(store_directory);
  if (!made) {
    return made.error();
  }
  return write_file(stored_case_path(store_directory, bucket.key),
                    write_pretty_json(to_value(bucket.smallest)));
}

}  // namespace holdfast
