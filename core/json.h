// The strict JSON reader, used for every document (simdjson underneath, and nowhere else), and the
// two writers.
//
// Refused beyond RFC 8259: byte-order mark, NUL anywhere (also as \u0000), noncharacters, lone
// surrogates, trailing bytes, duplicate keys however spelled, numbers that are not plain integers
// within ±(2^53-1), nesting and size beyond the limits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.h"

namespace holdfast {

struct JsonLimits {
  std::size_t depth_max = 64;                     // nested arrays and objects
  std::size_t size_bytes_max = 16 * 1024 * 1024;  // the document
};

struct JsonFault {
  std::string_view code;     // invalid_json, duplicate_key, too_deep, too_large, invalid_value
  std::size_t offset_bytes;  // where reading stopped, or the value that is wrong; a best effort
  std::string pointer;       // RFC 6901, of the value at fault where known; long names are cut
  std::string reason;        // never holds text of the document
};

struct JsonReading {
  std::optional<Value> value;     // absent when any fault was found
  std::vector<JsonFault> faults;  // all, up to the first of the grammar or 1,000
};

JsonReading read_json(std::string_view bytes, const JsonLimits& limits = {});

// RFC 8785: no white space, members sorted by UTF-16 code units.
std::string write_canonical_json(const Value& value);
// Compact, members in the order they stand in.
std::string write_compact_json(const Value& value);
// Two spaces an indent, members in the order they stand in, with a line end.
std::string write_pretty_json(const Value& value);
// Appends a JSON string literal with RFC 8785 escapes.
void append_json_string(std::string& out, std::string_view text);

}  // namespace holdfast
