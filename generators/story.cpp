#include "generators/story.h"

#include <algorithm>
#include <array>

#include "core/continuity_story.h"
#include "generators/continuity_stories.h"
#include "generators/store_stories.h"

namespace holdfast {

std::span<const StoryKind> story_kinds() {
  static constexpr std::array<StoryKind, 2> kKinds = {{
      {"continuity", "decisions over boundaries", random_continuity_story, continuity_codes},
      {"store", "what was done to a promotion store", random_store_story, store_codes},
  }};
  return kKinds;
}

const StoryKind* find_story_kind(std::string_view name) {
  const auto kinds = story_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const StoryKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace holdfast
