// What the documents about decisions share in being read: one closed object of a known schema, with
// all of its faults as findings. Only core/decision_*.cpp include this.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "core/json.h"

namespace holdfast::internal {

struct DecisionTree {
  std::string sha256;          // of the bytes; empty when it came as a Value or not at all
  std::optional<Value> value;  // an object of that schema; absent with findings
  std::vector<Finding> findings;
};

// Nothing, no bytes and `null` are `required_missing`.
DecisionTree read_decision_tree(std::optional<std::string_view> bytes, std::string_view schema,
                                const JsonLimits& limits);
DecisionTree decision_tree_of(const Value& value, std::string_view schema);

void add_fault(std::vector<Finding>& findings, std::string_view code, std::string_view field,
               std::string pointer, std::string_view reason = {});

// Says on each finding which document its pointer leads into, and sorts.
void finish_faults(std::vector<Finding>& findings, std::string_view document, Side side);

}  // namespace holdfast::internal
