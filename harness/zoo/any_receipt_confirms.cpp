// A receipt is there, and for which effect is not asked.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault any_receipt_confirms() {
  return {.summary = "A receipt for one write confirms another.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.evidence != nullptr &&
                judged.question.evidence->find("receipts") != nullptr) {
              judged.drop("external_write_dropped_or_changed");
            }
          })};
}

}  // namespace holdfast::zoo
