// The next step names two operations, and what joins them is disguised: full-width signs,
// zero-width spaces within a word, a Cyrillic letter, line ends that not every reader knows.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy disguise_next_action_split() {
  return {.summary = "The next step names two operations, and what joins them is disguised.",
          .invariant = "action",
          .codes = {"next_action_not_exact_one"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kJoiners[] = {
                "；",           "＆＆",        "｜",         " ｔｈｅｎ ", " THEN ",
                " t\u200Bhen ", " th\u0435n ", "\u2028",     "\u0085",     "\r",
                "\v",           "\u037E",      " &\u200B& ", "､その後",    "、その\u200B後"};
            if (is_v2(document)) {
              std::string line = "make proofs";
              line += random.pick(kJoiners);
              line += "git push origin main";
              return change_of(replace_at("/nextExactAction",
                                          command_action(document, std::move(line), random)));
            }
            const bool japanese =
                language_of(document.next_exact_action.text) == Language::kJapanese;
            std::string text = japanese ? "記録を保存する" : "Save the log";
            text += random.pick(kJoiners);
            text += document.next_exact_action.text;
            return change_of(replace_at("/nextExactAction", std::move(text)));
          }};
}

}  // namespace holdfast::mutations
