// Sampling: the other nine are let through.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault checks_every_tenth() {
  return {.summary = "Nine of ten questions are not looked at.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<int>([](const Question& question, const Judge& correct, int& state) {
            return state++ % 10 == 0 ? correct(question) : accepting();
          })};
}

}  // namespace holdfast::zoo
