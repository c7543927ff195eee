// A member appears that the schema does not know. A verifier that ignores it lets a document say
// more than was checked.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// Not inside `arguments`: there any member may stand.
std::string object_of_v2(const Manifest& document, Random& random) {
  std::vector<std::string> objects = {"/nextExactAction", "/lineage"};
  objects.push_back(item_pointer("canonical", any_reference(document, random)));
  if (document.lineage.coverage) {
    objects.emplace_back("/lineage/coverage");
  }
  if (const auto event = any_of(document.events, random)) {
    objects.push_back(item_pointer("events", *event));
  }
  if (const auto authority = any_of(document.consumed_authorities, random)) {
    objects.push_back(item_pointer("consumedAuthorities", *authority));
  }
  if (const auto directive = any_of(document.directives, random)) {
    objects.push_back(item_pointer("directives", *directive));
    objects.push_back(obligation_pointer(*directive, 0));
  }
  if (const auto decision = any_of(document.decisions, random)) {
    objects.push_back("/decisions/" + document.decisions[*decision].name);
  }
  return random.pick(objects);
}

}  // namespace

Strategy unknown_member() {
  return {.summary = "A member appears that the schema does not know.",
          .invariant = "document",
          .codes = {"unknown_field"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            std::string object;
            switch (random.below(3)) {
              case 0:
                break;
              case 1:
                object = is_v2(document) ? object_of_v2(document, random) : "/canonical";
                break;
              default:
                if (!document.external_writes.empty()) {
                  object =
                      item_pointer("externalWrites", random.below(document.external_writes.size()));
                }
            }
            static constexpr std::string_view kNames[] = {
                "notes", "summary", "taskid", "directives", "liftedProhibitions", "__proto__",
                "備考",  "schema ", ""};
            Value value = random.chance(1, 2) ? Value("see above") : Value::array({Value("none")});
            std::string name(random.pick(kNames));
            // A member of v2 that v1 does not know.
            name = is_v2(document) && name == "directives" ? "directive" : name;
            return change_of(add_at(object + "/" + name, std::move(value)));
          }};
}

}  // namespace holdfast::mutations
