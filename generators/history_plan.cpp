#include "generators/history_plan.h"

#include <map>
#include <utility>

#include "core/check.h"

namespace holdfast {
namespace {

// Codes have four digits as long as there are few atoms. Their order tells nothing: places are
// multiplied modulo a prime.
constexpr std::uint64_t kCodes = 8999;
constexpr std::uint64_t kCodeStep = 4567;
constexpr std::uint64_t kCodeFirst = 1000;

constexpr std::size_t kJapanesePercent = 60;  // of the noise around a Japanese text

class Planner {
 public:
  Planner(std::uint64_t seed, const HistoryShape& shape) : random_(seed, kPlanStream) {
    plan_.seed = seed;
    plan_.shape = shape;
    drafts_ = shape.plants.empty() ? draft_history(shape, random_) : draft_plants(shape);
    plan_.detours = drafts_.detours;
  }

  HistoryPlan plan() {
    code_offset_ = random_.below(kCodes);
    for (std::size_t i = 0; i < drafts_.atoms.size(); ++i) {
      places_.emplace(drafts_.atoms[i].entry, static_cast<int>(i));
    }
    int goal = -1;
    for (std::size_t i = 0; i < drafts_.atoms.size(); ++i) {
      add_atom(i, goal);
      if (drafts_.atoms[i].kind == AtomKind::kGoal) {
        goal = static_cast<int>(i);
      }
    }
    for (std::size_t i = 0; i < drafts_.atoms.size(); ++i) {
      add_body(i);
    }
    for (std::size_t i = 0; i < drafts_.atoms.size(); ++i) {
      add_closing(i);
    }
    for (std::size_t i = 0; i < drafts_.detours.size(); ++i) {
      add_detour(i);
    }
    for (auto& [entry, message] : messages_) {
      plan_.messages.push_back(std::move(message));
    }
    return std::move(plan_);
  }

 private:
  std::uint64_t code_of(std::size_t place) const {
    return kCodeFirst + (code_offset_ + place * kCodeStep) % kCodes +
           (kCodes + 1) * (place / kCodes);
  }

  int place_at(std::uint64_t entry) const {
    const auto found = places_.find(entry);
    CHECK(found != places_.end());
    return found->second;
  }

  void add_atom(std::size_t place, int goal) {
    const Draft& draft = drafts_.atoms[place];
    const int call = draft.call == 0 ? -1 : place_at(draft.call);
    const AtomNaming naming{
        .kind = draft.kind,
        .telling = draft.telling,
        .language = draft.language,
        .code = code_of(place),
        .call_code = call < 0 ? 0 : code_of(static_cast<std::size_t>(call)),
    };
    AtomWords words = atom_words(naming, random_);
    Atom atom;
    atom.id = words.id;
    atom.kind = draft.kind;
    atom.text = words.text;
    atom.label = words.label;
    atom.size = size_of_text(words.text);
    atom.by_user = draft.role == Role::kUser;
    atom.needs_assent = draft.telling == Telling::kProposal;
    atom.goal = draft.of_goal ? goal : -1;
    atom.answers = call;
    plan_.atoms.push_back(std::move(atom));
    plan_.languages.push_back(draft.language);
    plan_.closings.emplace_back();
    words_.push_back(std::move(words));
  }

  PlannedMessage& message_at(std::uint64_t entry, Role role) {
    PlannedMessage& message = messages_[entry];
    message.entry = entry;
    message.role = role;
    return message;
  }

  static void add_noise(PlannedMessage& message, std::size_t characters, Language language) {
    if (characters > 0) {
      message.segments.push_back(
          filler(mixed_size(characters, language == Language::kEnglish ? 0 : kJapanesePercent)));
    }
  }

  Size close(std::size_t place, AtomEvent event) {
    std::string& text = plan_.closings[place];
    CHECK(text.empty());
    text = closing_text(event, words_[place], drafts_.atoms[place].language);
    return size_of_text(text);
  }

  void add_body(std::size_t place) {
    const Draft& draft = drafts_.atoms[place];
    const int atom = static_cast<int>(place);
    PlannedMessage& message = message_at(draft.entry, draft.role);
    CHECK(message.segments.empty());
    message.answers = draft.call;
    add_noise(message, draft.offset_characters, draft.language);
    if (draft.telling != Telling::kProposal) {
      message.changes.push_back({atom, AtomEvent::kSaid});
    }
    if (draft.replaces != 0) {
      const int old = place_at(draft.replaces);
      const auto old_place = static_cast<std::size_t>(old);
      message.segments.push_back(closing_of(old, close(old_place, AtomEvent::kReplaced)));
      message.segments.push_back(filler(ascii(1)));
      message.changes.push_back({old, AtomEvent::kReplaced, atom});
    }
    message.segments.push_back(body_of(atom, plan_.atoms[place].size));
    const std::size_t characters = size_of(message.segments).characters;
    if (draft.message_characters > characters) {
      add_noise(message, draft.message_characters - characters, draft.language);
    }
    if (draft.telling == Telling::kProposal) {
      PlannedMessage& answer = message_at(draft.entry + 1, Role::kUser);
      answer.segments.push_back(assent_to(atom, size_of_text(assent_text(draft.language))));
      answer.changes.push_back({atom, AtomEvent::kSaid});
    }
  }

  void add_closing(std::size_t place) {
    const Draft& draft = drafts_.atoms[place];
    if (!draft.closing) {
      return;
    }
    const DraftClosing& closing = *draft.closing;
    PlannedMessage& message = message_at(closing.entry, closing.role);
    message.answers = closing.call;
    const std::size_t before = random_.below(closing.role == Role::kUser ? 80 : 300);
    // At least one, to part it from another closing.
    add_noise(message, message.segments.empty() ? before : before + 1, draft.language);
    const int atom = static_cast<int>(place);
    message.segments.push_back(closing_of(atom, close(place, closing.event)));
    message.changes.push_back({atom, closing.event});
    if (closing.role != Role::kUser) {
      add_noise(message, random_.below(200), draft.language);
    }
    if (closing.call != 0 && closing.event != AtomEvent::kReceipt) {
      PlannedMessage& call = message_at(closing.call, Role::kCall);
      add_noise(call, random_.between(40, 160), Language::kEnglish);
    }
  }

  void add_detour(std::size_t index) {
    const DetourSpan& span = plan_.detours[index];
    DetourMark mark;
    mark.id = "detour-" + std::to_string(index + 1);
    mark.reason = std::string(to_text(span.reason));
    PlannedMessage& opened = message_at(span.from, Role::kSystem);
    add_noise(opened, random_.between(40, 160), Language::kEnglish);
    opened.detour = mark;
    PlannedMessage& closed = message_at(span.to, Role::kAssistant);
    add_noise(closed, random_.between(100, 300), Language::kEnglish);
    mark.opened = false;
    closed.detour = mark;
  }

  Random random_;
  HistoryPlan plan_;
  Drafts drafts_;
  std::vector<AtomWords> words_;         // by place
  std::map<std::uint64_t, int> places_;  // of bodies, by entry
  std::map<std::uint64_t, PlannedMessage> messages_;
  std::uint64_t code_offset_ = 0;
};

}  // namespace

HistoryPlan plan_history(std::uint64_t seed, const HistoryShape& shape) {
  return Planner(seed, shape).plan();
}

}  // namespace holdfast
