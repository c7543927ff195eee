#include "core/value.h"

#include "core/check.h"

namespace holdfast {

Value Value::array(std::initializer_list<Value> items) {
  Value value(Kind::kArray);
  value.items_.assign(items);
  return value;
}

Value Value::array_of(const std::vector<std::string>& texts) {
  Value value(Kind::kArray);
  value.items_.reserve(texts.size());
  for (const std::string& text : texts) {
    value.items_.emplace_back(text);
  }
  return value;
}

Value Value::object(std::initializer_list<std::pair<std::string_view, Value>> members) {
  Value value(Kind::kObject);
  for (const auto& [name, member] : members) {
    value.add(name, member);
  }
  return value;
}

const Value* Value::find(std::string_view name) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) {
      return &items_[i];
    }
  }
  return nullptr;
}

Value* Value::find(std::string_view name) {
  return const_cast<Value*>(static_cast<const Value*>(this)->find(name));
}

void Value::set(std::string_view name, Value value) {
  if (Value* found = find(name)) {
    *found = std::move(value);
    return;
  }
  add(name, std::move(value));
}

void Value::erase(std::string_view name) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) {
      names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(i));
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }
}

void Value::add(std::string_view name, Value value) {
  CHECK(kind_ == Kind::kObject);
  names_.emplace_back(name);
  items_.push_back(std::move(value));
}

bool Value::operator==(const Value& other) const {
  if (kind_ != other.kind_ || integer_ != other.integer_ || text_ != other.text_ ||
      items_.size() != other.items_.size()) {
    return false;
  }
  if (kind_ != Kind::kObject) {
    return items_ == other.items_;
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Value* found = other.find(names_[i]);
    if (found == nullptr || !(*found == items_[i])) {
      return false;
    }
  }
  return true;
}

namespace {

// RFC 6901 section 4: no leading zeros; "-" names no existing item.
bool array_index(std::string_view token, std::size_t size, std::size_t& index) {
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
  return index < size;
}

}  // namespace

bool split_pointer(std::string_view pointer, std::vector<std::string>& tokens) {
  tokens.clear();
  if (pointer.empty()) {
    return true;
  }
  if (pointer[0] != '/') {
    return false;
  }
  tokens.emplace_back();
  for (std::size_t i = 1; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      tokens.emplace_back();
    } else if (pointer[i] != '~') {
      tokens.back() += pointer[i];
    } else {
      if (++i == pointer.size() || (pointer[i] != '0' && pointer[i] != '1')) {
        return false;
      }
      tokens.back() += pointer[i] == '0' ? '~' : '/';
    }
  }
  return true;
}

const Value* resolve_pointer(const Value& root, std::string_view pointer) {
  std::vector<std::string> tokens;
  if (!split_pointer(pointer, tokens)) {
    return nullptr;
  }
  const Value* at = &root;
  for (const std::string& token : tokens) {
    std::size_t index = 0;
    if (at->is_array() && array_index(token, at->size(), index)) {
      at = &at->items()[index];
    } else if (at->is_object()) {
      at = at->find(token);
      if (at == nullptr) {
        return nullptr;
      }
    } else {
      return nullptr;
    }
  }
  return at;
}

Value* resolve_pointer(Value& root, std::string_view pointer) {
  return const_cast<Value*>(resolve_pointer(static_cast<const Value&>(root), pointer));
}

std::string_view shown_name(std::string_view name) {
  constexpr std::size_t kShownBytesMax = 64;
  std::size_t size = name.size();
  if (size > kShownBytesMax) {
    size = kShownBytesMax;
    while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) {
      --size;
    }
  }
  return name.substr(0, size);
}

std::string escape_pointer_token(std::string_view token) {
  std::string escaped;
  for (const char c : token) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace holdfast
