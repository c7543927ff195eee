// M09: a summary has room for so many goals (one sentence, or the last user message), and a newer
// task takes the place of the goal that it serves. What the goal narrowed keeps its text and loses
// its scope.
//
// Newer is what comes later in the table, whose order is that in which atoms are first said: a
// summary tells goals and sub-tasks in sections, so their order inside it means nothing.
//
// Law: with `latest`, a goal is gone at the first round whose folded part holds `slots` goals or
// open sub-tasks newer than it, and everything that belongs to it is unscoped at the same round;
// with `first` it is gone where `slots` are older; with `append` never. With `resurrect` a sub-task
// of the newest user message is open again once the message that closed it is folded.
#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

bool is_task(AtomKind kind) { return kind == AtomKind::kGoal || kind == AtomKind::kSubTask; }

std::vector<std::uint64_t> kept_ids(const std::vector<Message>& messages) {
  std::vector<std::uint64_t> ids;
  for (const Message& message : messages) {
    if (message.id != 0) {
      ids.push_back(message.id);
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

// What the folded part said, given what stood in the context and what still does. Messages that a
// compactor wrote have no id: each of them counts as folded.
std::vector<int> candidates(const AtomTable& atoms, const std::vector<Message>& before,
                            const std::vector<Message>& after) {
  const std::vector<std::uint64_t> kept = kept_ids(after);
  Visible folded(atoms);
  for (const Message& message : before) {
    if (!std::binary_search(kept.begin(), kept.end(), message.id)) {
      folded.read(message);
    }
  }
  std::vector<int> found;
  for (const Segment& segment : folded.open()) {
    if (segment.atom >= 0 && is_task(atoms[static_cast<std::size_t>(segment.atom)].kind)) {
      found.push_back(segment.atom);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The goals among those that no slot is left for.
std::vector<int> dropped_of(const AtomTable& atoms, std::vector<int> found, std::size_t slots,
                            const std::string& policy) {
  if (policy == "append" || found.size() <= slots) {
    return {};
  }
  const auto count = static_cast<std::ptrdiff_t>(slots);
  if (policy == "latest") {
    found.erase(found.end() - count, found.end());
  } else {
    found.erase(found.begin(), found.begin() + count);
  }
  std::erase_if(found, [&](int place) {
    return atoms[static_cast<std::size_t>(place)].kind != AtomKind::kGoal;
  });
  return found;
}

Segments without_goals(const AtomTable& atoms, const Segments& segments,
                       const std::vector<int>& dropped) {
  const auto is_dropped = [&](int place) {
    return std::find(dropped.begin(), dropped.end(), place) != dropped.end();
  };
  Segments left;
  for (Segment segment : segments) {
    if (segment.atom >= 0 && segment.kind == SegmentKind::kBody) {
      if (is_dropped(segment.atom)) {
        continue;
      }
      const int goal = atoms[static_cast<std::size_t>(segment.atom)].goal;
      if (goal >= 0 && is_dropped(goal) && segment.level < Level::kChanged) {
        segment.level = Level::kChanged;
        segment.twist = Twist::kUnscoped;
      }
    }
    left.push_back(segment);
  }
  return left;
}

// Sub-tasks of the newest user message that the context knows to be done.
Segments done_requests(const AtomTable& atoms, const std::vector<Message>& messages) {
  const auto newest = std::find_if(messages.rbegin(), messages.rend(), [](const Message& message) {
    return message.role == Role::kUser;
  });
  Segments done;
  if (newest == messages.rend()) {
    return done;
  }
  Visible visible(atoms);
  for (const Message& message : messages) {
    visible.read(message);
  }
  const Segments open = visible.open();
  for (const Segment& segment : newest->segments) {
    if (segment.kind == SegmentKind::kBody &&
        atoms[static_cast<std::size_t>(segment.atom)].kind == AtomKind::kSubTask &&
        std::none_of(open.begin(), open.end(),
                     [&](const Segment& other) { return other.atom == segment.atom; })) {
      done.push_back(segment);
      done.back().age_rounds = 1;
    }
  }
  return done;
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  const AtomTable& atoms = turn.table();
  const std::vector<Message> before = turn.context.messages;
  Context result = next(std::move(turn));
  const auto last = std::find_if(result.messages.rbegin(), result.messages.rend(), is_summary);
  if (!result.compacted || last == result.messages.rend()) {
    return result;
  }
  const std::vector<int> dropped = dropped_of(atoms, candidates(atoms, before, result.messages),
                                              parameters.size("slots"), parameters.text("policy"));
  for (Message& message : result.messages) {
    if (is_summary(message)) {
      rewrite_summary(message, without_goals(atoms, message.segments, dropped));
    }
  }
  if (parameters.flag("resurrect")) {
    Segments segments = last->segments;
    for (const Segment& request : done_requests(atoms, before)) {
      segments.push_back(request);
    }
    rewrite_summary(*last, std::move(segments));
  }
  return result;
}

std::string fault(const Parameters& parameters) {
  const std::string policy = choice_fault(parameters, "policy", {"latest", "first", "append"});
  return policy.empty() ? size_fault(parameters, {"slots"}) : policy;
}

}  // namespace

Compactor latest_goal() {
  return {.summary = "A newer task takes the place of the goal, and what the goal narrowed is wide",
          .stands_for =
              "one-sentence goals of cline, gemini-cli and opencode; the last user "
              "message of codex and kimi",
          .parameters = {{"slots", 1, "How many goals and open sub-tasks a summary has room for"},
                         {"policy", "latest", "Which ones: latest, first, or append for all"},
                         {"resurrect", false,
                          "The newest request is open again once its answer is folded"}},
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
