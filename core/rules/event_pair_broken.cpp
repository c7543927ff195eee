#include <unordered_set>

#include "core/rule.h"

namespace holdfast::rules {

namespace {

std::string_view text_of(const Value& event, std::string_view name) {
  const Value* value = event.find(name);
  return value != nullptr && value->is_string() ? std::string_view(value->text())
                                                : std::string_view();
}

}  // namespace

Rule event_pair_broken() {
  return {.summary =
              "An event answers one that does not stand before it, or one that has its answer "
              "already.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.value == nullptr || !node.value->is_array() ||
                node.name != "events" || node.parent == nullptr || node.parent->parent != nullptr) {
              return;
            }
            std::unordered_set<std::string_view> known;
            std::unordered_set<std::string_view> answered;
            for (std::size_t i = 0; i < node.value->size(); ++i) {
              const Value& event = node.value->items()[i];
              const std::string_view answers = text_of(event, "answers");
              std::string_view reason;
              if (!answers.empty() && known.count(answers) == 0) {
                reason = "answers_no_earlier_event";
              } else if (!answers.empty() && text_of(event, "kind") != "progress" &&
                         !answered.insert(answers).second) {
                reason = "answered_twice";
              }
              if (!reason.empty()) {
                report.add(node.field(), node.pointer() + "/" + std::to_string(i),
                           Value::object({{"reason", reason}}));
              }
              known.insert(text_of(event, "eventId"));
            }
          }};
}

}  // namespace holdfast::rules
