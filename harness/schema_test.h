// The published JSON Schemas (core/schemas/) behind one small class, so that the validator's
// headers are compiled once, in schemas_test.cpp. For tests only.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/value.h"

namespace holdfast {

// A draft-7 schema. One that the validator cannot compile accepts nothing and says why in `fault`.
class JsonSchema {
 public:
  explicit JsonSchema(const nlohmann::json& schema);
  ~JsonSchema();

  const std::string& fault() const { return fault_; }
  bool accepts(const nlohmann::json& document) const;
  bool accepts(const Value& document) const;
  // Why not, with places; the document is one that a test made.
  std::string explain(const nlohmann::json& document) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
  std::string fault_;
};

// "verdict-v1" -> the file's content.
nlohmann::json schema_json(const std::string& stem);
// The same document for the other library.
nlohmann::json to_nlohmann(const Value& value);

}  // namespace holdfast
