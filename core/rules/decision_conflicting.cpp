#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule decision_conflicting() {
  return {.summary = "A decision has another digest, and no approval covers the change.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.decisions;
            if (before == pair.after.decisions) {
              return;
            }
            const auto known = index_by_name(names_of(before, &DecisionRecord::name));
            for (const DecisionRecord& decision : pair.after.decisions) {
              const auto found = known.find(decision.name);
              if (found != known.end() && before[found->second].digest != decision.digest) {
                report.add("decisions", decision.name);
              }
            }
          }};
}

}  // namespace holdfast::rules
