#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

// No key has more members.
using Identity = std::array<std::string_view, 2>;

// The texts that must be unique in their list: the item itself, or its key members. nullopt where
// they are not all there.
std::optional<Identity> identity(const Value& item, std::span<const std::string_view> key) {
  Identity found;
  CHECK(key.size() <= found.size());
  if (key.empty()) {
    found[0] = item.text();
    return item.is_string() ? std::optional(found) : std::nullopt;
  }
  for (std::size_t i = 0; i < key.size(); ++i) {
    const Value* text = item.find(key[i]);
    if (text == nullptr || !text->is_string()) {
      return std::nullopt;
    }
    found[i] = text->text();
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
  // Sorted, equal ones stand together in the order of the list: all but the first are duplicates.
  std::vector<std::pair<Identity, std::size_t>> items;
  items.reserve(node.value->size());
  for (std::size_t i = 0; i < node.value->size(); ++i) {
    if (const auto item = identity(node.value->items()[i], node.shape->key)) {
      items.emplace_back(*item, i);
    }
  }
  std::sort(items.begin(), items.end());
  std::vector<std::size_t> duplicates;
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].first == items[i - 1].first) {
      duplicates.push_back(items[i].second);
    }
  }
  std::sort(duplicates.begin(), duplicates.end());
  for (const std::size_t i : duplicates) {
    add(node, node.pointer() + "/" + std::to_string(i), "duplicate", report);
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
