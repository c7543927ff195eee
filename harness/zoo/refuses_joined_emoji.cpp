// A zero-width joiner is refused wherever it stands.
#include "core/json.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_joined_emoji() {
  return {.summary = "Emoji that are joined of several are refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {},
          .judge = refusing("invalid_value", [](const Manifest& after) {
            return write_compact_json(to_value(after)).find("\xE2\x80\x8D") != std::string::npos;
          })};
}

}  // namespace holdfast::zoo
