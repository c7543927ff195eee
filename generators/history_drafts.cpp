// Runs of two entries (an assistant's proposal and the user's "yes", a call and its result) are
// placed first, then single bodies, then closings, each in the first free place at or behind a
// drawn one. So the bodies always find room (entries_needed), while a closing is left out where
// there is none.
#include "generators/history_drafts.h"

#include <algorithm>
#include <set>

#include "core/check.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kEarlyMin = 8;        // entries that count as early in short histories
constexpr std::uint64_t kEarlyShare = 50;     // one of so many
constexpr std::uint64_t kLateShare = 5;       // one of so many, at the end
constexpr std::uint64_t kLongHistory = 200;   // entries from which on a goal may be superseded
constexpr std::uint64_t kDetourEvery = 5000;  // entries: one more detour of each reason
constexpr std::size_t kLongMessage = 5000;    // characters
constexpr std::size_t kPreviewed = 2000;      // what some runtimes show a summariser of a message

// The entry of the last thing that is said of it: the "yes" follows its proposal.
std::uint64_t said_at(const Draft& draft) {
  return draft.entry + (draft.telling == Telling::kProposal ? 1 : 0);
}

class Drafter {
 public:
  Drafter(const HistoryShape& shape, Random& random) : shape_(shape), random_(random) {}

  Drafts draft() {
    add_goal();
    add_proposals();
    add_event_pairs();
    add_by_user(AtomKind::kApproval, shape_.approvals - shape_.approvals / 2);
    add_by_user(AtomKind::kDirective, shape_.directives);
    add_by_user(AtomKind::kProhibition, shape_.prohibitions);
    add_by_user(AtomKind::kDecision, shape_.decisions);
    add_writes();
    add_sub_tasks();
    if (shape_.detours) {
      add_detours();
    }
    replace_goal();
    add_closings();
    std::sort(drafts_.atoms.begin(), drafts_.atoms.end(),
              [](const Draft& a, const Draft& b) { return a.entry < b.entry; });
    return std::move(drafts_);
  }

 private:
  // Where in a history and in a message a user says something that is to be kept.
  enum class Place : std::uint8_t { kEarly, kLate, kBehindPreview, kInsidePreview, kAnywhere };

  bool is_free(std::uint64_t entry) const {
    return entry >= 1 && entry <= shape_.entries && !taken_.contains(entry);
  }
  bool is_free_run(std::uint64_t entry, std::uint64_t length) const {
    return is_free(entry) && (length == 1 || is_free(entry + 1));
  }

  // Takes the first free run at or behind `wanted`, else the last one before it that is not before
  // `first`; 0 where there is none.
  std::uint64_t take(std::uint64_t wanted, std::uint64_t length, std::uint64_t first) {
    std::uint64_t entry = wanted;
    while (entry <= shape_.entries && !is_free_run(entry, length)) {
      ++entry;
    }
    if (entry > shape_.entries) {
      entry = std::min(wanted, shape_.entries);
      while (entry >= first && !is_free_run(entry, length)) {
        --entry;
      }
      if (entry < first) {
        return 0;
      }
    }
    for (std::uint64_t i = 0; i < length; ++i) {
      taken_.insert(entry + i);
    }
    return entry;
  }

  std::uint64_t take_for_body(std::uint64_t wanted, std::uint64_t length) {
    const std::uint64_t entry = take(wanted, length, 1);
    CHECK(entry != 0);
    return entry;
  }

  std::uint64_t wanted(Place place) {
    const std::uint64_t entries = shape_.entries;
    if (place == Place::kEarly) {
      return random_.between(1, std::min(entries, std::max(kEarlyMin, entries / kEarlyShare)));
    }
    const std::uint64_t late = entries - std::min(entries - 1, entries / kLateShare) + 1;
    return random_.between(place == Place::kLate ? std::min(late, entries) : 1, entries);
  }

  Language language() {
    return random_.chance(shape_.japanese_percent, 100) ? Language::kJapanese : Language::kEnglish;
  }

  Draft new_draft(AtomKind kind, Role role, std::uint64_t entry) {
    Draft draft;
    draft.kind = kind;
    draft.role = role;
    draft.entry = entry;
    draft.language = language();
    return draft;
  }

  void lay_out(Draft& draft, Place place) {
    if (place == Place::kBehindPreview) {
      draft.offset_characters = random_.between(kPreviewed + 100, kLongMessage - 1000);
      draft.message_characters = kLongMessage;
    } else if (place == Place::kInsidePreview) {
      draft.offset_characters = random_.between(200, kPreviewed - 300);
      draft.message_characters = kLongMessage;
    } else {
      draft.offset_characters = random_.chance(1, 2) ? 0 : random_.between(1, 200);
      draft.message_characters = draft.offset_characters + random_.between(0, 300);
    }
  }

  void add_goal() {
    Draft draft = new_draft(AtomKind::kGoal, Role::kUser, take_for_body(1, 1));
    draft.message_characters = random_.between(0, 400);
    drafts_.atoms.push_back(draft);
  }

  void add_by_user(AtomKind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto place = static_cast<Place>(std::min<std::size_t>(i, 4));
      Draft draft = new_draft(kind, Role::kUser, take_for_body(wanted(place), 1));
      lay_out(draft, place);
      draft.of_goal = kind == AtomKind::kProhibition && random_.chance(1, 2);
      drafts_.atoms.push_back(draft);
    }
  }

  void add_proposals() {
    for (std::size_t i = 0; i < shape_.approvals / 2; ++i) {
      const std::uint64_t entry = take_for_body(random_.between(1, shape_.entries), 2);
      Draft draft = new_draft(AtomKind::kApproval, Role::kAssistant, entry);
      draft.telling = Telling::kProposal;
      draft.offset_characters = random_.between(100, 600);
      drafts_.atoms.push_back(draft);
    }
  }

  void add_event_pairs() {
    for (std::size_t i = 0; i < shape_.event_pairs; ++i) {
      const std::uint64_t call = take_for_body(random_.between(1, shape_.entries), 2);
      drafts_.atoms.push_back(new_draft(AtomKind::kEvent, Role::kCall, call));
      std::uint64_t answer = call + 1;
      const std::uint64_t later = answer + random_.between(0, 5);
      if (later > answer && is_free(later)) {
        taken_.erase(answer);
        taken_.insert(later);
        answer = later;
      }
      Draft result = new_draft(AtomKind::kEvent, Role::kResult, answer);
      result.telling = Telling::kResult;
      result.call = call;
      result.message_characters = random_.between(0, 1000);
      drafts_.atoms.push_back(result);
    }
  }

  void add_writes() {
    for (std::size_t i = 0; i < shape_.writes; ++i) {
      const Place place = i + 1 == shape_.writes ? Place::kLate : Place::kAnywhere;
      drafts_.atoms.push_back(
          new_draft(AtomKind::kWrite, Role::kCall, take_for_body(wanted(place), 1)));
    }
  }

  void add_sub_tasks() {
    for (std::size_t i = 0; i < shape_.sub_tasks; ++i) {
      const Role role = random_.chance(1, 2) ? Role::kUser : Role::kAssistant;
      Draft draft = new_draft(AtomKind::kSubTask, role, take_for_body(wanted(Place::kAnywhere), 1));
      lay_out(draft, Place::kAnywhere);
      draft.of_goal = true;
      drafts_.atoms.push_back(draft);
    }
  }

  void add_detours() {
    // One after the other, each in its own share of the history.
    const std::uint64_t count = kDetours * (1 + shape_.entries / kDetourEvery);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t first = 2 + (shape_.entries - 1) * i / count;
      const std::uint64_t last = 1 + (shape_.entries - 1) * (i + 1) / count;
      std::vector<std::uint64_t> free;
      const std::uint64_t from = random_.between(first, first + (last - first) / 2);
      for (std::uint64_t entry = from; entry <= last && free.size() < 10; ++entry) {
        if (is_free(entry)) {
          free.push_back(entry);
        }
      }
      if (free.size() < 3) {
        continue;
      }
      const DetourSpan span{free.front(), free.back(), static_cast<Detour>(i % kDetours)};
      taken_.insert(span.from);
      taken_.insert(span.to);
      drafts_.detours.push_back(span);
    }
  }

  void replace_goal() {
    if (shape_.entries <= kLongHistory || !random_.chance(1, 2)) {
      return;
    }
    const std::uint64_t middle = shape_.entries * 2 / 5;
    const std::uint64_t entry = take(random_.between(middle, shape_.entries * 3 / 5), 1, middle);
    if (entry != 0) {
      Draft draft = new_draft(AtomKind::kGoal, Role::kUser, entry);
      draft.replaces = 1;
      lay_out(draft, Place::kAnywhere);
      drafts_.atoms.push_back(draft);
    }
  }

  void add_closings() {
    std::vector<Draft> replacing;
    for (Draft& draft : drafts_.atoms) {
      const bool closable = draft.kind != AtomKind::kEvent && draft.kind != AtomKind::kDecision &&
                            draft.kind != AtomKind::kGoal;
      const std::uint64_t said = said_at(draft);
      if (!closable || said >= shape_.entries || !random_.chance(1, 2)) {
        continue;
      }
      const std::uint64_t wanted = random_.between(said + 1, shape_.entries);
      if (draft.kind == AtomKind::kDirective && random_.chance(1, 3)) {
        if (const std::uint64_t entry = take(wanted, 1, said + 1); entry != 0) {
          Draft next = new_draft(AtomKind::kDirective, Role::kUser, entry);
          next.replaces = draft.entry;
          lay_out(next, Place::kAnywhere);
          replacing.push_back(next);
        }
        continue;
      }
      close(draft, wanted, said + 1);
    }
    drafts_.atoms.insert(drafts_.atoms.end(), replacing.begin(), replacing.end());
  }

  void close(Draft& draft, std::uint64_t wanted, std::uint64_t first) {
    DraftClosing closing = usual_closing(draft, 0);
    if (closing.event == AtomEvent::kFulfilled && random_.chance(1, 2)) {
      closing.event = AtomEvent::kWithdrawn;
      closing.role = Role::kUser;
    }
    const bool own_call = closing.role == Role::kAssistant && random_.chance(1, 2);
    closing.entry = take(wanted, own_call ? 2 : 1, first);
    if (closing.entry == 0) {
      return;
    }
    if (own_call) {
      closing.role = Role::kResult;
      closing.call = closing.entry++;
    }
    draft.closing = closing;
  }

  const HistoryShape& shape_;
  Random& random_;
  std::set<std::uint64_t> taken_;
  Drafts drafts_;
};

}  // namespace

DraftClosing usual_closing(const Draft& draft, std::uint64_t entry) {
  switch (draft.kind) {
    case AtomKind::kProhibition:
      return {AtomEvent::kWithdrawn, entry, Role::kUser};
    case AtomKind::kApproval:
      return {AtomEvent::kConsumed, entry, Role::kAssistant};
    case AtomKind::kWrite:
      return {AtomEvent::kReceipt, entry, Role::kResult, draft.entry};
    case AtomKind::kSubTask:
      return {AtomEvent::kDone, entry, Role::kAssistant};
    default:
      return {AtomEvent::kFulfilled, entry, Role::kAssistant};
  }
}

Drafts draft_history(const HistoryShape& shape, Random& random) {
  return Drafter(shape, random).draft();
}

}  // namespace holdfast
