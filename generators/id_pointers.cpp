#include "generators/id_pointers.h"

#include "generators/strategy_tools.h"

namespace holdfast {

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

}  // namespace holdfast
