// A directive appears that no user gave.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_directive() {
  return {
      .summary = "A directive appears that no user gave.",
      .invariant = "directive",
      .codes = {"directive_invented"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        const std::size_t place = random.between(0, document.directives.size());
        const Language language = random.chance(1, 2) ? Language::kEnglish : Language::kJapanese;
        const std::string text = pool_text(TextKind::kProhibition, language, random.next());
        const std::string id = new_id(random);
        const std::string entry = new_id(random);
        const std::string obligation = new_id(random);
        const Value obligations = Value::array({Value::object(
            {{"obligationId", obligation}, {"kind", "scope"}, {"text", text}, {"state", "open"}})});
        return change_of(add_at(item_pointer("directives", place),
                                Value::object({{"directiveId", id},
                                               {"sourceEntryId", entry},
                                               {"sourceSha256", new_digest(random)},
                                               {"text", text},
                                               {"obligations", obligations},
                                               {"state", "active"}})));
      }};
}

}  // namespace holdfast::mutations
