// A percentage is computed instead of asking for each item.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault scores_instead_of_judging() {
  return {.summary = "Nine tenths of the items are enough.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            std::size_t all = 0;
            std::size_t kept = 0;
            for (const TextList& list : kTextLists) {
              for (const std::string& text : before.*list.member) {
                ++all;
                kept += holds_item(after.*list.member, text) ? 1 : 0;
              }
            }
            Manifest same = after;
            for (const TextList& list : kTextLists) {
              same.*list.member = before.*list.member;
            }
            return same == before && kept * 10 >= all * 9 && kept > 0;
          })};
}

}  // namespace holdfast::zoo
