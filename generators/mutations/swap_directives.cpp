// Two directives exchange their ids: every word and every id is still there.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy swap_directives() {
  return {.summary = "Two directives exchange their ids.",
          .invariant = "directive",
          .codes = {"directive_reworded", "directive_source_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<Directive>& directives = document.directives;
            if (directives.size() < 2) {
              return std::nullopt;
            }
            const std::size_t first = random.below(directives.size() - 1);
            const std::size_t second = random.between(first + 1, directives.size() - 1);
            return change_of(replace_at(member_pointer("directives", first, "directiveId"),
                                        directives[second].directive_id),
                             replace_at(member_pointer("directives", second, "directiveId"),
                                        directives[first].directive_id));
          }};
}

}  // namespace holdfast::mutations
