// What was proven once is believed for every later question.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault keeps_evidence() {
  return {
      .summary = "The last evidence is used again where none comes.",
      .kind = FaultKind::kStateful,
      .versions = kV2Only,
      .fields = {},
      .judge = remembering<Value>([](const Question& question, const Judge& correct, Value& state) {
        if (question.evidence != nullptr) {
          state = *question.evidence;
        }
        Question kept = question;
        kept.evidence = state.is_null() ? nullptr : &state;
        return correct(kept);
      })};
}

}  // namespace holdfast::zoo
