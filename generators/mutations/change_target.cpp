// The next operation has another target.
#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_target() {
  return {.summary = "The next operation has another target.",
          .invariant = "action",
          .codes = {"next_action_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const std::string& target = document.next_exact_action.target;
            const bool twin = random.chance(1, 3);
            return change_of(replace_at(
                "/nextExactAction/target",
                twin ? lookalike(target, random) : other_text(TextKind::kPath, target, random)));
          }};
}

}  // namespace holdfast::mutations
