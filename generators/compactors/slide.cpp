// M05: messages go, no summary is written, and nothing but their number is remembered
// ("slide.removed_messages"). The first ones may be protected. Of the rest
//   pair_half, pair_quarter  remove a half or three quarters of it from its beginning, in pairs,
//   and
//                            end on what the assistant said: one message less where they would not,
//   first_frac               hides remove_percent of it, made even,
//   pop_middle               removes the middle one until all is within limit_tokens,
//   tail_n                   keeps the last keep_messages.
//
// Law: the loss is total. The message of rank q in the rest goes at the first round k with q < the
// sum of what was removed in rounds 1 to k. pop_middle with equal costs leaves the first ceil(m/2)
// and the last floor(m/2) of m, as if it had begun with all that was ever said; with other costs it
// goes on from what it left. What is protected stays for ever, a superseded first task too.
#include <algorithm>

#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

// By the variant, unless the recipe says otherwise.
std::size_t protected_count(const Parameters& parameters) {
  const std::string& variant = parameters.text("variant");
  const std::size_t own = variant == "pair_half" || variant == "pair_quarter" ? 2
                          : variant == "first_frac"                           ? 1
                                                                              : 0;
  return optional_size(parameters, "protect_messages").value_or(own);
}

// How many of the rest go, from its beginning.
std::size_t pairs_to_remove(const std::vector<Message>& messages, std::size_t from, bool half) {
  const std::size_t rest = messages.size() - from;
  std::size_t count = half ? rest / 4 * 2 : rest * 3 / 4 / 2 * 2;
  if (count > 0) {
    const Role last = messages[from + count - 1].role;
    count -= last == Role::kAssistant || last == Role::kCall ? 0 : 1;
  }
  return count;
}

void erase_from(std::vector<Message>& messages, std::size_t from, std::size_t count) {
  const auto begin = messages.begin() + static_cast<std::ptrdiff_t>(from);
  messages.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

void pop_middle(std::vector<Message>& messages, std::size_t from, std::size_t limit_tokens) {
  std::size_t cost = 0;
  for (const Message& message : messages) {
    cost += tokens(size_of(message));
  }
  while (cost > limit_tokens && messages.size() > from) {
    const std::size_t middle = from + (messages.size() - from) / 2;
    cost -= tokens(size_of(messages[middle]));
    erase_from(messages, middle, 1);
  }
}

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  std::vector<Message>& messages = turn.context.messages;
  const std::size_t before = messages.size();
  const std::size_t from = std::min(before, protected_count(parameters));
  const std::size_t rest = before - from;
  const std::string& variant = parameters.text("variant");
  if (variant == "first_frac") {
    erase_from(messages, from, rest * parameters.size("remove_percent") / 100 / 2 * 2);
  } else if (variant == "pop_middle") {
    pop_middle(messages, from, parameters.size("limit_tokens"));
  } else if (variant == "tail_n") {
    erase_from(messages, from, rest - std::min(rest, parameters.size("keep_messages")));
  } else {
    erase_from(messages, from, pairs_to_remove(messages, from, variant == "pair_half"));
  }
  if (messages.size() == before) {
    return left_alone(std::move(turn), "there is nothing to remove");
  }
  turn.context.counters["slide.removed_messages"] +=
      static_cast<std::int64_t>(before - messages.size());
  return made_context(std::move(turn), {}, 0);
}

std::string fault(const Parameters& parameters) {
  const std::string sizes = size_fault(
      parameters, {"remove_percent", "limit_tokens", "keep_messages"}, {"protect_messages"});
  if (!sizes.empty()) {
    return sizes;
  }
  if (parameters.size("remove_percent") > 100) {
    return "/remove_percent: is more than 100";
  }
  return choice_fault(parameters, "variant",
                      {"pair_half", "pair_quarter", "first_frac", "pop_middle", "tail_n"});
}

}  // namespace

Compactor slide() {
  return {
      .summary = "Messages after the protected ones go without a summary",
      .stands_for =
          "Cline before its sdk; Roo where condensing fails; AutoGen; gemini-cli's "
          "truncation; OpenHands' recent events",
      .parameters = {{"variant", "pair_half",
                      "pair_half, pair_quarter, first_frac, pop_middle or tail_n"},
                     {"protect_messages", Value(),
                      "The first ones, which stay; null: 2 for pairs, 1 for first_frac, else 0"},
                     {"remove_percent", 50, "Of the rest, for first_frac"},
                     {"limit_tokens", 100000, "Of the whole context, for pop_middle"},
                     {"keep_messages", 20, "Of the rest, for tail_n"}},
      .compact = compact,
      .fault = fault};
}

}  // namespace holdfast::compactors
