// A rule grows softer from round to round, and each step is small.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_should_for_must() {
  return {.summary = "A prohibition that was made softer is the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = comparing_items(&Manifest::prohibitions, [](std::string_view text) {
            std::string soft(text);
            const std::size_t at = soft.find("must");
            return at == std::string::npos ? soft : soft.replace(at, 4, "should");
          })};
}

}  // namespace holdfast::zoo
