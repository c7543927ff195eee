// M12: before anything is summarised, old results of tools become placeholders in the context
// itself, and what is left of results is clipped for the summariser. So a fact that only a result
// held is gone before a summary could hold it.
//
// The scan goes from the newest message to the oldest, begins behind the newest `skip_turns` user
// messages and ends at a summary. A result that is no longer than a placeholder is counted and left
// alone.
//
// Law: an eligible result is pruned iff the newer eligible ones and itself are more than
// `protect_tokens`, and all that are pruned at this round are more than `minimum_tokens`. At an
// offset beyond the clip an atom of a result never reaches a summary.
#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

std::vector<std::size_t> to_prune(const std::vector<Message>& messages,
                                  const Parameters& parameters) {
  const std::size_t protect = parameters.size("protect_tokens");
  const std::size_t skip_turns = parameters.size("skip_turns");
  const std::size_t placeholder = parameters.size("placeholder_characters");
  std::vector<std::size_t> marked;
  std::size_t marked_tokens = 0;
  std::size_t scanned_tokens = 0;
  std::size_t turns = 0;
  for (std::size_t i = messages.size(); i-- > 0;) {
    const Message& message = messages[i];
    if (message.role == Role::kSummary) {
      break;
    }
    turns += message.role == Role::kUser ? 1 : 0;
    if (message.role != Role::kResult || turns < skip_turns) {
      continue;
    }
    const std::size_t cost = tokens(size_of(message));
    scanned_tokens += cost;
    if (scanned_tokens > protect && size_of(message).characters > placeholder) {
      marked.push_back(i);
      marked_tokens += cost;
    }
  }
  return marked_tokens > parameters.size("minimum_tokens") ? marked : std::vector<std::size_t>{};
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  std::vector<Message>& messages = turn.context.messages;
  const std::vector<std::size_t> pruned = to_prune(messages, parameters);
  for (const std::size_t index : pruned) {
    messages[index].segments = {filler(ascii(parameters.size("placeholder_characters")))};
    messages[index].view.reset();
  }
  const std::size_t head = parameters.size("clip_characters");
  const std::size_t tail = parameters.size("clip_tail_characters");
  for (Message& message : messages) {
    if (message.role == Role::kResult && size_of(message.seen()).characters > head + tail) {
      message.view = without_middle(message.seen(), head, tail);
    }
  }
  Context result = next(std::move(turn));
  for (Message& message : result.messages) {
    message.view.reset();
  }
  result.compacted = result.compacted || !pruned.empty();
  return result;
}

std::string fault(const Parameters& parameters) {
  return size_fault(parameters,
                    {"protect_tokens", "minimum_tokens", "skip_turns", "clip_characters",
                     "clip_tail_characters", "placeholder_characters"});
}

}  // namespace

Compactor prune_first() {
  return {
      .summary = "Old results of tools are placeholders before a summary could hold them",
      .stands_for = "opencode; gemini-cli's masking; yoi's pruning at a request (8000, 4096)",
      .parameters = {{"protect_tokens", 40000, "The newest results that are left alone"},
                     {"minimum_tokens", 20000, "Nothing is pruned unless it is more than this"},
                     {"skip_turns", 2, "The newest user messages after which none is looked at"},
                     {"placeholder_characters", 30, "What stands for a pruned result"},
                     {"clip_characters", 2000, "What a summariser sees of a result's beginning"},
                     {"clip_tail_characters", 0, "and of its end"}},
      .compact = compact,
      .fault = fault};
}

}  // namespace holdfast::compactors
