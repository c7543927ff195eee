#include "core/document.h"

#include <algorithm>

#include "core/sha256.h"

namespace holdfast {
namespace {

class Walk {
 public:
  Walk(Side side, const ReadOptions& options, std::vector<Finding>& findings)
      : side_(side), report_(findings, options.action) {
    for (const Rule& rule : options.rules) {
      if (rule.check_node != nullptr) {
        rules_.push_back(&rule);
      }
    }
  }

  void visit(const Node& node) {
    for (const Rule* rule : rules_) {
      report_.begin(rule->name, side_);
      rule->check_node(node, report_);
    }
    if (node.value == nullptr || node.shape == nullptr) {
      return;
    }
    const Shape::Kind kind = node.shape->kind;
    if ((kind == Shape::Kind::kObject || kind == Shape::Kind::kAction) && node.value->is_object()) {
      visit_members(node);
    } else if (kind == Shape::Kind::kMap && node.value->is_object()) {
      for (std::size_t i = 0; i < node.value->size(); ++i) {
        visit({.value = &node.value->items()[i],
               .shape = node.shape->item,
               .parent = &node,
               .name = node.value->names()[i]});
      }
    } else if (kind == Shape::Kind::kList && node.value->is_array()) {
      for (std::size_t i = 0; i < node.value->size(); ++i) {
        visit({.value = &node.value->items()[i],
               .shape = node.shape->item,
               .parent = &node,
               .name = {},
               .index = i});
      }
    }
  }

 private:
  void visit_members(const Node& node) {
    std::size_t found = 0;
    for (const ShapeMember& member : node.shape->members) {
      const Value* value = member_at(*node.value, found, member.name);
      found += value != nullptr ? 1 : 0;
      visit({.value = value,
             .shape = member.shape,
             .parent = &node,
             .name = member.name,
             .index = 0,
             .required = member.required});
    }
    if (found == node.value->size()) {
      return;
    }
    for (std::size_t i = 0; i < node.value->size(); ++i) {
      const std::string& name = node.value->names()[i];
      const bool known =
          std::any_of(node.shape->members.begin(), node.shape->members.end(),
                      [&](const ShapeMember& member) { return member.name == name; });
      if (!known) {
        visit({.value = &node.value->items()[i], .shape = nullptr, .parent = &node, .name = name});
      }
    }
  }

  // Members mostly stand in the order of their shape.
  static const Value* member_at(const Value& object, std::size_t index, std::string_view name) {
    return index < object.size() && object.names()[index] == name ? &object.items()[index]
                                                                  : object.find(name);
  }

  Side side_;
  std::vector<const Rule*> rules_;  // those that judge nodes
  Report report_;
};

void add_finding(std::vector<Finding>& findings, std::string_view code, Side side,
                 std::string_view field = {}, std::string item = {}, Value detail = {}) {
  findings.push_back({.code = std::string(code),
                      .side = side,
                      .link = std::nullopt,
                      .field = std::string(field),
                      .item = std::move(item),
                      .detail = std::move(detail)});
}

Document missing(Side side) {
  Document document;
  add_finding(document.findings, side == Side::kBefore ? "before_missing" : "after_missing", side);
  return document;
}

// Other schemas have shapes too; a document of theirs is no manifest.
const Shape* manifest_shape_of(const Value* schema) {
  if (schema == nullptr) {
    return shape_of(kManifestV1);
  }
  return *schema == Value(kManifestV1) || *schema == Value(kManifestV2) ? shape_of(schema->text())
                                                                        : nullptr;
}

}  // namespace

void judge_shape(const Value& value, const Shape& shape, Side side, const ReadOptions& options,
                 std::vector<Finding>& findings) {
  Walk(side, options, findings)
      .visit({.value = &value, .shape = &shape, .parent = nullptr, .name = {}});
}

void add_json_faults(std::vector<JsonFault> faults, Side side, std::vector<Finding>& findings) {
  for (JsonFault& fault : faults) {
    add_finding(findings, fault.code, side, {}, std::move(fault.pointer),
                Value::object({{"offset_bytes", static_cast<std::int64_t>(fault.offset_bytes)},
                               {"reason", std::move(fault.reason)}}));
  }
}

Document read_document_value(const Value& value, Side side, const ReadOptions& options) {
  if (value.is_null()) {
    return missing(side);
  }
  Document document;
  if (!value.is_object()) {
    add_finding(document.findings, "invalid_value", side, {}, {},
                Value::object({{"reason", "the document is no object"}}));
    return document;
  }
  const Shape* shape = manifest_shape_of(value.find("schema"));
  if (shape == nullptr) {
    add_finding(document.findings, "schema_unknown", side, "schema");
    return document;
  }
  judge_shape(value, *shape, side, options, document.findings);
  if (document.findings.empty()) {
    document.manifest = manifest_from(value);
    if (!document.manifest) {
      // No rule named it, and yet the typed manifest cannot hold it: law 1.
      add_finding(document.findings, "unexplained_difference", side);
    }
  }
  return document;
}

Document read_document(std::optional<std::string_view> bytes, Side side,
                       const ReadOptions& options) {
  if (!bytes || bytes->empty()) {
    return missing(side);
  }
  JsonReading reading = read_json(*bytes, options.limits);
  Document document;
  if (reading.value) {
    document = read_document_value(*reading.value, side, options);
  }
  add_json_faults(std::move(reading.faults), side, document.findings);
  document.sha256 = sha256_hex(*bytes);
  return document;
}

}  // namespace holdfast
