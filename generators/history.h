// Long histories of an agent's work, as realistic as a generator can make them: much noise, and a
// few atoms that must not be forgotten, some of which are closed later. For the simulator of
// compactions, which mostly needs lengths, and for those who read, who get texts of these lengths.
//
// The constructor makes a plan of all that is said of atoms; what stands between is noise, made
// message by message. So memory is that of the plan, and time is linear in the entries.
//
// Invariants: everything follows from seed and shape. Ids count from 1 without gaps. The text of a
// message has exactly the characters and bytes that its segments state. An atom's text occurs once
// in the whole history, its id never. No noise holds a word that closes something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session.h"
#include "generators/compactor.h"
#include "generators/context.h"
#include "generators/text_pool.h"

namespace holdfast {

// One atom at an exact place. What closes it is the usual event of its kind: a directive is
// fulfilled, a prohibition withdrawn, an approval consumed, a write gets its receipt, a sub-task is
// done; goals, decisions and events are never closed.
struct Plant {
  AtomKind kind = AtomKind::kDirective;
  std::uint64_t entry = 1;
  std::size_t offset_characters = 0;   // before the atom, in its message
  std::size_t message_characters = 0;  // of the message; at least what offset and atom need
  Language language = Language::kEnglish;
  std::optional<std::uint64_t> closed_at{};
  // Of an approval: it stands in an assistant's message; the next entry is the user's "yes".
  bool bare_yes = false;
  // Writes are always calls. An event is a call, or with kResult the result of the newest call
  // before it that has none.
  Role role = Role::kUser;
};

struct HistoryShape {
  std::uint64_t entries = 400;
  std::size_t directives = 6;  // those that replace another come on top
  std::size_t prohibitions = 3;
  std::size_t approvals = 3;  // every second one is a bare "yes" to a proposal
  std::size_t writes = 4;
  std::size_t event_pairs = 3;
  std::size_t decisions = 3;
  std::size_t sub_tasks = 4;
  bool detours = false;  // stash, environment recovery, lost helper, restart
  std::uint32_t japanese_percent = 30;
  std::size_t characters_mean = 600;  // of an entry of noise; results are longer, calls shorter
  std::vector<Plant> plants{};        // where not empty: exactly these instead of the counts above
};

// Says what is wrong with a shape and what to give instead; empty where nothing is.
std::string fault_of(const HistoryShape& shape);

enum class AtomEvent : std::uint8_t {
  kSaid,       // of a bare yes: with the "yes"
  kReplaced,   // by the user; AtomChange::by takes its place
  kWithdrawn,  // by the user
  kFulfilled,
  kConsumed,
  kReceipt,
  kDone,
};
std::string_view to_text(AtomEvent event);
inline AtomState state_after(AtomEvent event) {
  return event == AtomEvent::kSaid ? AtomState::kOpen : AtomState::kClosed;
}

struct AtomChange {
  int atom = -1;  // a place in the table
  AtomEvent event = AtomEvent::kSaid;
  int by = -1;  // of kReplaced: the atom that takes its place

  bool operator==(const AtomChange&) const = default;
};

// A detour never closes, replaces or narrows anything.
struct DetourMark {
  std::string id;
  std::string reason;
  bool opened = true;

  bool operator==(const DetourMark&) const = default;
};

struct HistoryEntry {
  Message message;
  std::vector<AtomChange> changes;
  std::optional<DetourMark> detour;
};

struct HistoryPlan;

// A copy goes on where its original stands; the plan is shared.
class History {
 public:
  // A faulty shape is a fault of the program: see fault_of.
  explicit History(std::uint64_t seed, const HistoryShape& shape = {});

  // All that will ever be said, in the order in which it is first said. Labels are ASCII.
  const AtomTable& atoms() const&;
  const AtomTable& atoms() const&& = delete;  // it would be gone with its history
  const HistoryShape& shape() const;

  // The next entry; none after the last one.
  std::optional<HistoryEntry> next();

  // Of a message of this history. A segment that a compactor has changed, cut or invented is shown
  // as filler of its size (exact as long as that has one to three bytes a character).
  std::string text_of(const Message& message) const;
  // As entries/v1 has it.
  Entry entry_of(const Message& message) const;

 private:
  HistoryEntry noise(std::uint64_t id);
  std::string text_of(const Message& message, std::size_t index) const;

  std::shared_ptr<const HistoryPlan> plan_;
  std::uint64_t last_id_ = 0;
  std::size_t next_planned_ = 0;  // in the plan's messages
  std::uint64_t open_call_ = 0;   // of noise: the call that the next entry answers; 0 for none
};

// One line of entries/v1, with its newline.
std::string to_entries_line(const Entry& entry);

}  // namespace holdfast
