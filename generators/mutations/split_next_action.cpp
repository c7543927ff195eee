// The next step names two operations, joined in one of eight spellings of shell, English and
// Japanese.
#include <algorithm>
#include <iterator>
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// Nothing is known of quotes that do not close, nor of an address that a joiner might continue. In
// front of them, behind words of our own, a joiner is seen.
bool hides_joiners(std::string_view action) {
  static constexpr std::string_view kSigns[] = {"\"", "'", "`",  "“",  "„",  "‘",
                                                "«",  "‹", "「", "『", "《", "://"};
  return std::any_of(std::begin(kSigns), std::end(kSigns), [&](std::string_view sign) {
    return action.find(sign) != std::string_view::npos;
  });
}

std::string_view without_full_stop(std::string_view text) {
  for (const std::string_view stop : {".", "。"}) {
    if (text.ends_with(stop)) {
      text.remove_suffix(stop.size());
    }
  }
  return text;
}

constexpr std::string_view kHavingDone = "してから";

// 「保存する」 becomes 「保存してから」.
std::string having_done(std::string_view action, bool own_first, std::string_view second) {
  constexpr std::string_view kDo = "する";
  std::string_view first = without_full_stop(action);
  if (own_first || !first.ends_with(kDo)) {
    return "記録を保存" + std::string(kHavingDone) + std::string(action);
  }
  first.remove_suffix(kDo.size());
  return std::string(first) + std::string(kHavingDone) + std::string(second);
}

}  // namespace

Strategy split_next_action() {
  return {.summary = "The next step names two operations.",
          .invariant = "action",
          .codes = {"next_action_not_exact_one"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            // One by its shape in v2; list_of_actions and its kin try that.
            if (is_v2(document)) {
              return std::nullopt;
            }
            static constexpr std::string_view kJoiners[] = {"; ", ";",      " && ",     "&&",
                                                            "\n", " then ", "、その後", "してから"};
            const std::string& action = document.next_exact_action.text;
            const std::string_view joiner = random.pick(kJoiners);
            const std::string second = other_text(TextKind::kAction, action, random);
            const bool own_first = hides_joiners(action) || random.chance(1, 2);
            std::string text;
            if (joiner == kHavingDone) {
              text = having_done(action, own_first, second);
            } else if (own_first) {
              const bool japanese = language_of(action) == Language::kJapanese;
              text = japanese ? "記録を保存する" : "Save the log";
              text += joiner;
              text += action;
            } else {
              text = without_full_stop(action);
              text += joiner;
              text += second;
            }
            return change_of(replace_at("/nextExactAction", std::move(text)));
          }};
}

}  // namespace holdfast::mutations
