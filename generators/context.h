// What a simulated runtime holds in its context: messages made of segments, some of which carry an
// atom, something that must not be forgotten. Lengths stand for texts, so that a round costs
// microseconds; a text is made only where somebody reads it (generators/history.h).
//
// Invariants: a cut keeps an atom only if all of it is inside. What is true of an atom (whether it
// is still open) is no part of a context: a context only says what it says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

enum class AtomKind : std::uint8_t {
  kDirective,
  kProhibition,
  kApproval,
  kWrite,     // open: its outcome is unknown; closed: a receipt came
  kEvent,     // ordered; never closed
  kDecision,  // never closed
  kGoal,
  kSubTask,
};
inline constexpr int kAtomKinds = 8;
std::string_view to_text(AtomKind kind);

struct Size {
  std::uint32_t characters = 0;
  std::uint32_t bytes = 0;

  bool operator==(const Size&) const = default;
};
inline Size& operator+=(Size& a, Size b) {
  a.characters += b.characters;
  a.bytes += b.bytes;
  return a;
}
inline Size operator+(Size a, Size b) { return a += b; }
inline Size ascii(std::size_t characters) {
  const auto size = static_cast<std::uint32_t>(characters);
  return {size, size};
}
// As runtimes estimate it: four bytes each, rounded up.
inline std::size_t tokens(Size size) { return (std::size_t{size.bytes} + 3) / 4; }
inline constexpr std::size_t kTokenBytes = 4;

struct Atom {
  std::string id;
  AtomKind kind = AtomKind::kDirective;
  std::string text;   // as it was first said
  std::string label;  // what merely names it, e.g. "the revision matter"
  Size size{};        // of `text`
  bool by_user = true;
  // The text stands in somebody else's message and counts only with the user's bare "yes".
  bool needs_assent = false;
  int goal = -1;     // the goal that it belongs to, as a place in the table; -1 for none
  int answers = -1;  // of an event: the call, as a place in the table
};
using AtomTable = std::vector<Atom>;

// How much of an atom is still said, best first. Absent is a context without a segment of it.
enum class Level : std::uint8_t {
  kVerbatim,
  kSame,     // other words; key, polarity, scope and force are intact
  kChanged,  // present, but its force or scope is another: see Twist
  kLabel,    // only its name
};
std::string_view to_text(Level level);

enum class Twist : std::uint8_t {
  kNone,
  kWeakened,   // must not -> prefers not
  kWidened,    // target, expiry or "once" are gone
  kFlipped,    // unless -> when
  kDemoted,    // marked as mere reference
  kRevoiced,   // said again as if a user had
  kUnscoped,   // the goal that it belonged to is gone
  kMisplaced,  // a part of it stands under another heading
};
std::string_view to_text(Twist twist);

enum class SegmentKind : std::uint8_t {
  kFiller,
  kHeading,   // filler that the runtime puts before a summary
  kBody,      // says the atom, as open
  kAssent,    // the user's "yes" to an atom that needs one
  kClosing,   // says that the atom is done, revoked, used, or that its receipt came
  kInvented,  // a constraint that nobody gave
};

struct Segment {
  SegmentKind kind = SegmentKind::kFiller;
  Level level = Level::kVerbatim;
  Twist twist = Twist::kNone;
  std::uint8_t age_rounds = 0;  // of a carried one: rounds since it was folded, 255 at most
  int atom = -1;                // a place in the table; -1 for none
  Size size{};

  bool operator==(const Segment&) const = default;
};
using Segments = std::vector<Segment>;

inline Segment filler(Size size) { return {.size = size}; }
inline Segment body_of(int atom, Size size) {
  return {.kind = SegmentKind::kBody, .atom = atom, .size = size};
}
inline Segment closing_of(int atom, Size size) {
  return {.kind = SegmentKind::kClosing, .atom = atom, .size = size};
}
inline Segment assent_to(int atom, Size size) {
  return {.kind = SegmentKind::kAssent, .atom = atom, .size = size};
}

// A ledger message is rendered from the trusted record and stands above all else that a context
// says.
enum class Role : std::uint8_t {
  kUser,
  kAssistant,
  kCall,
  kResult,
  kSystem,
  kSummary,
  kLedger,
};
std::string_view to_text(Role role);

struct Message {
  std::uint64_t id = 0;  // entries of the history count from 1; what a compactor writes has 0
  Role role = Role::kUser;
  bool derived = false;       // written by a compactor
  std::uint64_t answers = 0;  // of a result: the id of its call
  Segments segments{};
  std::string text{};  // of a summary that was written outside; else rendered from the segments
  // What a summariser gets to see of it, where that is less than what stands there. A stage that
  // only limits the summariser's view sets it; the stage that makes the context drops it again.
  std::optional<Segments> view{};

  const Segments& seen() const { return view ? *view : segments; }
};

Size size_of(const Segments& segments);
inline Size size_of(const Message& message) { return size_of(message.segments); }
Size size_of(const std::vector<Message>& messages);

struct Context {
  std::vector<Message> messages{};
  // What a compactor remembers from round to round, by "<model>.<name>".
  std::map<std::string, std::int64_t, std::less<>> counters{};
  bool compacted = false;  // this round; false where nothing triggered, or it failed closed
  std::string note{};      // why not, or what went wrong; for people
};

// Cuts by characters. What is cut through becomes filler of what is left of it.
Segments first_characters(const Segments& segments, std::size_t count);
Segments last_characters(const Segments& segments, std::size_t count);
// Keeps the first `head` and the last `tail` characters.
Segments without_middle(const Segments& segments, std::size_t head, std::size_t tail);
// The same by bytes, for runtimes that count tokens: nothing is cut through inside a character.
Segments first_bytes(const Segments& segments, std::size_t count);
Segments last_bytes(const Segments& segments, std::size_t count);
Segments without_middle_bytes(const Segments& segments, std::size_t head, std::size_t tail);

// The index of the first message of the shortest suffix of whole messages that is worth at least
// `tokens_min` tokens; the end where tokens_min is 0; 0 where all of it is less.
std::size_t tail_from(const std::vector<Message>& messages, std::size_t tokens_min);
// Moves the index back so that no result is kept without its call before it.
std::size_t at_pair_boundary(const std::vector<Message>& messages, std::size_t index);

}  // namespace holdfast
