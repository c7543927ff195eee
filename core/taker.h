// Takes members out of a closed object: every one that is taken is counted, so that one left over
// shows. It judges form only and never explains: what is wrong is named elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.h"

namespace holdfast {

class Taker {
 public:
  explicit Taker(const Value& object) : object_(object), ok_(object.is_object()) {}

  const Value* take(std::string_view name) {
    const Value* value = object_.find(name);
    taken_ += value != nullptr ? 1 : 0;
    return value;
  }
  void text(std::string_view name, std::string& out) { take_text(take(name), out); }
  // Absent leaves `out` as it is.
  void optional_text(std::string_view name, std::string& out) {
    if (const Value* value = take(name)) {
      take_text(value, out);
      ok_ = ok_ && !out.empty();
    }
  }
  void nullable_text(std::string_view name, std::string& out) {
    const Value* value = take(name);
    if (value == nullptr || !value->is_null()) {
      take_text(value, out);
      ok_ = ok_ && !out.empty();
    }
  }
  void integer(std::string_view name, std::int64_t& out) {
    const Value* value = take(name);
    require(value != nullptr && value->is_integer());
    out = value != nullptr ? value->integer() : 0;
  }
  void texts(std::string_view name, std::vector<std::string>& out) {
    list(name, out, [](const Value& item, std::string& text) {
      text = item.text();
      return item.is_string();
    });
  }
  // `read(item, out)` says whether the item has its form.
  template <typename Item, typename Read>
  void list(std::string_view name, std::vector<Item>& out, Read read) {
    const Value* items = take(name);
    if (items == nullptr || !items->is_array()) {
      ok_ = false;
      return;
    }
    out.resize(items->size());
    for (std::size_t i = 0; i < items->size(); ++i) {
      require(read(items->items()[i], out[i]));
    }
  }
  void require(bool condition) { ok_ = ok_ && condition; }
  bool whole() const { return ok_ && taken_ == object_.size(); }

 private:
  void take_text(const Value* value, std::string& out) {
    if (value != nullptr && value->is_string()) {
      out = value->text();
    } else {
      ok_ = false;
    }
  }

  const Value& object_;
  std::size_t taken_ = 0;
  bool ok_;
};

}  // namespace holdfast
