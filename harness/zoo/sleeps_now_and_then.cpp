// A race, now and then: the answer is there before the check is.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault sleeps_now_and_then() {
  return {.summary = "Every fortieth question is accepted unseen.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<int>([](const Question& question, const Judge& correct, int& state) {
            return ++state % 40 == 0 ? accepting() : correct(question);
          })};
}

}  // namespace holdfast::zoo
