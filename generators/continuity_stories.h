// Good continuity stories (core/continuity_story.h), and what strategies and controls of kind
// `continuity` need to change one. In a good story every decision holds over every boundary, or its
// change was approved.
//
// Snapshot 2i is the one before the i-th boundary, 2i+1 the one after it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/value.h"
#include "generators/random.h"
#include "generators/strategy.h"

namespace holdfast {

Value random_continuity_story(Random& random);

// A second of the day of all stories, in UTC.
std::string story_time(std::int64_t second);
std::int64_t story_second(std::string_view time);

// One decision on the side after a boundary.
struct StoryPlace {
  std::size_t boundary = 0;
  std::string name;
  std::string record;  // pointer to its record in the snapshot after
  std::string event;   // pointer to the observation behind that record
  const Value* value = nullptr;
  std::string snapshot() const { return "/snapshots/" + std::to_string(2 * boundary + 1); }
};

std::vector<StoryPlace> story_places(const Value& story);
// A place of a decision that the contract calls required, and keyed or not where that is asked.
std::optional<StoryPlace> required_place(const Value& story, Random& random,
                                         std::optional<bool> keyed = std::nullopt);
// A place whose change an approval of the story covers, with that approval's pointer.
struct ApprovedPlace {
  StoryPlace place;
  std::string approval;
};
std::optional<ApprovedPlace> approved_place(const Value& story, Random& random);

// The index of the boundary's event.
std::size_t boundary_event(const Value& story, std::size_t boundary);

// A digest of the same form, and with the same key, that differs.
std::string other_digest(std::string_view digest, Random& random);

// The digest of a place, in its record and behind it.
EditScript with_digest(const StoryPlace& place, std::string_view digest);

// Its text at the end of a pointer; empty where there is none.
std::string story_text(const Value& story, const std::string& pointer);

Change change_of(EditScript edits);

}  // namespace holdfast
