// An id is no visible name in NFC: with a space, something invisible, or a letter taken apart. Two
// readers take two ids for one.
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

Strategy bad_id_form() {
  return {.summary = "An id holds a space or something invisible, or is not in NFC.",
          .invariant = "document",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }

            static constexpr std::string_view kBehind[] = {
                " ",       " 2",       "\u200B", "\u00A0", "\u3000",
                "e\u0301", "か\u3099", "\u00AD", "\uFEFF", "\t"};
            const std::vector<std::string> pointers = id_pointers(document, random);
            const std::string pointer = random.pick(pointers);
            const Value whole = to_value(document);
            return change_of(replace_at(pointer, resolve_pointer(whole, pointer)->text() +
                                                     std::string(random.pick(kBehind))));
          }};
}

}  // namespace holdfast::mutations
