#include "core/continuity_status.h"

#include <algorithm>
#include <utility>

#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::pair<Activity, std::string_view> kActivities[] = {
    {Activity::kWorking, "working"},
    {Activity::kWaitingHuman, "waiting-human"},
    {Activity::kIdle, "idle"},
};

constexpr std::string_view kNotChecked = "not_checked";

Value boundary_value(const BoundaryContinuity& boundary) {
  Value decisions = Value::array();
  for (const DecisionContinuity& decision : boundary.decisions) {
    Value item = Value::object({{"name", shown_name(decision.name)},
                                {"state", to_text(decision.state)},
                                {"reason", decision.reason}});
    if (!decision.authority_id.empty()) {
      item.add("authorityId", shown_name(decision.authority_id));
    }
    decisions.append(std::move(item));
  }
  return Value::object({{"boundaryId", shown_name(boundary.boundary_id)},
                        {"state", to_text(boundary.state)},
                        {"reason", boundary.reason},
                        {"action", action_of(boundary.state)},
                        {"alarm", boundary.alarm},
                        {"safely_observed", boundary.safely_observed},
                        {"decisions", std::move(decisions)}});
}

std::string shown(std::string_view name) { return printable(shown_name(name)); }

}  // namespace

std::string_view to_text(Activity activity) {
  return std::find_if(std::begin(kActivities), std::end(kActivities),
                      [&](const auto& entry) { return entry.first == activity; })
      ->second;
}

std::optional<Activity> activity_from(std::string_view text) {
  const auto* found = std::find_if(std::begin(kActivities), std::end(kActivities),
                                   [&](const auto& entry) { return entry.second == text; });
  return found == std::end(kActivities) ? std::nullopt : std::optional(found->first);
}

const BoundaryContinuity* ContinuityStatus::worst() const {
  const auto found =
      std::min_element(boundaries.begin(), boundaries.end(),
                       [](const auto& a, const auto& b) { return a.gravity < b.gravity; });
  return found == boundaries.end() ? nullptr : &*found;
}

int exit_code_of(const ContinuityStatus& status) {
  const BoundaryContinuity* worst = status.worst();
  return worst == nullptr || is_continuous(worst->state) ? 0 : 1;
}

Value to_value(const ContinuityStatus& status) {
  const BoundaryContinuity* worst = status.worst();
  Value boundaries = Value::array();
  for (const BoundaryContinuity& boundary : status.boundaries) {
    boundaries.append(boundary_value(boundary));
  }
  Value value =
      Value::object({{"activity", to_text(status.activity)},
                     {"continuity", worst == nullptr ? kNotChecked : to_text(worst->state)},
                     {"exit_code", exit_code_of(status)},
                     {"exit_code_of", "continuity"}});
  if (worst != nullptr) {
    value.add("reason", worst->reason);
    value.add("action", action_of(worst->state));
  }
  value.add("boundaries", std::move(boundaries));
  return value;
}

std::string to_text(const ContinuityStatus& status) {
  const BoundaryContinuity* worst = status.worst();
  std::string text = "activity: " + std::string(to_text(status.activity)) + "\ncontinuity: " +
                     std::string(worst == nullptr ? kNotChecked : to_text(worst->state));
  if (worst != nullptr) {
    text += " (" + std::string(worst->reason) + "): " + std::string(action_of(worst->state));
  }
  text += "\nexit code: " + std::to_string(exit_code_of(status)) + ", of continuity alone\n";
  for (const BoundaryContinuity& boundary : status.boundaries) {
    text += "boundary " + shown(boundary.boundary_id) + ": " +
            std::string(to_text(boundary.state)) +
            (boundary.alarm ? ", somebody has to look\n" : "\n");
    for (const DecisionContinuity& decision : boundary.decisions) {
      text += "  " + shown(decision.name) + ": " + std::string(to_text(decision.state)) + " (" +
              std::string(decision.reason) + ")\n";
    }
  }
  return text;
}

}  // namespace holdfast
