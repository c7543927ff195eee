// A column of fixed width holds the text.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault cuts_prohibitions() {
  return {.summary = "Prohibitions are compared by their first 24 bytes.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = comparing_items(&Manifest::prohibitions,
                                   [](std::string_view text) { return first_bytes_of(text, 24); })};
}

}  // namespace holdfast::zoo
