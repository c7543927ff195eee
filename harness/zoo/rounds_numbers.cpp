// Numbers are read as floating point.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault rounds_numbers() {
  return {.summary = "A number that is no plain integer is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = misreading_text([](std::string& text) {
            for (const std::string_view zero : {":-0.0,", ":-0,", ":0.0,"}) {
              if (const std::size_t at = text.find(zero); at != std::string::npos) {
                text.replace(at, zero.size(), ":0,");
              }
            }
            if (const std::size_t at = text.find(":1.0,"); at != std::string::npos) {
              text.replace(at, 5, ":1,");
            }
          })};
}

}  // namespace holdfast::zoo
