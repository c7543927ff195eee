// A run for a terminal, from its record: headline, grounds, a table of what there is to look at,
// and how to run it again. Every line fits the width, save those that are to be copied.
#pragma once

#include <cstddef>
#include <string>

#include "harness/report_facts.h"
#include "harness/report_simulation.h"

namespace holdfast {

struct TextLook {
  bool color = false;
  std::size_t width = 100;
};

std::string run_text(const ReportFacts& facts, const TextLook& look);
std::string simulation_text(const SimulationFacts& facts, const TextLook& look);

}  // namespace holdfast
