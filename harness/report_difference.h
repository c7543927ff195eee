// The two documents of a case side by side, line by line, with what differs marked.
//
// What differs is decided on the documents as they are and shown with their texts taken out where
// they may not be shown (L5): two texts of the same length differ all the same.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/case.h"

namespace holdfast {

struct DiffRow {
  enum class Kind : std::uint8_t {
    kSame,
    kChanged,  // both sides
    kRemoved,  // only before
    kAdded,    // only after
    kGap,      // `left_out` equal lines
  };
  Kind kind = Kind::kSame;
  std::string before;
  std::string after;
  std::size_t left_out = 0;
  // Of a changed line: bytes at its begin and end that both sides share; whole characters.
  std::size_t shared_begin = 0;
  std::size_t shared_end = 0;
};

struct SideBySide {
  std::string before_title;
  std::string after_title;
  std::vector<DiffRow> rows;
  std::string note;  // what the documents alone do not show; empty for nothing
};

// Of a chain: its origin and its last manifest.
SideBySide side_by_side(const Case& c, bool show_text);

// The document with each text replaced by its length; `schema` and numbers stay.
Value redacted(const Value& document);

}  // namespace holdfast
