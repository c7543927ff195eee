// A part of a prohibition may be masked, and more than that part is another: the words beside it,
// the sign that stands for it, or another text altogether.
#include <string>

#include "core/unicode.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

constexpr std::string_view kSign = "[masked]";

}  // namespace

Strategy mask_beyond_its_span() {
  return {.summary = "A prohibition is changed beyond the part that may be masked.",
          .invariant = "prohibition",
          .codes = {"prohibitions_dropped", "prohibitions_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index =
                any_where(document.prohibitions, random,
                          [](const std::string& text) { return count_code_points(text) > 1; });
            if (!index) {
              return std::nullopt;
            }
            const std::string& text = document.prohibitions[*index];
            std::size_t end = 0;
            next_code_point(text, end);
            while (end < text.size() / 2) {
              next_code_point(text, end);
            }
            std::string masked;
            switch (random.below(3)) {
              case 0:  // the words beside it
                masked = std::string(kSign) + " and so on";
                break;
              case 1:  // the sign
                masked = "[removed]" + text.substr(end);
                break;
              default:
                masked = other_text(TextKind::kProhibition, text, random);
            }
            if (holds(document.prohibitions, masked)) {
              return std::nullopt;
            }
            const std::string pointer = item_pointer("prohibitions", *index);
            Change change = change_of(replace_at(pointer, std::move(masked)));
            change.evidence = Value::object(
                {{"masks",
                  Value::array({Value::object(
                      {{"pointer", pointer},
                       {"spans", Value::array({Value::array({0, static_cast<std::int64_t>(end)})})},
                       {"replacement", kSign}})})}});
            return change;
          }};
}

}  // namespace holdfast::mutations
