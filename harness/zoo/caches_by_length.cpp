// The key of the cache is far too short.
#include <map>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault caches_by_length() {
  return {
      .summary = "The first verdict on a record and a length stands for all later ones.",
      .kind = FaultKind::kStateful,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<std::map<std::string, Answer>>(
          [](const Question& question, const Judge& correct, std::map<std::string, Answer>& state) {
            const std::string key =
                bytes_of(question.before) + std::to_string(bytes_of(question.after).size());
            const auto known = state.find(key);
            if (known != state.end()) {
              return known->second;
            }
            return state.emplace(key, correct(question)).first->second;
          })};
}

}  // namespace holdfast::zoo
