#include "core/checksum.h"
#include "core/rule.h"

namespace holdfast::rules {

namespace {

void add(std::string_view member, std::string_view reason, Report& report) {
  report.add("lineage", "/lineage/" + std::string(member), Value::object({{"reason", reason}}));
}

// Generation 0 has no parent, every other has one.
void check_document(const Node& node, Report& report) {
  if (node.shape == nullptr || node.value == nullptr || node.name != "parent" ||
      node.shape->form != Form::kChecksum) {
    return;
  }
  const Value* generation = node.parent->value->find("generation");
  if (generation == nullptr || !generation->is_integer() || generation->integer() < 0) {
    return;
  }
  if ((generation->integer() == 0) != node.value->is_null()) {
    report.add(
        node.field(), node.pointer(),
        Value::object({{"reason", node.value->is_null() ? "no_parent" : "parent_of_first"}}));
  }
}

}  // namespace

Rule lineage_parent_mismatch() {
  return {.summary = "The generations jump, or the parent is another manifest than the record.",
          .check_node = check_document,
          .check_pair = [](const Pair& pair, Report& report) {
            const Lineage& before = pair.record.lineage;
            const Lineage& after = pair.after.lineage;
            if (pair.step == Step::kOrigin || pair.after.version == Version::kV1) {
              return;
            }
            const std::int64_t step = pair.step == Step::kLink ? 1 : 0;
            if (after.generation > before.generation + step) {
              add("generation", "jump", report);
            }
            if (step == 0 && after.parent != before.parent) {
              add("parent", "other_parent", report);
            }
            if (step == 1 && match_checksum(pair.record, after.parent) != ChecksumMatch::kEqual) {
              add("parent", "other_parent", report);
            }
          }};
}

}  // namespace holdfast::rules
