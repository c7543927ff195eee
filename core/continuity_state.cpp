// What the states of core/continuity.h are called, what follows from them, and their order.
#include "core/check.h"
#include "core/continuity.h"

namespace holdfast {

std::string_view to_text(ContinuityState state) {
  switch (state) {
    case ContinuityState::kPreserved:
      return "preserved";
    case ContinuityState::kApprovedChange:
      return "approved-change";
    case ContinuityState::kUnverified:
      return "unverified";
    case ContinuityState::kEvidenceMissing:
      return "continuity-evidence-missing";
    case ContinuityState::kConflicting:
      return "conflicting";
    case ContinuityState::kDropped:
      return "dropped";
  }
  CHECK(false);
}

std::string_view action_of(ContinuityState state) {
  switch (state) {
    case ContinuityState::kPreserved:
      return "continue_and_keep_receipt";
    case ContinuityState::kApprovedChange:
      return "continue_and_record_approval";
    case ContinuityState::kUnverified:
      return "observe_again";
    case ContinuityState::kEvidenceMissing:
      return "limit_consequential_until_observed";
    case ContinuityState::kConflicting:
      return "stop_at_next_reversible_boundary_and_ask";
    case ContinuityState::kDropped:
      return "stop_consequential_and_restore_or_ask";
  }
  CHECK(false);
}

bool is_continuous(ContinuityState state) {
  return state == ContinuityState::kPreserved || state == ContinuityState::kApprovedChange;
}

int gravity_of(ContinuityState state, const DecisionTerms* terms) {
  const auto is = [&](std::string_view kind) { return terms != nullptr && terms->is(kind); };
  switch (state) {
    case ContinuityState::kDropped:
      return is("approval-boundary") ? 0 : 2;
    case ContinuityState::kConflicting:
      return is("scope") ? 1 : 3;
    case ContinuityState::kEvidenceMissing:
      return 4;
    case ContinuityState::kUnverified:
      return 5;
    case ContinuityState::kApprovedChange:
      return 6;
    case ContinuityState::kPreserved:
      return 7;
  }
  CHECK(false);
}

std::vector<Finding> continuity_findings(const BoundaryContinuity& boundary) {
  std::vector<Finding> findings;
  for (const DecisionContinuity& decision : boundary.decisions) {
    if (!is_continuous(decision.state)) {
      findings.push_back(
          {.code = std::string(to_text(decision.state)),
           .side = Side::kAfter,
           .link = std::nullopt,
           .field = "decisions",
           .item = std::string(shown_name(decision.name)),
           .detail = Value::object(
               {{"reason", decision.reason}, {"boundaryId", shown_name(boundary.boundary_id)}})});
    }
  }
  return findings;
}

}  // namespace holdfast
