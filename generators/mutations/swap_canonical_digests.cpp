// Two sources of truth exchange their digests.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy swap_canonical_digests() {
  return {.summary = "Two sources of truth exchange their digests.",
          .invariant = "canonical",
          .codes = {"canonical_reference_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const auto& canonical = document.canonical;
            if (canonical.size() < 2) {
              return std::nullopt;
            }
            const std::size_t first = random.below(canonical.size() - 1);
            const std::size_t second = random.between(first + 1, canonical.size() - 1);
            if (canonical[first].sha256 == canonical[second].sha256) {
              return std::nullopt;
            }
            return change_of(
                replace_at(reference_pointer(document, first, "sha256"), canonical[second].sha256),
                replace_at(reference_pointer(document, second, "sha256"), canonical[first].sha256));
          }};
}

}  // namespace holdfast::mutations
