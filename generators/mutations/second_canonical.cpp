// A place has two digests: whoever looks it up finds the first or the last.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy second_canonical() {
  return {.summary = "A source of truth stands twice, once with another digest.",
          .invariant = "canonical",
          .codes = {"invalid_list"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const CanonicalReference& reference =
                document.canonical[any_reference(document, random)];
            const std::size_t place = random.between(0, document.canonical.size());
            return change_of(add_at(item_pointer("canonical", place),
                                    Value::object({{"root", reference.root},
                                                   {"path", reference.path},
                                                   {"sha256", new_digest(random)},
                                                   {"readAt", reference.read_at}})));
          }};
}

}  // namespace holdfast::mutations
