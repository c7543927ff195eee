// What lies between one boundary and the next: the order of the recorded events, as the continuity
// check needs it. Only core/continuity.cpp includes this.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "core/continuity.h"
#include "core/time.h"

namespace holdfast::internal {

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// Of a time in UTC.
std::optional<Instant> instant_of(std::string_view text);

// Whether the events can be reasoned about at all: numbers rise, times can be read, boundaries have
// ids.
bool are_sound(const std::vector<BoundaryEvent>& events);

// Sequence numbers; those of what did not happen are kNever, or the boundary's own.
struct Span {
  std::int64_t begin = 0;              // the boundary
  std::int64_t end = kNever;           // the next boundary
  std::int64_t last_reload = 0;        // of the instructions
  std::int64_t first_call = kNever;    // that is consequential
  std::int64_t clock_broken = kNever;  // the first event with a time before its predecessor's
  Instant window_end = {};
};

// Of the boundary at that index of sound events.
Span span_of(const std::vector<BoundaryEvent>& events, std::size_t boundary, std::int64_t window_s);

}  // namespace holdfast::internal
