#include "core/directive_pairs.h"

namespace holdfast::rules {

Rule directive_reopened() {
  return {.summary = "A closed directive is active again.",
          .check_pair = [](const Pair& pair, Report& report) {
            for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
              if (before.state != after.state && after.state == DirectiveState::kActive) {
                report.add("directives", after.directive_id,
                           Value::object({{"before", to_text(before.state)}}));
              }
            });
          }};
}

}  // namespace holdfast::rules
