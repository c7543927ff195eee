#include "core/difference.h"
#include "core/directive_pairs.h"

namespace holdfast::rules {

Rule directive_reworded() {
  return {.summary = "A user's directive has other words.",
          .check_pair = [](const Pair& pair, Report& report) {
            for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
              report_changed(before.text, after.text, "directives", after.directive_id, report);
            });
          }};
}

}  // namespace holdfast::rules
