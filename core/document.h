// One side of a check after reading: a valid manifest, or the findings that say why it is none.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "core/json.h"
#include "core/manifest.h"
#include "core/rule.h"

namespace holdfast {

struct ReadOptions {
  JsonLimits limits;
  ActionRules action;
  // Only tests pass another set: `all()` less the rule whose power they measure.
  std::span<const Rule> rules = rules::all();
};

struct Document {
  std::string sha256;                // of the bytes; empty when it came as a Value or not at all
  std::optional<Manifest> manifest;  // present exactly when there are no findings
  std::vector<Finding> findings;
};

// nullopt: nothing came (`before_missing`, `after_missing`); so do no bytes at all.
Document read_document(std::optional<std::string_view> bytes, Side side,
                       const ReadOptions& options = {});
// The same judgement of a document that is a tree already.
Document read_document_value(const Value& value, Side side, const ReadOptions& options = {});

// What every document is read with, whatever its schema: each node of the tree judged by each rule,
void judge_shape(const Value& value, const Shape& shape, Side side, const ReadOptions& options,
                 std::vector<Finding>& findings);
// and what the JSON reader refused.
void add_json_faults(std::vector<JsonFault> faults, Side side, std::vector<Finding>& findings);

}  // namespace holdfast
