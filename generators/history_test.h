// For tests of histories.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/history.h"

namespace holdfast {

inline std::vector<HistoryEntry> all_of(History history) {
  std::vector<HistoryEntry> entries;
  while (auto entry = history.next()) {
    entries.push_back(std::move(*entry));
  }
  return entries;
}

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

inline HistoryShape with_detours(std::uint64_t entries) {
  HistoryShape shape;
  shape.entries = entries;
  shape.detours = true;
  return shape;
}

}  // namespace holdfast
