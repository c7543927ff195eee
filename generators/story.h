// The kinds of cases that are one document each: a story of what happened, instead of a record and
// what a compaction made of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.h"
#include "generators/random.h"

namespace holdfast {

struct StoryKind {
  std::string_view name;
  std::string_view summary;
  // A good one, at random.
  Value (*make)(Random& random) = nullptr;
  // What is wrong with one, by code, sorted, each once; empty for a good one.
  std::vector<std::string> (*codes)(const Value& story) = nullptr;
};

std::span<const StoryKind> story_kinds();
const StoryKind* find_story_kind(std::string_view name);  // nullptr for none

}  // namespace holdfast
