// The next action names several operations, or cannot be shown to name one.
#include "core/action.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule next_action_not_exact_one() {
  return {
      .summary = "The next action names several operations, or cannot be shown to name one.",
      .check_node = [](const Node& node, Report& report) {
        if (node.shape == nullptr || node.value == nullptr || !node.value->is_string() ||
            node.shape->form != Form::kAction || node.shape->kind != Shape::Kind::kText) {
          return;
        }
        const ActionJudgement judgement = judge_action(node.value->text(), report.action_mode());
        if (!judgement.exactly_one) {
          report.add(
              node.field(), node.pointer(),
              Value::object({{"reason", judgement.reason},
                             {"offset_bytes", static_cast<std::int64_t>(judgement.offset_bytes)}}));
        }
      }};
}

}  // namespace holdfast::rules
