// What the strategies on events share. An event may answer an earlier one, and an event is answered
// at most once, progress apart; these say where a change of the list keeps to that.
#pragma once

#include <string_view>
#include <vector>

#include "core/manifest.h"

namespace holdfast {

// Whether any event answers the one of that id.
bool is_answered(const std::vector<Event>& events, std::string_view event_id);
// Whether one does that is no mere progress.
bool is_closed(const std::vector<Event>& events, std::string_view event_id);
// Whether every answer stands behind what it answers.
bool answers_follow(const std::vector<Event>& events);

Value event_value(const Event& event);

}  // namespace holdfast
