// A write whose outcome nobody knows has a receipt.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy receipt_without_confirmation() {
  return {.summary = "A write whose outcome nobody knows has a receipt.",
          .invariant = "external_write",
          .codes = {"invalid_external_write"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const auto index = any_where(
                document.external_writes, random,
                [](const ExternalWrite& write) { return write.status == WriteStatus::kUnknown; });
            if (!index) {
              return std::nullopt;
            }
            return change_of(add_at(write_pointer(*index, "receipt"), new_receipt({}, random)));
          }};
}

}  // namespace holdfast::mutations
