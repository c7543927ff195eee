// The document names a schema that nobody knows.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy unknown_schema() {
  return {.summary = "The document names a schema that nobody knows.",
          .invariant = "document",
          .codes = {"schema_unknown"},
          .make = [](const Manifest& /*document*/, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kNames[] = {
                "resume-manifest/v10", "resume-manifest/V1",      "resume-manifest/v1 ",
                "resume-manifest/1",   "resume-manifest",         "",
                "manifest/v1",         "ｒｅｓｕｍｅ-manifest/v1"};
            Value schema = random.chance(1, 8) ? Value(1) : Value(random.pick(kNames));
            return change_of(replace_at("/schema", std::move(schema)));
          }};
}

}  // namespace holdfast::mutations
