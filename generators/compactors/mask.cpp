// M07: old results of tools are replaced, in the context itself, by a placeholder with at most a
// piece of their beginning and end. Old is what is not among the newest `keep`: messages of any
// kind, results, or tokens of results. Nothing happens until what would go is worth
// min_batch_tokens. The rest of the pipeline sees the outcome, the summariser too.
//
// Law: what only a result said is lost when its result is too old and the batch is large enough;
// what users and assistants said never is. A write whose receipt is gone is unknown again; with
// clear_inputs its call is gone, too. A user's answer that came as a result goes like any other
// unless exempt_answers. The placeholder is marked as a heading, and is never longer than what it
// replaces.
#include <algorithm>

#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

bool is_masked(const Message& message) {
  return std::any_of(message.segments.begin(), message.segments.end(),
                     [](const Segment& segment) { return segment.kind == SegmentKind::kHeading; });
}

bool has_answer(const Message& message) {
  return std::any_of(message.segments.begin(), message.segments.end(),
                     [](const Segment& segment) { return segment.kind == SegmentKind::kAssent; });
}

Segments masked(const Segments& segments, std::size_t head, std::size_t tail,
                std::size_t placeholder) {
  Segments left = without_middle(segments, head, tail);
  const std::size_t removed = size_of(segments).characters - size_of(left).characters;
  const Segment mark = {.kind = SegmentKind::kHeading,
                        .size = ascii(std::min(placeholder, removed))};
  // Between both ends, where the removed text stood.
  std::size_t before = 0;
  auto at = left.begin();
  while (at != left.end() && before + at->size.characters <= head) {
    before += at->size.characters;
    ++at;
  }
  left.insert(at, mark);
  return left;
}

void mask_message(Message& message, std::size_t head, std::size_t tail, std::size_t placeholder) {
  message.segments = masked(message.segments, head, tail, placeholder);
  if (message.view) {
    message.view = masked(*message.view, head, tail, placeholder);
  }
}

// From the newest to the oldest: whether this one is older than what is kept.
class Age {
 public:
  explicit Age(const Parameters& parameters)
      : unit_(parameters.text("unit")), keep_(parameters.size("keep")) {}

  bool is_old(const Message& message) {
    const bool is_result = message.role == Role::kResult;
    passed_ += unit_ == "messages"  ? 1
               : !is_result         ? 0
               : unit_ == "results" ? 1
                                    : tokens(size_of(message));
    return passed_ > keep_;
  }

 private:
  const std::string& unit_;
  std::size_t keep_;
  std::size_t passed_ = 0;
};

std::vector<std::size_t> candidates(const std::vector<Message>& messages,
                                    const Parameters& parameters) {
  const std::size_t shown = parameters.size("head_characters") + parameters.size("tail_characters");
  std::vector<std::size_t> found;
  Age age(parameters);
  for (std::size_t i = messages.size(); i-- > 0;) {
    const Message& message = messages[i];
    const bool is_old = age.is_old(message);
    const bool exempt = parameters.flag("exempt_answers") && has_answer(message);
    if (is_old && message.role == Role::kResult && !exempt && !is_masked(message) &&
        size_of(message).characters > shown) {
      found.push_back(i);
    }
  }
  return found;
}

// By its id; the message before it where the context has no ids.
Message* call_of(std::vector<Message>& messages, std::size_t result) {
  const std::uint64_t id = messages[result].answers;
  for (std::size_t i = result; i-- > 0;) {
    if (messages[i].role == Role::kCall && (id == 0 || messages[i].id == id)) {
      return &messages[i];
    }
    if (id == 0) {
      break;
    }
  }
  return nullptr;
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  std::vector<Message>& messages = turn.context.messages;
  const std::vector<std::size_t> old = candidates(messages, parameters);
  std::size_t batch_tokens = 0;
  for (const std::size_t i : old) {
    batch_tokens += tokens(size_of(messages[i]));
  }
  if (old.empty() || batch_tokens < parameters.size("min_batch_tokens")) {
    return next(std::move(turn));
  }
  const std::size_t placeholder = parameters.size("placeholder_characters");
  for (const std::size_t i : old) {
    mask_message(messages[i], parameters.size("head_characters"),
                 parameters.size("tail_characters"), placeholder);
    Message* const call = parameters.flag("clear_inputs") ? call_of(messages, i) : nullptr;
    if (call != nullptr && !is_masked(*call)) {
      mask_message(*call, 0, 0, placeholder);
    }
  }
  turn.context.compacted = true;
  return next(std::move(turn));
}

std::string fault(const Parameters& parameters) {
  return first_fault({size_fault(parameters, {"keep", "min_batch_tokens", "head_characters",
                                              "tail_characters", "placeholder_characters"}),
                      choice_fault(parameters, "unit", {"messages", "results", "tokens"})});
}

}  // namespace

Compactor mask() {
  return {.summary = "Old results of tools are replaced by a placeholder in the context itself",
          .stands_for =
              "Anthropic's context editing; OpenHands' masking with 5 messages; "
              "gemini-cli with 50000 tokens, a batch of 30000 and 250 characters of each end",
          .parameters = {{"unit", "results", "What `keep` counts: messages, results or tokens"},
                         {"keep", 3, "The newest, which stay as they are"},
                         {"min_batch_tokens", 0, "Less than this is left alone"},
                         {"head_characters", 0, "What is left of a result's beginning"},
                         {"tail_characters", 0, "and of its end"},
                         {"placeholder_characters", 8, "What stands for the rest"},
                         {"clear_inputs", false, "Whether the call goes as well"},
                         {"exempt_answers", false, "Whether results with a user's yes stay"}},
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
