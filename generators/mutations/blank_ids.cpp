// An id is empty, or holds nothing that a reader sees: nobody can ask for what it names.
#include <utility>

#include "generators/id_pointers.h"
#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy blank_ids() {
  return {.summary = "An id is empty, or holds nothing that a reader sees.",
          .invariant = "document",
          .codes = {"required_missing"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const std::vector<std::string> pointers = id_pointers(document, random);
            std::string pointer = random.pick(pointers);
            return change_of(replace_at(std::move(pointer), invisible_text(random)));
          }};
}

}  // namespace holdfast::mutations
