// M11: a summary in sections is cut to a length, so what stands in the wrong section is lost first.
// The order of sections is that of the stage which writes the summary; this one only cuts.
//
// Law, with c characters kept of |T|, x starting at s and ending at e: a prefix loses x iff e > c,
// a suffix iff s < |T| - c, the middle with a head of h iff |T| > c, e > h and s < |T| - (c - h).
// So growth of any earlier section counts, and with the directives first theirs alone does.
#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

std::size_t head_of(const Parameters& parameters) {
  return parameters.value("head_characters").is_null() ? parameters.size("kept_characters") / 2
                                                       : parameters.size("head_characters");
}

Segments kept(const Segments& segments, const Parameters& parameters) {
  const std::size_t count = parameters.size("kept_characters");
  const std::string& side = parameters.text("side");
  if (side == "prefix") {
    return first_characters(segments, count);
  }
  if (side == "suffix") {
    return last_characters(segments, count);
  }
  const std::size_t head = head_of(parameters);
  return without_middle(segments, head, count - head);
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  Context result = next(std::move(turn));
  for (Message& message : result.messages) {
    if (is_summary(message)) {
      rewrite_summary(message, kept(message.segments, parameters));
    }
  }
  return result;
}

std::string fault(const Parameters& parameters) {
  std::string found = choice_fault(parameters, "side", {"prefix", "suffix", "middle"});
  if (found.empty()) {
    found = size_fault(parameters, {"kept_characters"}, {"head_characters"});
  }
  if (found.empty() && head_of(parameters) > parameters.size("kept_characters")) {
    return "/head_characters: is more than kept_characters";
  }
  return found;
}

}  // namespace

Compactor placement() {
  return {.summary = "The written summary is cut to a length, whatever section is at the cut",
          .stands_for = "letta (its first 50,000 characters); any ordered summary with a limit",
          .parameters = {{"kept_characters", 50000, "What is left of each summary"},
                         {"side", "prefix", "prefix, suffix, or middle for both ends"},
                         {"head_characters", nullptr,
                          "Of middle: kept at the beginning; null: one half"}},
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
