// A result that was accepted once is accepted for every record.
#include <map>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault caches_by_result() {
  return {
      .summary = "The first verdict on a result stands whatever the record is.",
      .kind = FaultKind::kStateful,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<std::map<std::string, Answer>>(
          [](const Question& question, const Judge& correct, std::map<std::string, Answer>& state) {
            const std::string key = bytes_of(question.after);
            const auto known = state.find(key);
            if (known != state.end()) {
              return known->second;
            }
            return state.emplace(key, correct(question)).first->second;
          })};
}

}  // namespace holdfast::zoo
