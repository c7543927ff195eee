// The record is read when it starts, and never again.
#include <string>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault keeps_a_stale_record() {
  return {.summary = "Every result is compared with the first record.",
          .kind = FaultKind::kStateful,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<std::string>(
              [](const Question& question, const Judge& correct, std::string& state) {
                if (state.empty()) {
                  state = bytes_of(question.before);
                }
                Question stale = question;
                stale.before = {SubjectDocument::Form::kText, nullptr, state};
                return correct(stale);
              })};
}

}  // namespace holdfast::zoo
