// The naive verifier: every text of before occurs somewhere in after.
#include "core/json.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault finds_text_anywhere() {
  return {.summary = "A text counts as kept wherever it stands.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            const std::string all = write_compact_json(to_value(after));
            bool kept = before.version == after.version;
            Manifest texts = before;
            for_each_text(texts, [&](std::string& text) {
              std::string literal;
              append_json_string(literal, text);
              kept = kept && all.find(literal) != std::string::npos;
            });
            return kept;
          })};
}

}  // namespace holdfast::zoo
