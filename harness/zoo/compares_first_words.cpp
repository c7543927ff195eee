// The operation is its first word; what follows is detail.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault compares_first_words() {
  return {.summary = "Next actions with the same first word are the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kV1Only,
          .fields = {"nextExactAction"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              std::string& text = manifest->next_exact_action.text;
              text.resize(text.find(' ') == std::string::npos ? text.size() : text.find(' '));
            }
          })};
}

}  // namespace holdfast::zoo
