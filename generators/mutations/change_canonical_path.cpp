// The source of truth is said to lie elsewhere.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_canonical_path() {
  return {.summary = "The source of truth is said to lie elsewhere.",
          .invariant = "canonical",
          .codes = {"canonical_reference_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t index = any_reference(document, random);
            const std::string& path = document.canonical[index].path;
            const std::string pointer = reference_pointer(document, index, "path");
            // A name behind the last part stays within the 255 bytes that a part may have.
            constexpr std::size_t kPathBytesMax = 200;
            if (path.size() <= kPathBytesMax && random.chance(1, 2)) {
              static constexpr std::string_view kBehind[] = {".bak", ".orig", "~", "/copy", " (2)"};
              return change_of(replace_at(pointer, path + std::string(random.pick(kBehind))));
            }
            return change_of(replace_at(pointer, other_text(TextKind::kPath, path, random)));
          }};
}

}  // namespace holdfast::mutations
