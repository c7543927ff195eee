// What became of one case. Only `rejected` is a kill: a crash, silence or a wrong reason closes
// nothing on purpose.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace holdfast {

enum class Outcome : std::uint8_t {
  kRejected,             // refused for a right reason
  kRejectedWrongReason,  // refused, but for none of the reasons that fit
  kAccepted,             // a survivor: fail-open
  kFalseAlarm,           // a control was refused
  kIndeterminate,
  kMalformed,
  kTimeout,
  kCrash,
  kNondeterministic,
  kOrderDependent,
  kLeak,
  kControlAccepted,  // as it should be
  kEquivalent,       // the oracle says that nothing changed: not asked, never a survivor
  kNotAsked,         // the subject does not declare what the case needs, or the block was abandoned
};
inline constexpr std::size_t kOutcomeCount = 14;

std::string_view to_text(Outcome outcome);
std::string_view describe(Outcome outcome);

// Neither a kill nor an accepted control nor out of the count: somebody must look.
bool is_failure(Outcome outcome);
// Timeout, crash, malformed: closed, but not on purpose.
bool is_closed_by_accident(Outcome outcome);

using OutcomeCounts = std::array<std::uint64_t, kOutcomeCount>;

// Whether a strategy with these counts has changed any document's meaning. One that has not found
// nothing out, whatever the subject.
bool has_broken_any(const OutcomeCounts& counts);

}  // namespace holdfast
