// The status of a write is neither confirmed nor unknown.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_write_status() {
  return {.summary = "The status of a write is neither confirmed nor unknown.",
          .invariant = "external_write",
          .codes = {"invalid_external_write"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.external_writes.empty()) {
              return std::nullopt;
            }
            const std::size_t index = random.below(document.external_writes.size());
            static constexpr std::string_view kStatuses[] = {
                "failed",      "pending", "Confirmed", "UNKNOWN",       "confirmed ",
                "unconfirmed", "ok",      "確認済み",  "ｕｎｋｎｏｗｎ"};
            Value status = random.chance(1, 8) ? Value(true) : Value(random.pick(kStatuses));
            return change_of(replace_at(write_pointer(index, "status"), std::move(status)));
          }};
}

}  // namespace holdfast::mutations
