#include "core/decision_reading.h"

#include <algorithm>

#include "core/document.h"
#include "core/sha256.h"

namespace holdfast::internal {

void add_fault(std::vector<Finding>& findings, std::string_view code, std::string_view field,
               std::string pointer, std::string_view reason) {
  findings.push_back({.code = std::string(code),
                      .side = Side::kAfter,
                      .link = std::nullopt,
                      .field = std::string(field),
                      .item = std::move(pointer),
                      .detail = reason.empty() ? Value() : Value::object({{"reason", reason}})});
}

DecisionTree decision_tree_of(const Value& value, std::string_view schema) {
  DecisionTree tree;
  if (value.is_null()) {
    add_fault(tree.findings, "required_missing", {}, {}, "nothing_came");
    return tree;
  }
  if (!value.is_object()) {
    add_fault(tree.findings, "invalid_value", {}, {}, "the document is no object");
    return tree;
  }
  const Value* name = value.find("schema");
  if (name != nullptr && *name != Value(schema)) {
    add_fault(tree.findings, "schema_unknown", "schema", {});
    return tree;
  }
  if (name == nullptr) {
    add_fault(tree.findings, "required_missing", "schema", "/schema");
    return tree;
  }
  tree.value = value;
  return tree;
}

DecisionTree read_decision_tree(std::optional<std::string_view> bytes, std::string_view schema,
                                const JsonLimits& limits) {
  if (!bytes || bytes->empty()) {
    return decision_tree_of(Value(), schema);
  }
  JsonReading reading = read_json(*bytes, limits);
  DecisionTree tree;
  if (reading.value) {
    tree = decision_tree_of(*reading.value, schema);
  }
  add_json_faults(std::move(reading.faults), Side::kAfter, tree.findings);
  tree.sha256 = sha256_hex(*bytes);
  return tree;
}

void finish_faults(std::vector<Finding>& findings, std::string_view document, Side side) {
  for (Finding& finding : findings) {
    if (finding.detail.is_null()) {
      finding.detail = Value::object();
    }
    finding.detail.set("document", document);
    finding.side = side;
  }
  std::sort(findings.begin(), findings.end());
}

}  // namespace holdfast::internal
