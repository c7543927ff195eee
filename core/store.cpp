#include "core/store.h"

#include <cerrno>
#include <cstring>

#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/store_parts.h"

namespace holdfast {
namespace {

std::string generation_name(std::int64_t generation) { return std::to_string(generation); }

GenerationRecord first_record() { return {}; }

}  // namespace

std::string_view to_text(PromotionAnswer answer) {
  constexpr std::string_view kNames[] = {"promoted", "promotion_conflict", "rejected",
                                         "not_switched", "unknown"};
  return kNames[static_cast<std::size_t>(answer)];
}

std::string_view to_text(LookUp found) {
  constexpr std::string_view kNames[] = {"current", "superseded", "claimed", "absent"};
  return kNames[static_cast<std::size_t>(found)];
}

Store::Store(FileSystem& disk, std::string operation_id)
    : disk_(disk), files_(disk, std::move(operation_id)) {}

// The folders, made where there is no store yet. One that lost a folder, or its CURRENT, is not
// made good: its rejections or its generations would be forgotten.
std::optional<StoreFault> Store::make_folders(bool is_new) {
  for (const std::string_view name : kStoreFolders) {
    const std::string folder(name);
    int number = is_new ? disk_.make_directory(folder) : 0;
    if (number != 0 && number != EEXIST) {
      return StoreFault{"disk", "making " + folder + " failed (" + std::strerror(number) + ")"};
    }
    std::uint32_t owner = 0;
    if (const FileOutcome outcome = check_folder(disk_, folder, owner); !outcome.ok()) {
      return store_fault(outcome);
    }
  }
  std::string bytes;
  const FileOutcome first =
      is_new ? files_.read("generations/" + generation_name(1), kStoreRecordBytesMax, bytes)
             : FileOutcome{FileOutcome::Kind::kMissing, 0, ""};
  if (first.kind == FileOutcome::Kind::kDisk) {
    return store_fault(first);
  }
  if (first.kind != FileOutcome::Kind::kMissing) {
    return StoreFault{"store_corrupt", "CURRENT is missing, and there are generations"};
  }
  const FileOutcome synced = files_.sync_folder("");
  return synced.ok() ? std::nullopt : std::optional(store_fault(synced));
}

StoreResult<CurrentGeneration> Store::init() {
  const StoreLock lock(disk_);
  if (lock.fault() != nullptr) {
    return {std::nullopt, *lock.fault()};
  }
  std::string there;
  const FileOutcome looked = files_.read(std::string(kStoreCurrent), kStoreRecordBytesMax, there);
  const bool is_new = looked.kind == FileOutcome::Kind::kMissing;
  if (!looked.ok() && !is_new) {
    return {std::nullopt, store_fault(looked)};
  }
  if (std::optional<StoreFault> fault = make_folders(is_new)) {
    return {std::nullopt, *fault};
  }
  if (!is_new) {
    return current();
  }
  const std::string record = bytes_of(first_record());
  FileOutcome outcome = files_.save_new("generations", generation_name(0), record);
  const CurrentPointer pointer{0, sha256_hex(record), std::nullopt};
  outcome =
      outcome.ok() ? files_.prepare("", std::string(kStoreCurrent), bytes_of(pointer)) : outcome;
  outcome = outcome.ok() ? files_.replace(std::string(kStoreCurrent)) : outcome;
  return outcome.ok() ? current()
                      : StoreResult<CurrentGeneration>{std::nullopt, store_fault(outcome)};
}

std::optional<StoreFault> Store::read_record(std::int64_t generation, GenerationRecord& out) const {
  std::string bytes;
  const std::string path = "generations/" + generation_name(generation);
  if (const FileOutcome outcome = files_.read(path, kStoreRecordBytesMax, bytes); !outcome.ok()) {
    return store_fault(outcome);
  }
  const std::optional<GenerationRecord> record = read_generation(bytes);
  if (!record || record->generation != generation) {
    return StoreFault{"store_corrupt", path + " is no record of its generation"};
  }
  out = *record;
  return std::nullopt;
}

std::optional<StoreFault> Store::check_candidate(const std::string& candidate_sha256) const {
  std::string bytes;
  const FileOutcome outcome =
      files_.read("candidates/" + candidate_sha256, kCandidateBytesMax, bytes);
  if (outcome.kind == FileOutcome::Kind::kDisk || outcome.kind == FileOutcome::Kind::kFolder) {
    return store_fault(outcome);
  }
  if (!outcome.ok() || sha256_hex(bytes) != candidate_sha256) {
    return StoreFault{"candidate_changed", "the candidate's file is not what was proposed"};
  }
  return std::nullopt;
}

bool Store::is_rejected(const std::string& candidate_sha256,
                        std::optional<StoreFault>& fault) const {
  std::string bytes;
  const FileOutcome outcome =
      files_.read("rejected/" + candidate_sha256, kStoreRecordBytesMax, bytes);
  if (outcome.kind == FileOutcome::Kind::kDisk || outcome.kind == FileOutcome::Kind::kFolder) {
    fault = store_fault(outcome);
  }
  // Whatever holds the name: what may have been refused is refused.
  return outcome.kind != FileOutcome::Kind::kMissing;
}

// Everything that the record names: it may be current, or become it.
std::optional<StoreFault> Store::verify_record(const GenerationRecord& record) const {
  if (record.generation == 0) {
    return std::nullopt;
  }
  if (std::optional<StoreFault> fault = check_candidate(record.candidate_sha256)) {
    return StoreFault{"store_corrupt",
                      "generation " + generation_name(record.generation) + ": " + fault->what};
  }
  std::optional<StoreFault> disk;
  if (is_rejected(record.candidate_sha256, disk)) {
    return disk ? disk
                : StoreFault{"store_corrupt", "the candidate of generation " +
                                                  generation_name(record.generation) +
                                                  " is among the rejected"};
  }
  std::string bytes;
  const FileOutcome outcome = files_.read(
      "verdicts/" + store_verdict_name(record.candidate_sha256, record.parent_record_sha256),
      kStoreVerdictBytesMax, bytes);
  if (!outcome.ok()) {
    return store_fault(outcome);
  }
  const std::optional<VerdictRecord> verdict = read_verdict_record(bytes);
  if (!verdict || sha256_hex(bytes) != record.verdict_sha256 || !verdict->passes() ||
      verdict->candidate_sha256 != record.candidate_sha256 ||
      verdict->source_sha256 != record.source_sha256 ||
      verdict->expected_record_sha256 != record.parent_record_sha256) {
    return StoreFault{"store_corrupt", "the verdict of generation " +
                                           generation_name(record.generation) +
                                           " is not the one that it names"};
  }
  return std::nullopt;
}

StoreResult<CurrentGeneration> Store::current() const {
  std::string bytes;
  if (const FileOutcome outcome =
          files_.read(std::string(kStoreCurrent), kStoreRecordBytesMax, bytes);
      !outcome.ok()) {
    return {std::nullopt, store_fault(outcome)};
  }
  const std::optional<CurrentPointer> pointer = read_current(bytes);
  if (!pointer) {
    return {std::nullopt, {"store_corrupt", "CURRENT is no whole store-current/v1"}};
  }
  CurrentGeneration now{*pointer, {}};
  if (std::optional<StoreFault> fault = read_record(pointer->generation, now.record)) {
    return {std::nullopt, *fault};
  }
  if (sha256_hex(bytes_of(now.record)) != pointer->record_sha256) {
    return {std::nullopt,
            {"store_corrupt",
             "the record of the current generation is not the one that CURRENT names"}};
  }
  if (std::optional<StoreFault> fault = verify_record(now.record)) {
    return {std::nullopt, *fault};
  }
  return {now, {}};
}

StoreResult<std::string> Store::propose(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > kCandidateBytesMax) {
    return {std::nullopt, {"bad_input", "a candidate has 1 to 16,777,216 bytes"}};
  }
  const StoreLock lock(disk_);
  if (lock.fault() != nullptr) {
    return {std::nullopt, *lock.fault()};
  }
  const std::string digest = sha256_hex(bytes);
  const FileOutcome outcome = files_.save_new("candidates", digest, bytes);
  if (outcome.kind == FileOutcome::Kind::kTaken) {
    return {std::nullopt, {"candidate_changed", "the candidate's file is not what was proposed"}};
  }
  return outcome.ok() ? StoreResult<std::string>{digest, {}}
                      : StoreResult<std::string>{std::nullopt, store_fault(outcome)};
}

StoreResult<bool> Store::judge(const std::string& candidate_sha256,
                               const std::string& source_sha256, const Value& verdict) {
  if (!is_sha256_text(candidate_sha256) || !is_sha256_text(source_sha256) || !verdict.is_object()) {
    return {std::nullopt, {"bad_input", "give two digests and a verdict/v1"}};
  }
  const StoreLock lock(disk_);
  if (lock.fault() != nullptr) {
    return {std::nullopt, *lock.fault()};
  }
  const StoreResult<CurrentGeneration> now = current();
  if (!now) {
    return {std::nullopt, now.fault};
  }
  if (std::optional<StoreFault> fault = check_candidate(candidate_sha256)) {
    return {std::nullopt, *fault};
  }
  const VerdictRecord record{candidate_sha256, source_sha256, now.value->pointer.record_sha256,
                             verdict};
  // A pass over another record than the current one says nothing of this step.
  const Value* before = resolve_pointer(verdict, "/documents/before_sha256");
  const bool passes = record.passes();
  if (passes && now.value->record.generation > 0 &&
      (before == nullptr || !before->is_string() ||
       before->text() != now.value->record.candidate_sha256)) {
    return {std::nullopt,
            {"verdict_missing", "the verdict is about another record than the current one"}};
  }
  const std::string bytes = bytes_of(record);
  if (bytes.size() > kStoreVerdictBytesMax || !read_verdict_record(bytes)) {
    return {std::nullopt, {"bad_input", "the verdict is no document that a store can hold"}};
  }
  FileOutcome outcome = files_.save_new(
      "verdicts", store_verdict_name(candidate_sha256, record.expected_record_sha256), bytes);
  if (outcome.kind == FileOutcome::Kind::kTaken) {
    return {std::nullopt,
            {"bad_input", "the candidate has another verdict against the current record already"}};
  }
  if (outcome.ok() && !passes) {
    outcome = files_.save_new("rejected", candidate_sha256,
                              bytes_of(RejectionRecord{candidate_sha256, sha256_hex(bytes)}));
    outcome = outcome.kind == FileOutcome::Kind::kTaken ? FileOutcome{} : outcome;
  }
  return outcome.ok() ? StoreResult<bool>{passes, {}}
                      : StoreResult<bool>{std::nullopt, store_fault(outcome)};
}

}  // namespace holdfast
