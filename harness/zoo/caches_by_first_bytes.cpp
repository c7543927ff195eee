// The key of the cache is the start of the text.
#include <map>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault caches_by_first_bytes() {
  return {
      .summary = "The first verdict on a record and a start of the text stands for all later ones.",
      .kind = FaultKind::kStateful,
      .versions = kBothVersions,
      .fields = {},
      .judge = remembering<std::map<std::string, Answer>>(
          [](const Question& question, const Judge& correct, std::map<std::string, Answer>& state) {
            const std::string key =
                bytes_of(question.before) + bytes_of(question.after).substr(0, 200);
            const auto known = state.find(key);
            if (known != state.end()) {
              return known->second;
            }
            return state.emplace(key, correct(question)).first->second;
          })};
}

}  // namespace holdfast::zoo
