// A runtime tries again until it is let through, and this gives in.
#include <set>
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault gives_in_when_asked_again() {
  return {.summary = "What was refused is accepted when it is asked again.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<std::set<std::string>>(
              [](const Question& question, const Judge& correct, std::set<std::string>& state) {
                const Answer answer = correct(question);
                const std::string key = bytes_of(question.before) + bytes_of(question.after);
                return accepts(answer) || state.insert(key).second ? answer : accepting();
              })};
}

}  // namespace holdfast::zoo
