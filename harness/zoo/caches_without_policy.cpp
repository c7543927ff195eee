// Evidence is no part of the key of the cache.
#include <map>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault caches_without_policy() {
  return {
      .summary = "A verdict stands whatever the evidence is.",
      .kind = FaultKind::kStateful,
      .versions = kV2Only,
      .fields = {},
      .judge = remembering<std::map<std::string, Answer>>(
          [](const Question& question, const Judge& correct, std::map<std::string, Answer>& state) {
            const std::string key = bytes_of(question.before) + bytes_of(question.after);
            const auto known = state.find(key);
            if (known != state.end()) {
              return known->second;
            }
            return state.emplace(key, correct(question)).first->second;
          })};
}

}  // namespace holdfast::zoo
