// An alarm that was given ten times is muted, for everyone.
#include <map>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault mutes_known_alarms() {
  return {
      .summary = "The eleventh refusal with one reason is an acceptance.",
      .kind = FaultKind::kStateful,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<std::map<std::string, int>>(
          [](const Question& question, const Judge& correct, std::map<std::string, int>& state) {
            const Answer answer = correct(question);
            return accepts(answer) || ++state[answer.reasons.front()] <= 10 ? answer : accepting();
          })};
}

}  // namespace holdfast::zoo
