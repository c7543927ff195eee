// The two modes of core/action.h. Line breaks are looked for first, in the text itself and inside
// quotes too; then the leftmost joiner of the shadow decides. An empty text joins nothing and
// passes `listed`: that it is empty is another rule's finding.
#include "core/action.h"

#include "core/action_scan.h"
#include "core/action_shadow.h"
#include "core/action_strict.h"
#include "core/unicode.h"

namespace holdfast {

namespace {

using internal::Joint;
using internal::Shadow;

ActionJudgement refused(Joint joint) { return {false, joint.reason, joint.offset_bytes}; }

std::optional<Joint> find_line_break(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (is_line_break(next_code_point(text, at))) {
      return Joint{internal::kLineBreak, begin};
    }
  }
  return std::nullopt;
}

std::optional<Joint> find_joint_in_shadow(std::string_view text) {
  Shadow shadow(text, Shadow::Ignorables::kRemove);
  shadow.make();
  std::optional<Joint> joint = internal::find_joint(shadow.text());
  Shadow::Ignorables kind = Shadow::Ignorables::kRemove;
  if (!joint && shadow.has_ignorables()) {
    kind = Shadow::Ignorables::kSpace;
    Shadow spaced(text, kind);
    spaced.make();
    joint = internal::find_joint(spaced.text());
  }
  if (joint) {
    joint->offset_bytes = Shadow(text, kind).source_offset(joint->offset_bytes);
  }
  return joint;
}

}  // namespace

ActionJudgement judge_action(std::string_view text, ActionMode mode) {
  std::optional<Joint> joint;
  if (internal::is_own_shadow(text)) {
    joint = internal::find_joint(text);
  } else {
    joint = find_line_break(text);
    if (!joint) {
      joint = find_joint_in_shadow(text);
    }
  }
  if (!joint && mode == ActionMode::kStrict) {
    joint = internal::find_undecidable(text);
  }
  return joint ? refused(*joint) : ActionJudgement{};
}

}  // namespace holdfast
