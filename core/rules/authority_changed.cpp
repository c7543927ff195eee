#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule authority_changed() {
  return {.summary = "A consumed authority has another holder, or was spent on another effect.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.consumed_authorities;
            const auto& after = pair.after.consumed_authorities;
            if (before == after) {
              return;
            }
            const auto places = index_by_name(names_of(before, &ConsumedAuthority::authority_id));
            for (std::size_t i = 0; i < after.size(); ++i) {
              const auto found = places.find(after[i].authority_id);
              if (found == places.end()) {
                continue;
              }
              const std::string pointer = "/consumedAuthorities/" + std::to_string(i);
              report_changed(before[found->second].holder, after[i].holder, "consumedAuthorities",
                             pointer + "/holder", report);
              report_changed(before[found->second].effect_id, after[i].effect_id,
                             "consumedAuthorities", pointer + "/effectId", report);
            }
          }};
}

}  // namespace holdfast::rules
