// A run as one HTML file that needs neither network nor script: headline with its grounds, kill
// matrix, what got through with the two documents side by side, when it was found, numbers, replay.
#pragma once

#include <string>

#include "harness/report_facts.h"
#include "harness/report_simulation.h"

namespace holdfast {

std::string run_html(const ReportFacts& facts);
std::string simulation_html(const SimulationFacts& facts);

}  // namespace holdfast
