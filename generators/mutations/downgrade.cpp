// The result is a valid document of v1, which has no room for events, directives and decisions.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy downgrade() {
  return {.summary = "The result is a valid document of the earlier version.",
          .invariant = "document",
          .codes = {"schema_mismatch"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            Manifest plain = document;
            plain.version = Version::kV1;
            plain.canonical = {document.canonical[any_reference(document, random)]};
            plain.next_exact_action.text =
                pool_text(TextKind::kAction, Language::kEnglish, random.next());
            for (ExternalWrite& write : plain.external_writes) {
              write.receipt.clear();
            }
            return change_of(replace_at("", to_value(plain)));
          }};
}

}  // namespace holdfast::mutations
