#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule external_write_invented() {
  return {.summary = "The result holds an external write that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.external_writes != pair.after.external_writes) {
              report_ids_invented(names_of(pair.before.external_writes, &ExternalWrite::effect_id),
                                  names_of(pair.after.external_writes, &ExternalWrite::effect_id),
                                  "externalWrites", report);
            }
          }};
}

}  // namespace holdfast::rules
