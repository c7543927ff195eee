// After so many questions it only nods.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault tires_after_a_hundred() {
  return {.summary = "From the hundredth question on everything is accepted.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<int>([](const Question& question, const Judge& correct, int& state) {
            return ++state > 100 ? accepting() : correct(question);
          })};
}

}  // namespace holdfast::zoo
