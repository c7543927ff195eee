#include "core/directive_pairs.h"
#include "core/unicode.h"

namespace holdfast::rules {

Rule directive_reference_only() {
  return {
      .summary = "Under a third of a directive's visible characters is left: a label in its place.",
      .check_pair = [](const Pair& pair, Report& report) {
        for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
          const std::size_t was = count_visible_characters(before.text);
          if (before.text != after.text && count_visible_characters(after.text) * 3 < was) {
            report.add("directives", after.directive_id);
          }
        });
      }};
}

}  // namespace holdfast::rules
