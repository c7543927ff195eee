// A recipe composes compactors into a runtime: runtime-recipe/v1, a JSON document, so that a user
// adds one without a compiler. The bundled ones lie in generators/recipes/ and are part of the
// program; a file's name is the runtime's name.
//
//   {"schema": "runtime-recipe/v1", "name": "yoi", "comment": "...",
//    "stages": [{"model": "prune_first", "parameters": {"protect_tokens": 8000}}, ...]}
//
// The first stage is the outermost: it sees the context before the others and their outcome after.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "generators/compactor.h"

namespace holdfast {

inline constexpr std::string_view kRuntimeRecipeV1 = "runtime-recipe/v1";

struct Stage {
  const Compactor* compactor = nullptr;
  Parameters parameters;
};

struct Recipe {
  std::string name;
  std::string comment;
  std::vector<Stage> stages;

  bool needs_archive() const;
};

// Errors: no JSON, another schema, unknown members, no stage, an unknown model, parameters that it
// does not have or cannot use. `where` names the file.
Result<Recipe> read_recipe(std::string_view bytes, const std::string& where);

struct BundledRecipe {
  std::string_view name;
  std::string_view bytes;
};
std::span<const BundledRecipe> bundled_recipes();  // generated; in the order of their names
// By its name, or by a path where the name holds a "/" or ends in ".json".
Result<Recipe> find_recipe(const std::string& name);

// The same pipeline with the ledger around it.
Recipe with_ledger(Recipe recipe);

Context run_recipe(const Recipe& recipe, Turn turn);

}  // namespace holdfast
