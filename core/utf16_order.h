// Sorting by UTF-16 code units (RFC 8785, JavaScript) without moving texts, for the lists of a
// manifest: often short, often with one beginning ("Do not …"), often sorted already.
//
// The model. What all texts share at their beginning decides nothing and is skipped. Of the rest of
// each the first eight bytes, mapped so that unsigned numbers stand in the order of code units,
// become a key; sorting moves keys with their indices, and looks at texts only where keys are
// equal. The order is that of less_utf16; equal texts stay in the order they came in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace holdfast {

// Kept by its user from list to list, so that sorting allocates nothing.
class Utf16Order {
 public:
  // Keeps what was allocated, as long as that is little.
  void clear();
  void add(std::string_view text) { texts_.push_back(text); }

  // The indices of the texts added since clear(), in order; valid until the next call.
  const std::vector<std::uint32_t>& sort();

 private:
  struct Key {
    std::uint64_t begin;
    std::uint32_t index;
  };

  std::vector<std::string_view> texts_;
  std::vector<Key> keys_;
  std::vector<Key> merged_;
  std::vector<std::uint32_t> order_;
};

}  // namespace holdfast
