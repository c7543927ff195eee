// Six boundaries that look alike to a rule over events: at each, a compaction is told of, the
// instructions are loaded again, somebody looks, and work goes on. Three of them are not healthy.
#pragma once

#include <string_view>
#include <vector>

#include "core/continuity_story.h"

namespace holdfast {

struct BoundaryCase {
  std::string_view name;
  std::string_view comment;
  std::vector<std::string_view> codes;  // empty: every decision held
  ContinuityStory story;
};

std::vector<BoundaryCase> boundary_cases();

// What a rule would say that knows only which events came, in which order.
bool events_look_healthy(const ContinuityStory& story);

}  // namespace holdfast
