// Approved text is bytes; here half of its words will do.
#include <sstream>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

namespace {

bool shared_words(const std::string& before, const std::string& after) {
  std::istringstream words(before);
  int all = 0;
  int shared = 0;
  for (std::string word; words >> word; ++all) {
    shared += after.find(word) != std::string::npos ? 1 : 0;
  }
  return shared * 2 >= all;
}

}  // namespace

ZooFault takes_similar_directives() {
  return {.summary = "A directive that shares half of its words is the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Directive& directive : after.directives) {
              for (const Directive& known : before.directives) {
                if (known.directive_id == directive.directive_id &&
                    shared_words(known.text, directive.text)) {
                  directive.text = known.text;
                }
              }
            }
          })};
}

}  // namespace holdfast::zoo
