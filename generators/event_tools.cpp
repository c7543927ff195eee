#include "generators/event_tools.h"

#include <algorithm>
#include <unordered_set>

namespace holdfast {

bool is_answered(const std::vector<Event>& events, std::string_view event_id) {
  return std::any_of(events.begin(), events.end(),
                     [&](const Event& event) { return event.answers == event_id; });
}

bool is_closed(const std::vector<Event>& events, std::string_view event_id) {
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return event.answers == event_id && event.kind != "progress";
  });
}

bool answers_follow(const std::vector<Event>& events) {
  std::unordered_set<std::string_view> seen;
  return std::all_of(events.begin(), events.end(), [&](const Event& event) {
    const bool follows = event.answers.empty() || seen.count(event.answers) > 0;
    seen.insert(event.event_id);
    return follows;
  });
}

Value event_value(const Event& event) {
  Value value = Value::object({{"eventId", event.event_id}, {"kind", event.kind}});
  if (!event.answers.empty()) {
    value.add("answers", event.answers);
  }
  return value;
}

}  // namespace holdfast
