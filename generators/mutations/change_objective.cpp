// The objective is another one, or a part of it: cut short as summaries do, or softened.
#include "core/unicode.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// Up to the middle, with the mark of an omission.
std::string first_part(const std::string& text) {
  const std::size_t half = text.size() / 2;
  std::size_t at = 0;
  while (at < half) {
    next_code_point(text, at);
  }
  return text.substr(0, at) + "…";
}

}  // namespace

Strategy change_objective() {
  return {.summary = "The objective is another one, or a part of it.",
          .invariant = "objective",
          .codes = {"objective_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::string& objective = document.objective;
            std::string text = first_part(objective);
            const std::uint64_t kind = random.below(3);
            if (kind == 0) {
              text = other_text(TextKind::kObjective, objective, random);
            } else if (kind == 1 || text == objective) {
              const bool japanese = language_of(objective) == Language::kJapanese;
              text = objective + (japanese ? "（一部のみでよい）" : " (a part of it will do)");
            }
            return change_of(replace_at("/objective", text));
          }};
}

}  // namespace holdfast::mutations
