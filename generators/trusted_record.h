// What the trusted side of a simulated run knows: the runtime's own records, written as things
// happen and touched by no summary. From it come the record that a candidate is judged against, the
// evidence (directive ledger and progress), and what a ledger inside the runtime would render.
//
// How atoms stand in a resume-manifest/v2: a directive is a directive with one obligation; an
// approval a directive of kind `scope` that is fulfilled, and its authority consumed, when it is
// used (a bare "yes" has "yes" for its text, and its obligation says to what); a prohibition an
// item of `prohibitions`; a write, an event, a decision their own lists; the goal the objective; a
// sub-task, once done, a completed phase. Decisions stand in the record from the start: the facts
// of a round know none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest.h"
#include "core/value.h"
#include "generators/compactor.h"
#include "generators/history.h"

namespace holdfast {

class TrustedRecord {
 public:
  // The history outlives the record.
  explicit TrustedRecord(const History& history);

  void take(const HistoryEntry& entry);

  const std::vector<AtomState>& states() const { return states_; }
  // Generation 0, as it stood before the first entry.
  const Manifest& origin() const { return origin_; }
  // What the manifest that follows `previous` has to say. `folded_to` is the last entry that is
  // folded; everything after it is kept as it is.
  Manifest due(const Manifest& previous, std::uint64_t folded_to) const;
  // {ledger, progress} since the last manifest that was promoted; null where nothing is to say.
  Value evidence() const;
  Value evidence_since_origin() const;
  // The manifest that was due is promoted: progress starts anew.
  void promoted() { progress_ = Value::array(); }

  // Names of the atom in a manifest.
  static std::string effect_id(const Atom& atom) { return "fx-" + atom.id; }
  static std::string operation(const Atom& atom) { return "do." + atom.id; }
  static std::string authority_id(const Atom& atom) { return "grant-" + atom.id; }

 private:
  void take_said(const Atom& atom, const HistoryEntry& entry);
  void take_closed(const AtomChange& change, const HistoryEntry& entry);
  void issue(const Atom& atom, const HistoryEntry& entry);
  void append_to_ledger(Value line);
  void note(Value fact);
  Directive* directive(const std::string& id);
  void fulfil(const Atom& atom);

  const History& history_;
  std::vector<AtomState> states_;
  Manifest origin_;
  Manifest now_;
  Value ledger_ = Value::array();
  Value progress_ = Value::array();
  Value all_progress_ = Value::array();
  std::optional<LedgerHead> head_;
};

}  // namespace holdfast
