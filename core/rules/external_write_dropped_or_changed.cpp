#include "core/difference.h"
#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

Value change(std::string_view what, bool lookalike) {
  Value detail = Value::object({{"change", what}});
  if (lookalike) {
    detail.add("lookalike", true);
  }
  return detail;
}

void compare(const ExternalWrite& before, const ExternalWrite& after, Report& report) {
  if (after.status != before.status) {
    report.add("externalWrites", before.effect_id,
               Value::object({{"change", "status"},
                              {"before", to_text(before.status)},
                              {"after", to_text(after.status)}}));
  }
  if (after.operation != before.operation) {
    report.add("externalWrites", before.effect_id,
               change("operation", looks_alike(before.operation, after.operation)));
  }
  if (after.status == before.status && after.receipt != before.receipt) {
    report.add("externalWrites", before.effect_id,
               change("receipt", looks_alike(before.receipt, after.receipt)));
  }
}

}  // namespace

Rule external_write_dropped_or_changed() {
  return {.summary =
              "An external write of the record is missing in the result, or has another status, "
              "operation or receipt.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.external_writes;
            const auto& after = pair.after.external_writes;
            if (before == after) {
              return;
            }
            const Names names_before = names_of(before, &ExternalWrite::effect_id);
            const Names names_after = names_of(after, &ExternalWrite::effect_id);
            const auto known = index_by_name(names_after);
            const ListDifference difference = compare_names(names_before, names_after);
            Names invented;
            for (const std::size_t index : difference.invented) {
              invented.push_back(names_after[index]);
            }
            const Lookalikes lookalikes(invented);
            for (const ExternalWrite& write : before) {
              const auto found = known.find(write.effect_id);
              if (found == known.end()) {
                report.add_on(Side::kBefore, "externalWrites", write.effect_id,
                              change("dropped", lookalikes.contain(write.effect_id)));
              } else {
                compare(write, after[found->second], report);
              }
            }
          }};
}

}  // namespace holdfast::rules
