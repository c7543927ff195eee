#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule consumedAuthorities_invented() {
  return {.summary = "The result holds a consumed authority that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_invented(
                names_of(pair.before.consumed_authorities, &ConsumedAuthority::authority_id),
                names_of(pair.after.consumed_authorities, &ConsumedAuthority::authority_id),
                "consumedAuthorities", report);
          }};
}

}  // namespace holdfast::rules
