// Stash, recovery, restart: afterwards the old orders are thought to be gone.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault closes_by_detour() {
  return {.summary = "A detour closes directives.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misjudging([](const Judged& judged) {
            const Value* ledger = judged.question.evidence == nullptr
                                      ? nullptr
                                      : judged.question.evidence->find("ledger");
            for (std::size_t i = 0; ledger != nullptr && i < ledger->size(); ++i) {
              if (const Value* kind = ledger->items()[i].find("kind");
                  kind != nullptr && *kind == Value("detour_closed")) {
                judged.drop("directive_closed_without_event");
              }
            }
          })};
}

}  // namespace holdfast::zoo
