// A required text is empty, or holds nothing that a reader sees: zero-width and no-break spaces, a
// Hangul filler, a blank Braille cell. A verifier that trims ASCII space takes them for a text.
#include <utility>

#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy blank_required_text() {
  return {.summary = "A required text is empty, or holds nothing that a reader sees.",
          .invariant = "document",
          .codes = {"required_missing"},
          .make = [](const Manifest& /*document*/, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kTexts[] = {"/taskId",          "/objective",
                                                          "/nextExactAction", "/rollback",
                                                          "/canonical/path",  "/canonical/sha256"};
            std::string pointer(random.pick(kTexts));
            return change_of(replace_at(std::move(pointer), invisible_text(random)));
          }};
}

}  // namespace holdfast::mutations
