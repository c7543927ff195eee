#include "generators/candidate.h"

#include <algorithm>

#include "core/check.h"
#include "core/sha256.h"
#include "generators/trusted_record.h"

namespace holdfast {
namespace {

// The text as the context has it.
std::string told(const std::string& text, const std::string& label, Fate fate, Twist twist) {
  if (fate == Fate::kLabelOnly) {
    return label;
  }
  switch (twist) {
    case Twist::kWeakened:
      return "If possible: " + text;
    case Twist::kWidened:
      return text + " This holds for anything like it, at any time.";
    case Twist::kFlipped:
      return "Only when nobody asks: " + text;
    case Twist::kDemoted:
      return "For reference only: " + text;
    case Twist::kRevoiced:
      return "You said: " + text;
    case Twist::kUnscoped:
      return text + " (whatever the goal)";
    case Twist::kMisplaced:
    case Twist::kNone:
      break;
  }
  return text + " (more or less)";
}

class Candidate {
 public:
  Candidate(Manifest& manifest, const AtomTable& atoms, const ContextReading& reading)
      : manifest_(manifest), atoms_(atoms), reading_(reading) {}

  void change(std::size_t place, Fate fate) {
    const Atom& atom = atoms_[place];
    const Twist twist = reading_.atoms[place].twist;
    const std::string text = told(atom.text, atom.label, fate, twist);
    switch (atom.kind) {
      case AtomKind::kDirective:
      case AtomKind::kApproval:
        return directive(atom, fate, twist);
      case AtomKind::kProhibition:
        return item(manifest_.prohibitions, atom.text, fate, text);
      case AtomKind::kWrite:
        return write(atom, fate);
      case AtomKind::kDecision:
        return decision(atom, fate, text);
      case AtomKind::kGoal:
        return goal(atom, fate, text);
      case AtomKind::kSubTask:
        if (fate == Fate::kRevived) {
          std::erase(manifest_.completed_phases, atom.text);
        }
        return;
      case AtomKind::kEvent:
        return;  // all at once: order_events
    }
  }

  // In the order in which the context tells them; what it does not tell is missing.
  void order_events() {
    std::vector<Event> told_events;
    for (const int place : reading_.events) {
      const std::string& id = atoms_[static_cast<std::size_t>(place)].id;
      const auto known = std::find_if(manifest_.events.begin(), manifest_.events.end(),
                                      [&](const Event& event) { return event.event_id == id; });
      if (known != manifest_.events.end()) {
        told_events.push_back(*known);
      }
    }
    // A result whose call is not told, or is told later, answers nothing that a reader could name.
    for (std::size_t i = 0; i < told_events.size(); ++i) {
      const auto end = told_events.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::none_of(told_events.begin(), end, [&](const Event& earlier) {
            return earlier.event_id == told_events[i].answers;
          })) {
        told_events[i].answers.clear();
      }
    }
    manifest_.events = std::move(told_events);
  }

  void invent(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      manifest_.prohibitions.push_back("A rule that nobody gave, number " + std::to_string(i + 1));
    }
  }

 private:
  void directive(const Atom& atom, Fate fate, Twist twist) {
    const auto found =
        std::find_if(manifest_.directives.begin(), manifest_.directives.end(),
                     [&](const Directive& known) { return known.directive_id == atom.id; });
    CHECK(found != manifest_.directives.end());
    if (fate == Fate::kAbsent) {
      manifest_.directives.erase(found);
      return;
    }
    if (fate == Fate::kRevived) {
      found->state = DirectiveState::kActive;
      found->obligations[0].fulfilled = false;
      std::erase_if(manifest_.consumed_authorities, [&](const ConsumedAuthority& authority) {
        return authority.authority_id == TrustedRecord::authority_id(atom);
      });
      return;
    }
    // A bare "yes" is still a "yes"; to what is what is lost.
    if (!atom.needs_assent) {
      found->text = told(found->text, atom.label, fate, twist);
    }
    found->obligations[0].text = told(found->obligations[0].text, atom.label, fate, twist);
  }

  static void item(std::vector<std::string>& items, const std::string& text, Fate fate,
                   const std::string& now) {
    if (fate == Fate::kRevived) {
      items.push_back(text);
      return;
    }
    const auto found = std::find(items.begin(), items.end(), text);
    CHECK(found != items.end());
    if (fate == Fate::kAbsent) {
      items.erase(found);
    } else {
      *found = now;
    }
  }

  void write(const Atom& atom, Fate fate) {
    const auto found =
        std::find_if(manifest_.external_writes.begin(), manifest_.external_writes.end(),
                     [&](const ExternalWrite& known) {
                       return known.effect_id == TrustedRecord::effect_id(atom);
                     });
    CHECK(found != manifest_.external_writes.end());
    if (fate == Fate::kAbsent) {
      manifest_.external_writes.erase(found);
    } else if (fate == Fate::kRevived) {
      found->status = WriteStatus::kUnknown;
      found->receipt.clear();
    } else {
      found->operation = "do.something";  // what was done is not told any more
    }
  }

  void decision(const Atom& atom, Fate fate, const std::string& text) {
    const auto found =
        std::find_if(manifest_.decisions.begin(), manifest_.decisions.end(),
                     [&](const DecisionRecord& known) { return known.name == atom.id; });
    CHECK(found != manifest_.decisions.end());
    if (fate == Fate::kAbsent || fate == Fate::kLabelOnly) {
      manifest_.decisions.erase(found);
    } else {
      found->digest = "d1:sha256:" + sha256_hex(text);
    }
  }

  // Without the goal whatever is asked for last takes its place.
  void goal(const Atom& atom, Fate fate, const std::string& text) {
    if (manifest_.objective != atom.text) {
      return;  // superseded, or changed already
    }
    if (fate != Fate::kAbsent) {
      manifest_.objective = text;
      return;
    }
    manifest_.objective = "Go on.";
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      const bool asks = atoms_[i].kind == AtomKind::kSubTask || atoms_[i].kind == AtomKind::kGoal;
      if (asks && reading_.atoms[i].present) {
        manifest_.objective = atoms_[i].text;
      }
    }
  }

  Manifest& manifest_;
  const AtomTable& atoms_;
  const ContextReading& reading_;
};

Fate fate_of(AtomState state, const AtomReading& reading) {
  if (state == AtomState::kUnborn) {
    return Fate::kUnborn;
  }
  if (state == AtomState::kClosed) {
    return reading.present && reading.level != Level::kLabel ? Fate::kRevived : Fate::kOver;
  }
  if (!reading.present) {
    return Fate::kAbsent;
  }
  return reading.level <= Level::kSame      ? Fate::kCarried
         : reading.level == Level::kChanged ? Fate::kChanged
                                            : Fate::kLabelOnly;
}

}  // namespace

std::string_view to_text(Fate fate) {
  constexpr std::string_view kNames[] = {"unborn",     "over",   "carried", "changed",
                                         "label_only", "absent", "revived"};
  return kNames[static_cast<std::size_t>(fate)];
}

std::vector<Fate> fates_of(const AtomTable& atoms, const std::vector<AtomState>& states,
                           const ContextReading& reading) {
  std::vector<Fate> fates;
  fates.reserve(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    Fate fate = fate_of(states[i], reading.atoms[i]);
    // An open sub-task stands nowhere in a manifest, and a goal that was superseded is no order.
    const bool is_goal = atoms[i].kind == AtomKind::kGoal;
    if ((atoms[i].kind == AtomKind::kSubTask && fate != Fate::kRevived &&
         states[i] == AtomState::kOpen) ||
        (is_goal && fate == Fate::kRevived)) {
      fate = states[i] == AtomState::kOpen ? Fate::kCarried : Fate::kOver;
    }
    fates.push_back(fate);
  }
  return fates;
}

Manifest candidate_from(const Manifest& due, const AtomTable& atoms, const std::vector<Fate>& fates,
                        const ContextReading& reading) {
  Manifest manifest = due;
  Candidate candidate(manifest, atoms, reading);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (is_loss(fates[i])) {
      candidate.change(i, fates[i]);
    }
  }
  candidate.order_events();
  candidate.invent(reading.invented);
  return manifest;
}

}  // namespace holdfast
