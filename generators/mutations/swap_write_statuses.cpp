// The statuses of two writes are exchanged. Every count stays as it was, so a verifier that counts
// sees nothing.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy swap_write_statuses() {
  return {.summary = "A confirmed and an unknown write change places in what is known of them.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto confirmed = writes_with(document, WriteStatus::kConfirmed);
            const auto unknown = writes_with(document, WriteStatus::kUnknown);
            if (confirmed.empty() || unknown.empty()) {
              return std::nullopt;
            }
            const std::size_t first = random.pick(confirmed);
            const std::size_t second = random.pick(unknown);
            Change change = change_of(replace_at(write_pointer(first, "status"), "unknown"),
                                      replace_at(write_pointer(second, "status"), "confirmed"));
            if (is_v2(document)) {
              change.edits.push_back(remove_at(write_pointer(first, "receipt")));
              change.edits.push_back(add_at(write_pointer(second, "receipt"),
                                            document.external_writes[first].receipt));
            }
            return change;
          }};
}

}  // namespace holdfast::mutations
