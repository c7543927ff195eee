// M16: the summariser fails, and the pipeline takes what it has for a summary.
//
//   blank          an empty summary, and what it should have held is folded
//   error_text     the text of the error stands as the summary
//   window_dropped the summary stays as it was, and what is new is folded
//   prior_dropped  what is new is summarised, the previous summary becomes a constant
//   prior_emptied  the same with nothing in its place, for it could not be parsed
//   closed         the context stays as it was: the right answer
//
// Where the rest of the pipeline compacts nothing, nothing can fail.
//
// Law, at a failing round: blank and error_text lose all that is not in the tail; window_dropped
// what is folded for the first time; prior_dropped and prior_emptied all that is carried and not
// said again; closed nothing. No later round brings it back.
#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

// "No prior history."
constexpr std::size_t kConstantCharacters = 17;

bool fails_at(std::uint64_t round, const Parameters& parameters) {
  const auto first = static_cast<std::uint64_t>(parameters.size("at_round"));
  const auto every = static_cast<std::uint64_t>(parameters.size("every_rounds"));
  if (round < first) {
    return false;
  }
  return every == 0 ? round == first || first == 0 : (round - first) % every == 0;
}

void say_instead(Context& context, const Segments& segments) {
  for (Message& message : context.messages) {
    if (is_summary(message)) {
      rewrite_summary(message, segments);
      message.text.clear();
    }
  }
}

Context without_prior(Turn turn, Segments instead, const Next& next) {
  for (Message& message : turn.context.messages) {
    if (is_summary(message)) {
      rewrite_summary(message, instead);
      message.view.reset();
    }
  }
  return next(std::move(turn));
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  if (!fails_at(turn.round, parameters)) {
    return next(std::move(turn));
  }
  const std::string& mode = parameters.text("mode");
  Context before = turn.context;
  const bool prior = mode == "prior_dropped" || mode == "prior_emptied";
  const Segments instead =
      mode == "prior_dropped" ? Segments{filler(ascii(kConstantCharacters))} : Segments{};
  Context result = prior ? without_prior(std::move(turn), instead, next) : next(std::move(turn));
  if (mode == "closed" || !result.compacted) {
    before.compacted = false;
    before.note = mode == "closed" ? "the summariser failed; the context stays" : result.note;
    return before;
  }
  result.note = "the summariser failed, and nobody noticed";
  if (mode == "blank") {
    say_instead(result, {});
  } else if (mode == "error_text") {
    say_instead(result, {filler(ascii(parameters.size("error_characters")))});
  } else if (mode == "window_dropped") {
    const Message* old = newest_summary(before.messages);
    say_instead(result, old == nullptr ? Segments{} : old->segments);
  }
  return result;
}

std::string fault(const Parameters& parameters) {
  const std::string found = choice_fault(
      parameters, "mode",
      {"blank", "error_text", "window_dropped", "prior_dropped", "prior_emptied", "closed"});
  return found.empty() ? size_fault(parameters, {"at_round", "every_rounds", "error_characters"})
                       : found;
}

}  // namespace

Compactor fail_open() {
  return {
      .summary = "The summariser fails, and what there is counts as its summary",
      .stands_for =
          "OpenHands' structured condenser (blank), langchain (error_text), gemini-cli's "
          "graph (window_dropped, prior_emptied), pi (prior_dropped), yoi (closed)",
      .parameters = {{"mode", "blank",
                      "blank, error_text, window_dropped, prior_dropped, prior_emptied, closed"},
                     {"at_round", 2, "The first round that fails; 0: from the beginning"},
                     {"every_rounds", 0,
                      "and again after so many; 0: only once, or always with at_round 0"},
                     {"error_characters", 60, "The error that stands as the summary"}},
      .compact = compact,
      .fault = fault};
}

}  // namespace holdfast::compactors
