// M14: messages land while a compaction runs, or two compactions run at once. What counts is how
// the outcome is put back.
//
// The newest `landing_messages` of the window are those that the compaction did not see.
//   lost_update    its outcome replaces the context: what landed is gone
//   double_tail    the same, and the kept tail is there twice: old entries are put behind an
//   outcome
//                  that already holds them, counted by lengths that no longer fit
//   latest_wins    what landed is compacted by itself, and of several summaries the newest is read
//   cas_skip       an outcome of a context that has changed since is thrown away
//   prefix_replace only what was seen is replaced
//   splice_ids     the same, by ids; nothing here takes away what was seen, so it always applies
//
// Law: lost_update and double_tail lose what was said in the landed messages, and what they closed
// is open again; latest_wins loses what the first summary says and the second does not; the others
// nothing, for a compaction that is skipped is no loss. With nothing landed none of them loses.
#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

void append(std::vector<Message>& to, std::vector<Message> from) {
  for (Message& message : from) {
    to.push_back(std::move(message));
  }
}

// Both compactions began from contexts that did not know of the other.
Context both(Turn first, std::vector<Message> landed, const Next& next) {
  Turn second = first;
  second.context.messages = std::move(landed);
  second.window_from = 0;
  Context result = next(std::move(first));
  second.context.counters = result.counters;
  Context other = next(std::move(second));
  append(result.messages, std::move(other.messages));
  result.counters = std::move(other.counters);
  result.compacted = result.compacted || other.compacted;
  const auto newest = std::find_if(result.messages.rbegin(), result.messages.rend(), is_summary);
  if (newest != result.messages.rend()) {
    const auto end = newest.base() - 1;
    result.messages.erase(std::remove_if(result.messages.begin(), end, is_summary), end);
  }
  return result;
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  std::vector<Message>& messages = turn.context.messages;
  const std::string& mode = parameters.text("mode");
  const std::size_t window = messages.size() - std::min(turn.window_from, messages.size());
  const std::size_t landing = std::min(parameters.size("landing_messages"), window);
  if (landing == 0) {
    return next(std::move(turn));
  }
  if (mode == "cas_skip") {
    turn.context.note = "the context has changed since; the outcome is thrown away";
    return std::move(turn.context);
  }
  const auto at = messages.end() - static_cast<std::ptrdiff_t>(landing);
  std::vector<Message> landed(at, messages.end());
  messages.erase(at, messages.end());
  if (mode == "latest_wins") {
    return both(std::move(turn), std::move(landed), next);
  }
  Context result = next(std::move(turn));
  if (mode == "double_tail") {
    std::vector<Message> kept = result.messages;
    std::erase_if(kept, [](const Message& message) { return message.derived; });
    append(result.messages, std::move(kept));
  } else if (mode != "lost_update") {
    append(result.messages, std::move(landed));
  }
  return result;
}

std::string fault(const Parameters& parameters) {
  const std::string found = choice_fault(
      parameters, "mode",
      {"lost_update", "double_tail", "latest_wins", "cas_skip", "prefix_replace", "splice_ids"});
  return found.empty() ? size_fault(parameters, {"landing_messages"}) : found;
}

}  // namespace

Compactor merge_race() {
  return {.summary = "Messages land while a compaction runs; what counts is how it is put back",
          .stands_for =
              "openai-agents-python (lost_update), agent-os (double_tail), cline, opencode "
              "and pi (latest_wins), aider (cas_skip), gemini-cli's graph (splice_ids)",
          .parameters = {{"mode", "lost_update",
                          "lost_update, double_tail, latest_wins; cas_skip, prefix_replace, "
                          "splice_ids"},
                         {"landing_messages", 2,
                          "The newest of the window, which the compaction did not see"}},
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
