// A closed order is noise to it, so nothing stops the order from coming back.
#include <algorithm>
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_tombstones() {
  return {.summary = "Closed directives may be dropped.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            std::erase_if(before.directives, [&](const Directive& directive) {
              return directive.state != DirectiveState::kActive &&
                     std::none_of(after.directives.begin(), after.directives.end(),
                                  [&](const Directive& other) {
                                    return other.directive_id == directive.directive_id;
                                  });
            });
          })};
}

}  // namespace holdfast::zoo
