// Many rounds of compaction: what becomes of each item, and does the verifier notice?
//
// A round appends its share of the history to the context, lets the pipeline compact it, reads what
// the result still says, writes the candidate manifest that a runtime would write from it, and asks
// the verifier with the record and the evidence of the trusted side, at its own link and against
// the origin. An accepted candidate is promoted and its context used; a refused one is thrown away
// and the old context stays, with what was said since. Without the gate every context is used, as a
// runtime without a check does, and every verdict is about what the context then says.
//
// Invariants: same seed, same rows (with a bundled runtime). A round in which nothing was compacted
// has no candidate and loses nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "generators/candidate.h"
#include "generators/history.h"
#include "harness/pipeline.h"
#include "harness/subject.h"

namespace holdfast {

struct SimulationOptions {
  std::uint64_t seed = 1;
  std::uint64_t rounds = 15;
  HistoryShape history;
  bool gate = true;  // a refused candidate is not used
};

struct SimulationRow {
  std::uint64_t round = 1;
  std::uint64_t entries = 0;  // appended in this round
  std::size_t messages_before = 0;
  std::size_t messages_after = 0;
  Size size_before{};
  Size size_after{};
  bool compacted = false;
  std::string note;         // why not
  std::vector<Fate> fates;  // by the atom's place
  bool order_lost = false;  // events are told in another order
  std::size_t invented = 0;
  bool asked = false;
  AnswerKind answer = AnswerKind::kAccept;  // reject if either step was rejected
  std::vector<std::string> reasons;
  std::string diagnosis;  // of an answer that is no verdict
  bool promoted = false;

  bool lost() const;  // anything: an item, the order, or something was invented
  // Not every accident is a verdict, but none of them lets the candidate through.
  bool refused() const { return asked && answer != AnswerKind::kAccept; }
};

struct ItemSummary {
  std::string id;
  AtomKind kind = AtomKind::kDirective;
  std::string label;
  std::uint64_t said_round = 0;   // 0: never in these rounds
  std::uint64_t over_round = 0;   // closed; 0: never
  std::uint64_t fell_round = 0;   // first loss; 0: never
  Fate fell_to = Fate::kCarried;  // what it became then
};

struct SimulationResult {
  std::vector<SimulationRow> rows;
  std::vector<ItemSummary> items;
  std::uint64_t compactions = 0;
  std::uint64_t promoted = 0;
  std::uint64_t refused = 0;
  std::uint64_t losses = 0;        // rounds whose candidate had lost something
  std::uint64_t survivors = 0;     // of these, accepted: fail-open
  std::uint64_t false_alarms = 0;  // refused although nothing was lost
  std::uint64_t accidents = 0;     // the verifier gave no verdict
};

// `on_row` sees every row as it is made and may be empty; the result keeps the rows only where
// `keep_rows`. Errors: the pipeline or the verifier could not be asked any more.
struct SimulationWatch {
  std::function<void(const SimulationRow&)> on_row;
  bool keep_rows = true;
};
Result<SimulationResult> simulate(Pipeline& pipeline, Subject& verifier,
                                  const SimulationOptions& options,
                                  const SimulationWatch& watch = {});

}  // namespace holdfast
