// M04: what users typed is kept, newest first, within a budget of tokens; the message at its border
// is cut. A part of the budget may be set aside for the oldest of it. All else is dropped, and a
// summary of that, which does not repeat what users said, goes to the end. The summary itself is no
// user text and is dropped at the next round, when its atoms have been read once.
//
// Law (no part for the oldest): with T tokens of user text behind a message of t tokens, it is
// intact iff T + t <= budget; cut while T < budget < T + t; gone where T >= budget. A "yes" that
// stays has lost what it answered, so it is a mere label at once. What an answer had closed looks
// open again, because the answer is dropped and the request stays. The order between user text and
// the rest is lost at once.
#include <algorithm>

#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

bool is_user_text(const Message& message) {
  return message.role == Role::kUser && !message.derived;
}

// What is kept of one message, in tokens from either end; `whole` where nothing is cut.
struct Kept {
  bool whole = false;
  std::size_t head_tokens = 0;
  std::size_t tail_tokens = 0;
};

Segments newest_part(const Segments& segments, std::size_t bytes, const std::string& cut) {
  if (cut == "middle") {
    return without_middle_bytes(segments, bytes / 2, bytes - bytes / 2);
  }
  return cut == "prefix" ? first_bytes(segments, bytes) : last_bytes(segments, bytes);
}

// From the newest down, then from the oldest up over what that did not take.
std::vector<Kept> budgeted(const std::vector<Message>& texts, std::size_t newest,
                           std::size_t oldest) {
  std::vector<Kept> kept(texts.size());
  std::size_t taken_from = texts.size();
  while (taken_from > 0) {
    const std::size_t size = tokens(size_of(texts[taken_from - 1]));
    if (size > newest) {
      kept[taken_from - 1].tail_tokens = newest;
      break;
    }
    --taken_from;
    newest -= size;
    kept[taken_from].whole = true;
  }
  for (std::size_t i = 0; i < taken_from; ++i) {
    const std::size_t size = tokens(size_of(texts[i])) - kept[i].tail_tokens;
    if (size > oldest) {
      kept[i].head_tokens = oldest;
      break;
    }
    kept[i].whole = true;
    oldest -= size;
  }
  return kept;
}

// Both ends of a message that is cut; without_middle cannot give more than there is.
Segments cut_text(const Segments& segments, const Kept& kept, const std::string& cut) {
  const std::size_t head = kept.head_tokens * kTokenBytes;
  const std::size_t tail = kept.tail_tokens * kTokenBytes;
  if (head == 0) {
    return newest_part(segments, tail, cut);
  }
  return without_middle_bytes(segments, head, tail);
}

std::vector<Message> kept_texts(const std::vector<Message>& messages,
                                const Parameters& parameters) {
  std::vector<Message> texts;
  std::copy_if(messages.begin(), messages.end(), std::back_inserter(texts), is_user_text);
  const std::size_t oldest = parameters.size("head_tokens");
  const std::vector<Kept> kept = budgeted(texts, parameters.size("budget_tokens") - oldest, oldest);
  std::vector<Message> made;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!kept[i].whole) {
      if (kept[i].head_tokens + kept[i].tail_tokens == 0) {
        continue;
      }
      texts[i].segments = cut_text(texts[i].segments, kept[i], parameters.text("cut"));
    }
    made.push_back(std::move(texts[i]));
  }
  return made;
}

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  const std::vector<Message>& messages = turn.context.messages;
  if (messages.empty()) {
    return left_alone(std::move(turn), "the context is empty");
  }
  Visible visible(turn.table());
  for (const Message& message : messages) {
    Segments seen = message.seen();
    if (is_user_text(message)) {  // closes, but is not repeated
      seen.erase(std::remove_if(
                     seen.begin(), seen.end(),
                     [](const Segment& segment) { return segment.kind != SegmentKind::kClosing; }),
                 seen.end());
    }
    visible.read(seen, message.derived);
  }
  std::vector<Message> made = kept_texts(messages, parameters);
  made.push_back(write_summary(turn.table(), visible.open(),
                               plan_of(parameters, optional_cap_bytes(parameters, "cap_tokens")),
                               turn.round));
  const std::size_t end = messages.size();
  return made_context(std::move(turn), std::move(made), end);
}

std::string fault(const Parameters& parameters) {
  const std::string sizes = size_fault(
      parameters, {"budget_tokens", "head_tokens", "heading_characters"}, {"cap_tokens"});
  if (!sizes.empty()) {
    return sizes;
  }
  if (parameters.size("head_tokens") > parameters.size("budget_tokens")) {
    return "/head_tokens: is more than budget_tokens, of which it is a part";
  }
  return first_fault(
      {choice_fault(parameters, "cut", {"middle", "suffix", "prefix"}), summary_fault(parameters)});
}

}  // namespace

Compactor user_budget() {
  return {.summary = "User messages stay within a budget; the rest is a summary that is read once",
          .stands_for = "codex; its remote way with 64000; Kimi Code with a head of 2000",
          .parameters = with_summary_parameters(
              {{"budget_tokens", 20000, "Of user text that stays"},
               {"head_tokens", 0, "Of these, for the oldest user text"},
               {"cut", "middle",
                "What the message at the border loses: middle; or it keeps its "
                "suffix or its prefix"},
               {"cap_tokens", Value(), "The longest summary; null for no limit"}}),
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
