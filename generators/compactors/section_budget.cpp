// M08: a snapshot with sections, patched each round by what was folded and kept within a cap by
// dropping the oldest of the first section that has any, in the order of `evict`. The snapshot
// message is the state. By kind of atom: tasks are goals and sub-tasks; facts are decisions and
// writes; constraints are directives, prohibitions and approvals; the arc is the last
// arc_keep_rounds rounds, with the events and a piece of narrative of each.
//
// Law, with the order as found: constraint j is lost iff tasks, arc and the constraints from j on
// are more than the cap (facts are gone by then). An event is lost arc_keep_rounds rounds after it
// was folded. Tasks go last, so tasks that stay open push prohibitions out.
#include <algorithm>
#include <array>

#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

enum SectionIndex : std::size_t { kTasks, kFacts, kConstraints, kArc, kSections };
constexpr std::array<std::string_view, kSections> kNames = {"tasks", "facts", "constraints", "arc"};
constexpr std::array<std::string_view, kSections> kCaps = {
    "tasks_cap_tokens", "facts_cap_tokens", "constraints_cap_tokens", "arc_cap_tokens"};
constexpr std::size_t kAgeMax = 255;

using State = std::array<Segments, kSections>;  // oldest first

SectionIndex section_of(AtomKind kind) {
  switch (kind) {
    case AtomKind::kGoal:
    case AtomKind::kSubTask:
      return kTasks;
    case AtomKind::kDecision:
    case AtomKind::kWrite:
      return kFacts;
    case AtomKind::kEvent:
      return kArc;
    case AtomKind::kDirective:
    case AtomKind::kProhibition:
    case AtomKind::kApproval:
      break;
  }
  return kConstraints;
}

Segment older(Segment segment) {
  segment.age_rounds = static_cast<std::uint8_t>(std::min<int>(255, segment.age_rounds + 1));
  return segment;
}

// Narrative of earlier rounds is the filler in a snapshot that has an age.
State merged(const Turn& turn, std::size_t cut, const Parameters& parameters) {
  State state;
  Visible visible(turn.table());
  for (std::size_t i = 0; i < cut; ++i) {
    const Message& message = turn.context.messages[i];
    visible.read(message);
    for (const Segment& segment : message.seen()) {
      if (message.derived && segment.kind == SegmentKind::kFiller && segment.age_rounds > 0) {
        state[kArc].push_back(older(segment));
      }
    }
  }
  if (const std::size_t characters = parameters.size("narrative_characters"); characters > 0) {
    state[kArc].push_back(older(filler(ascii(characters))));
  }
  for (Segment segment : visible.open()) {
    SectionIndex section = kConstraints;
    if (segment.kind != SegmentKind::kInvented) {
      const Atom& atom = turn.table()[static_cast<std::size_t>(segment.atom)];
      section = section_of(atom.kind);
      segment.kind = SegmentKind::kBody;
    }
    state[section].push_back(older(segment));
  }
  Segments& arc = state[kArc];
  std::stable_sort(arc.begin(), arc.end(),
                   [](const Segment& a, const Segment& b) { return a.age_rounds > b.age_rounds; });
  const std::size_t rounds = parameters.size("arc_keep_rounds");
  arc.erase(std::remove_if(arc.begin(), arc.end(),
                           [&](const Segment& segment) { return segment.age_rounds > rounds; }),
            arc.end());
  return state;
}

std::size_t drop_oldest(Segments& section) {
  const std::size_t bytes = section.front().size.bytes;
  section.erase(section.begin());
  return bytes;
}

void evict(State& state, const Parameters& parameters) {
  std::size_t whole = parameters.size("heading_characters");
  for (std::size_t i = 0; i < kSections; ++i) {
    std::size_t bytes = size_of(state[i]).bytes;
    const std::optional<std::size_t> cap = optional_cap_bytes(parameters, kCaps[i]);
    while (cap && bytes > *cap && !state[i].empty()) {
      bytes -= drop_oldest(state[i]);
    }
    whole += bytes;
  }
  const std::size_t cap = parameters.size("cap_tokens") * kTokenBytes;
  for (const Value& name : parameters.value("evict").items()) {
    const auto* found = std::find(kNames.begin(), kNames.end(), name.text());
    Segments& section = state[static_cast<std::size_t>(found - kNames.begin())];
    while (whole > cap && !section.empty()) {
      whole -= drop_oldest(section);
    }
  }
}

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  const std::vector<Message>& messages = turn.context.messages;
  const std::size_t cut =
      at_pair_boundary(messages, tail_from(messages, parameters.size("tail_tokens")));
  if (cut == 0) {
    return left_alone(std::move(turn), "everything is in the tail");
  }
  State state = merged(turn, cut, parameters);
  evict(state, parameters);
  Message snapshot{.role = Role::kSummary, .derived = true};
  if (const std::size_t heading = parameters.size("heading_characters"); heading > 0) {
    snapshot.segments.push_back({.kind = SegmentKind::kHeading, .size = ascii(heading)});
  }
  for (const Segments& section : state) {
    snapshot.segments.insert(snapshot.segments.end(), section.begin(), section.end());
  }
  return made_context(std::move(turn), {std::move(snapshot)}, cut);
}

std::string fault(const Parameters& parameters) {
  const std::string sizes =
      size_fault(parameters,
                 {"cap_tokens", "arc_keep_rounds", "narrative_characters", "tail_tokens",
                  "heading_characters"},
                 {kCaps[kTasks], kCaps[kFacts], kCaps[kConstraints], kCaps[kArc]});
  if (!sizes.empty()) {
    return sizes;
  }
  if (parameters.size("arc_keep_rounds") >= kAgeMax) {
    return "/arc_keep_rounds: is more than 254";
  }
  std::vector<std::string_view> named;
  for (const Value& name : parameters.value("evict").items()) {
    if (name.is_string()) {
      named.push_back(name.text());
    }
  }
  return parameters.value("evict").size() == kSections &&
                 std::is_permutation(named.begin(), named.end(), kNames.begin(), kNames.end())
             ? ""
             : "/evict: does not name tasks, facts, constraints and arc, each once";
}

}  // namespace

Compactor section_budget() {
  return {
      .summary = "A snapshot by sections; over its cap the oldest of the least important goes",
      .stands_for = "gemini-cli's context graph; one of its profiles with 2000",
      .parameters = {{"cap_tokens", 4000, "The longest snapshot"},
                     {"arc_keep_rounds", 5, "Rounds of which the arc tells"},
                     {"evict", Value::array({"facts", "constraints", "arc", "tasks"}),
                      "What goes first over the cap"},
                     {"tasks_cap_tokens", Value(), "Of this section alone; null for none"},
                     {"facts_cap_tokens", Value(), "Of this section alone; null for none"},
                     {"constraints_cap_tokens", Value(), "Of this section alone; null for none"},
                     {"arc_cap_tokens", Value(), "Of this section alone; null for none"},
                     {"narrative_characters", 0, "What the arc tells of a round, beside events"},
                     {"heading_characters", 0, "Of the whole snapshot; never dropped"},
                     {"tail_tokens", 0, "Kept word for word"}},
      .compact = compact,
      .fault = fault};
}

}  // namespace holdfast::compactors
