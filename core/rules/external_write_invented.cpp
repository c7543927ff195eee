// The result holds an external write that the record does not.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule external_write_invented() {
  return {.summary = "The result holds an external write that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& after = pair.after.external_writes;
            if (after == pair.before.external_writes) {
              return;
            }
            const auto before = writes_by_effect(pair.before.external_writes);
            const Lookalikes dropped(effects_only_in(pair.before.external_writes, after));
            for (const ExternalWrite& write : after) {
              if (before.find(write.effect_id) == before.end()) {
                report.add("externalWrites", write.effect_id,
                           dropped.contain(write.effect_id) ? Value::object({{"lookalike", true}})
                                                            : Value());
              }
            }
          }};
}

}  // namespace holdfast::rules
