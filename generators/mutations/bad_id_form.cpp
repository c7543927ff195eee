// An id is no visible name in NFC: with a space, something invisible, or a letter taken apart. Two
// readers take two ids for one.
#include "generators/id_pointers.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_id_form() {
  return {.summary = "An id holds a space or something invisible, or is not in NFC.",
          .invariant = "document",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            static constexpr std::string_view kBehind[] = {
                " ",       " 2",       "\u200B", "\u00A0", "\u3000",
                "e\u0301", "か\u3099", "\u00AD", "\uFEFF", "\t"};
            const std::vector<std::string> pointers = id_pointers(document, random);
            const std::string pointer = random.pick(pointers);
            const Value whole = to_value(document);
            return change_of(replace_at(pointer, resolve_pointer(whole, pointer)->text() +
                                                     std::string(random.pick(kBehind))));
          }};
}

}  // namespace holdfast::mutations
