// A finding: one thing that is wrong with a document or between two, by a stable code.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/value.h"

namespace holdfast {

enum class Side : std::uint8_t { kBefore, kAfter };
std::string_view to_text(Side side);

// Free text of a document never enters a finding; ids, member names and lengths may.
struct Finding {
  std::string code;                   // stable, see docs/codes.md
  Side side = Side::kAfter;           // the document in which `item` stands
  std::optional<std::uint32_t> link;  // the round in a chain
  std::string field;                  // the member at fault, e.g. "prohibitions"
  std::string item;                   // an id, or a JSON pointer into that document; may be empty
  Value detail;                       // object or null

  // Order of gravity first, then place; the first finding of a verdict is the primary reason.
  std::strong_ordering operator<=>(const Finding& other) const;
  bool operator==(const Finding& other) const { return (*this <=> other) == 0; }
};

Value to_value(const Finding& finding);

}  // namespace holdfast
