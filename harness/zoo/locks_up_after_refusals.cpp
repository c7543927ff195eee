// After three refusals in all nothing is accepted any more.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault locks_up_after_refusals() {
  return {.summary = "From the third refusal on everything is refused.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<int>([](const Question& question, const Judge& correct, int& state) {
            const Answer answer = correct(question);
            state += accepts(answer) ? 0 : 1;
            return state > 3 ? refusing_with("unexplained_difference") : answer;
          })};
}

}  // namespace holdfast::zoo
