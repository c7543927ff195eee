// A directive has an obligation that the user did not give.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_obligation() {
  return {.summary = "A directive has an obligation that the user did not give.",
          .invariant = "directive",
          .codes = {"obligation_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            const Directive& directive = document.directives[*index];
            const std::size_t place = random.between(0, directive.obligations.size());
            const std::string text = other_text(TextKind::kCompletionCheck, directive.text, random);
            const std::string id = new_id(random);
            const bool fulfilled =
                directive.state == DirectiveState::kFulfilled || random.chance(1, 2);
            return change_of(add_at(obligation_pointer(*index, place),
                                    Value::object({{"obligationId", id},
                                                   {"kind", "completion"},
                                                   {"text", text},
                                                   {"state", fulfilled ? "fulfilled" : "open"}})));
          }};
}

}  // namespace holdfast::mutations
