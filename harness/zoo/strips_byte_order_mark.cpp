// A mark at the start is skipped, as editors do.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault strips_byte_order_mark() {
  return {.summary = "A byte-order mark is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            if (text.starts_with("\xEF\xBB\xBF")) {
              text.erase(0, 3);
            }
          })};
}

}  // namespace holdfast::zoo
