// Blank texts are compared like others.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault checks_no_blank_texts() {
  return {.summary = "A blank text is reported as another text.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {},
          .judge = []() -> Judge {
            return [correct = correct_judge()](const Question& question) {
              Answer answer = correct(question);
              for (std::string& reason : answer.reasons) {
                reason = reason == "required_missing" ? "unexplained_difference" : reason;
              }
              return answer;
            };
          }};
}

}  // namespace holdfast::zoo
