#include "core/continuity_span.h"

#include "core/manifest_parts.h"

namespace holdfast::internal {

std::optional<Instant> instant_of(std::string_view text) {
  return is_utc_time(text) ? parse_time(text) : std::nullopt;
}

bool are_sound(const std::vector<BoundaryEvent>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!instant_of(events[i].at) || (i > 0 && events[i].seq <= events[i - 1].seq) ||
        (events[i].kind == BoundaryEventKind::kBoundary && events[i].boundary_id.empty())) {
      return false;
    }
  }
  return true;
}

Span span_of(const std::vector<BoundaryEvent>& events, std::size_t boundary,
             std::int64_t window_s) {
  Span span;
  span.begin = events[boundary].seq;
  span.last_reload = span.begin;
  Instant before = *instant_of(events[boundary].at);
  span.window_end = before;
  span.window_end.seconds += window_s;
  for (std::size_t i = boundary + 1; i < events.size() && span.end == kNever; ++i) {
    const BoundaryEvent& event = events[i];
    Instant at = *instant_of(event.at);
    if (at < before && span.clock_broken == kNever) {
      span.clock_broken = event.seq;
    }
    before = std::move(at);
    if (event.kind == BoundaryEventKind::kBoundary) {
      span.end = event.seq;
    } else if (event.kind == BoundaryEventKind::kInstructionsReloaded) {
      span.last_reload = event.seq;
    } else if (event.kind == BoundaryEventKind::kConsequentialCall && span.first_call == kNever) {
      span.first_call = event.seq;
    }
  }
  return span;
}

}  // namespace holdfast::internal
