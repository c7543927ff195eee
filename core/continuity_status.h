// What a person and a program are shown: two dimensions side by side, and never one light. What the
// run does (activity) says nothing about whether its decisions still hold (continuity), and the
// other way round; `working` and `conflicting` together is exactly what has to be seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/continuity.h"

namespace holdfast {

enum class Activity : std::uint8_t { kWorking, kWaitingHuman, kIdle };
// working, waiting-human, idle
std::string_view to_text(Activity activity);
std::optional<Activity> activity_from(std::string_view text);

struct ContinuityStatus {
  Activity activity = Activity::kIdle;
  std::vector<BoundaryContinuity> boundaries;

  // The gravest of them; nullptr where there are none: continuity is `not_checked` then.
  const BoundaryContinuity* worst() const;
};

// Of continuity alone: 0 where it is preserved, approved-change or not_checked, else 1, an open
// window too: what has not been shown is no pass. Activity has no part in it.
int exit_code_of(const ContinuityStatus& status);

// {activity, continuity, exit_code, exit_code_of: "continuity", reason?, action?, boundaries}
Value to_value(const ContinuityStatus& status);
// The same for a person. Ids and tokens only.
std::string to_text(const ContinuityStatus& status);

}  // namespace holdfast
