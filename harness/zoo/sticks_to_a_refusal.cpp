// A refusal is not reset.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault sticks_to_a_refusal() {
  return {
      .summary = "What follows a refusal of a write is refused.",
      .kind = FaultKind::kOrderDependent,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<bool>([](const Question& question, const Judge& correct, bool& state) {
        const Answer answer = correct(question);
        const bool refused = state;
        state = !accepts(answer) && answer.reasons.front().starts_with("external_write");
        return refused ? refusing_with("external_write_dropped_or_changed") : answer;
      })};
}

}  // namespace holdfast::zoo
