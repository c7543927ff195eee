// The message of the last refusal is shown again.
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault repeats_the_last_reason() {
  return {.summary = "A refusal has the reasons of the refusal before.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<std::vector<std::string>>(
              [](const Question& question, const Judge& correct, std::vector<std::string>& last) {
                Answer answer = correct(question);
                if (!accepts(answer)) {
                  last.swap(answer.reasons);
                  if (answer.reasons.empty()) {
                    answer.reasons = last;
                  }
                }
                return answer;
              })};
}

}  // namespace holdfast::zoo
