#include "core/directive_pairs.h"

namespace holdfast::rules {

Rule directive_source_changed() {
  return {
      .summary = "A directive is said to come from another entry, or from one with other bytes.",
      .check_pair = [](const Pair& pair, Report& report) {
        for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
          if (before.source_entry_id != after.source_entry_id) {
            report.add("directives", after.directive_id,
                       Value::object({{"change", "sourceEntryId"}}));
          }
          if (before.source_sha256 != after.source_sha256) {
            report.add("directives", after.directive_id,
                       Value::object({{"change", "sourceSha256"}}));
          }
        });
      }};
}

}  // namespace holdfast::rules
