#include "core/directive_pairs.h"

namespace holdfast::rules {

Rule directive_closed_without_event() {
  return {.summary = "A directive counts as closed in a way that no event gives.",
          .check_pair = [](const Pair& pair, Report& report) {
            for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
              if (before.state != after.state && after.state != DirectiveState::kActive) {
                report.add("directives", after.directive_id,
                           Value::object({{"before", to_text(before.state)},
                                          {"after", to_text(after.state)}}));
              }
            });
          }};
}

}  // namespace holdfast::rules
