#include "harness/outcome.h"

namespace holdfast {
namespace {

struct Row {
  std::string_view name;
  std::string_view description;
};

constexpr std::array<Row, kOutcomeCount> kRows = {{
    {"rejected", "refused for a right reason"},
    {"rejected_wrong_reason", "refused, but for none of the reasons that fit"},
    {"accepted", "SURVIVED: the subject let it through"},
    {"false_alarm", "a change without meaning was refused"},
    {"indeterminate", "the subject could not say"},
    {"malformed", "the subject broke the protocol"},
    {"timeout", "no answer before the deadline"},
    {"crash", "the subject ended instead of answering"},
    {"nondeterministic", "the same case got another answer"},
    {"order_dependent", "the answer depends on the cases before it"},
    {"leak", "text of the documents came back in the answer"},
    {"control_accepted", "a change without meaning was accepted"},
    {"equivalent", "the change changed nothing"},
    {"not_asked", "not asked"},
}};

}  // namespace

std::string_view to_text(Outcome outcome) { return kRows[static_cast<std::size_t>(outcome)].name; }
std::string_view describe(Outcome outcome) {
  return kRows[static_cast<std::size_t>(outcome)].description;
}

bool is_failure(Outcome outcome) {
  return outcome != Outcome::kRejected && outcome != Outcome::kControlAccepted &&
         outcome != Outcome::kEquivalent && outcome != Outcome::kNotAsked;
}

bool is_closed_by_accident(Outcome outcome) {
  return outcome == Outcome::kMalformed || outcome == Outcome::kTimeout ||
         outcome == Outcome::kCrash;
}

bool has_broken_any(const OutcomeCounts& counts) {
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    if (counts[i] > 0 && static_cast<Outcome>(i) != Outcome::kEquivalent) {
      return true;
    }
  }
  return false;
}

}  // namespace holdfast
