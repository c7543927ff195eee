// A time of observation moved back.
#include "core/rule.h"
#include "core/time.h"

namespace holdfast::rules {

Rule evidence_older() {
  return {.summary = "A time of observation moved back.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto before = parse_time(pair.before.canonical.read_at);
            const auto after = parse_time(pair.after.canonical.read_at);
            if (before && after && *after < *before) {
              report.add("canonical", "/canonical/readAt");
            }
          }};
}

}  // namespace holdfast::rules
