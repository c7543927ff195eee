#include <set>
#include <vector>

#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

using Identity = std::vector<std::string_view>;

// The texts that must be unique in their list: the item itself, or its key members. Empty where
// they are not all there.
Identity identity(const Value& item, std::span<const std::string_view> key) {
  if (key.empty()) {
    return item.is_string() ? Identity{item.text()} : Identity{};
  }
  Identity found;
  for (const std::string_view name : key) {
    const Value* text = item.find(name);
    if (text == nullptr || !text->is_string()) {
      return {};
    }
    found.emplace_back(text->text());
  }
  return found;
}

void add(const Node& node, const std::string& pointer, std::string_view reason, Report& report) {
  report.add(node.field(), pointer, Value::object({{"reason", reason}}));
}

void check_list(const Node& node, Report& report) {
  if (!node.value->is_array()) {
    if (!node.value->is_null()) {  // null: required_missing
      add(node, node.pointer(), "no_list", report);
    }
    return;
  }
  if (node.value->size() == 0 && !node.shape->may_be_empty) {
    add(node, node.pointer(), "empty", report);
  }
  std::set<Identity> seen;
  for (std::size_t i = 0; i < node.value->size(); ++i) {
    Identity item = identity(node.value->items()[i], node.shape->key);
    if (!item.empty() && !seen.insert(std::move(item)).second) {
      add(node, node.pointer() + "/" + std::to_string(i), "duplicate", report);
    }
  }
}

void check_item(const Node& node, Report& report) {
  if (node.shape->kind == Shape::Kind::kText) {
    if (!node.value->is_string()) {
      add(node, node.pointer(), "type", report);
    } else if (!has_visible_character(node.value->text())) {
      add(node, node.pointer(), "blank", report);
    }
  } else if (!node.value->is_object() && !node.in_write()) {
    add(node, node.pointer(), "type", report);
  }
}

}  // namespace

Rule invalid_list() {
  return {.summary =
              "A list is no list, is empty where it must not be, or holds an item twice, blank, "
              "or of the wrong type.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.value == nullptr) {
              return;
            }
            if (node.shape->kind == Shape::Kind::kList) {
              check_list(node, report);
            } else if (node.is_item()) {
              check_item(node, report);
            }
          }};
}

}  // namespace holdfast::rules
