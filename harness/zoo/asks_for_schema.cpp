// The schema member is required in every version.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_schema() {
  return {.summary = "An absent schema is refused in v1.",
          .kind = FaultKind::kOverStrict,
          .versions = kV1Only,
          .fields = {"schema"},
          .judge = []() -> Judge {
            return [correct = correct_judge()](const Question& question) {
              const bool absent = bytes_of(question.after).find("\"schema\"") == std::string::npos;
              return absent ? refusing_with("schema_unknown") : correct(question);
            };
          }};
}

}  // namespace holdfast::zoo
