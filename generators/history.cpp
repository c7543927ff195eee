// Noise has a stream of randomness for each message, so that any message can be made and rendered
// without those before it: stream id * kMessageStreams + i for the text of segment i, the last one
// for its sizes.
#include "generators/history.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/json.h"
#include "core/value.h"
#include "generators/history_atoms.h"
#include "generators/history_plan.h"

namespace holdfast {
namespace {

// Of each hundred entries of noise, so many calls with their results, and so on; the rest is the
// assistant's.
constexpr std::uint64_t kCallPercent = 40;
constexpr std::uint64_t kUserPercent = 8;
constexpr std::uint64_t kSystemPercent = 2;

// Characters, in percent of the mean. Weighted by how often each is written they come to 100.
std::uint64_t length_percent(Role role) {
  switch (role) {
    case Role::kUser:
      return 50;
    case Role::kAssistant:
      return 80;
    case Role::kCall:
      return 30;
    case Role::kResult:
      return 200;
    default:
      return 20;
  }
}

// Long tailed: the product of two even numbers is 1 on average and 4 at most.
std::size_t draw_length(std::uint64_t mean, Random& random) {
  constexpr std::uint64_t kScale = 1000;
  const std::uint64_t first = random.between(0, 2 * kScale);
  const std::uint64_t second = random.between(0, 2 * kScale);
  return static_cast<std::size_t>(
      std::max<std::uint64_t>(1, mean * first / kScale * second / kScale));
}

Random stream_of(std::uint64_t seed, std::uint64_t id, std::uint64_t stream) {
  return Random(seed, id * kMessageStreams + stream % kMessageStreams);
}

std::optional<Detour> detour_at(const HistoryPlan& plan, std::uint64_t id) {
  const auto after = std::upper_bound(
      plan.detours.begin(), plan.detours.end(), id,
      [](std::uint64_t entry, const DetourSpan& span) { return entry < span.from; });
  if (after == plan.detours.begin() || std::prev(after)->to < id) {
    return std::nullopt;
  }
  return std::prev(after)->reason;
}

std::string call_id(std::uint64_t id) { return "call-" + std::to_string(id); }

}  // namespace

std::string_view to_text(AtomEvent event) {
  constexpr std::string_view kNames[] = {"said",     "replaced", "withdrawn", "fulfilled",
                                         "consumed", "receipt",  "done"};
  return kNames[static_cast<std::size_t>(event)];
}

History::History(std::uint64_t seed, const HistoryShape& shape) {
  CHECK(fault_of(shape).empty());
  plan_ = std::make_shared<const HistoryPlan>(plan_history(seed, shape));
}

const AtomTable& History::atoms() const& { return plan_->atoms; }

const HistoryShape& History::shape() const { return plan_->shape; }

std::optional<HistoryEntry> History::next() {
  if (last_id_ == plan_->shape.entries) {
    return std::nullopt;
  }
  const std::uint64_t id = ++last_id_;
  if (next_planned_ == plan_->messages.size() || plan_->messages[next_planned_].entry != id) {
    return noise(id);
  }
  const PlannedMessage& planned = plan_->messages[next_planned_++];
  HistoryEntry entry;
  entry.message.id = id;
  entry.message.role = planned.role;
  entry.message.answers = planned.answers;
  entry.message.segments = planned.segments;
  entry.changes = planned.changes;
  entry.detour = planned.detour;
  return entry;
}

HistoryEntry History::noise(std::uint64_t id) {
  Random random = stream_of(plan_->seed, id, kMessageStreams - 1);
  HistoryEntry entry;
  Message& message = entry.message;
  message.id = id;
  message.answers = std::exchange(open_call_, 0);
  if (message.answers != 0) {
    message.role = Role::kResult;
  } else {
    const bool next_is_noise =
        id < plan_->shape.entries &&
        (next_planned_ == plan_->messages.size() || plan_->messages[next_planned_].entry != id + 1);
    const std::uint64_t percent = random.below(100);
    message.role = percent < kUserPercent                    ? Role::kUser
                   : percent < kUserPercent + kSystemPercent ? Role::kSystem
                   : percent < kUserPercent + kSystemPercent + kCallPercent && next_is_noise
                       ? Role::kCall
                       : Role::kAssistant;
    open_call_ = message.role == Role::kCall ? id : 0;
  }
  const std::uint64_t mean = plan_->shape.characters_mean * length_percent(message.role) / 100;
  const std::size_t characters = draw_length(mean, random);
  std::size_t japanese = 0;
  if (random.chance(plan_->shape.japanese_percent, 100)) {
    const bool of_tool = message.role == Role::kCall || message.role == Role::kResult;
    japanese = of_tool ? random.between(10, 40) : random.between(50, 95);
  }
  message.segments.push_back(filler(mixed_size(characters, japanese)));
  return entry;
}

std::string History::text_of(const Message& message) const {
  std::string text;
  text.reserve(size_of(message).bytes);
  for (std::size_t i = 0; i < message.segments.size(); ++i) {
    text += text_of(message, i);
  }
  return text;
}

std::string History::text_of(const Message& message, std::size_t index) const {
  const Segment& segment = message.segments[index];
  if (segment.atom >= 0) {
    const auto place = static_cast<std::size_t>(segment.atom);
    CHECK(place < plan_->atoms.size());
    const std::string_view said =
        segment.kind == SegmentKind::kClosing  ? std::string_view(plan_->closings[place])
        : segment.kind == SegmentKind::kAssent ? assent_text(plan_->languages[place])
        : segment.level == Level::kLabel       ? std::string_view(plan_->atoms[place].label)
        : segment.level == Level::kVerbatim    ? std::string_view(plan_->atoms[place].text)
                                               : std::string_view();
    if (segment.kind != SegmentKind::kInvented && segment.kind != SegmentKind::kFiller &&
        segment.size == size_of_text(said)) {
      return std::string(said);
    }
  }
  Random random = stream_of(plan_->seed, message.id, index);
  const FillerPlace place{.role = message.role,
                          .detour = detour_at(*plan_, message.id),
                          .after_text = index > 0,
                          .before_text = index + 1 < message.segments.size()};
  return filler_text(segment.size, place, random);
}

Entry History::entry_of(const Message& message) const {
  struct Form {
    Author author;
    std::string_view kind;
  };
  // By Role.
  constexpr Form kForms[] = {{Author::kUser, "prompt"},    {Author::kAssistant, "text"},
                             {Author::kAssistant, "call"}, {Author::kTool, "result"},
                             {Author::kSystem, "notice"},  {Author::kAssistant, "summary"},
                             {Author::kSystem, "notice"}};
  const Form& form = kForms[static_cast<std::size_t>(message.role)];
  Entry entry;
  entry.entry_id = "e-" + std::to_string(message.id);
  entry.seq = message.id;
  entry.author = form.author;
  entry.kind = form.kind;
  entry.text = text_of(message);
  if (message.role == Role::kCall) {
    entry.call_id = call_id(message.id);
  } else if (message.role == Role::kResult) {
    entry.call_id = call_id(message.answers);
  }
  return entry;
}

std::string to_entries_line(const Entry& entry) {
  Value value = Value::object({{"entryId", entry.entry_id},
                               {"seq", entry.seq},
                               {"author", to_text(entry.author)},
                               {"kind", entry.kind},
                               {"text", entry.text}});
  if (!entry.call_id.empty()) {
    value.add("callId", entry.call_id);
  }
  if (entry.boundary) {
    value.add("boundary", std::uint64_t{*entry.boundary});
  }
  return write_compact_json(value) + '\n';
}

}  // namespace holdfast
