// A required text is empty, or holds nothing that a reader sees: zero-width and no-break spaces, a
// Hangul filler, a blank Braille cell. A verifier that trims ASCII space takes them for a text.
#include <utility>

#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// One of each kind that the document has; a write's texts are judged by a rule of their own.
std::vector<std::string> texts_of_v2(const Manifest& document, Random& random) {
  std::vector<std::string> pointers = {"/taskId", "/objective", "/nextExactAction/operation",
                                       "/nextExactAction/target", "/rollback"};
  const std::size_t reference = any_reference(document, random);
  for (const std::string_view member : {"root", "path", "sha256", "readAt"}) {
    pointers.push_back(reference_pointer(document, reference, member));
  }
  if (const auto directive = any_of(document.directives, random)) {
    pointers.push_back(member_pointer("directives", *directive, "text"));
    pointers.push_back(member_pointer("directives", *directive, "sourceEntryId"));
    pointers.push_back(obligation_pointer(*directive, 0, "text"));
  }
  if (const auto decision = any_of(document.decisions, random)) {
    pointers.push_back(decision_pointer(document.decisions[*decision], "source"));
  }
  return pointers;
}

}  // namespace

Strategy blank_required_text() {
  return {.summary = "A required text is empty, or holds nothing that a reader sees.",
          .invariant = "document",
          .codes = {"required_missing"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kTexts[] = {"/taskId",          "/objective",
                                                          "/nextExactAction", "/rollback",
                                                          "/canonical/path",  "/canonical/sha256"};
            if (is_v2(document)) {
              const std::vector<std::string> pointers = texts_of_v2(document, random);
              std::string pointer = random.pick(pointers);
              return change_of(replace_at(std::move(pointer), invisible_text(random)));
            }
            std::string pointer(random.pick(kTexts));
            return change_of(replace_at(std::move(pointer), invisible_text(random)));
          }};
}

}  // namespace holdfast::mutations
