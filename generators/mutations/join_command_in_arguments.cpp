// The command line of the next operation joins two commands.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy join_command_in_arguments() {
  return {.summary = "The command line of the next operation joins two commands.",
          .invariant = "action",
          .codes = {"next_action_not_exact_one"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            static constexpr std::string_view kJoiners[] = {"; ",   ";",   " && ", "&&",
                                                            " || ", " | ", " & ",  "\n"};
            static constexpr std::string_view kCommands[] = {
                "make proofs", "git push origin spring", "rm notes.txt", "ls -l"};
            std::string line(random.pick(kCommands));
            line += random.pick(kJoiners);
            line += random.pick(kCommands);
            return change_of(
                replace_at("/nextExactAction", command_action(document, std::move(line), random)));
          }};
}

}  // namespace holdfast::mutations
