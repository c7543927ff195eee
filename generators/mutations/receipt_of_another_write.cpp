// A write whose outcome nobody knows counts as confirmed, and the receipt that comes as evidence is
// for another effect, or another receipt than the one that stands there.
#include <string>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy receipt_of_another_write() {
  return {.summary = "A write counts as confirmed by a receipt that is not its own.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_where(
                document.external_writes, random,
                [](const ExternalWrite& write) { return write.status == WriteStatus::kUnknown; });
            if (!index) {
              return std::nullopt;
            }
            const ExternalWrite& write = document.external_writes[*index];
            const std::string receipt = new_receipt("", random);
            Change change = change_of(replace_at(write_pointer(*index, "status"), "confirmed"));
            std::string effect = new_effect_id(document, random);
            std::string shown = receipt;
            if (is_v2(document)) {
              if (random.chance(1, 2)) {
                effect = write.effect_id;
                shown = new_receipt(receipt, random);
              }
              change.edits.push_back(add_at(write_pointer(*index, "receipt"), shown));
            }
            change.evidence = Value::object(
                {{"receipts",
                  Value::array({Value::object({{"effectId", effect}, {"receipt", receipt}})})}});
            return change;
          }};
}

}  // namespace holdfast::mutations
