// The schema has to stand first.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_member_order() {
  return {.summary = "Another order of the members is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {},
          .judge = refusing_text("schema_unknown", [](std::string_view text) {
            const std::size_t name = text.find("\"schema\"");
            return name != text.npos && name > text.find("\"taskId\"");
          })};
}

}  // namespace holdfast::zoo
