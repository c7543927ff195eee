// A write counts as confirmed, and no receipt says so.
#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy confirmed_without_receipt() {
  return {
      .summary = "A write counts as confirmed, and no receipt says so.",
      .invariant = "external_write",
      .codes = {"invalid_external_write"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        const auto index = any_of(document.external_writes, random);
        if (!index) {
          return std::nullopt;
        }
        if (document.external_writes[*index].status == WriteStatus::kUnknown) {
          return change_of(replace_at(write_pointer(*index, "status"), "confirmed"));
        }
        if (random.chance(1, 3)) {
          return change_of(replace_at(write_pointer(*index, "receipt"), invisible_text(random)));
        }
        return change_of(remove_at(write_pointer(*index, "receipt")));
      }};
}

}  // namespace holdfast::mutations
