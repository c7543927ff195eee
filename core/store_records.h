// The documents of the promotion store. Each is one closed JSON object in RFC 8785 form with a line
// end: a reader makes those bytes again and compares, so that nothing but the exact file counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/manifest.h"
#include "core/value.h"

namespace holdfast {

inline constexpr std::string_view kStoreCurrentV1 = "store-current/v1";
inline constexpr std::string_view kStoreGenerationV1 = "store-generation/v1";
inline constexpr std::string_view kStoreVerdictV1 = "store-verdict/v1";
inline constexpr std::string_view kStoreRejectionV1 = "store-rejection/v1";

// What CURRENT holds: which generation is current, and the digest of its record.
struct CurrentPointer {
  std::int64_t generation = 0;
  std::string record_sha256;
  std::optional<LedgerHead> continuity_head;  // of the continuity log, where there is one

  bool operator==(const CurrentPointer&) const = default;
};

// generations/<N>. The members behind `generation` are empty at generation 0, which holds nothing.
struct GenerationRecord {
  std::int64_t generation = 0;
  std::string parent_record_sha256;
  std::string candidate_sha256;
  std::string verdict_sha256;  // of the bytes of the verdict's record
  std::string source_sha256;
  std::string promotion_id;
  std::string at;

  bool operator==(const GenerationRecord&) const = default;
};

// verdicts/<candidate>.<record>: what was judged, against which current record, and the verdict.
struct VerdictRecord {
  std::string candidate_sha256;
  std::string source_sha256;
  std::string expected_record_sha256;  // the current record when it was judged
  Value verdict;                       // verdict/v1, whole

  // An explicit pass over exactly the candidate's bytes.
  bool passes() const;
};

// rejected/<candidate>
struct RejectionRecord {
  std::string candidate_sha256;
  std::string verdict_sha256;
};

std::string bytes_of(const CurrentPointer& pointer);
std::string bytes_of(const GenerationRecord& record);
std::string bytes_of(const VerdictRecord& record);
std::string bytes_of(const RejectionRecord& record);

// nullopt for anything but the exact bytes that bytes_of() gives.
std::optional<CurrentPointer> read_current(std::string_view bytes);
std::optional<GenerationRecord> read_generation(std::string_view bytes);
std::optional<VerdictRecord> read_verdict_record(std::string_view bytes);
std::optional<RejectionRecord> read_rejection(std::string_view bytes);

}  // namespace holdfast
