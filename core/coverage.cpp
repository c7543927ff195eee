#include "core/coverage.h"

namespace holdfast {
namespace {

// More covered than should be is an overlap, less a gap.
void report_if(bool faulty, CoverageFault found, CoverageFault wanted, std::string_view member,
               std::string_view reason, Report& report) {
  if (faulty && found == wanted) {
    report.add("lineage", "/lineage/coverage" + std::string(member),
               Value::object({{"reason", reason}}));
  }
}

CoverageFault by_order(std::int64_t is, std::int64_t should, CoverageFault where_more) {
  const CoverageFault other =
      where_more == CoverageFault::kGap ? CoverageFault::kOverlap : CoverageFault::kGap;
  return is > should ? where_more : other;
}

const Value* integer(const Value& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->is_integer() && value->integer() >= 0 ? value : nullptr;
}

}  // namespace

void report_coverage_of(const Node& node, CoverageFault fault, Report& report) {
  if (node.shape == nullptr || node.value == nullptr || node.name != "coverage" ||
      node.field() != "lineage") {
    return;
  }
  const Value* generation = integer(*node.parent->value, "generation");
  if (generation != nullptr && generation->integer() > 0 && node.value->is_null()) {
    report_if(true, CoverageFault::kGap, fault, "", "no_coverage", report);
  }
  if (generation != nullptr && generation->integer() == 0 && node.value->is_object()) {
    report_if(true, CoverageFault::kOverlap, fault, "", "coverage_of_first", report);
  }
  const Value* from = integer(*node.value, "fromSeq");
  const Value* to = integer(*node.value, "toSeq");
  const Value* tail = integer(*node.value, "tailFromSeq");
  if (from == nullptr || to == nullptr || tail == nullptr) {
    return;
  }
  report_if(from->integer() > to->integer(), CoverageFault::kGap, fault, "", "nothing_folded",
            report);
  report_if(tail->integer() != to->integer() + 1,
            by_order(tail->integer(), to->integer() + 1, CoverageFault::kGap), fault,
            "/tailFromSeq", "not_behind_the_last_folded", report);
}

void report_coverage(const Pair& pair, CoverageFault fault, Report& report) {
  const auto& before = pair.record.lineage.coverage;
  const auto& after = pair.after.lineage.coverage;
  if (pair.step == Step::kOrigin || pair.after.version == Version::kV1) {
    return;
  }
  if (pair.step == Step::kLink) {
    // A later first entry leaves a gap, an earlier one folds entries again. A missing share is a
    // fault of the document alone.
    const std::int64_t next = before ? before->tail_from_seq : 1;
    if (after) {
      report_if(after->from_seq != next, by_order(after->from_seq, next, CoverageFault::kGap),
                fault, "/fromSeq", "not_the_next_entry", report);
    }
    return;
  }
  if (before.has_value() != after.has_value()) {
    report_if(true, after ? CoverageFault::kOverlap : CoverageFault::kGap, fault, "",
              "differs_from_the_record", report);
  } else if (before && after) {
    report_if(after->from_seq != before->from_seq,
              by_order(after->from_seq, before->from_seq, CoverageFault::kGap), fault, "/fromSeq",
              "differs_from_the_record", report);
    report_if(after->to_seq != before->to_seq,
              by_order(after->to_seq, before->to_seq, CoverageFault::kOverlap), fault, "/toSeq",
              "differs_from_the_record", report);
  }
}

}  // namespace holdfast
