#include "core/rule.h"

namespace holdfast::rules {

namespace {

void add(std::string_view member, std::string_view reason, Report& report) {
  report.add("lineage", "/lineage/" + std::string(member), Value::object({{"reason", reason}}));
}

}  // namespace

Rule lineage_stale() {
  return {
      .summary =
          "The result belongs to an earlier generation, other source bytes, or an earlier state "
          "of the ledger.",
      .check_pair = [](const Pair& pair, Report& report) {
        const Lineage& before = pair.record.lineage;
        const Lineage& after = pair.after.lineage;
        if (pair.step == Step::kOrigin || pair.after.version == Version::kV1) {
          return;
        }
        const bool link = pair.step == Step::kLink;
        if (after.generation < before.generation ||
            (link && after.generation == before.generation)) {
          add("generation", "not_the_next", report);
        }
        if (!link && after.source_sha256 != before.source_sha256) {
          add("sourceSha256", "other_bytes", report);
        }
        const auto& head = link && pair.ledger_head ? pair.ledger_head : before.ledger_head;
        if (after.ledger_head != head) {
          add("ledgerHead", "not_the_last_line", report);
        }
      }};
}

}  // namespace holdfast::rules
