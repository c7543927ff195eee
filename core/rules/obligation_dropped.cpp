#include "core/difference.h"
#include "core/directive_pairs.h"

namespace holdfast::rules {

Rule obligation_dropped() {
  return {.summary = "An obligation of a directive is not in the result.",
          .check_pair = [](const Pair& pair, Report& report) {
            for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
              const Names before_ids = names_of(before.obligations, &Obligation::obligation_id);
              const Names after_ids = names_of(after.obligations, &Obligation::obligation_id);
              const ListDifference difference = compare_names(before_ids, after_ids);
              for (const std::size_t index : difference.dropped) {
                report.add_on(Side::kBefore, "directives", std::string(before_ids[index]),
                              of_directive(before));
              }
            });
          }};
}

}  // namespace holdfast::rules
