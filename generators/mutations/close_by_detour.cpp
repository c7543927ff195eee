// A detour was opened and closed, and a directive counts as over since then. A stash, a recovery or
// a restart closes, replaces and narrows nothing.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy close_by_detour() {
  return {
      .summary = "A directive counts as closed because a detour is over.",
      .invariant = "directive",
      .codes = {"directive_closed_without_event"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const auto index = any_of(document.directives, random);
        if (!index) {
          return std::nullopt;
        }
        std::vector<Value> lines = ledger_members_for(document);
        for (const std::string_view kind : {"detour_opened", "detour_closed"}) {
          lines.push_back(Value::object(
              {{"kind", kind}, {"detourId", "stash-1"}, {"reason", "The work was put aside."}}));
        }
        const DirectiveState state = document.directives[*index].state == DirectiveState::kWithdrawn
                                         ? DirectiveState::kReplaced
                                         : DirectiveState::kWithdrawn;
        Change change =
            change_of(replace_at(member_pointer("directives", *index, "state"), to_text(state)));
        change.evidence =
            Value::object({{"ledger", chained_ledger(lines)}, {"sources", sources_for(document)}});
        return change;
      }};
}

}  // namespace holdfast::mutations
