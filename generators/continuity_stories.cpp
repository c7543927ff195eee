#include "generators/continuity_stories.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "core/check.h"
#include "core/continuity_story.h"

namespace holdfast {
namespace {

constexpr int kHour_s = 3600;

std::string random_hex(Random& random, std::size_t digits) {
  std::string text;
  for (std::size_t i = 0; i < digits; ++i) {
    text += "0123456789abcdef"[random.below(16)];
  }
  return text;
}

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  ContinuityStory make() {
    story_.key_ids = {random_hex(random_, 32)};
    story_.agents = {"runner"};
    make_contract();
    const std::uint64_t boundaries = random_.between(1, 3);
    for (std::uint64_t i = 0; i < boundaries; ++i) {
      cross("b-" + std::to_string(i + 1));
    }
    return std::move(story_);
  }

 private:
  void make_contract() {
    std::vector<std::string> names = {"scope",      "approval-boundary", "acceptance-test",
                                      "target",     "constraint",        "budget",
                                      "data-source"};
    random_.shuffle(names);
    names.resize(static_cast<std::size_t>(random_.between(3, 7)));
    for (const std::string& name : names) {
      DecisionTerms terms;
      terms.name = name;
      terms.role = name;
      terms.required = random_.chance(3, 4);
      terms.keyed = random_.chance(1, 3);
      terms.file = "decisions.json";
      terms.pointer = "/" + name;
      digests_.push_back(new_digest(terms.keyed));
      story_.contract.decisions.push_back(std::move(terms));
    }
    story_.contract.decisions.front().required = true;
    story_.contract.window_s = static_cast<std::int64_t>(random_.between(300, 1'200));
    story_.contract.consequential = {{"Bash", "*deploy*"}};
  }

  std::string new_digest(bool keyed) {
    return (keyed ? "d1:hmac-sha256:" + story_.key_ids.front() + ":" : std::string("d1:sha256:")) +
           random_hex(random_, 64);
  }

  void event(BoundaryEventKind kind, std::string boundary_id = {}) {
    add({kind, 0, "", std::move(boundary_id), "", ""});
  }
  void add(BoundaryEvent event) {
    second_ += static_cast<int>(random_.between(0, 2));
    event.seq = static_cast<std::int64_t>(story_.events.size()) + 1;
    event.at = story_time(second_);
    story_.events.push_back(std::move(event));
  }

  void take(const std::string& id, Side side) {
    DecisionSnapshot snapshot;
    snapshot.boundary_id = id;
    snapshot.side = side;
    for (std::size_t i = 0; i < digests_.size(); ++i) {
      const std::string& name = story_.contract.decisions[i].name;
      add({BoundaryEventKind::kObservation, 0, "", "", name, digests_[i]});
      snapshot.decisions.push_back(
          {name, digests_[i], story_.events.back().at, "file:decisions.json#/" + name});
    }
    std::sort(snapshot.decisions.begin(), snapshot.decisions.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    second_ += 1;
    snapshot.taken_at = story_time(second_);
    story_.snapshots.push_back(std::move(snapshot));
  }

  void cross(const std::string& id) {
    take(id, Side::kBefore);
    second_ += 5;
    event(BoundaryEventKind::kBoundary, id);
    if (random_.chance(1, 2)) {
      event(BoundaryEventKind::kInstructionsReloaded);
    }
    second_ += 5;
    for (std::size_t i = 0; i < digests_.size(); ++i) {
      if (random_.chance(1, 4)) {
        const DecisionTerms& terms = story_.contract.decisions[i];
        std::string to = new_digest(terms.keyed);
        story_.approvals.push_back({terms.name, digests_[i], to, "Ada",
                                    "a-" + std::to_string(story_.approvals.size() + 1),
                                    story_time(second_)});
        digests_[i] = std::move(to);
      }
    }
    second_ += 5;
    take(id, Side::kAfter);
    if (random_.chance(1, 2)) {
      event(BoundaryEventKind::kConsequentialCall);
    }
    second_ += 60;
  }

  Random& random_;
  ContinuityStory story_;
  std::vector<std::string> digests_;  // in force, in the order of the contract
  int second_ = 9 * kHour_s;
};

bool is_of(const Value& event, std::string_view name, const Value& record) {
  const Value* event_name = event.find("name");
  const Value* digest = event.find("digest");
  const Value* at = event.find("at");
  return event_name != nullptr && *event_name == Value(name) && digest != nullptr &&
         *digest == *record.find("digest") && at != nullptr && *at == *record.find("observedAt");
}

}  // namespace

Value random_continuity_story(Random& random) { return to_value(Maker(random).make()); }

std::string story_time(std::int64_t second) {
  char text[32];
  std::snprintf(text, sizeof text, "2026-03-05T%02d:%02d:%02dZ",
                static_cast<int>(second / 3600 % 24), static_cast<int>(second / 60 % 60),
                static_cast<int>(second % 60));
  return text;
}

std::int64_t story_second(std::string_view time) {
  const auto number = [&](std::size_t at) { return (time[at] - '0') * 10 + (time[at + 1] - '0'); };
  CHECK(time.size() == 20);
  return number(11) * 3600 + number(14) * 60 + number(17);
}

std::vector<StoryPlace> story_places(const Value& story) {
  std::vector<StoryPlace> places;
  const auto& snapshots = story.find("snapshots")->items();
  const auto& events = story.find("events")->items();
  for (std::size_t i = 1; i < snapshots.size(); i += 2) {
    const Value& decisions = *snapshots[i].find("decisions");
    for (std::size_t j = 0; j < decisions.size(); ++j) {
      StoryPlace place;
      place.boundary = i / 2;
      place.name = decisions.names()[j];
      place.record = "/snapshots/" + std::to_string(i) + "/decisions/" + place.name;
      place.value = &decisions.items()[j];
      for (std::size_t k = boundary_event(story, place.boundary); k < events.size(); ++k) {
        if (is_of(events[k], place.name, *place.value)) {
          place.event = "/events/" + std::to_string(k);
        }
      }
      places.push_back(std::move(place));
    }
  }
  return places;
}

std::optional<StoryPlace> required_place(const Value& story, Random& random,
                                         std::optional<bool> keyed) {
  std::vector<StoryPlace> places = story_places(story);
  std::erase_if(places, [&](const StoryPlace& place) {
    const Value& terms = *story.find("contract")->find("decisions")->find(place.name);
    return !terms.find("required")->boolean() ||
           (keyed && terms.find("keyed")->boolean() != *keyed);
  });
  return places.empty() ? std::nullopt : std::optional(random.pick(places));
}

std::optional<ApprovedPlace> approved_place(const Value& story, Random& random) {
  std::vector<ApprovedPlace> found;
  const auto& approvals = story.find("approvals")->items();
  for (const StoryPlace& place : story_places(story)) {
    for (std::size_t i = 0; i < approvals.size(); ++i) {
      if (*approvals[i].find("name") == Value(place.name) &&
          *approvals[i].find("to") == *place.value->find("digest") &&
          *approvals[i].find("from") != *place.value->find("digest")) {
        const std::string before = "/snapshots/" + std::to_string(2 * place.boundary) +
                                   "/decisions/" + place.name + "/digest";
        if (story_text(story, before) == approvals[i].find("from")->text()) {
          found.push_back({place, "/approvals/" + std::to_string(i)});
        }
      }
    }
  }
  return found.empty() ? std::nullopt : std::optional(random.pick(found));
}

std::size_t boundary_event(const Value& story, std::size_t boundary) {
  const auto& events = story.find("events")->items();
  std::size_t seen = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (*events[i].find("kind") == Value("boundary") && seen++ == boundary) {
      return i;
    }
  }
  CHECK(false && "no such boundary");
}

std::string other_digest(std::string_view digest, Random& random) {
  std::string other(digest);
  while (other == digest) {
    other.back() = "0123456789abcdef"[random.below(16)];
    other[other.size() - 2] = "0123456789abcdef"[random.below(16)];
  }
  return other;
}

EditScript with_digest(const StoryPlace& place, std::string_view digest) {
  return {replace_at(place.record + "/digest", Value(digest)),
          replace_at(place.event + "/digest", Value(digest))};
}

std::string story_text(const Value& story, const std::string& pointer) {
  const Value* value = resolve_pointer(story, pointer);
  return value != nullptr && value->is_string() ? value->text() : std::string();
}

Change change_of(EditScript edits) {
  Change change;
  change.edits = std::move(edits);
  return change;
}

}  // namespace holdfast
