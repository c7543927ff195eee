// What a shape may ask for, and the drafts of plants, which stand exactly where they are asked for.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "generators/history_drafts.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kEntriesMax = 1'000'000'000;
constexpr std::size_t kCharactersMax = 10'000'000;  // of one message
constexpr std::size_t kAtomsMax = 1'000'000;        // of one kind
constexpr std::uint64_t kDetourRoom = 32;           // entries; four detours of at least three each

bool is_prose(AtomKind kind) { return kind != AtomKind::kWrite && kind != AtomKind::kEvent; }

Role role_of(const Plant& plant) {
  if (is_prose(plant.kind)) {
    return plant.bare_yes ? Role::kAssistant : plant.role;
  }
  return plant.role == Role::kResult ? Role::kResult : Role::kCall;
}

std::uint64_t last_of(const Plant& plant) { return plant.entry + (plant.bare_yes ? 1 : 0); }

std::vector<const Plant*> in_order(const HistoryShape& shape) {
  std::vector<const Plant*> plants;
  for (const Plant& plant : shape.plants) {
    plants.push_back(&plant);
  }
  std::stable_sort(plants.begin(), plants.end(),
                   [](const Plant* a, const Plant* b) { return a->entry < b->entry; });
  return plants;
}

std::string fault_of_plant(const Plant& plant, std::uint64_t entries) {
  if (plant.entry < 1 || plant.entry > entries || last_of(plant) > entries) {
    return "/entry: is outside the history; entries count from 1 to " + std::to_string(entries) +
           ", and a bare yes takes the next one as well";
  }
  if (plant.offset_characters > kCharactersMax || plant.message_characters > kCharactersMax) {
    return "/message_characters: a message has at most " + std::to_string(kCharactersMax);
  }
  if (plant.bare_yes && plant.kind != AtomKind::kApproval) {
    return "/bare_yes: only an approval can be one";
  }
  const bool spoken =
      plant.role == Role::kUser || plant.role == Role::kAssistant || plant.role == Role::kSystem;
  const bool called = plant.role == Role::kUser || plant.role == Role::kCall ||
                      (plant.role == Role::kResult && plant.kind == AtomKind::kEvent);
  if (is_prose(plant.kind) ? !spoken : !called) {
    return "/role: use user, assistant or system; call for a write; call or result for an event";
  }
  if (!plant.closed_at) {
    return "";
  }
  if (plant.kind == AtomKind::kGoal || plant.kind == AtomKind::kDecision ||
      plant.kind == AtomKind::kEvent) {
    return "/closed_at: goals, decisions and events are never closed";
  }
  return *plant.closed_at > last_of(plant) && *plant.closed_at <= entries
             ? ""
             : "/closed_at: must be an entry after the atom is said, at most " +
                   std::to_string(entries);
}

std::string fault_of_plants(const HistoryShape& shape) {
  std::map<std::uint64_t, std::string> taken;  // by entry; by whom, where others may join in
  std::size_t open_calls = 0;
  for (const Plant* plant : in_order(shape)) {
    const std::string where = "/plants/" + std::to_string(plant - shape.plants.data());
    if (std::string fault = fault_of_plant(*plant, shape.entries); !fault.empty()) {
      return where + fault;
    }
    for (std::uint64_t entry = plant->entry; entry <= last_of(*plant); ++entry) {
      if (!taken.emplace(entry, "").second) {
        return where + "/entry: another plant stands there; choose another entry";
      }
    }
    if (plant->kind != AtomKind::kEvent) {
      continue;
    }
    if (role_of(*plant) == Role::kCall) {
      ++open_calls;
    } else if (open_calls-- == 0) {
      return where + "/role: is a result without a call before it; plant the call";
    }
  }
  for (const Plant* plant : in_order(shape)) {
    if (plant->closed_at) {
      // Closings share an entry if it is one author's, but each receipt has its own.
      const std::string by = plant->kind == AtomKind::kWrite         ? ""
                             : plant->kind == AtomKind::kProhibition ? "u"
                                                                     : "a";
      const auto [place, fresh] = taken.emplace(*plant->closed_at, by);
      if (!fresh && (by.empty() || place->second != by)) {
        return "/plants/" + std::to_string(plant - shape.plants.data()) +
               "/closed_at: something else stands there; choose another entry";
      }
    }
  }
  return "";
}

std::uint64_t entries_needed(const HistoryShape& shape) {
  const std::uint64_t bodies = 1 + shape.directives + shape.prohibitions + shape.approvals +
                               shape.approvals / 2 + shape.writes + 2 * shape.event_pairs +
                               shape.decisions + shape.sub_tasks;
  return 2 * bodies + (shape.detours ? kDetourRoom : 0);
}

}  // namespace

std::string fault_of(const HistoryShape& shape) {
  if (shape.entries < 1 || shape.entries > kEntriesMax) {
    return "/entries: give 1 to " + std::to_string(kEntriesMax);
  }
  if (shape.japanese_percent > 100) {
    return "/japanese_percent: give 0 to 100";
  }
  if (shape.characters_mean < 1 || shape.characters_mean > kCharactersMax / 10) {
    return "/characters_mean: give 1 to " + std::to_string(kCharactersMax / 10);
  }
  if (!shape.plants.empty()) {
    return fault_of_plants(shape);
  }
  for (const std::size_t count :
       {shape.directives, shape.prohibitions, shape.approvals, shape.writes, shape.event_pairs,
        shape.decisions, shape.sub_tasks}) {
    if (count > kAtomsMax) {
      return "/directives and the other counts: give at most " + std::to_string(kAtomsMax);
    }
  }
  const std::uint64_t needed = entries_needed(shape);
  return shape.entries >= needed ? ""
                                 : "/entries: too few for all that is to be said; give at least " +
                                       std::to_string(needed) + ", or ask for fewer atoms";
}

Drafts draft_plants(const HistoryShape& shape) {
  Drafts drafts;
  std::vector<std::uint64_t> open_calls;
  for (const Plant* plant : in_order(shape)) {
    Draft draft;
    draft.kind = plant->kind;
    draft.language = plant->language;
    draft.role = role_of(*plant);
    draft.entry = plant->entry;
    draft.offset_characters = plant->offset_characters;
    draft.message_characters = plant->message_characters;
    draft.telling = plant->bare_yes ? Telling::kProposal : Telling::kPlain;
    draft.of_goal = plant->kind == AtomKind::kSubTask;
    if (plant->kind == AtomKind::kEvent && draft.role == Role::kCall) {
      open_calls.push_back(draft.entry);
    } else if (draft.role == Role::kResult) {
      CHECK(!open_calls.empty());
      draft.telling = Telling::kResult;
      draft.call = open_calls.back();
      open_calls.pop_back();
    }
    if (plant->closed_at) {
      draft.closing = usual_closing(draft, *plant->closed_at);
    }
    drafts.atoms.push_back(draft);
  }
  return drafts;
}

}  // namespace holdfast
