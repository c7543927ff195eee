// A cleaner removes what it takes for invisible before the comparison.
#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_marks() {
  return {.summary = "Zero-width characters do not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = comparing_items(&Manifest::prohibitions, [](std::string_view text) {
            std::string kept;
            for (std::size_t at = 0; at < text.size();) {
              const char32_t c = next_code_point(text, at);
              if (c < 0x200B || c > 0x200D) {
                append_code_point(kept, c);
              }
            }
            return kept;
          })};
}

}  // namespace holdfast::zoo
