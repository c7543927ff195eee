// Every text that ever came back is known from then on.
#include <map>
#include <string>
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault learns_from_results() {
  return {
      .summary = "A prohibition that was invented once may be invented again.",
      .kind = FaultKind::kStateful,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<std::map<std::string, int>>(
          [](const Question& question, const Judge& correct, std::map<std::string, int>& state) {
            const Answer answer = correct(question);
            const bool only = answer.reasons == std::vector<std::string>{"prohibitions_invented"};
            return only && ++state[member_of(question.before, "taskId").substr(0, 1)] > 1
                       ? accepting()
                       : answer;
          })};
}

}  // namespace holdfast::zoo
