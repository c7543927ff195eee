// Value: a JSON document as a tree, with only what a Holdfast document may hold: null, booleans,
// integers within ±(2^53-1), strings in UTF-8, arrays, objects. Objects keep the order in which
// their members were read and are compared without it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast {

class Value {
 public:
  enum class Kind : std::uint8_t { kNull, kBoolean, kInteger, kString, kArray, kObject };

  Value() = default;
  Value(std::nullptr_t) {}
  Value(bool flag) : kind_(Kind::kBoolean), integer_(flag ? 1 : 0) {}
  Value(int number) : kind_(Kind::kInteger), integer_(number) {}
  Value(std::int64_t number) : kind_(Kind::kInteger), integer_(number) {}
  Value(std::uint64_t number)
      : kind_(Kind::kInteger), integer_(static_cast<std::int64_t>(number)) {}
  Value(const char* text) : kind_(Kind::kString), text_(text) {}
  Value(std::string_view text) : kind_(Kind::kString), text_(text) {}
  Value(std::string text) : kind_(Kind::kString), text_(std::move(text)) {}

  static Value array() { return Value(Kind::kArray); }
  static Value array(std::initializer_list<Value> items);
  static Value array_of(const std::vector<std::string>& texts);
  static Value object() { return Value(Kind::kObject); }
  static Value object(std::initializer_list<std::pair<std::string_view, Value>> members);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::kNull; }
  bool is_boolean() const { return kind_ == Kind::kBoolean; }
  bool is_integer() const { return kind_ == Kind::kInteger; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool is_array() const { return kind_ == Kind::kArray; }
  bool is_object() const { return kind_ == Kind::kObject; }

  bool boolean() const { return integer_ != 0; }
  std::int64_t integer() const { return integer_; }
  const std::string& text() const { return text_; }
  std::string& text() { return text_; }

  // Items of an array, or the values of an object in the order of names().
  const std::vector<Value>& items() const { return items_; }
  std::vector<Value>& items() { return items_; }
  const std::vector<std::string>& names() const { return names_; }
  std::vector<std::string>& names() { return names_; }
  std::size_t size() const { return items_.size(); }

  void append(Value item) { items_.push_back(std::move(item)); }
  // The member of that name, or nullptr; also nullptr where this is no object.
  const Value* find(std::string_view name) const;
  Value* find(std::string_view name);
  // Adds the member, or replaces its value where it stands.
  void set(std::string_view name, Value value);
  void erase(std::string_view name);
  // Adds a member without looking for an earlier one: for building where names are known to differ.
  void add(std::string_view name, Value value);

  // Equality of JSON meaning: members in any order, array items in order.
  bool operator==(const Value& other) const;

 private:
  explicit Value(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::kNull;
  std::int64_t integer_ = 0;
  std::string text_;
  std::vector<std::string> names_;
  std::vector<Value> items_;
};

// RFC 6901. Returns nullptr where the pointer leads nowhere or is ill-formed.
const Value* resolve_pointer(const Value& root, std::string_view pointer);
Value* resolve_pointer(Value& root, std::string_view pointer);
// One reference token, escaped ("~0", "~1").
std::string escape_pointer_token(std::string_view token);
// A name as reports show it: the first 64 bytes at most, cut between characters. A document must
// not be able to flood a report.
std::string_view shown_name(std::string_view name);
// The unescaped reference tokens; false when ill-formed (no leading slash, "~" without 0 or 1).
bool split_pointer(std::string_view pointer, std::vector<std::string>& tokens);

}  // namespace holdfast
