// A required member is absent or null.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_member() {
  return {.summary = "A required member is absent or null.",
          .invariant = "document",
          .codes = {"required_missing"},
          .make = [](const Manifest& /*document*/, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kMembers[] = {
                "/taskId",          "/objective",        "/canonical",      "/completedPhases",
                "/nextExactAction", "/externalWrites",   "/prohibitions",   "/consumedAuthorities",
                "/rollback",        "/completionChecks", "/canonical/path", "/canonical/sha256",
                "/canonical/readAt"};
            std::string member(random.pick(kMembers));
            return change_of(random.chance(2, 3) ? remove_at(member) : replace_at(member, Value()));
          }};
}

}  // namespace holdfast::mutations
