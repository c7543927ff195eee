// A used approval is said to have been somebody else's: its rightful holder would use it again.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_authority_holder() {
  return {.summary = "A used approval is said to have been somebody else's.",
          .invariant = "authority",
          .codes = {"authority_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const auto index = any_of(document.consumed_authorities, random);
            if (!index) {
              return std::nullopt;
            }
            static constexpr std::string_view kHolders[] = {"run-main", "run-nightly",
                                                            "the release manager", "経理担当"};
            std::string_view holder = random.pick(kHolders);
            if (holder == document.consumed_authorities[*index].holder) {
              holder = "nobody";
            }
            return change_of(
                replace_at(member_pointer("consumedAuthorities", *index, "holder"), holder));
          }};
}

}  // namespace holdfast::mutations
