// Unknown members are dropped by the parser.
#include <algorithm>
#include <iterator>
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_unknown_members() {
  return {.summary = "Members that the schema does not know are let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading([](Value& after) {
            static constexpr std::string_view kKnown[] = {
                "schema",          "taskId",           "objective",          "canonical",
                "events",          "directives",       "decisions",          "lineage",
                "rollback",        "externalWrites",   "prohibitions",       "completedPhases",
                "nextExactAction", "completionChecks", "consumedAuthorities"};
            const std::vector<std::string> names = after.names();
            for (const std::string& name : names) {
              if (std::find(std::begin(kKnown), std::end(kKnown), name) == std::end(kKnown)) {
                after.erase(name);
              }
            }
          })};
}

}  // namespace holdfast::zoo
