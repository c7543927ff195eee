#include "generators/recipe.h"

#include <algorithm>

#include "core/check.h"
#include "core/file.h"
#include "core/json.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

Error recipe_error(const std::string& where, const std::string& pointer, std::string what,
                   std::string remedy) {
  return {ErrorCode::kInput, std::move(what), pointer.empty() ? where : where + ": " + pointer,
          std::move(remedy)};
}

std::string names_of_models() {
  std::string names;
  for (const Compactor& compactor : compactors::all()) {
    names += (names.empty() ? "" : ", ") + std::string(compactor.name);
  }
  return names;
}

Result<Stage> read_stage(const Value& value, const std::string& where, const std::string& pointer) {
  const Value* model = value.find("model");
  const Value* given = value.find("parameters");
  const std::size_t known = (model != nullptr ? 1U : 0U) + (given != nullptr ? 1U : 0U);
  if (!value.is_object() || model == nullptr || !model->is_string() || known != value.size()) {
    return recipe_error(where, pointer, "is no stage",
                        "write {\"model\": \"...\", \"parameters\": {...}} and nothing else");
  }
  Stage stage;
  stage.compactor = find_compactor(model->text());
  if (stage.compactor == nullptr) {
    return recipe_error(where, pointer + "/model",
                        "no model is called '" + printable(shown_name(model->text())) + "'",
                        "there are: " + names_of_models());
  }
  Result<Parameters> parameters =
      Parameters::over(stage.compactor->parameters, given != nullptr ? *given : Value());
  if (!parameters) {
    return recipe_error(where, pointer + "/parameters" + parameters.error().where,
                        parameters.error().what, parameters.error().remedy);
  }
  if (stage.compactor->fault != nullptr) {
    if (std::string fault = stage.compactor->fault(*parameters); !fault.empty()) {
      return recipe_error(where, pointer + "/parameters", std::move(fault),
                          "see holdfast simulate --list for what the model takes");
    }
  }
  stage.parameters = std::move(*parameters);
  return stage;
}

bool take_text(const Value& document, std::string_view name, std::string& out) {
  const Value* value = document.find(name);
  if (value == nullptr || !value->is_string()) {
    return false;
  }
  out = value->text();
  return true;
}

}  // namespace

bool Recipe::needs_archive() const {
  return std::any_of(stages.begin(), stages.end(),
                     [](const Stage& stage) { return stage.compactor->needs_archive; });
}

Result<Recipe> read_recipe(std::string_view bytes, const std::string& where) {
  const JsonReading reading = read_json(bytes);
  if (!reading.value) {
    const JsonFault& fault = reading.faults.front();
    return recipe_error(where, fault.pointer,
                        "is no JSON document (" + std::string(fault.code) + ")",
                        "write one JSON object in UTF-8");
  }
  const Value& document = *reading.value;
  Recipe recipe;
  std::string schema;
  if (!document.is_object() || !take_text(document, "schema", schema) ||
      schema != kRuntimeRecipeV1) {
    return recipe_error(where, "/schema", "is no runtime-recipe/v1",
                        "add \"schema\": \"runtime-recipe/v1\"");
  }
  for (const std::string& name : document.names()) {
    if (name != "schema" && name != "name" && name != "comment" && name != "stages") {
      return recipe_error(where, "/" + escape_pointer_token(printable(shown_name(name))),
                          "is no member of a recipe", "there are: schema, name, comment, stages");
    }
  }
  if (!take_text(document, "name", recipe.name) || !is_visible_name(recipe.name)) {
    return recipe_error(where, "/name", "is no name", "use visible characters, no spaces");
  }
  if (document.find("comment") != nullptr && !take_text(document, "comment", recipe.comment)) {
    return recipe_error(where, "/comment", "is no text", "write a text, or leave it out");
  }
  const Value* stages = document.find("stages");
  if (stages == nullptr || !stages->is_array() || stages->size() == 0) {
    return recipe_error(where, "/stages", "holds no stage", "a recipe has at least one");
  }
  for (std::size_t i = 0; i < stages->size(); ++i) {
    Result<Stage> stage = read_stage(stages->items()[i], where, "/stages/" + std::to_string(i));
    if (!stage) {
      return stage.error();
    }
    recipe.stages.push_back(std::move(*stage));
  }
  return recipe;
}

Result<Recipe> find_recipe(const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".json")) {
    Result<std::string> bytes = read_file(name);
    return bytes ? read_recipe(*bytes, name) : Result<Recipe>(bytes.error());
  }
  std::string names;
  for (const BundledRecipe& bundled : bundled_recipes()) {
    if (bundled.name == name) {
      Result<Recipe> recipe = read_recipe(bundled.bytes, "generators/recipes/" + name + ".json");
      CHECK(recipe.ok());
      return recipe;
    }
    names += (names.empty() ? "" : ", ") + std::string(bundled.name);
  }
  return Error{ErrorCode::kUsage, "no runtime is called '" + printable(shown_name(name)) + "'", "",
               "there are: " + names + "; or give the path of a recipe"};
}

Recipe with_ledger(Recipe recipe) {
  Stage stage;
  stage.compactor = find_compactor("ledger");
  CHECK(stage.compactor != nullptr);
  stage.parameters = *Parameters::over(stage.compactor->parameters, {});
  recipe.stages.insert(recipe.stages.begin(), std::move(stage));
  return recipe;
}

namespace {

Context run_from(const std::vector<Stage>& stages, std::size_t index, Turn turn) {
  if (index == stages.size()) {
    return std::move(turn.context);
  }
  const Stage& stage = stages[index];
  return stage.compactor->compact(std::move(turn), stage.parameters, [&stages, index](Turn rest) {
    return run_from(stages, index + 1, std::move(rest));
  });
}

}  // namespace

Context run_recipe(const Recipe& recipe, Turn turn) {
  Context context = run_from(recipe.stages, 0, std::move(turn));
  for (Message& message : context.messages) {
    message.view.reset();
  }
  return context;
}

}  // namespace holdfast
