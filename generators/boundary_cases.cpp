#include "generators/boundary_cases.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/decision_digest.h"
#include "generators/continuity_stories.h"

namespace holdfast {
namespace {

constexpr int kNine_s = 9 * 3600;

using Values = std::vector<std::pair<std::string, std::string>>;  // name and value

const Values kBefore = {{"scope", "src/ only"},
                        {"approval-boundary", "ask before every push"},
                        {"acceptance-test", "make check"}};

std::string digest_of(const std::string& name, const std::string& value) {
  return plain_decision_digest({"task-1", name}, Value(value));
}

class Teller {
 public:
  explicit Teller(const Values& after) {
    for (const auto& [name, value] : kBefore) {
      DecisionTerms terms;
      terms.name = name;
      terms.role = name;
      terms.required = true;
      terms.file = "decisions.json";
      terms.pointer = "/" + name;
      story_.contract.decisions.push_back(std::move(terms));
    }
    story_.contract.window_s = 600;
    story_.contract.consequential = {{"Bash", "*git push*"}};
    story_.agents = {"agent"};
    take(Side::kBefore, kBefore);
    event(BoundaryEventKind::kBoundary).boundary_id = "b-1";
    event(BoundaryEventKind::kInstructionsReloaded);
    take(Side::kAfter, after);
    event(BoundaryEventKind::kConsequentialCall);
  }
  ContinuityStory& story() { return story_; }

 private:
  BoundaryEvent& event(BoundaryEventKind kind) {
    BoundaryEvent& added = story_.events.emplace_back();
    added.kind = kind;
    added.seq = static_cast<std::int64_t>(story_.events.size());
    added.at = story_time(second_ += 10);
    return added;
  }
  void take(Side side, const Values& values) {
    DecisionSnapshot snapshot;
    snapshot.boundary_id = "b-1";
    snapshot.side = side;
    for (const auto& [name, value] : values) {
      BoundaryEvent& seen = event(BoundaryEventKind::kObservation);
      seen.name = name;
      seen.digest = digest_of(name, value);
      snapshot.decisions.push_back({name, seen.digest, seen.at, "file:decisions.json#/" + name});
    }
    std::sort(snapshot.decisions.begin(), snapshot.decisions.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    snapshot.taken_at = story_time(second_ += 10);
    story_.snapshots.push_back(std::move(snapshot));
  }

  ContinuityStory story_;
  int second_ = kNine_s;
};

Values with(const std::string& name, const std::string& value) {
  Values values = kBefore;
  for (auto& [known, text] : values) {
    text = known == name ? value : text;
  }
  std::erase_if(values, [](const auto& one) { return one.second.empty(); });
  return values;
}

ContinuityStory approved_test() {
  Teller teller(with("acceptance-test", "make check-all"));
  teller.story().approvals = {{"acceptance-test", digest_of("acceptance-test", "make check"),
                               digest_of("acceptance-test", "make check-all"), "Ada", "ticket-7",
                               story_time(kNine_s + 60)}};
  return teller.story();
}

// The record from before, carried on: with the time at which it was observed then.
ContinuityStory carried_on() {
  Teller teller(kBefore);
  ContinuityStory& story = teller.story();
  DecisionRecord& record = story.snapshots[1].decisions[0];
  const std::string old = record.observed_at;
  record.observed_at = story.snapshots[0].decisions[0].observed_at;
  std::erase_if(story.events, [&](const BoundaryEvent& event) {
    return event.name == record.name && event.at == old;
  });
  for (std::size_t i = 0; i < story.events.size(); ++i) {
    story.events[i].seq = static_cast<std::int64_t>(i) + 1;
  }
  return story;
}

}  // namespace

std::vector<BoundaryCase> boundary_cases() {
  return {
      {"preserved",
       "Every decision was observed again and is the same.",
       {},
       Teller(kBefore).story()},
      {"preserved-in-another-order",
       "Every decision is the same; they were observed in another order.",
       {},
       Teller({kBefore[2], kBefore[0], kBefore[1]}).story()},
      {"approved-acceptance-test",
       "The acceptance test is another one, and a person approved exactly that.",
       {},
       approved_test()},
      {"dropped-approval-boundary",
       "Nobody knows any more what has to be asked before.",
       {"dropped"},
       Teller(with("approval-boundary", "")).story()},
      {"scope-without-authority",
       "The work may go further than before, and nobody approved it.",
       {"conflicting"},
       Teller(with("scope", "everything")).story()},
      {"acceptance-test-not-observed",
       "The acceptance test is the one of before, because its old record was carried on: nobody "
       "looked.",
       {"unverified"},
       carried_on()},
  };
}

bool events_look_healthy(const ContinuityStory& story) {
  bool looked = false;
  bool crossed = false;
  for (const BoundaryEvent& event : story.events) {
    crossed |= event.kind == BoundaryEventKind::kBoundary;
    looked |= crossed && event.kind == BoundaryEventKind::kObservation;
    if (event.kind == BoundaryEventKind::kConsequentialCall) {
      return looked;
    }
  }
  return looked;
}

}  // namespace holdfast
