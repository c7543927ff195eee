// A document may be handed in once.
#include <set>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_the_second_time() {
  return {.summary = "What was accepted is refused when it is asked again.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<std::set<std::string>>(
              [](const Question& question, const Judge& correct, std::set<std::string>& state) {
                const Answer answer = correct(question);
                const std::string key = bytes_of(question.before) + bytes_of(question.after);
                return state.insert(key).second || !accepts(answer)
                           ? answer
                           : refusing_with("unexplained_difference");
              })};
}

}  // namespace holdfast::zoo
