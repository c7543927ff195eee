// An id is empty, or holds nothing that a reader sees: nobody can ask for what it names.
#include <utility>

#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// One id of each kind that the document has; those of writes are judged by a rule of their own.
std::vector<std::string> id_pointers(const Manifest& document, Random& random) {
  std::vector<std::string> pointers = {
      "/taskId", reference_pointer(document, any_reference(document, random), "root")};
  if (const auto event = any_of(document.events, random)) {
    pointers.push_back(member_pointer("events", *event, "eventId"));
  }
  if (const auto authority = any_of(document.consumed_authorities, random)) {
    pointers.push_back(member_pointer("consumedAuthorities", *authority, "authorityId"));
    pointers.push_back(member_pointer("consumedAuthorities", *authority, "effectId"));
  }
  if (const auto directive = any_of(document.directives, random)) {
    pointers.push_back(member_pointer("directives", *directive, "directiveId"));
    pointers.push_back(member_pointer("directives", *directive, "sourceEntryId"));
    pointers.push_back(obligation_pointer(*directive, 0, "obligationId"));
  }
  return pointers;
}

}  // namespace

Strategy blank_ids() {
  return {.summary = "An id is empty, or holds nothing that a reader sees.",
          .invariant = "document",
          .codes = {"required_missing"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }

            const std::vector<std::string> pointers = id_pointers(document, random);
            std::string pointer = random.pick(pointers);
            return change_of(replace_at(std::move(pointer), invisible_text(random)));
          }};
}

}  // namespace holdfast::mutations
