// M06: once there are more than max_messages, the middle goes and half is left: the first
// keep_first, the newest ones, and with `summary` one message in between. The summariser is shown
// previews, of calls nothing but their names; the previous summary is one of the messages that go,
// so it is shown as a preview, too. A hard reset folds all messages, the first ones included, each
// cut in its middle.
//
// Law: with one message a round, messages go at indexes max_messages, then every
// max_messages + 1 - max_messages / 2. A message that is none of the first ones is gone at the
// first such T with T - its index >= max_messages / 2 - keep_first - (1 with a summary). What the
// summary carries follows preview_carry. What a call said is lost with it. The first ones are lost
// only by a hard reset, where they do not fit.
#include <algorithm>

#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

Segments preview(const Message& message, const Parameters& parameters) {
  if (message.role == Role::kCall) {
    return {};
  }
  const Segments& seen = message.seen();
  return size_of(seen).characters > parameters.size("preview_above_characters")
             ? first_characters(seen, parameters.size("preview_characters"))
             : seen;
}

// What each message is cut to at a hard reset: a fifth less for each attempt that failed.
std::size_t reset_characters(const Parameters& parameters) {
  std::size_t size = parameters.size("reset_event_characters");
  for (std::size_t i = 0; i < parameters.size("reset_attempts_failed"); ++i) {
    size = size * 4 / 5;
  }
  return size;
}

Message summary_of(const Turn& turn, std::size_t from, std::size_t to,
                   const Parameters& parameters) {
  Visible visible(turn.table());
  for (std::size_t i = from; i < to; ++i) {
    const Message& message = turn.context.messages[i];
    Segments shown = preview(message, parameters);
    if (parameters.flag("hard_reset")) {
      const std::size_t size = reset_characters(parameters);
      shown = without_middle(shown, size / 2, size - size / 2);
    }
    visible.read(shown, message.derived);
  }
  return write_summary(turn.table(), visible.open(),
                       plan_of(parameters, optional_cap_bytes(parameters, "cap_tokens")),
                       turn.round);
}

std::size_t kept_at_end(const Parameters& parameters) {
  return parameters.size("max_messages") / 2 - parameters.size("keep_first") -
         (parameters.flag("summary") ? 1 : 0);
}

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  const std::size_t count = turn.context.messages.size();
  if (count <= parameters.size("max_messages")) {
    return left_alone(std::move(turn), "there are few enough messages");
  }
  if (parameters.flag("hard_reset")) {
    std::vector<Message> made{summary_of(turn, 0, count, parameters)};
    return made_context(std::move(turn), std::move(made), count);
  }
  const std::size_t first = parameters.size("keep_first");
  const std::size_t end = count - kept_at_end(parameters);
  std::vector<Message> made(turn.context.messages.begin(),
                            turn.context.messages.begin() + static_cast<std::ptrdiff_t>(first));
  if (parameters.flag("summary")) {
    made.push_back(summary_of(turn, first, end, parameters));
  }
  return made_context(std::move(turn), std::move(made), end);
}

std::string fault(const Parameters& parameters) {
  const std::string sizes =
      size_fault(parameters,
                 {"max_messages", "keep_first", "preview_characters", "preview_above_characters",
                  "reset_event_characters", "reset_attempts_failed", "heading_characters"},
                 {"cap_tokens"});
  if (!sizes.empty()) {
    return sizes;
  }
  const std::size_t slot = parameters.flag("summary") ? 1 : 0;
  if (parameters.size("keep_first") + slot > parameters.size("max_messages") / 2) {
    return "/keep_first: with the summary it is more than half of max_messages";
  }
  if (parameters.size("reset_attempts_failed") > 5) {
    return "/reset_attempts_failed: is more than 5, after which a runtime gives up";
  }
  return parameters.flag("hard_reset") && slot == 0
             ? "/hard_reset: needs summary, or nothing would be left"
             : summary_fault(parameters);
}

}  // namespace

Compactor amortised_forget() {
  return {.summary = "Beyond a number of messages the middle goes, at best into previews",
          .stands_for = "OpenHands sdk; OpenHands before it with 100, 0 and no summary",
          .parameters = with_summary_parameters(
              {{"max_messages", 80, "More than this trigger"},
               {"keep_first", 4, "Messages that stay at the beginning"},
               {"summary", true, "Whether a summary takes the place of what went"},
               {"preview_above_characters", 500, "Longer messages are shown as a preview"},
               {"preview_characters", 497, "of this many characters"},
               {"cap_tokens", Value(), "The longest summary; null for no limit"},
               {"hard_reset", false, "Whether all is folded, the first ones too"},
               {"reset_event_characters", 10000, "What is then shown of each, head and tail"},
               {"reset_attempts_failed", 0, "and a fifth less for each of these, 5 at most"}}),
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
