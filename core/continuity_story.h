// A continuity story: everything that was recorded around some boundaries, in one document, with
// the contract. Cases of kind `continuity` hold one, and campaigns break one.
//
//   {contract, events: [{kind, at, boundaryId?, name?, digest?}…], snapshots:
//   [decision-snapshot/v1…],
//    approvals: [decision-approval/v1…], used?: [authorityId…], agents?: [name…],
//    keyIds?: [key id…], now?: time}
//
// The order of the events is theirs. Kinds are boundary, instructions_reloaded,
// consequential_call, observation, observed_absent, observation_failed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/continuity.h"

namespace holdfast {

struct ContinuityStory {
  DecisionContract contract;
  std::vector<BoundaryEvent> events;
  std::vector<DecisionSnapshot> snapshots;
  std::vector<Approval> approvals;
  std::vector<std::string> used;
  std::vector<std::string> agents;
  std::vector<std::string> key_ids;
  std::optional<std::string> now;
};

Value to_value(const ContinuityStory& story);

struct ContinuityStoryDocument {
  std::optional<ContinuityStory> story;  // present exactly when there are no findings
  std::vector<Finding> findings;
};
ContinuityStoryDocument read_continuity_story(const Value& value);

// The codes of a story, sorted, each once: faults of its documents, and the states of decisions
// that are not continuous. Empty where every decision held over every boundary.
std::vector<std::string> continuity_codes(const Value& story);

}  // namespace holdfast
