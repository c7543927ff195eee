// The promotion store: which resume manifest is current, and how another one becomes it. Losing the
// old context before the new summary is proven is how recovery material disappears.
//
//   candidates/<sha256>            every manifest that was ever proposed
//   verdicts/<candidate>.<record>  the verdict on it, against the record that was current then
//   rejected/<candidate>           refused: kept, and never current
//   generations/<N>                the history, immutable; claiming N+1 is a fence
//   CURRENT                        the one pointer: a generation and the digest of its record
//   LOCK                           held by whoever writes; never removed
//
// Model and invariants. CURRENT changes in one rename, and only from generation N to the N+1 that
// was claimed under the lock, whose candidate, verdict and parent were read back and verified. So
// after a crash at any point the old or the new generation is whole and current, and every
// candidate that was acknowledged is readable. A reader verifies pointer, record, candidate and
// verdict each time and never falls back to an older one. What was claimed and not switched is
// finished forward by recover(), if all of it verifies, and else reported and left alone.
//
// No clock and no randomness: ids and times are the caller's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/file_system.h"
#include "core/store_files.h"
#include "core/store_records.h"

namespace holdfast {

inline constexpr std::size_t kCandidateBytesMax = std::size_t{16} << 20;

enum class PromotionAnswer : std::uint8_t {
  kPromoted,
  kConflict,     // another generation is current than was expected
  kRejected,     // the candidate may not be promoted; `code` says why
  kNotSwitched,  // nothing was switched: busy, or the disk failed before it
  kUnknown,      // the disk failed at or after the switch: look the promotion id up
};
std::string_view to_text(PromotionAnswer answer);

// What happened, in words: a stable code where DESIGN 5.1 has one, and the step that failed.
struct StoreFault {
  std::string code;  // promotion_conflict, candidate_changed, verdict_missing, store_corrupt; busy,
                     // rejected, disk, bad_input
  std::string what;  // never holds text of a document
};

struct CurrentGeneration {
  CurrentPointer pointer;
  GenerationRecord record;
};

// nullopt in `value` comes with a fault.
template <typename T>
struct StoreResult {
  std::optional<T> value;
  StoreFault fault;
  explicit operator bool() const { return value.has_value(); }
};

struct Promotion {
  std::string candidate_sha256;
  std::int64_t expected_generation = 0;
  std::string expected_record_sha256;
  std::string promotion_id;  // unique; looked up later
  std::string at;            // RFC 3339 in UTC
};

struct PromotionResult {
  PromotionAnswer answer = PromotionAnswer::kNotSwitched;
  StoreFault fault;                          // empty where it was promoted
  std::optional<CurrentGeneration> current;  // as it is now, where that is known
};

enum class LookUp : std::uint8_t { kCurrent, kSuperseded, kClaimed, kAbsent };
std::string_view to_text(LookUp found);

class Store {
 public:
  // `operation_id` names the temporary files of this user of the store: unique among those who use
  // it at one time, a token of letters, digits, '-' and '_'.
  Store(FileSystem& disk, std::string operation_id);

  // Makes the folders and generation 0, which holds nothing. Again on a store: fine. One that lost
  // its CURRENT or a folder is refused and not made anew.
  StoreResult<CurrentGeneration> init();

  // Saves the candidate; its digest. The same bytes again: fine.
  StoreResult<std::string> propose(std::string_view bytes);
  // Attaches the verdict (verdict/v1) to exactly those bytes and the current record. One that does
  // not pass rejects the candidate for ever. True where it passed.
  StoreResult<bool> judge(const std::string& candidate_sha256, const std::string& source_sha256,
                          const Value& verdict);
  PromotionResult promote(const Promotion& promotion);

  // Verified whole.
  StoreResult<CurrentGeneration> current() const;
  StoreResult<std::string> candidate(const std::string& candidate_sha256) const;
  // The newest first.
  StoreResult<std::vector<GenerationRecord>> history() const;
  StoreResult<std::vector<std::string>> rejected() const;  // digests of candidates
  StoreResult<LookUp> look_up(const std::string& promotion_id) const;
  // Everything that is wrong; empty for a store in order. Fault: it could not be looked at.
  StoreResult<std::vector<std::string>> verify() const;

  // Finishes a promotion that was claimed and not switched. Idempotent. What is current then.
  StoreResult<CurrentGeneration> recover();
  // Removes temporary files that a crash left; how many.
  StoreResult<std::size_t> sweep();

 private:
  std::optional<StoreFault> make_folders(bool is_new);
  std::optional<StoreFault> read_record(std::int64_t generation, GenerationRecord& out) const;
  std::optional<StoreFault> verify_record(const GenerationRecord& record) const;
  std::optional<StoreFault> check_candidate(const std::string& candidate_sha256) const;
  std::optional<StoreFault> check_verdict(const Promotion& promotion, std::string& verdict_sha256,
                                          std::string& source_sha256) const;
  bool is_rejected(const std::string& candidate_sha256, std::optional<StoreFault>& fault) const;
  std::optional<StoreFault> finish_forward(const CurrentGeneration& now, CurrentGeneration& out,
                                           std::string& claimed_id);
  PromotionResult promote_locked(const Promotion& promotion);
  PromotionResult switch_to(const CurrentGeneration& now, const GenerationRecord& next);

  FileSystem& disk_;
  StoreFiles files_;
};

}  // namespace holdfast
