#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule consumedAuthorities_dropped() {
  return {
      .summary = "A consumed authority of the record is not in the result, or not in these words.",
      .check_pair = [](const Pair& pair, Report& report) {
        report_dropped(names_of(pair.before.consumed_authorities, &ConsumedAuthority::authority_id),
                       names_of(pair.after.consumed_authorities, &ConsumedAuthority::authority_id),
                       "consumedAuthorities", report);
      }};
}

}  // namespace holdfast::rules
