#include "core/trace.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/boundary_parts.h"
#include "core/check.h"
#include "core/forbids.h"
#include "core/trace_demands.h"

namespace holdfast {
namespace {

constexpr std::array<std::string_view, 5> kKinds = {"instruction", "condition", "prohibition",
                                                    "limit", "acceptance"};

TraceKind kind_of(Demand demand) {
  switch (demand) {
    case Demand::kProhibition:
      return TraceKind::kProhibition;
    case Demand::kLimit:
      return TraceKind::kLimit;
    case Demand::kAcceptance:
      return TraceKind::kAcceptance;
  }
  CHECK(false);
  return {};
}

std::string joined(const std::vector<const Entry*>& entries) {
  std::string text;
  for (const Entry* entry : entries) {
    text.append(entry->text).append("\n\n");
  }
  return text;
}

class Tracer {
 public:
  Tracer(const Session& session, std::span<const std::string> conditions) {
    if (conditions.empty()) {
      add_instructions(session);
    } else {
      for (std::size_t i = 0; i < conditions.size(); ++i) {
        add(table_.items, {.kind = TraceKind::kCondition,
                           .id = "condition-" + std::to_string(i + 1),
                           .seq = 0,
                           .text = conditions[i]});
        add_demands(table_.items.back());
      }
    }
  }

  TraceTable trace(const Session& session) {
    const std::vector<BoundaryParts> all = boundary_parts(session);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      item(i).cells.resize(all.size());
    }
    for (const BoundaryParts& parts : all) {
      const auto ordinal = static_cast<std::uint32_t>(table_.boundaries.size() + 1);
      table_.boundaries.push_back(
          {.number = parts.boundary->boundary.value_or(ordinal),
           .seq = parts.boundary->seq,
           .is_readable = is_readable(parts),
           .summary_bytes = parts.summary == nullptr ? 0 : parts.summary->text.size()});
      take(parts);
    }
    return std::move(table_);
  }

 private:
  void add_instructions(const Session& session) {
    for (const Entry& entry : session.entries) {
      if (!is_instruction(entry)) {
        continue;
      }
      TraceItem item{.kind = TraceKind::kInstruction,
                     .id = entry.entry_id,
                     .seq = entry.seq,
                     .text = entry.text};
      if (scan_words(entry.text).words.empty()) {
        ++table_.without_words;
        continue;
      }
      add(table_.items, std::move(item));
      add_demands(table_.items.back());
    }
  }

  void add(std::vector<TraceItem>& items, TraceItem item) {
    const auto [same, is_new] = measured_.emplace(item.text, measure_.size());
    const std::size_t number = same->second;
    if (is_new) {
      measure_.add(item.text);
    }
    for (const IndexedSentence& sentence : measure_.sentences(number)) {
      item.sentences.push_back(item.text.substr(sentence.from, sentence.to - sentence.from));
    }
    numbers_.push_back({&items == &table_.demands, items.size(), number});
    items.push_back(std::move(item));
  }

  void add_demands(const TraceItem& item) {
    const std::string text = item.text;
    const std::string id = item.id;
    const std::uint64_t seq = item.seq;
    std::size_t count = 0;
    for (const std::string_view sentence : prose_sentences(text)) {
      ++count;
      if (const std::optional<Demand> demand = demand_of(sentence)) {
        add(table_.demands, {.kind = kind_of(*demand),
                             .id = id + "/" + std::to_string(count),
                             .seq = seq,
                             .text = std::string(sentence)});
      }
    }
  }

  TraceItem& item(std::size_t number) {
    const Number& found = numbers_[number];
    return found.is_demand ? table_.demands[found.at] : table_.items[found.at];
  }

  void take(const BoundaryParts& parts) {
    std::size_t count = 0;
    while (count < numbers_.size() && item(count).seq < parts.boundary->seq) {
      ++count;
    }
    std::vector<Measured> states =
        measured_in(parts.summary == nullptr ? std::string_view() : parts.summary->text, count);
    if (!table_.boundaries.back().is_readable) {
      for (Measured& measured : states) {
        measured.state = Survival::kUnreadableSummary;
      }
    }
    better(states, joined(parts.put_back), Survival::kPutBackFromDisk);
    keep(states, parts.kept);
    const std::size_t boundary = table_.boundaries.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      TraceItem& traced = item(i);
      if (!is_whole(states[i].state) && !traced.fell_at) {
        traced.fell_at = table_.boundaries[boundary].number;
      }
      traced.cells[boundary] = std::move(states[i]);
    }
  }

  // Of the first `count` items. Equal texts are measured once.
  std::vector<Measured> measured_in(std::string_view text, std::size_t count) {
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < count; ++i) {
      distinct = std::max(distinct, numbers_[i].measured + 1);
    }
    const std::vector<Measured> found = measure_.measure(text, distinct);
    std::vector<Measured> states;
    states.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      states.push_back(found[numbers_[i].measured]);
    }
    return states;
  }

  // Texts that stand whole in `text` have that state, unless the summary has them too.
  void better(std::vector<Measured>& states, const std::string& text, Survival state) {
    if (text.empty()) {
      return;
    }
    const std::vector<Measured> found = measured_in(text, states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (found[i].state == Survival::kVerbatim && states[i].state > state) {
        states[i] = {.state = state, .share_percent = 100, .missing = {}};
      }
    }
  }

  // Conditions may stand in the text of an entry that was kept.
  void keep(std::vector<Measured>& states, const std::vector<const Entry*>& kept) {
    std::unordered_set<std::string_view> ids;
    for (const Entry* entry : kept) {
      ids.insert(entry->entry_id);
    }
    better(states, joined(kept), Survival::kKeptInTail);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const TraceItem& traced = item(i);
      // A demand's id is its entry's with a number behind the last "/".
      const std::string_view id = std::string_view(traced.id).substr(
          0, numbers_[i].is_demand ? traced.id.rfind('/') : std::string::npos);
      if (traced.kind != TraceKind::kCondition && ids.contains(id) &&
          states[i].state > Survival::kKeptInTail) {
        states[i] = {.state = Survival::kKeptInTail, .share_percent = 100, .missing = {}};
      }
    }
  }

  struct Number {
    bool is_demand = false;
    std::size_t at = 0;
    std::size_t measured = 0;  // its text's number in the measure
  };

  TraceTable table_;
  TextMeasure measure_;
  std::vector<Number> numbers_;                            // items and demands, ascending in seq
  std::unordered_map<std::string, std::size_t> measured_;  // texts, by their number in the measure
};

}  // namespace

std::string_view to_text(TraceKind kind) {
  const auto at = static_cast<std::size_t>(kind);
  CHECK(at < kKinds.size());
  return kKinds[at];
}

bool is_instruction(const Entry& entry) {
  return entry.author == Author::kUser && (entry.kind == "prompt" || entry.kind == "notice");
}

TraceTable trace_session(const Session& session, std::span<const std::string> conditions) {
  return Tracer(session, conditions).trace(session);
}

std::optional<Survival> worst_state(const TraceTable& table) {
  std::optional<Survival> worst;
  for (const std::vector<TraceItem>* items : {&table.items, &table.demands}) {
    for (const TraceItem& item : *items) {
      for (const std::optional<Measured>& cell : item.cells) {
        if (cell && (!worst || cell->state > *worst)) {
          worst = cell->state;
        }
      }
    }
  }
  return worst;
}

}  // namespace holdfast
