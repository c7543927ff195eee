// A value has another type than its member asks for.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

std::optional<Change> change_of_v2(const Manifest& document, Random& random) {
  std::vector<std::string> pointers = {
      "/taskId",   "/objective", "/nextExactAction/operation", "/nextExactAction/target",
      "/rollback", "/lineage",   "/lineage/sourceSha256",      "/decisions"};
  const std::size_t reference = any_reference(document, random);
  for (const std::string_view member : {"root", "path", "sha256", "readAt"}) {
    pointers.push_back(reference_pointer(document, reference, member));
  }
  if (const auto directive = any_of(document.directives, random)) {
    pointers.push_back(member_pointer("directives", *directive, "text"));
    pointers.push_back(member_pointer("directives", *directive, "state"));
    pointers.push_back(obligation_pointer(*directive, 0, "kind"));
  }
  const std::string pointer = random.pick(pointers);
  const Value whole = to_value(document);
  switch (random.below(7)) {
    case 0:
      return change_of(replace_at("/nextExactAction", document.next_exact_action.target));
    case 1:
      return change_of(replace_at("", Value::array({whole})));
    case 2:
      return change_of(replace_at(pointer, 17));
    case 3:
      return change_of(replace_at(pointer, true));
    case 4:
      return change_of(
          replace_at("/lineage/generation", std::to_string(document.lineage.generation)));
    case 5:
      return change_of(replace_at("/lineage/parent", 2));
    default:
      return change_of(replace_at(pointer, Value::array({*resolve_pointer(whole, pointer)})));
  }
}

}  // namespace

Strategy wrong_type() {
  return {
      .summary = "A value has another type than its member asks for.",
      .invariant = "document",
      .codes = {"invalid_value"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        static constexpr std::string_view kTexts[] = {
            "/taskId",         "/objective",        "/nextExactAction", "/rollback",
            "/canonical/path", "/canonical/sha256", "/canonical/readAt"};
        if (is_v2(document)) {
          return change_of_v2(document, random);
        }
        switch (random.below(7)) {
          case 0:
            return change_of(replace_at("/canonical", document.canonical[0].path));
          case 1:
            return change_of(replace_at("", Value::array({to_value(document)})));
          case 2:
            return change_of(replace_at(std::string(random.pick(kTexts)), 17));
          case 3:
            return change_of(replace_at(std::string(random.pick(kTexts)), true));
          case 4:
            return change_of(replace_at(std::string(random.pick(kTexts)), Value::object()));
          default: {
            const std::string pointer(random.pick(kTexts));
            const Value whole = to_value(document);
            return change_of(replace_at(pointer, Value::array({*resolve_pointer(whole, pointer)})));
          }
        }
      }};
}

}  // namespace holdfast::mutations
