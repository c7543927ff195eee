// M13: what is to be folded is longer than the summariser may read, so it is trimmed. The previous
// summary is the oldest of it and the first to fall out; of one that is cut the end is what is
// left.
//
// With `summarise` this stage keeps the newest messages, folds the rest and writes the summary.
// Without, it only limits what the rest of the pipeline sees of the whole context, tail included.
//
// Sides: suffix keeps the newest tokens, and the end of the message at the boundary; drop_oldest
// the newest whole messages; middle a share of the limit at both ends; results_middle_out takes
// tool results away from the middle outwards, at 10, 20, 50 and 100 per cent of them, and gives up
// where that is not enough.
//
// Law of suffix, with limit L, h tokens newly folded and s of the previous summary: all that is
// carried survives iff s + h <= L; its last L - h tokens are visible while h < L < s + h; all of it
// is gone at once iff h >= L. A new atom with L tokens or more behind it is lost when it is folded.
#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

std::size_t tokens_seen(const std::vector<Message>& messages, std::size_t count) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += tokens(size_of(messages[i].seen()));
  }
  return sum;
}

void keep_newest(std::vector<Message>& messages, std::size_t count, std::size_t limit,
                 bool partial) {
  std::size_t room = limit;
  for (std::size_t i = count; i-- > 0;) {
    Message& message = messages[i];
    const std::size_t cost = tokens(size_of(message.seen()));
    if (cost <= room) {
      room -= cost;
      continue;
    }
    message.view =
        partial && room > 0 ? last_bytes(message.seen(), room * kTokenBytes) : Segments{};
    room = 0;
    partial = false;
    while (i > 0) {
      messages[--i].view = Segments{};
    }
  }
}

void keep_ends(std::vector<Message>& messages, std::size_t count, const Parameters& parameters) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    total += size_of(messages[i].seen()).bytes;
  }
  const std::size_t limit = parameters.size("limit_tokens") * kTokenBytes;
  const std::size_t head = limit * parameters.size("head_percent") / 100;
  const std::size_t tail_from =
      total - std::min(total, limit * parameters.size("tail_percent") / 100);
  std::size_t start = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Message& message = messages[i];
    const std::size_t end = start + size_of(message.seen()).bytes;
    const std::size_t first = std::min(end, std::max(head, start)) - start;
    const std::size_t last = end - std::max(start, std::min(tail_from, end));
    message.view = without_middle_bytes(message.seen(), first, last);
    start = end;
  }
}

// The results among the first `count`, those nearest to the middle of them first.
std::vector<std::size_t> results_from_middle(const std::vector<Message>& messages,
                                             std::size_t count) {
  std::vector<std::size_t> results;
  for (std::size_t i = 0; i < count; ++i) {
    if (messages[i].role == Role::kResult) {
      results.push_back(i);
    }
  }
  std::vector<std::size_t> ordered;
  std::size_t left = results.size() / 2;
  std::size_t right = left;
  while (ordered.size() < results.size()) {
    if (left > 0) {
      ordered.push_back(results[--left]);
    }
    if (right < results.size()) {
      ordered.push_back(results[right++]);
    }
  }
  return ordered;
}

// False where it is too long without any result.
bool drop_results(std::vector<Message>& messages, std::size_t count, std::size_t limit) {
  constexpr std::size_t kPercents[] = {10, 20, 50, 100};
  const std::vector<std::size_t> ordered = results_from_middle(messages, count);
  std::size_t dropped = 0;
  for (const std::size_t percent : kPercents) {
    const std::size_t until = std::max<std::size_t>(1, ordered.size() * percent / 100);
    for (; dropped < std::min(until, ordered.size()); ++dropped) {
      messages[ordered[dropped]].view = Segments{};
    }
    if (tokens_seen(messages, count) <= limit) {
      return true;
    }
  }
  return false;
}

// Limits what is seen of the first `count` messages; false where this side gives up.
bool trim(std::vector<Message>& messages, std::size_t count, const Parameters& parameters) {
  const std::size_t limit = parameters.size("limit_tokens");
  if (tokens_seen(messages, count) <= limit) {
    return true;
  }
  const std::string& side = parameters.text("side");
  if (side == "results_middle_out") {
    return drop_results(messages, count, limit);
  }
  if (side == "middle") {
    keep_ends(messages, count, parameters);
  } else {
    keep_newest(messages, count, limit, side == "suffix" && parameters.flag("partial"));
  }
  return true;
}

Context summarised(Turn turn, std::size_t cut, const Parameters& parameters) {
  Visible visible(turn.table());
  std::vector<Message>& messages = turn.context.messages;
  for (std::size_t i = 0; i < cut; ++i) {
    visible.read(messages[i]);
  }
  const std::optional<std::size_t> cap = optional_cap_bytes(parameters, "cap_tokens");
  Context result{.counters = std::move(turn.context.counters), .compacted = true};
  result.messages.push_back(
      write_summary(turn.table(), visible.open(), plan_of(parameters, cap), turn.round));
  for (std::size_t i = cut; i < messages.size(); ++i) {
    messages[i].view.reset();
    result.messages.push_back(std::move(messages[i]));
  }
  return result;
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  std::vector<Message>& messages = turn.context.messages;
  const bool summarise = parameters.flag("summarise");
  const std::size_t keep = std::min(parameters.size("keep_messages"), messages.size());
  const std::size_t cut =
      summarise ? at_pair_boundary(messages, messages.size() - keep) : messages.size();
  if (summarise && cut == 0) {
    turn.context.note = "everything is in the tail";
    return std::move(turn.context);
  }
  Context before = turn.context;
  if (!trim(messages, cut, parameters)) {
    before.note = "too long for the summariser even without results of tools";
    return before;
  }
  Context result = summarise ? summarised(std::move(turn), cut, parameters) : next(std::move(turn));
  for (Message& message : result.messages) {
    message.view.reset();
  }
  return result;
}

std::string fault(const Parameters& parameters) {
  std::string found =
      choice_fault(parameters, "side", {"suffix", "drop_oldest", "middle", "results_middle_out"});
  if (found.empty()) {
    found = size_fault(
        parameters,
        {"limit_tokens", "keep_messages", "head_percent", "tail_percent", "heading_characters"},
        {"cap_tokens"});
  }
  if (found.empty() && parameters.size("head_percent") + parameters.size("tail_percent") > 100) {
    found = "/tail_percent: head_percent and tail_percent are more than 100 together";
  }
  return found.empty() ? summary_fault(parameters) : found;
}

}  // namespace

Compactor trim_input() {
  return {.summary = "What is folded is longer than the summariser may read, and is trimmed first",
          .stands_for =
              "langchain (suffix); codex's overflow (drop_oldest); letta (middle); goose "
              "(results_middle_out)",
          .parameters = with_summary_parameters(
              {{"limit_tokens", 4000, "What the summariser reads at most"},
               {"side", "suffix", "suffix, drop_oldest, middle or results_middle_out"},
               {"partial", true, "Of suffix: the message at the boundary keeps its end"},
               {"head_percent", 30, "Of middle: the share of the limit at the beginning"},
               {"tail_percent", 30, "Of middle: the share of the limit at the end"},
               {"summarise", true, "false: only limits what later stages see of the context"},
               {"keep_messages", 20, "Where it summarises: the newest are kept word for word"},
               {"cap_tokens", nullptr, "The longest summary; null: no limit"}}),
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
