// An empty answer is read as: nothing has changed.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_nothing_for_unchanged() {
  return {.summary = "Nothing at all counts as the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = []() -> Judge {
            return [correct = correct_judge()](const Question& question) {
              const bool nothing = bytes_of(question.after).empty();
              return nothing ? accepting() : correct(question);
            };
          }};
}

}  // namespace holdfast::zoo
