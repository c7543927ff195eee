#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule directive_invented() {
  return {.summary = "The result holds a directive that no user gave.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.directives != pair.after.directives) {
              report_ids_invented(names_of(pair.before.directives, &Directive::directive_id),
                                  names_of(pair.after.directives, &Directive::directive_id),
                                  "directives", report);
            }
          }};
}

}  // namespace holdfast::rules
