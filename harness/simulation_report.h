// What a simulation shows: a line a round, then the items by rounds. Texts of items are generated,
// so they may be shown.
#pragma once

#include <string>

#include "core/value.h"
#include "harness/simulation.h"
#include "harness/simulation_controls.h"
#include "harness/sweep.h"

namespace holdfast {

// One line of text, with its end.
std::string round_line(const SimulationRow& row, const std::vector<ItemSummary>& items);
// The table and what it comes to. `columns_max` bounds how many rounds are shown side by side; a
// column then stands for several rounds and shows the worst of them.
std::string simulation_text(const SimulationResult& result, std::size_t columns_max = 60);

Value to_value(const SimulationRow& row, const std::vector<ItemSummary>& items);
// What a simulation was of.
struct SimulationHeader {
  std::string pipeline;
  std::string verifier;
  std::uint64_t seed = 0;
  bool ledger = false;
  bool gate = true;
  std::vector<SimulationControl> controls;
};
// simulation/v1
Value document_of(const SimulationResult& result, const SimulationHeader& header);
Value to_value(const SweepFinding& finding);
// sweep/v1
Value document_of(const std::vector<SweepFinding>& findings, std::string_view pipeline);
// One line: how many were asked, which were refused.
std::string controls_text(const std::vector<SimulationControl>& controls);

// '=' carried, '~' changed, 'l' only a label, 'x' absent, '!' revived, '-' over, ' ' not said yet.
char letter_of(Fate fate);

}  // namespace holdfast
