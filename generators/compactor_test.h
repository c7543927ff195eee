// For tests of compactors: small tables and contexts, and what is left of them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "generators/compactor.h"
#include "generators/context_reading.h"
#include "generators/summary.h"

namespace holdfast {

// A table that grows: say("d", 40) is a directive named d of forty characters.
class Table {
 public:
  // The place of the atom of that id; made at its first mention.
  int place(const std::string& id, std::size_t characters, AtomKind kind = AtomKind::kDirective) {
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      if (atoms_[i].id == id) {
        return static_cast<int>(i);
      }
    }
    Atom atom;
    atom.id = id;
    atom.kind = kind;
    atom.text = std::string(characters, 'x');
    atom.label = "the " + id + " matter";
    atom.size = ascii(characters);
    atoms_.push_back(std::move(atom));
    states_.push_back(AtomState::kOpen);
    return static_cast<int>(atoms_.size()) - 1;
  }
  Segment body(const std::string& id, std::size_t characters,
               AtomKind kind = AtomKind::kDirective) {
    return body_of(place(id, characters, kind), ascii(characters));
  }
  Atom& atom(const std::string& id) { return atoms_[static_cast<std::size_t>(place(id, 1))]; }
  void close(const std::string& id) {
    states_[static_cast<std::size_t>(place(id, 1))] = AtomState::kClosed;
  }
  const AtomTable& atoms() const { return atoms_; }
  const std::vector<AtomState>& states() const { return states_; }

  // The round: the context, then the window behind it.
  Turn turn(Context context, std::vector<Message> window, std::uint64_t round = 1) const {
    Turn turn;
    turn.atoms = &atoms_;
    turn.states = &states_;
    turn.round = round;
    turn.window_from = context.messages.size();
    turn.context = std::move(context);
    turn.context.compacted = false;
    turn.context.note.clear();
    for (Message& message : window) {
      turn.context.messages.push_back(std::move(message));
    }
    return turn;
  }

  // Ids of the atoms that the context still says verbatim, in the order of the table.
  std::string left(const Context& context) const { return ids(context, Level::kVerbatim); }
  // Of those that it says at this level.
  std::string ids(const Context& context, Level level) const {
    const ContextReading reading = read_context(atoms_, context);
    std::string text;
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      if (reading.atoms[i].present && reading.atoms[i].level == level) {
        text += (text.empty() ? "" : " ") + atoms_[i].id;
      }
    }
    return text;
  }

 private:
  AtomTable atoms_;
  std::vector<AtomState> states_;
};

inline Message message_of(Role role, Segments segments) {
  Message message;
  message.role = role;
  message.segments = std::move(segments);
  return message;
}
inline Message user(Segments segments) { return message_of(Role::kUser, std::move(segments)); }

// The atoms of a message, in order: "d e". Filler and closings are left out.
inline std::string bodies(const Table& table, const Message& message) {
  std::string text;
  for (const Segment& segment : message.segments) {
    if (segment.kind == SegmentKind::kBody) {
      text += (text.empty() ? "" : " ") + table.atoms()[static_cast<std::size_t>(segment.atom)].id;
    }
  }
  return text;
}

inline Context run(std::string_view model, Turn turn, const Value& parameters = {}) {
  const Compactor* compactor = find_compactor(model);
  CHECK(compactor != nullptr);
  return compact_once(*compactor, std::move(turn), parameters);
}

}  // namespace holdfast
