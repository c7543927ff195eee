// The last answer is a default for the next one.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault nods_after_an_acceptance() {
  return {
      .summary = "What follows an acceptance is accepted.",
      .kind = FaultKind::kOrderDependent,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<bool>([](const Question& question, const Judge& correct, bool& state) {
        const Answer answer = state ? accepting() : correct(question);
        state = accepts(answer) && !state;
        return answer;
      })};
}

}  // namespace holdfast::zoo
