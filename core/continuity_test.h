// Help for tests of the continuity check: a story, told in order, of what a runtime recorded. For
// tests only.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/continuity.h"
#include "core/decision_digest.h"

namespace holdfast {

// A time of day; all stories are of one day.
inline std::string clock_at(int second) {
  char text[32];
  std::snprintf(text, sizeof text, "2026-03-05T%02d:%02d:%02dZ", second / 3600 % 24,
                second / 60 % 60, second % 60);
  return text;
}

inline std::string digest_of(std::string_view name, std::string_view value) {
  return plain_decision_digest({"task-1", name}, Value(value));
}

inline DecisionTerms terms_of(std::string name, bool required = true, bool keyed = false) {
  DecisionTerms terms;
  terms.role = name;
  terms.name = std::move(name);
  terms.required = required;
  terms.keyed = keyed;
  terms.file = "decisions.json";
  terms.pointer = "/" + terms.name;
  return terms;
}

constexpr int kWindow_s = 300;

inline DecisionContract good_contract() {
  return {{terms_of("scope"), terms_of("approval-boundary"), terms_of("acceptance-test"),
           terms_of("constraint", false)},
          kWindow_s,
          {{"Bash", "*git push*"}}};
}

using Records = std::vector<std::pair<std::string, std::string>>;  // name and value

class Story {
 public:
  DecisionContract contract = good_contract();
  std::vector<BoundaryEvent> events;
  std::vector<DecisionSnapshot> snapshots;
  std::vector<Approval> approvals;
  std::vector<std::string> used;
  std::vector<std::string> agents = {"agent-7"};
  std::vector<std::string> keys;
  std::optional<std::string> now;
  int second = 9 * 3600;

  // Each event is a second after the one before it.
  BoundaryEvent& add(BoundaryEventKind kind) {
    BoundaryEvent event;
    event.kind = kind;
    event.seq = events.empty() ? 1 : events.back().seq + 1;
    event.at = clock_at(++second);
    events.push_back(std::move(event));
    return events.back();
  }
  void boundary(std::string id) { add(BoundaryEventKind::kBoundary).boundary_id = std::move(id); }
  void reload() { add(BoundaryEventKind::kInstructionsReloaded); }
  void call() { add(BoundaryEventKind::kConsequentialCall); }
  void fails(std::string name) {
    add(BoundaryEventKind::kObservationFailed).name = std::move(name);
  }
  void absent(std::string name) { add(BoundaryEventKind::kObservedAbsent).name = std::move(name); }

  DecisionRecord observe_digest(const std::string& name, const std::string& digest) {
    BoundaryEvent& event = add(BoundaryEventKind::kObservation);
    event.name = name;
    event.digest = digest;
    return {name, digest, event.at, "file:decisions.json#/" + name};
  }
  DecisionRecord observe(const std::string& name, const std::string& value) {
    return observe_digest(name, digest_of(name, value));
  }
  DecisionSnapshot& snapshot(std::string id, Side side, std::vector<DecisionRecord> records) {
    snapshots.push_back({std::move(id), side, clock_at(second), std::move(records)});
    return snapshots.back();
  }
  DecisionSnapshot& take(std::string id, Side side, const Records& values) {
    std::vector<DecisionRecord> records;
    for (const auto& [name, value] : values) {
      records.push_back(observe(name, value));
    }
    return snapshot(std::move(id), side, std::move(records));
  }
  Approval& approve(const std::string& name, const std::string& from, const std::string& to,
                    std::string authority_id) {
    approvals.push_back({name, digest_of(name, from), digest_of(name, to), "Ada",
                         std::move(authority_id), clock_at(second)});
    return approvals.back();
  }

  std::vector<BoundaryContinuity> classify() const {
    return classify_boundaries({contract, events, snapshots, approvals, used, agents, keys, now});
  }
};

inline const Records kGoodRecords = {{"scope", "src/ only"},
                                     {"approval-boundary", "ask before push"},
                                     {"acceptance-test", "t1 green"}};

// The good records with one value changed, or (empty) left out.
inline Records with(std::string_view name, std::string_view value) {
  Records records;
  for (const auto& [known, old_value] : kGoodRecords) {
    if (known != name) {
      records.emplace_back(known, old_value);
    } else if (!value.empty()) {
      records.emplace_back(known, value);
    }
  }
  return records;
}

// One boundary "b" from the good records to these.
inline Story crossing(const Records& after = kGoodRecords) {
  Story story;
  story.take("b", Side::kBefore, kGoodRecords);
  story.boundary("b");
  story.reload();
  story.take("b", Side::kAfter, after);
  story.call();
  return story;
}

inline std::string told(const DecisionContinuity& decision) {
  return std::string(to_text(decision.state)) + " " + std::string(decision.reason);
}

// "<state> <reason>" of a decision at a boundary; of the boundary itself where `name` is empty.
inline std::string told(const Story& story, std::string_view name = {}, std::size_t boundary = 0) {
  const std::vector<BoundaryContinuity> results = story.classify();
  if (boundary >= results.size()) {
    return "(no such boundary)";
  }
  const BoundaryContinuity& result = results[boundary];
  if (name.empty()) {
    return std::string(to_text(result.state)) + " " + std::string(result.reason);
  }
  for (const DecisionContinuity& decision : result.decisions) {
    if (decision.name == name) {
      return told(decision);
    }
  }
  return "(no such decision)";
}

}  // namespace holdfast
