#include "core/continuity.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/continuity_approvals.h"
#include "core/continuity_span.h"
#include "core/decision_digest.h"
#include "core/manifest_parts.h"
#include "core/time.h"

namespace holdfast {
namespace {

using internal::ApprovalBook;
using internal::instant_of;
using internal::kNever;
using internal::Span;

bool is_of_decision(const BoundaryEvent& event) {
  return event.kind == BoundaryEventKind::kObservation ||
         event.kind == BoundaryEventKind::kObservedAbsent ||
         event.kind == BoundaryEventKind::kObservationFailed;
}

bool backs(const BoundaryEvent& event, const DecisionRecord& record) {
  return event.kind == BoundaryEventKind::kObservation && event.name == record.name &&
         event.digest == record.digest && instant_of(event.at) == instant_of(record.observed_at);
}

// One boundary, all of whose evidence is known.
class BoundaryCheck {
 public:
  BoundaryCheck(const ContinuityInput& input, std::string_view boundary_id, const Span& span,
                ApprovalBook& approvals)
      : input_(input), boundary_id_(boundary_id), span_(span), approvals_(approvals) {
    find_snapshots();
  }

  BoundaryContinuity run() {
    BoundaryContinuity result;
    result.boundary_id = boundary_id_;
    for (const DecisionTerms& terms : input_.contract.decisions) {
      if (is_judged(terms)) {
        result.decisions.push_back(judge(terms));
      }
    }
    add_unknown_names(result.decisions);
    if (result.decisions.empty()) {
      result.decisions.push_back({"", ContinuityState::kEvidenceMissing, "nothing_recorded", ""});
    }
    result.safely_observed = is_safely_observed();
    return result;
  }

  // Nobody has had to look yet.
  bool is_open() const {
    const auto now = input_.now ? instant_of(*input_.now) : std::nullopt;
    Instant begin = span_.window_end;
    begin.seconds -= input_.contract.window_s;
    return now && *now >= begin && *now <= span_.window_end && span_.end == kNever &&
           span_.first_call == kNever;
  }

 private:
  void find_snapshots() {
    for (const DecisionSnapshot& snapshot : input_.snapshots) {
      if (snapshot.boundary_id != boundary_id_) {
        foreign_after_ =
            foreign_after_ || (snapshot.side == Side::kAfter && is_from_here(snapshot));
      } else if (snapshot.side == Side::kAfter) {
        after_ = &snapshot;  // the last one: who observes again replaces what was observed
      } else {
        before_repeated_ = before_repeated_ || (before_ != nullptr && *before_ != snapshot);
        before_ = &snapshot;
      }
    }
  }

  // Observed here under the name of an older boundary, or of one that nobody knows. A later one may
  // carry on what was observed here; that is its own fault.
  bool is_from_here(const DecisionSnapshot& snapshot) const {
    const auto any = [&](auto condition) {
      return std::any_of(input_.events.begin(), input_.events.end(), condition);
    };
    return !any([&](const BoundaryEvent& event) {
      return event.kind == BoundaryEventKind::kBoundary && event.seq > span_.begin &&
             event.boundary_id == snapshot.boundary_id;
    }) && any([&](const BoundaryEvent& event) {
      return event.seq > span_.begin && event.seq < span_.end &&
             std::any_of(snapshot.decisions.begin(), snapshot.decisions.end(),
                         [&](const DecisionRecord& record) { return backs(event, record); });
    });
  }

  const DecisionRecord* before(std::string_view name) const {
    return before_ == nullptr ? nullptr : before_->find(name);
  }
  const DecisionRecord* after(std::string_view name) const {
    return after_ == nullptr ? nullptr : after_->find(name);
  }

  // An optional decision that nobody has recorded is no decision.
  bool is_judged(const DecisionTerms& terms) const {
    return terms.required || before_ == nullptr || before(terms.name) != nullptr ||
           after(terms.name) != nullptr;
  }

  DecisionContinuity judge(const DecisionTerms& terms) {
    using State = ContinuityState;
    DecisionContinuity result{terms.name, State::kEvidenceMissing, "", ""};
    const auto is = [&](State state, std::string_view reason) {
      result.state = state;
      result.reason = reason;
      return result;
    };
    if (before_ == nullptr || before_repeated_) {
      return is(State::kEvidenceMissing,
                before_repeated_ ? "before_repeated" : "no_before_snapshot");
    }
    if (after_ == nullptr) {
      return is(State::kUnverified, foreign_after_ ? "after_of_another_boundary"
                                    : is_open()    ? "window_open"
                                                   : "no_after_snapshot");
    }
    const DecisionRecord* old_record = before(terms.name);
    const DecisionRecord* new_record = after(terms.name);
    if (new_record == nullptr) {
      return judge_absent(terms, old_record != nullptr, result);
    }
    if (old_record == nullptr) {
      return last_outcome(terms.name, 0, span_.begin) == BoundaryEventKind::kObservationFailed
                 ? is(State::kEvidenceMissing, "source_missing_before")
             : terms.required ? is(State::kEvidenceMissing, "not_recorded_before")
                              : is(State::kConflicting, "appeared");
    }
    if (const auto reason = before_fault(terms, *old_record); !reason.empty()) {
      return is(State::kEvidenceMissing, reason);
    }
    if (terms.keyed && is_plain(*new_record)) {
      return is(State::kUnverified, "plain_digest");
    }
    return judge_pair(*old_record, *new_record, result);
  }

  DecisionContinuity judge_absent(const DecisionTerms& terms, bool was_there,
                                  DecisionContinuity result) const {
    // What is tried later, for the next boundary's sake, is no part of this snapshot.
    if (last_outcome(terms.name, span_.begin, span_.end, instant_of(after_->taken_at)) ==
        BoundaryEventKind::kObservationFailed) {
      result.state = ContinuityState::kUnverified;
      result.reason = "source_missing";
    } else if (terms.required) {
      result.state = ContinuityState::kDropped;
      result.reason = was_there ? "absent_after" : "absent_on_both_sides";
    } else {
      result.state = ContinuityState::kUnverified;
      result.reason = "optional_absent_after";
    }
    return result;
  }

  DecisionContinuity judge_pair(const DecisionRecord& old_record, const DecisionRecord& new_record,
                                DecisionContinuity result) {
    result.state = ContinuityState::kUnverified;
    switch (compare_decision_digests(old_record.digest, new_record.digest, input_.known_key_ids)) {
      case DigestComparison::kUnknownVersion:
        result.reason = "norm_version_unknown";
        return result;
      case DigestComparison::kUnknownKey:
        result.reason = "unknown_key";
        return result;
      case DigestComparison::kOtherKey:
        result.reason = "key_changed";
        return result;
      case DigestComparison::kOtherForm:
        result.reason = "other_form";
        return result;
      case DigestComparison::kEqual:
        result.reason = observation_fault(new_record);
        if (result.reason.empty()) {
          result.state = ContinuityState::kPreserved;
          result.reason = "equal";
        }
        return result;
      case DigestComparison::kDifferent:
        return judge_change(old_record, new_record, std::move(result));
    }
    return result;
  }

  DecisionContinuity judge_change(const DecisionRecord& old_record,
                                  const DecisionRecord& new_record, DecisionContinuity result) {
    const auto observed_at = instant_of(new_record.observed_at);
    std::string authority_id;
    const std::string_view uncovered =
        observed_at ? approvals_.cover(
                          {new_record.name, old_record.digest, new_record.digest, *observed_at},
                          authority_id)
                    : "no_approval";
    if (!uncovered.empty()) {
      result.state = ContinuityState::kConflicting;
      result.reason = uncovered;
      return result;
    }
    result.reason = observation_fault(new_record);
    if (result.reason.empty()) {
      approvals_.spend(authority_id);
      result.state = ContinuityState::kApprovedChange;
      result.reason = "approved";
      result.authority_id = std::move(authority_id);
    }
    return result;
  }

  static bool is_plain(const DecisionRecord& record) {
    const auto parts = split_decision_digest(record.digest);
    return parts && !parts->keyed;
  }

  // Whether the record from before is one: it was observed, and before the boundary.
  std::string_view before_fault(const DecisionTerms& terms, const DecisionRecord& record) const {
    if (terms.keyed && is_plain(record)) {
      return "plain_digest_before";
    }
    bool later = false;
    for (const BoundaryEvent& event : input_.events) {
      if (backs(event, record)) {
        if (event.seq < span_.begin) {
          return "";
        }
        later = true;
      }
    }
    return later ? "before_taken_after_boundary" : "before_not_recorded";
  }

  // Empty where the observation counts; else why not. One recorded observation that counts is
  // enough; of several that do not, the last one is told.
  std::string_view observation_fault(const DecisionRecord& record) const {
    const auto observed = instant_of(record.observed_at);
    const auto taken = instant_of(after_->taken_at);
    if (!observed || !taken || *observed > *taken) {
      return "observed_after_snapshot";
    }
    std::string_view reason = "observation_not_recorded";
    for (const BoundaryEvent& event : input_.events) {
      if (backs(event, record)) {
        reason = event_fault(event);
        if (reason.empty()) {
          return "";
        }
      }
    }
    return reason;
  }

  std::string_view event_fault(const BoundaryEvent& event) const {
    if (event.seq < span_.begin) {
      return "observed_before_boundary";
    }
    if (event.seq > span_.end) {
      return "observed_after_next_boundary";
    }
    if (event.seq < span_.last_reload) {
      return "observed_before_reload";
    }
    if (event.seq > span_.first_call) {
      return "observed_after_consequential_call";
    }
    if (event.seq >= span_.clock_broken) {
      return "clock_backwards";
    }
    return *instant_of(event.at) > span_.window_end ? "outside_window" : "";
  }

  // What came of the last attempt to read the decision between the two, until then.
  std::optional<BoundaryEventKind> last_outcome(
      std::string_view name, std::int64_t from, std::int64_t to,
      const std::optional<Instant>& until = std::nullopt) const {
    std::optional<BoundaryEventKind> last;
    for (const BoundaryEvent& event : input_.events) {
      if (is_of_decision(event) && event.name == name && event.seq > from && event.seq < to &&
          (!until || *instant_of(event.at) <= *until)) {
        last = event.kind;
      }
    }
    return last;
  }

  void add_unknown_names(std::vector<DecisionContinuity>& decisions) const {
    std::set<std::string> unknown;
    for (const DecisionSnapshot* snapshot : {before_, after_}) {
      if (snapshot != nullptr) {
        for (const DecisionRecord& record : snapshot->decisions) {
          if (input_.contract.find(record.name) == nullptr) {
            unknown.insert(record.name);
          }
        }
      }
    }
    for (const std::string& name : unknown) {
      decisions.push_back({name, ContinuityState::kUnverified, "not_in_contract", ""});
    }
  }

  bool is_safely_observed() const {
    return after_ != nullptr &&
           std::all_of(input_.contract.decisions.begin(), input_.contract.decisions.end(),
                       [&](const DecisionTerms& terms) {
                         const DecisionRecord* record = after(terms.name);
                         return !terms.required ||
                                (record != nullptr && !(terms.keyed && is_plain(*record)) &&
                                 compare_decision_digests(record->digest, record->digest,
                                                          input_.known_key_ids) ==
                                     DigestComparison::kEqual &&
                                 observation_fault(*record).empty());
                       });
  }

  const ContinuityInput& input_;
  std::string boundary_id_;
  const Span& span_;
  ApprovalBook& approvals_;
  const DecisionSnapshot* before_ = nullptr;
  const DecisionSnapshot* after_ = nullptr;
  bool before_repeated_ = false;
  bool foreign_after_ = false;
};

// Every decision of the contract, for a boundary about which nothing can be said.
BoundaryContinuity unverified(const ContinuityInput& input, const std::string& boundary_id,
                              std::string_view reason) {
  BoundaryContinuity result;
  result.boundary_id = boundary_id;
  for (const DecisionTerms& terms : input.contract.decisions) {
    result.decisions.push_back({terms.name, ContinuityState::kUnverified, reason, ""});
  }
  return result;
}

void decide(const ContinuityInput& input, bool is_open, BoundaryContinuity& result) {
  const auto key = [&](const DecisionContinuity& one) {
    return std::make_pair(gravity_of(one.state, input.contract.find(one.name)),
                          std::string_view(one.name));
  };
  std::sort(result.decisions.begin(), result.decisions.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  if (!result.decisions.empty()) {
    const DecisionContinuity& worst = result.decisions.front();
    result.state = worst.state;
    result.reason = worst.reason;
    result.gravity = gravity_of(worst.state, input.contract.find(worst.name));
  }
  const bool is_waiting = result.state == ContinuityState::kUnverified ||
                          result.state == ContinuityState::kEvidenceMissing;
  result.alarm = !is_continuous(result.state) && !(is_waiting && is_open);
}

// After-snapshots of boundaries that no event tells of: the event was lost, not the boundary.
std::set<std::string> ids_without_event(const ContinuityInput& input,
                                        const std::map<std::string_view, int>& known) {
  std::set<std::string> ids;
  for (const DecisionSnapshot& snapshot : input.snapshots) {
    if (snapshot.side == Side::kAfter && known.count(snapshot.boundary_id) == 0) {
      ids.insert(snapshot.boundary_id);
    }
  }
  return ids;
}

}  // namespace

std::vector<BoundaryContinuity> classify_boundaries(const ContinuityInput& input) {
  const bool sound = internal::are_sound(input.events);
  std::map<std::string_view, int> times_seen;
  for (const BoundaryEvent& event : input.events) {
    if (event.kind == BoundaryEventKind::kBoundary) {
      ++times_seen[event.boundary_id];
    }
  }
  ApprovalBook approvals(input.approvals, input.used, input.agents);
  std::vector<BoundaryContinuity> results;
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    const BoundaryEvent& event = input.events[i];
    if (event.kind != BoundaryEventKind::kBoundary) {
      continue;
    }
    if (!sound || times_seen[event.boundary_id] > 1) {
      results.push_back(
          unverified(input, event.boundary_id, sound ? "boundary_repeated" : "events_unreadable"));
      decide(input, false, results.back());
      continue;
    }
    const Span span = internal::span_of(input.events, i, input.contract.window_s);
    BoundaryCheck check(input, event.boundary_id, span, approvals);
    results.push_back(check.run());
    decide(input, check.is_open(), results.back());
  }
  for (const std::string& id : ids_without_event(input, times_seen)) {
    results.push_back(unverified(input, id, "boundary_not_recorded"));
    decide(input, false, results.back());
  }
  return results;
}

}  // namespace holdfast
