// Two refusals in a row, and the third is let through to make progress.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault stops_after_two_refusals() {
  return {.summary = "The third refusal in a row is an acceptance.",
          .kind = FaultKind::kOrderDependent,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<int>([](const Question& question, const Judge& correct, int& state) {
            const Answer answer = correct(question);
            state = accepts(answer) || state == 2 ? 0 : state + 1;
            return state == 0 ? accepting() : answer;
          })};
}

}  // namespace holdfast::zoo
