#include "generators/edit.h"

#include <utility>

namespace holdfast {
namespace {

// Takes the next reference token off `rest`; `buffer` holds it where it has escapes. Campaigns
// apply hundreds of thousands of edits a second, so nothing is allocated for the ordinary token.
bool take_token(std::string_view& rest, std::string& buffer, std::string_view& token) {
  if (rest.empty() || rest[0] != '/') {
    return false;
  }
  const std::size_t end = rest.find('/', 1);
  token = rest.substr(1, end == std::string_view::npos ? end : end - 1);
  rest.remove_prefix(1 + token.size());
  if (token.find('~') == std::string_view::npos) {
    return true;
  }
  buffer.clear();
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      buffer += token[i];
    } else if (i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1')) {
      buffer += token[++i] == '0' ? '~' : '/';
    } else {
      return false;
    }
  }
  token = buffer;
  return true;
}

// RFC 6901: digits without leading zeros. `limit` is the first index that is too large.
bool array_index(std::string_view token, std::size_t limit, std::size_t& index) {
  if (token.empty() || token.size() > 9 || (token.size() > 1 && token[0] == '0')) {
    return false;
  }
  index = 0;
  for (const char digit : token) {
    if (digit < '0' || digit > '9') {
      return false;
    }
    index = index * 10 + static_cast<std::size_t>(digit - '0');
  }
  return index < limit;
}

Value* child(Value& parent, std::string_view token) {
  std::size_t index = 0;
  if (parent.is_array()) {
    return array_index(token, parent.size(), index) ? &parent.items()[index] : nullptr;
  }
  return parent.find(token);
}

bool add_to(Value& parent, std::string_view token, const Value& value) {
  if (parent.is_object()) {
    parent.set(token, value);
    return true;
  }
  if (!parent.is_array()) {
    return false;
  }
  std::size_t index = parent.size();
  if (token != "-" && !array_index(token, parent.size() + 1, index)) {
    return false;
  }
  parent.items().insert(parent.items().begin() + static_cast<std::ptrdiff_t>(index), value);
  return true;
}

bool remove_from(Value& parent, std::string_view token) {
  std::size_t index = 0;
  if (parent.is_array() && array_index(token, parent.size(), index)) {
    parent.items().erase(parent.items().begin() + static_cast<std::ptrdiff_t>(index));
    return true;
  }
  if (parent.find(token) == nullptr) {
    return false;
  }
  parent.erase(token);
  return true;
}

bool apply(const Edit& edit, Value& document) {
  if (edit.pointer.empty()) {
    // The whole document: nothing would be left of it after a removal.
    if (edit.operation == EditOperation::kRemove) {
      return false;
    }
    document = edit.value;
    return true;
  }
  Value* parent = &document;
  std::string_view rest = edit.pointer;
  std::string buffer;
  std::string_view token;
  for (;;) {
    if (!take_token(rest, buffer, token)) {
      return false;
    }
    if (rest.empty()) {
      break;
    }
    parent = child(*parent, token);
    if (parent == nullptr) {
      return false;
    }
  }
  switch (edit.operation) {
    case EditOperation::kAdd:
      return add_to(*parent, token, edit.value);
    case EditOperation::kRemove:
      return remove_from(*parent, token);
    case EditOperation::kReplace:
      Value* const target = child(*parent, token);
      if (target == nullptr) {
        return false;
      }
      *target = edit.value;
      return true;
  }
  return false;
}

std::optional<EditOperation> operation_from(std::string_view text) {
  for (const EditOperation operation :
       {EditOperation::kAdd, EditOperation::kRemove, EditOperation::kReplace}) {
    if (to_text(operation) == text) {
      return operation;
    }
  }
  return std::nullopt;
}

// A closed object: `value` stands exactly where the operation uses it.
std::optional<Edit> edit_from(const Value& value) {
  const Value* pointer = value.find("pointer");
  const Value* name = value.find("op");
  if (pointer == nullptr || !pointer->is_string() || name == nullptr || !name->is_string()) {
    return std::nullopt;
  }
  const std::optional<EditOperation> operation = operation_from(name->text());
  std::vector<std::string> tokens;
  if (!operation || !split_pointer(pointer->text(), tokens)) {
    return std::nullopt;
  }
  const Value* operand = value.find("value");
  const bool needs_value = *operation != EditOperation::kRemove;
  if ((operand != nullptr) != needs_value || value.size() != (needs_value ? 3u : 2u)) {
    return std::nullopt;
  }
  return Edit{pointer->text(), *operation, needs_value ? *operand : Value()};
}

}  // namespace

std::string_view to_text(EditOperation operation) {
  switch (operation) {
    case EditOperation::kAdd:
      return "add";
    case EditOperation::kRemove:
      return "remove";
    case EditOperation::kReplace:
      return "replace";
  }
  return {};
}

Edit add_at(std::string pointer, Value value) {
  return {std::move(pointer), EditOperation::kAdd, std::move(value)};
}

Edit remove_at(std::string pointer) { return {std::move(pointer), EditOperation::kRemove, {}}; }

Edit replace_at(std::string pointer, Value value) {
  return {std::move(pointer), EditOperation::kReplace, std::move(value)};
}

bool apply_edits(const EditScript& script, Value& document) {
  for (const Edit& edit : script) {
    if (!apply(edit, document)) {
      return false;
    }
  }
  return true;
}

Value to_value(const EditScript& script) {
  Value list = Value::array();
  for (const Edit& edit : script) {
    Value entry = Value::object({{"pointer", edit.pointer}, {"op", to_text(edit.operation)}});
    if (edit.operation != EditOperation::kRemove) {
      entry.add("value", edit.value);
    }
    list.append(std::move(entry));
  }
  return list;
}

std::optional<EditScript> edit_script_from(const Value& value) {
  if (!value.is_array()) {
    return std::nullopt;
  }
  EditScript script;
  for (const Value& entry : value.items()) {
    std::optional<Edit> edit = edit_from(entry);
    if (!edit) {
      return std::nullopt;
    }
    script.push_back(std::move(*edit));
  }
  return script;
}

std::string item_pointer(std::string_view list_name, std::size_t index) {
  std::string pointer = "/";
  pointer += list_name;
  pointer += '/';
  pointer += std::to_string(index);
  return pointer;
}

}  // namespace holdfast
