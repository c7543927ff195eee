// RFC 3339 times, compared as instants. No clock is read here.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace holdfast {

struct Instant {
  std::int64_t seconds;  // since 1970-01-01T00:00:00Z, leap seconds not counted
  std::string fraction;  // digits after the point without trailing zeros: exact at any precision

  auto operator<=>(const Instant&) const = default;
};

// Date and time with "T" and with "Z" or an offset; nullopt for anything else.
std::optional<Instant> parse_time(std::string_view text);

}  // namespace holdfast
