// A prohibition counts as kept where any item contains it.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault finds_text_in_other_items() {
  return {.summary = "Prohibitions that were run together count as kept.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            Manifest same = after;
            same.prohibitions = before.prohibitions;
            return same == before &&
                   std::all_of(before.prohibitions.begin(), before.prohibitions.end(),
                               [&](const std::string& text) {
                                 return std::any_of(after.prohibitions.begin(),
                                                    after.prohibitions.end(),
                                                    [&](const std::string& item) {
                                                      return item.find(text) != std::string::npos;
                                                    });
                               });
          })};
}

}  // namespace holdfast::zoo
