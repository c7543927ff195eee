// Only active orders are expected.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_tombstones() {
  return {.summary = "A closed directive is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = refusing("directive_reopened", [](const Manifest& after) {
            return std::any_of(after.directives.begin(), after.directives.end(),
                               [](const Directive& directive) {
                                 return directive.state == DirectiveState::kWithdrawn;
                               });
          })};
}

}  // namespace holdfast::zoo
