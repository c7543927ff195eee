// Which atoms a history has, where each is said and where it is closed: places only, no texts.
//
// Invariants: no two bodies stand in one entry; a closing comes after its atom is said; a result
// after its call. Drafts are in the order in which they are said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "generators/history.h"
#include "generators/history_atoms.h"
#include "generators/history_text.h"

namespace holdfast {

struct DraftClosing {
  AtomEvent event = AtomEvent::kWithdrawn;
  std::uint64_t entry = 0;
  Role role = Role::kUser;
  std::uint64_t call = 0;  // of a result: the entry of the call that it answers
};

struct Draft {
  AtomKind kind = AtomKind::kDirective;
  Telling telling = Telling::kPlain;
  Language language = Language::kEnglish;
  Role role = Role::kUser;
  std::uint64_t entry = 0;
  std::size_t offset_characters = 0;
  std::size_t message_characters = 0;     // at least what offset and text need
  std::uint64_t call = 0;                 // of a result: the entry of its call
  std::uint64_t replaces = 0;             // the entry of what it takes the place of; 0 for nothing
  bool of_goal = false;                   // belongs to the goal of its time
  std::optional<DraftClosing> closing{};  // absent where it is replaced, too
};

struct DetourSpan {
  std::uint64_t from = 0;  // entries, both included
  std::uint64_t to = 0;
  Detour reason = Detour::kStash;
};

struct Drafts {
  std::vector<Draft> atoms;
  std::vector<DetourSpan> detours;  // in order, none inside another
};

// By the event of the atom's kind, in one entry.
DraftClosing usual_closing(const Draft& draft, std::uint64_t entry);

Drafts draft_history(const HistoryShape& shape, Random& random);
// In generators/history_plants.cpp.
Drafts draft_plants(const HistoryShape& shape);

}  // namespace holdfast
