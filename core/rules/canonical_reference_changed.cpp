// The source of truth is another path or other bytes.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule canonical_reference_changed() {
  return {.summary = "The source of truth is another path or other bytes.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_changed(pair.before.canonical.path, pair.after.canonical.path, "canonical",
                           "/canonical/path", report);
            if (pair.before.canonical.sha256 != pair.after.canonical.sha256) {
              report.add("canonical", "/canonical/sha256");
            }
          }};
}

}  // namespace holdfast::rules
