// A member appears that the schema does not know. A verifier that ignores it lets a document say
// more than was checked.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy unknown_member() {
  return {
      .summary = "A member appears that the schema does not know.",
      .invariant = "document",
      .codes = {"unknown_field"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        std::string object;
        switch (random.below(3)) {
          case 0:
            break;
          case 1:
            object = "/canonical";
            break;
          default:
            if (!document.external_writes.empty()) {
              object =
                  item_pointer("externalWrites", random.below(document.external_writes.size()));
            }
        }
        static constexpr std::string_view kNames[] = {
            "notes", "summary", "taskid", "directives", "liftedProhibitions", "__proto__",
            "備考",  "schema ", ""};
        Value value = random.chance(1, 2) ? Value("see above") : Value::array({Value("none")});
        return change_of(add_at(object + "/" + std::string(random.pick(kNames)), std::move(value)));
      }};
}

}  // namespace holdfast::mutations
