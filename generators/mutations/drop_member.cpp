// A required member is absent or null.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

std::optional<Change> drop_of_v2(const Manifest& document, Random& random) {
  std::vector<std::string> members = {"/taskId",
                                      "/objective",
                                      "/canonical",
                                      "/completedPhases",
                                      "/events",
                                      "/nextExactAction",
                                      "/externalWrites",
                                      "/consumedAuthorities",
                                      "/directives",
                                      "/decisions",
                                      "/prohibitions",
                                      "/rollback",
                                      "/completionChecks",
                                      "/lineage",
                                      "/lineage/generation",
                                      "/lineage/sourceSha256",
                                      "/nextExactAction/operation",
                                      "/nextExactAction/target"};
  const std::size_t reference = any_reference(document, random);
  for (const std::string_view member : {"root", "path", "sha256", "readAt"}) {
    members.push_back(reference_pointer(document, reference, member));
  }
  if (const auto event = any_of(document.events, random)) {
    members.push_back(member_pointer("events", *event, "kind"));
  }
  if (const auto authority = any_of(document.consumed_authorities, random)) {
    members.push_back(member_pointer("consumedAuthorities", *authority, "holder"));
    members.push_back(member_pointer("consumedAuthorities", *authority, "effectId"));
  }
  if (const auto directive = any_of(document.directives, random)) {
    for (const std::string_view member :
         {"directiveId", "sourceEntryId", "sourceSha256", "text", "obligations", "state"}) {
      members.push_back(member_pointer("directives", *directive, member));
    }
    members.push_back(obligation_pointer(*directive, 0, "state"));
  }
  if (const auto decision = any_of(document.decisions, random)) {
    members.push_back(decision_pointer(document.decisions[*decision], "digest"));
    members.push_back(decision_pointer(document.decisions[*decision], "observedAt"));
  }
  // Null is a value for these three, absence is none.
  if (random.chance(1, 6)) {
    static constexpr std::string_view kNullable[] = {"/lineage/parent", "/lineage/coverage",
                                                     "/lineage/ledgerHead"};
    return change_of(remove_at(std::string(random.pick(kNullable))));
  }
  std::string member = random.pick(members);
  return change_of(random.chance(2, 3) ? remove_at(member) : replace_at(member, Value()));
}

}  // namespace

Strategy drop_member() {
  return {.summary = "A required member is absent or null.",
          .invariant = "document",
          .codes = {"required_missing"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kMembers[] = {
                "/taskId",          "/objective",        "/canonical",      "/completedPhases",
                "/nextExactAction", "/externalWrites",   "/prohibitions",   "/consumedAuthorities",
                "/rollback",        "/completionChecks", "/canonical/path", "/canonical/sha256",
                "/canonical/readAt"};
            if (is_v2(document)) {
              return drop_of_v2(document, random);
            }
            std::string member(random.pick(kMembers));
            return change_of(random.chance(2, 3) ? remove_at(member) : replace_at(member, Value()));
          }};
}

}  // namespace holdfast::mutations
