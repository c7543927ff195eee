// The path of the source of truth leaves its root, or is spelled so that two readers disagree where
// it lies.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_path_form() {
  return {.summary = "The path of the source of truth leaves its root.",
          .invariant = "canonical",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t index = any_reference(document, random);
            const std::string& path = document.canonical[index].path;
            const std::string pointer = reference_pointer(document, index, "path");
            switch (random.below(6)) {
              case 0:
                return change_of(replace_at(pointer, "../" + path));
              case 1:
                return change_of(replace_at(pointer, "/" + path));
              case 2:
                return change_of(replace_at(pointer, "./" + path));
              case 3:
                return change_of(replace_at(pointer, path + "/"));
              case 4:
                return change_of(replace_at(pointer, path + "/../../etc/passwd"));
              default:
                return change_of(replace_at(pointer, "..\\" + path));
            }
          }};
}

}  // namespace holdfast::mutations
