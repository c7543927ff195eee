// An obligation of a directive is not carried over.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_obligation() {
  return {
      .summary = "An obligation of a directive is not carried over.",
      .invariant = "directive",
      .codes = {"obligation_dropped"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        // A directive keeps one at least; none at all is another fault.
        const auto index = any_where(document.directives, random, [](const Directive& directive) {
          return directive.obligations.size() > 1;
        });
        if (!index) {
          return std::nullopt;
        }
        const std::size_t obligation = random.below(document.directives[*index].obligations.size());
        return change_of(remove_at(obligation_pointer(*index, obligation)));
      }};
}

}  // namespace holdfast::mutations
