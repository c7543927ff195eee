// A write is said to have taken place that never was made.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_confirmed_write() {
  return {.summary = "A write is said to have taken place that never was made.",
          .invariant = "external_write",
          .codes = {"external_write_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t place = random.between(0, document.external_writes.size());
            if (is_v2(document)) {
              const std::string operation = other_operation({}, random);
              const std::string effect_id = new_id(random);
              return change_of(add_at(
                  item_pointer("externalWrites", place),
                  new_write(document, operation, effect_id, WriteStatus::kConfirmed, random)));
            }
            const Language language =
                random.chance(1, 2) ? Language::kEnglish : Language::kJapanese;
            const std::string operation = pool_text(TextKind::kOperation, language, random.next());
            const std::string effect_id = new_effect_id(document, random);
            return change_of(
                add_at(item_pointer("externalWrites", place),
                       new_write(document, operation, effect_id, WriteStatus::kConfirmed, random)));
          }};
}

}  // namespace holdfast::mutations
