// The decision-continuity check: do the decisions that were in force before a boundary still hold
// after it? A pure function of what was recorded; no clock, no disk.
//
// Order and time. What came before what is told by the sequence numbers of the recorded events, the
// runtime's own order. Times are used for two things only: whether an observation came within the
// window after its boundary, and whether an approval was given by the time of the observation. A
// clock that runs backwards between a boundary and an observation makes that observation
// worthless: it is `unverified` (`clock_backwards`), even where all the numbers would fit. Equal
// times are fine. Events whose numbers do not rise, or whose times cannot be read, prove nothing:
// then every decision of every boundary is `unverified`.
//
// An observation counts for a boundary when it stands, in sequence,
//
//   boundary < last reload of the instructions < observation < first consequential call
//                                                            < next boundary
//
// (reloads and calls between this boundary and the next one; none has to be there), and not later
// than the window. A decision in a snapshot is backed by a recorded observation with its name,
// digest and time; without one it was never observed, whatever the snapshot says. So an old record
// that is carried on into a new snapshot shows, and so does a "before" that was written afterwards.
//
// States, gravest first, with the order inside the check: evidence that is not there or cannot be
// compared can neither be preserved nor changed; a digest that differs is `conflicting` even where
// the observation was late, for lateness excuses no change; a change that an approval covers, and a
// digest that is equal, need the observation to count, and are `unverified` otherwise.
//
// Limits. Only what was recorded is compared. Equal digests prove equal values, not right ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/decision_contract.h"
#include "core/decision_snapshot.h"
#include "core/evidence.h"
#include "core/finding.h"

namespace holdfast {

enum class ContinuityState : std::uint8_t {
  kPreserved,
  kApprovedChange,
  kUnverified,
  kEvidenceMissing,  // nothing was recorded before the boundary
  kConflicting,
  kDropped,
};
// preserved, approved-change, unverified, continuity-evidence-missing, conflicting, dropped
std::string_view to_text(ContinuityState state);
// What is done about it by default, as a token.
std::string_view action_of(ContinuityState state);
// preserved and approved-change: the only states in which anything may be written outside.
bool is_continuous(ContinuityState state);

enum class BoundaryEventKind : std::uint8_t {
  kBoundary,
  kInstructionsReloaded,
  kConsequentialCall,
  kObservation,        // a decision was read: `name`, `digest`
  kObservedAbsent,     // its source was read, and it was not there: `name`
  kObservationFailed,  // its source could not be read: `name`
};

struct BoundaryEvent {
  BoundaryEventKind kind = BoundaryEventKind::kBoundary;
  std::int64_t seq = 0;  // rising; gaps are fine
  std::string at;        // RFC 3339 in UTC; of an observation: when the source was read
  std::string boundary_id;
  std::string name;
  std::string digest;
};

struct ContinuityInput {
  const DecisionContract& contract;
  std::vector<BoundaryEvent> events;  // in their order
  std::vector<DecisionSnapshot> snapshots;
  std::vector<Approval> approvals;  // in any order: it changes nothing
  std::vector<std::string> used;    // authorities that were spent earlier
  std::vector<std::string> agents;  // names of those who run: none approves its own changes
  std::vector<std::string> known_key_ids;
  // The time of asking; nullopt: later than every window. Until a window has passed, a boundary
  // that nobody has looked at yet is no alarm.
  std::optional<std::string> now = std::nullopt;
};

struct DecisionContinuity {
  std::string name;
  ContinuityState state = ContinuityState::kUnverified;
  std::string_view reason;   // a token, see docs/continuity.md
  std::string authority_id;  // that was spent, of approved-change
};

struct BoundaryContinuity {
  std::string boundary_id;
  // The worst of the decisions, and why; the first decision is the one that decided.
  ContinuityState state = ContinuityState::kEvidenceMissing;
  std::string_view reason;
  int gravity = 0;                            // gravity_of() the decision that decided
  std::vector<DecisionContinuity> decisions;  // by gravity, then name
  // Somebody has to look. Never because of a boundary as such, nor while its window is still open.
  bool alarm = true;
  // Every required decision was observed in time: with no evidence from before, the least that
  // must be there until consequential work goes on.
  bool safely_observed = false;
};

// Of each boundary among the events, in their order. An authority that was spent at one boundary is
// spent at the later ones.
std::vector<BoundaryContinuity> classify_boundaries(const ContinuityInput& input);

// 0 for the gravest: a dropped approval-boundary, a conflicting scope, other dropped, other
// conflicting, evidence missing, unverified, approved-change, preserved. `terms` may be nullptr.
int gravity_of(ContinuityState state, const DecisionTerms* terms);

// Each decision that is not continuous, under its state's name, in the order of gravity.
std::vector<Finding> continuity_findings(const BoundaryContinuity& boundary);

}  // namespace holdfast
