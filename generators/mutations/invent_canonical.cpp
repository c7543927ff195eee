// A source of truth appears that the task does not read.
#include <algorithm>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// A path beneath the root of `near` that no source of truth has.
std::string new_path(const Manifest& document, const CanonicalReference& near, Random& random) {
  std::string path = other_text(TextKind::kPath, near.path, random);
  while (std::any_of(document.canonical.begin(), document.canonical.end(),
                     [&](const CanonicalReference& reference) { return reference.path == path; })) {
    path.insert(0, "new/");
  }
  return path;
}

}  // namespace

Strategy invent_canonical() {
  return {.summary = "A source of truth appears that the task does not read.",
          .invariant = "canonical",
          .codes = {"canonical_reference_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const CanonicalReference& near = document.canonical[any_reference(document, random)];
            const std::size_t place = random.between(0, document.canonical.size());
            const std::string path = new_path(document, near, random);
            return change_of(add_at(item_pointer("canonical", place),
                                    Value::object({{"root", near.root},
                                                   {"path", path},
                                                   {"sha256", new_digest(random)},
                                                   {"readAt", near.read_at}})));
          }};
}

}  // namespace holdfast::mutations
