// Where JSON text is written, byte by byte, by whoever writes much of it: no check of the capacity
// for each byte, and texts are copied and searched for escapes eight bytes at a time.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "core/value.h"

namespace holdfast {

class JsonBuffer {
 public:
  // Keeps what was allocated, as long as that is little.
  void clear();
  std::string_view view() const { return {bytes_.get(), size_}; }
  std::string text() const { return std::string(view()); }

  // Bytes as they are.
  template <std::size_t kSize>
  void literal(const char (&bytes)[kSize]) {
    char* at = room_for(kSize - 1);
    std::memcpy(at, bytes, kSize - 1);
    size_ += kSize - 1;
  }
  void byte(char c) {
    *room_for(1) = c;
    ++size_;
  }
  void raw(std::string_view bytes) {
    if (!bytes.empty()) {  // an empty view may have no address at all
      std::memcpy(room_for(bytes.size()), bytes.data(), bytes.size());
      size_ += bytes.size();
    }
  }
  // A JSON string literal with RFC 8785 escapes, which are also those of JSON.stringify.
  void string(std::string_view text);

 private:
  char* room_for(std::size_t bytes) {
    if (capacity_ - size_ < bytes) {
      grow(bytes);
    }
    return bytes_.get() + size_;
  }
  void grow(std::size_t bytes);

  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

// The canonical form, core/json.h, behind what is in the buffer.
void append_canonical_json(JsonBuffer& out, const Value& value);

}  // namespace holdfast
