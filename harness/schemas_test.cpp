// The published JSON Schemas: each file compiles and is what its name says, and what Holdfast
// writes fits them. The only file that knows the validator.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/json.h"
#include "core/manifest_test.h"
#include "harness/schema_test.h"

namespace holdfast {

struct JsonSchema::Compiled {
  valijson::Schema schema;
  mutable valijson::Validator validator;  // keeps its compiled regular expressions
};

JsonSchema::JsonSchema(const nlohmann::json& schema) : compiled_(std::make_unique<Compiled>()) {
  try {
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), compiled_->schema);
  } catch (const std::exception& error) {
    compiled_.reset();
    fault_ = error.what();
  }
}
JsonSchema::~JsonSchema() = default;

bool JsonSchema::accepts(const nlohmann::json& document) const {
  return compiled_ != nullptr &&
         compiled_->validator.validate(compiled_->schema,
                                       valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}
bool JsonSchema::accepts(const Value& document) const { return accepts(to_nlohmann(document)); }

std::string JsonSchema::explain(const nlohmann::json& document) const {
  if (compiled_ == nullptr) {
    return fault_;
  }
  valijson::ValidationResults results;
  compiled_->validator.validate(compiled_->schema,
                                valijson::adapters::NlohmannJsonAdapter(document), &results);
  std::string text;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    for (const std::string& part : error.context) {
      text += part;
    }
    text += ": " + error.description + "\n";
  }
  return text;
}

nlohmann::json schema_json(const std::string& stem) {
  return nlohmann::json::parse(read_source_file("core/schemas/" + stem + ".json"), nullptr, false);
}

nlohmann::json to_nlohmann(const Value& value) {
  return nlohmann::json::parse(write_compact_json(value));
}

namespace {

// The members of a schema that hold schemas, by how they hold them.
const std::set<std::string> kOfSchemas = {"properties", "definitions"};
const std::set<std::string> kSchemaLists = {"anyOf", "allOf", "oneOf"};
const std::set<std::string> kSchemas = {
    "additionalProperties", "propertyNames", "items", "not", "if", "then", "else"};
const std::set<std::string> kOthers = {
    "$schema",  "$id",      "$ref",        "title",   "description",   "type",
    "required", "enum",     "const",       "pattern", "minLength",     "maxLength",
    "minItems", "maxItems", "uniqueItems", "minimum", "minProperties", "maxProperties"};

struct Survey {
  std::set<std::string> unknown_words;  // a misspelt keyword would be passed over in silence
  std::set<std::string> references;
  std::set<std::string> schema_names;
  std::vector<std::string> open_objects;
};

void survey(const nlohmann::json& schema, const std::string& at, Survey& found) {
  if (!schema.is_object()) {
    return;
  }
  if (schema.contains("properties") && schema.value("additionalProperties", true)) {
    found.open_objects.push_back(at);
  }
  for (const auto& [key, value] : schema.items()) {
    if (kOfSchemas.count(key) != 0) {
      for (const auto& [name, inner] : value.items()) {
        survey(inner, at + "/" + key + "/" + name, found);
        if (key == "properties" && name == "schema") {
          found.schema_names.insert(inner.value("const", "no name"));
        }
      }
    } else if (kSchemaLists.count(key) != 0 || (key == "items" && value.is_array())) {
      for (const nlohmann::json& inner : value) {
        survey(inner, at + "/" + key, found);
      }
    } else if (kSchemas.count(key) != 0) {
      survey(value, at + "/" + key, found);
    } else if (key == "$ref") {
      found.references.insert(value.get<std::string>());
    } else if (kOthers.count(key) == 0) {
      found.unknown_words.insert(key);
    }
  }
}

std::vector<std::string> schema_stems() {
  std::vector<std::string> stems;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HOLDFAST_SOURCE_DIR) + "/core/schemas")) {
    EXPECT_EQ(entry.path().extension(), ".json");
    stems.push_back(entry.path().stem());
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

TEST(Schemas, ThereIsOneForEachKindOfDocument) {
  EXPECT_EQ(schema_stems(), (std::vector<std::string>{"case-v1",
                                                      "compaction-audit-v1",
                                                      "continuity-log-v1",
                                                      "decision-approval-v1",
                                                      "decision-contract-v1",
                                                      "decision-snapshot-v1",
                                                      "directive-ledger-v1",
                                                      "entries-v1",
                                                      "evidence-v1",
                                                      "resume-manifest-v1",
                                                      "resume-manifest-v2",
                                                      "resume-trace-v1",
                                                      "run-v1",
                                                      "runtime-recipe-v1",
                                                      "simulation-v1",
                                                      "store-current-v1",
                                                      "store-generation-v1",
                                                      "store-rejection-v1",
                                                      "store-verdict-v1",
                                                      "strategy-v1",
                                                      "subject-v1",
                                                      "sweep-v1",
                                                      "verdict-v1"}));
}

TEST(Schemas, AreWholeAndWhatTheirFilesAreCalled) {
  // These documents name no schema; evidence holds approvals, which do.
  const std::map<std::string, std::set<std::string>> other_names = {
      {"directive-ledger-v1", {}},
      {"evidence-v1", {"decision-approval/v1"}},
      {"entries-v1", {}},
      {"subject-v1", {}}};
  for (const std::string& stem : schema_stems()) {
    SCOPED_TRACE(stem);
    const nlohmann::json schema = schema_json(stem);
    ASSERT_TRUE(schema.is_object());
    EXPECT_EQ(JsonSchema(schema).fault(), "");
    std::string title = stem;
    title[title.rfind('-')] = '/';
    EXPECT_EQ(schema.value("title", ""), title);
    EXPECT_EQ(schema.value("$id", ""), stem + ".json");
    EXPECT_EQ(schema.value("$schema", ""), "http://json-schema.org/draft-07/schema#");
    EXPECT_NE(schema.value("description", ""), "");
    Survey found;
    survey(schema, "", found);
    EXPECT_EQ(found.unknown_words, std::set<std::string>{});
    const auto names = other_names.find(stem);
    EXPECT_EQ(found.schema_names,
              names == other_names.end() ? std::set<std::string>{title} : names->second);
    std::set<std::string> definitions;
    const nlohmann::json defined = schema.value("definitions", nlohmann::json::object());
    for (const auto& definition : defined.items()) {
      definitions.insert("#/definitions/" + definition.key());
    }
    EXPECT_EQ(found.references, definitions) << "each is used, each is there";
  }
}

// Only where a rule about one member stands beside a closed form of the object, and in what a
// subject answers.
TEST(Schemas, AreClosed) {
  const std::map<std::string, std::vector<std::string>> open = {
      {"resume-manifest-v2",
       {"/definitions/write/else", "/definitions/write/if", "/properties/lineage/else",
        "/properties/lineage/if", "/properties/lineage/then"}},
      {"run-v1", {"/definitions/bucket/properties/case"}},
      {"subject-v1",
       {"/definitions/compactAnswer", "/definitions/error", "/definitions/helloAnswer",
        "/definitions/verdict", "/definitions/verdict/oneOf", "/definitions/verdict/oneOf"}}};
  for (const std::string& stem : schema_stems()) {
    Survey found;
    survey(schema_json(stem), "", found);
    std::sort(found.open_objects.begin(), found.open_objects.end());
    const auto allowed = open.find(stem);
    EXPECT_EQ(found.open_objects,
              allowed == open.end() ? std::vector<std::string>{} : allowed->second)
        << stem;
  }
}

// The ledger's lines are those of evidence.
TEST(Schemas, SayTheSameOfALedgerLineEverywhere) {
  const nlohmann::json alone = schema_json("directive-ledger-v1");
  const nlohmann::json within = schema_json("evidence-v1");
  for (const auto& [name, definition] : alone["definitions"].items()) {
    EXPECT_EQ(definition, within["definitions"][name]) << name;
  }
  EXPECT_EQ(alone["anyOf"], within["definitions"]["ledgerLine"]["anyOf"]);
  nlohmann::json approval = schema_json("decision-approval-v1");
  for (const char* name : {"$schema", "$id", "title", "description", "definitions"}) {
    approval.erase(name);
  }
  EXPECT_EQ(approval, within["definitions"]["approval"]);
}

}  // namespace
}  // namespace holdfast
