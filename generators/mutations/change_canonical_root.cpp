// The source of truth is said to lie beneath another root.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_canonical_root() {
  return {.summary = "The source of truth is said to lie beneath another root.",
          .invariant = "canonical",
          .codes = {"canonical_reference_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const std::size_t index = any_reference(document, random);
            static constexpr std::string_view kBehind[] = {"-old", "2", ".bak", "の控え"};
            return change_of(
                replace_at(reference_pointer(document, index, "root"),
                           document.canonical[index].root + std::string(random.pick(kBehind))));
          }};
}

}  // namespace holdfast::mutations
