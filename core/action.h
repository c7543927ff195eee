// Exactly one action: does a text name one operation, or several joined ones? For v1, whose
// `nextExactAction` is free text, no list can decide this; docs/exactly-one-action.md has the rule
// in a paragraph and the figures of both modes. v2 makes the question one of shape.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast {

enum class ActionMode {
  kListed,  // default: refuse what is known to join operations
  kStrict,  // accept only one verb and one target; the rest is refused as undecidable
};

struct ActionJudgement {
  bool exactly_one = true;
  std::string_view reason;  // a static token, e.g. "line_break", "shell_joiner"; empty when one
  std::size_t offset_bytes = 0;  // where the joiner begins in the text; a best effort
};

ActionJudgement judge_action(std::string_view text, ActionMode mode = ActionMode::kListed);

}  // namespace holdfast
