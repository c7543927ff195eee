// A value has another type than its member asks for.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy wrong_type() {
  return {
      .summary = "A value has another type than its member asks for.",
      .invariant = "document",
      .codes = {"invalid_value"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        static constexpr std::string_view kTexts[] = {
            "/taskId",         "/objective",        "/nextExactAction", "/rollback",
            "/canonical/path", "/canonical/sha256", "/canonical/readAt"};
        switch (random.below(7)) {
          case 0:
            return change_of(replace_at("/canonical", document.canonical[0].path));
          case 1:
            return change_of(replace_at("", Value::array({to_value(document)})));
          case 2:
            return change_of(replace_at(std::string(random.pick(kTexts)), 17));
          case 3:
            return change_of(replace_at(std::string(random.pick(kTexts)), true));
          case 4:
            return change_of(replace_at(std::string(random.pick(kTexts)), Value::object()));
          default: {
            const std::string pointer(random.pick(kTexts));
            const Value whole = to_value(document);
            return change_of(replace_at(pointer, Value::array({*resolve_pointer(whole, pointer)})));
          }
        }
      }};
}

}  // namespace holdfast::mutations
