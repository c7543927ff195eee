// M01: the summariser is shown a bounded overview in which every message, the previous summary too,
// is clipped to its first characters. The previous summary is the oldest message, so it is packed
// last, and whatever lies beyond the preview of it cannot be carried.
//
// Law: an atom that ends at `p` in its message (the heading apart) is folded iff the message was
// chosen and heading + p <= preview. Carried, with g characters put before it each round and e0 its
// end after the first: lost at round floor((preview - heading - e0) / g) + 2 after that, at 1 where
// e0 > preview - heading, never where g is 0. All of the previous summary goes at once when newer
// messages fill the overview, which is counted in bytes while the preview is cut in characters.
#include "generators/compactors_preview.h"
#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  const Overview overview = overview_of(turn.context.messages, parameters);
  if (overview.cut == 0) {
    return left_alone(std::move(turn), "everything is in the tail");
  }
  Visible visible(turn.table());
  for (const std::optional<Segments>& shown : overview.shown) {
    if (shown) {
      visible.read(*shown);
    }
  }
  return folded(std::move(turn), overview.cut, visible.open(), parameters);
}

}  // namespace

Compactor preview_carry() {
  return {.summary = "The previous summary reaches the next one only as a preview of its beginning",
          .stands_for = "yoi; OpenHands sdk with 497 characters",
          .parameters = with_preview_parameters({}),
          .compact = compact,
          .fault = preview_fault};
}

}  // namespace holdfast::compactors
