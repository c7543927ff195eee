// The rules of the version before stay in force.
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault mixes_up_versions() {
  return {.summary = "A v1 document after a v2 document is accepted unseen.",
          .kind = FaultKind::kOrderDependent,
          .versions = kV1Only,
          .fields = {},
          .judge = remembering<std::string>(
              [](const Question& question, const Judge& correct, std::string& state) {
                const std::string schema = member_of(question.before, "schema");
                const bool other = state == kManifestV2 && schema == kManifestV1;
                state = schema;
                return other ? accepting() : correct(question);
              })};
}

}  // namespace holdfast::zoo
