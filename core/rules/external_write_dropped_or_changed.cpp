// An external write of the record is missing in the result, or has another status or operation.
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

}  // namespace

Rule external_write_dropped_or_changed() {
  return {.summary =
              "An external write of the record is missing in the result, or has another status or "
              "operation.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.external_writes;
            if (before == pair.after.external_writes) {
              return;
            }
            const auto after = writes_by_effect(pair.after.external_writes);
            const Lookalikes invented(effects_only_in(pair.after.external_writes, before));
            for (const ExternalWrite& write : before) {
              const auto found = after.find(write.effect_id);
              if (found == after.end()) {
                report.add_on(Side::kBefore, "externalWrites", write.effect_id,
                              change("dropped", invented.contain(write.effect_id)));
                continue;
              }
              if (found->second->status != write.status) {
                report.add("externalWrites", write.effect_id,
                           Value::object({{"change", "status"},
                                          {"before", to_text(write.status)},
                                          {"after", to_text(found->second->status)}}));
              }
              if (found->second->operation != write.operation) {
                report.add(
                    "externalWrites", write.effect_id,
                    change("operation", looks_alike(write.operation, found->second->operation)));
              }
            }
          }};
}

}  // namespace holdfast::rules
