#include <algorithm>

#include "core/manifest_parts.h"
#include "core/rule.h"

namespace holdfast::rules {

namespace {

void add(const Node& node, const std::string& pointer, std::string_view reason, Report& report,
         std::size_t offset_bytes = 0) {
  report.add(node.field(), pointer,
             Value::object(
                 {{"reason", reason}, {"offset_bytes", static_cast<std::int64_t>(offset_bytes)}}));
}

void check_text(const Node& node, const std::string& text, const std::string& pointer,
                Report& report) {
  const ActionJudgement judgement = judge_action(text, report.action_rules().mode);
  if (!judgement.exactly_one) {
    add(node, pointer, judgement.reason, report, judgement.offset_bytes);
  }
}

// The arguments at any depth: no second operation, and, where the operation runs commands, no text
// that joins several.
void check_arguments(const Node& node, const Value& value, const std::string& pointer,
                     bool runs_commands, Report& report) {
  if (value.is_string() && runs_commands) {
    check_text(node, value.text(), pointer, report);
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool object = value.is_object();
    const std::string inner =
        pointer + "/" +
        (object ? escape_pointer_token(shown_name(value.names()[i])) : std::to_string(i));
    if (object && value.names()[i] == "operation") {
      add(node, inner, "operation_in_arguments", report);
    }
    check_arguments(node, value.items()[i], inner, runs_commands, report);
  }
}

void check_action(const Node& node, Report& report) {
  if (node.value->is_array()) {
    add(node, node.pointer(), "list_of_operations", report);
    return;
  }
  const Value* operation = node.value->find("operation");
  const bool named = operation != nullptr && operation->is_string();
  const auto& registry = report.action_rules().operations;
  if (named && !registry.empty() && std::find(registry.begin(), registry.end(), operation->text()) == registry.end()) {
    add(node, node.pointer() + "/operation", "not_in_registry", report);
  }
  if (const Value* arguments = node.value->find("arguments"); arguments != nullptr) {
    check_arguments(node, *arguments, node.pointer() + "/arguments",
                    named && operation_runs_commands(operation->text()), report);
  }
}

}  // namespace

Rule next_action_not_exact_one() {
  return {.summary = "The next action names several operations, or cannot be shown to name one.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.value == nullptr) {
              return;
            }
            if (node.shape->kind == Shape::Kind::kAction) {
              check_action(node, report);
            } else if (node.shape->kind == Shape::Kind::kText &&
                       node.shape->form == Form::kAction && node.value->is_string()) {
              check_text(node, node.value->text(), node.pointer(), report);
            }
          }};
}

}  // namespace holdfast::rules
