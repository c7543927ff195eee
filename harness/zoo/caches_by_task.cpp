// One verdict a task is kept and given again.
#include <map>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault caches_by_task() {
  return {
      .summary = "The first verdict on a task stands for all later ones.",
      .kind = FaultKind::kStateful,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<std::map<std::string, Answer>>(
          [](const Question& question, const Judge& correct, std::map<std::string, Answer>& state) {
            const std::string key = member_of(question.before, "taskId");
            const auto known = state.find(key);
            if (known != state.end()) {
              return known->second;
            }
            return state.emplace(key, correct(question)).first->second;
          })};
}

}  // namespace holdfast::zoo
