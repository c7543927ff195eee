// The switch from one generation to the next, and what finishes it after a crash (core/store.h).
#include "core/check.h"
#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/store_parts.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

PromotionResult answer(PromotionAnswer answer, StoreFault fault,
                       std::optional<CurrentGeneration> current = {}) {
  return {answer, std::move(fault), std::move(current)};
}

bool is_well_formed(const Promotion& promotion) {
  return is_sha256_text(promotion.candidate_sha256) &&
         is_sha256_text(promotion.expected_record_sha256) && promotion.expected_generation >= 0 &&
         is_visible_name(promotion.promotion_id) && promotion.promotion_id.size() <= 256 &&
         is_utc_time(promotion.at);
}

bool is_of(const GenerationRecord& record, const Promotion& promotion) {
  return record.candidate_sha256 == promotion.candidate_sha256 &&
         record.generation == promotion.expected_generation + 1 &&
         record.parent_record_sha256 == promotion.expected_record_sha256;
}

}  // namespace

std::optional<StoreFault> Store::check_verdict(const Promotion& promotion,
                                               std::string& verdict_sha256,
                                               std::string& source_sha256) const {
  std::string bytes;
  const FileOutcome outcome =
      files_.read("verdicts/" + store_verdict_name(promotion.candidate_sha256,
                                                   promotion.expected_record_sha256),
                  kStoreVerdictBytesMax, bytes);
  if (outcome.kind == FileOutcome::Kind::kMissing) {
    return StoreFault{"verdict_missing",
                      "the candidate has no verdict against the record that is current"};
  }
  if (!outcome.ok()) {
    return store_fault(outcome);
  }
  const std::optional<VerdictRecord> record = read_verdict_record(bytes);
  if (!record || record->candidate_sha256 != promotion.candidate_sha256 ||
      record->expected_record_sha256 != promotion.expected_record_sha256) {
    return StoreFault{"store_corrupt", "the verdict's file is not the verdict on this candidate"};
  }
  if (!record->passes()) {
    return StoreFault{"rejected", "the verdict is no pass"};
  }
  verdict_sha256 = sha256_hex(bytes);
  source_sha256 = record->source_sha256;
  return std::nullopt;
}

// What was claimed behind `now`: switched to, where all of it verifies. No fault and `out` equal to
// `now` where nothing was claimed. `claimed_id` is the promotion's whose claim it is.
std::optional<StoreFault> Store::finish_forward(const CurrentGeneration& now,
                                                CurrentGeneration& out, std::string& claimed_id) {
  out = now;
  std::string bytes;
  const std::string path = "generations/" + std::to_string(now.pointer.generation + 1);
  const FileOutcome looked = files_.read(path, kStoreRecordBytesMax, bytes);
  if (looked.kind == FileOutcome::Kind::kMissing) {
    return std::nullopt;
  }
  if (!looked.ok()) {
    return store_fault(looked);
  }
  const std::optional<GenerationRecord> claimed = read_generation(bytes);
  if (!claimed || claimed->generation != now.pointer.generation + 1 ||
      claimed->parent_record_sha256 != now.pointer.record_sha256) {
    return StoreFault{"store_corrupt", path + " was not claimed by this store"};
  }
  claimed_id = claimed->promotion_id;
  if (std::optional<StoreFault> fault = verify_record(*claimed)) {
    return fault;
  }
  // Its name may not have reached the disk yet.
  if (const FileOutcome synced = files_.sync_folder("generations"); !synced.ok()) {
    return store_fault(synced);
  }
  const PromotionResult result = switch_to(now, *claimed);
  if (result.answer != PromotionAnswer::kPromoted) {
    return result.fault;
  }
  out = *result.current;
  return std::nullopt;
}

// The record of `next` is claimed. Failing before the rename switches nothing; failing at it or
// after it leaves open what a reader will see.
PromotionResult Store::switch_to(const CurrentGeneration& now, const GenerationRecord& next) {
  const CurrentPointer pointer{next.generation, sha256_hex(bytes_of(next)),
                               now.pointer.continuity_head};
  FileOutcome outcome = files_.prepare("", std::string(kStoreCurrent), bytes_of(pointer));
  if (!outcome.ok()) {
    return answer(PromotionAnswer::kNotSwitched, store_fault(outcome), now);
  }
  outcome = files_.replace(std::string(kStoreCurrent));
  if (!outcome.ok()) {
    return answer(PromotionAnswer::kUnknown, store_fault(outcome));
  }
  const StoreResult<CurrentGeneration> after = current();
  if (!after || after.value->pointer != pointer) {
    return answer(
        PromotionAnswer::kUnknown,
        after ? StoreFault{"store_corrupt", "CURRENT is not what was written"} : after.fault);
  }
  return answer(PromotionAnswer::kPromoted, {}, *after.value);
}

PromotionResult Store::promote_locked(const Promotion& promotion) {
  StoreResult<CurrentGeneration> found = current();
  if (!found) {
    return answer(PromotionAnswer::kNotSwitched, found.fault);
  }
  CurrentGeneration now;
  std::string claimed_id;
  if (std::optional<StoreFault> fault = finish_forward(*found.value, now, claimed_id)) {
    // The same promotion, tried again: its claim stays, and may even have been switched to.
    return claimed_id == promotion.promotion_id
               ? answer(PromotionAnswer::kUnknown, *fault)
               : answer(PromotionAnswer::kNotSwitched, *fault, *found.value);
  }
  if (claimed_id == promotion.promotion_id && is_of(now.record, promotion)) {
    return answer(PromotionAnswer::kPromoted, {}, now);
  }
  if (now.pointer.generation != promotion.expected_generation ||
      now.pointer.record_sha256 != promotion.expected_record_sha256) {
    return answer(PromotionAnswer::kConflict,
                  {"promotion_conflict", "another generation is current than was expected"}, now);
  }
  std::optional<StoreFault> fault;
  if (is_rejected(promotion.candidate_sha256, fault)) {
    return answer(fault ? PromotionAnswer::kNotSwitched : PromotionAnswer::kRejected,
                  fault.value_or(StoreFault{"rejected", "the candidate was rejected"}), now);
  }
  GenerationRecord next;
  fault = check_candidate(promotion.candidate_sha256);
  fault = fault ? fault : check_verdict(promotion, next.verdict_sha256, next.source_sha256);
  if (fault) {
    return answer(fault->code == "disk" || fault->code == "store_corrupt"
                      ? PromotionAnswer::kNotSwitched
                      : PromotionAnswer::kRejected,
                  *fault, now);
  }
  next.generation = now.pointer.generation + 1;
  next.parent_record_sha256 = now.pointer.record_sha256;
  next.candidate_sha256 = promotion.candidate_sha256;
  next.promotion_id = promotion.promotion_id;
  next.at = promotion.at;
  const std::string name = std::to_string(next.generation);
  FileOutcome outcome = files_.prepare("generations", name, bytes_of(next));
  if (!outcome.ok()) {
    return answer(PromotionAnswer::kNotSwitched, store_fault(outcome), now);
  }
  outcome = files_.claim("generations", name);
  PromotionResult result = outcome.ok()
                               ? switch_to(now, next)
                               : answer(PromotionAnswer::kNotSwitched, store_fault(outcome), now);
  // A claim that stays would be finished by the next one who recovers, although the answer says
  // that nothing was switched. One that cannot be taken back leaves that open, and the answer says
  // so.
  if (result.answer == PromotionAnswer::kNotSwitched && outcome.kind != FileOutcome::Kind::kTaken &&
      !files_.remove("generations", name).ok()) {
    result.answer = PromotionAnswer::kUnknown;
    result.current.reset();
  }
  return result;
}

PromotionResult Store::promote(const Promotion& promotion) {
  if (!is_well_formed(promotion)) {
    return answer(PromotionAnswer::kNotSwitched,
                  {"bad_input", "give two digests, a generation, a promotion id and a UTC time"});
  }
  const StoreLock lock(disk_);
  if (lock.fault() != nullptr) {
    return answer(PromotionAnswer::kNotSwitched, *lock.fault());
  }
  return promote_locked(promotion);
}

StoreResult<CurrentGeneration> Store::recover() {
  const StoreLock lock(disk_);
  if (lock.fault() != nullptr) {
    return {std::nullopt, *lock.fault()};
  }
  const StoreResult<CurrentGeneration> found = current();
  if (!found) {
    return found;
  }
  CurrentGeneration now;
  std::string claimed_id;
  if (std::optional<StoreFault> fault = finish_forward(*found.value, now, claimed_id)) {
    return {std::nullopt, *fault};
  }
  return {now, {}};
}

}  // namespace holdfast
