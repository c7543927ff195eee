// A confirmed write has another receipt: what is to prove it proves something else.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_receipt() {
  return {.summary = "A confirmed write has another receipt.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const auto index = any_where(
                document.external_writes, random,
                [](const ExternalWrite& write) { return write.status == WriteStatus::kConfirmed; });
            if (!index) {
              return std::nullopt;
            }
            const std::string& receipt = document.external_writes[*index].receipt;
            return change_of(
                replace_at(write_pointer(*index, "receipt"), new_receipt(receipt, random)));
          }};
}

}  // namespace holdfast::mutations
