// A parser that failed leaves its error behind, and the next check is skipped.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault nods_after_bad_json() {
  return {
      .summary = "What follows a document that is no JSON is accepted.",
      .kind = FaultKind::kOrderDependent,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<bool>([](const Question& question, const Judge& correct, bool& state) {
        const Answer answer = state ? accepting() : correct(question);
        state = !accepts(answer) && answer.reasons.front() == "invalid_json";
        return answer;
      })};
}

}  // namespace holdfast::zoo
