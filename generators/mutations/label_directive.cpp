// A directive of the user is replaced by a label: a reader who was there knows what is meant, the
// next run does not.
#include <vector>

#include "core/unicode.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy label_directive() {
  return {.summary = "A directive of the user is replaced by a label for it.",
          .invariant = "directive",
          .codes = {"directive_reference_only"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kLabels[] = {
                "the revision matter", "as agreed", "see above", "push rule", "その件",
                "前述の指示",          "改訂の件",  "D-1",       "(1)"};
            const auto index =
                any_where(document.directives, random, [](const Directive& directive) {
                  return count_visible_characters(directive.text) > 9;
                });
            if (!index) {
              return std::nullopt;
            }
            // Under a third of what was to be read.
            const std::size_t visible = count_visible_characters(document.directives[*index].text);
            std::vector<std::string_view> labels;
            for (const std::string_view label : kLabels) {
              if (count_visible_characters(label) * 3 < visible) {
                labels.push_back(label);
              }
            }
            return change_of(
                replace_at(member_pointer("directives", *index, "text"), random.pick(labels)));
          }};
}

}  // namespace holdfast::mutations
