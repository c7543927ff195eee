#include "harness/simulation_controls.h"

#include <algorithm>

#include "core/check.h"
#include "generators/candidate.h"
#include "generators/trusted_record.h"

namespace holdfast {
namespace {

// A history in which something of every kind is open, and something of every kind is over.
HistoryShape shape() {
  HistoryShape shape;
  shape.entries = 120;
  shape.directives = 8;
  shape.prohibitions = 4;
  shape.approvals = 4;
  shape.writes = 6;
  return shape;
}

class Bench {
 public:
  explicit Bench(std::uint64_t seed) : history_(seed, shape()), record_(history_) {
    while (std::optional<HistoryEntry> entry = history_.next()) {
      record_.take(*entry);
    }
  }

  // A summary that says everything that is open, word for word.
  Context whole() const {
    Message summary;
    summary.role = Role::kSummary;
    summary.derived = true;
    for (std::size_t i = 0; i < history_.atoms().size(); ++i) {
      if (record_.states()[i] == AtomState::kOpen) {
        summary.segments.push_back(body_of(static_cast<int>(i), history_.atoms()[i].size));
      }
    }
    Context context;
    context.compacted = true;
    context.messages.push_back(std::move(summary));
    return context;
  }

  SimulationControl ask(Subject& verifier, std::string name, const Context& context) const {
    const AtomTable& atoms = history_.atoms();
    const ContextReading reading = read_context(atoms, context);
    const std::vector<Fate> fates = fates_of(atoms, record_.states(), reading);
    const Value before = to_value(record_.origin());
    const Value after = to_value(
        candidate_from(record_.due(record_.origin(), shape().entries), atoms, fates, reading));
    const Value evidence = record_.evidence();
    Question question;
    question.id = "control-" + name;
    question.step = "link";
    question.before = {SubjectDocument::Form::kValue, &before, {}};
    question.after = {SubjectDocument::Form::kValue, &after, {}};
    question.evidence = &evidence;
    Answer answer = verifier.verify(question);
    return {std::move(name), answer.kind != AnswerKind::kAccept, std::move(answer.reasons)};
  }

  const AtomTable& atoms() const { return history_.atoms(); }

 private:
  History history_;
  TrustedRecord record_;
};

// Events alone have an order.
void reverse_but_events(Segments& segments, const AtomTable& atoms) {
  Segments events;
  Segments others;
  for (const Segment& segment : segments) {
    const bool is_event = atoms[static_cast<std::size_t>(segment.atom)].kind == AtomKind::kEvent;
    (is_event ? events : others).push_back(segment);
  }
  std::reverse(others.begin(), others.end());
  segments = std::move(others);
  segments.insert(segments.end(), events.begin(), events.end());
}

// The second half of what is said stands in the tail, as it was first said.
void move_to_tail(Context& context) {
  Segments& segments = context.messages[0].segments;
  const auto middle = segments.begin() + static_cast<std::ptrdiff_t>(segments.size() / 2);
  Message tail;
  tail.role = Role::kAssistant;
  tail.segments.assign(middle, segments.end());
  for (Segment& segment : tail.segments) {
    segment.age_rounds = 1;  // a bare yes was given to it
  }
  segments.erase(middle, segments.end());
  context.messages.push_back(std::move(tail));
}

}  // namespace

std::vector<SimulationControl> ask_simulation_controls(Subject& verifier, std::uint64_t seed) {
  const Bench bench(seed);
  std::vector<SimulationControl> controls;
  const auto ask = [&](const char* name, auto change) {
    Context context = bench.whole();
    change(context);
    if (verifier.usable()) {
      controls.push_back(bench.ask(verifier, name, context));
    }
  };
  // What is over is not mentioned in any of these.
  ask("what_is_over_is_absent", [](Context&) {});
  ask("other_words_same_key", [](Context& context) {
    for (Segment& segment : context.messages[0].segments) {
      segment.level = Level::kSame;
    }
  });
  ask("another_order",
      [&](Context& context) { reverse_but_events(context.messages[0].segments, bench.atoms()); });
  ask("said_twice", [](Context& context) {
    Segments& segments = context.messages[0].segments;
    const Segments once = segments;
    segments.insert(segments.end(), once.begin(), once.end());
  });
  ask("fetched_by_id", [](Context& context) {
    context.messages[0].role = Role::kLedger;
    for (Segment& segment : context.messages[0].segments) {
      segment.level = Level::kSame;
      segment.size = ascii(8);
    }
  });
  ask("tail_moved", move_to_tail);
  ask("wrapper_text", [](Context& context) {
    Segments& segments = context.messages[0].segments;
    segments.insert(segments.begin(), {.kind = SegmentKind::kHeading, .size = ascii(29)});
    segments.push_back(filler(ascii(500)));
  });
  ask("what_is_over_is_a_label", [&](Context& context) {
    for (std::size_t i = 0; i < bench.atoms().size(); ++i) {
      const Segments& said = context.messages[0].segments;
      if (std::none_of(said.begin(), said.end(), [&](const Segment& segment) {
            return segment.atom == static_cast<int>(i);
          })) {
        Segment label = body_of(static_cast<int>(i), ascii(10));
        label.level = Level::kLabel;
        context.messages[0].segments.push_back(label);
      }
    }
  });
  return controls;
}

}  // namespace holdfast
