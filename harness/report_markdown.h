// A run in GitHub-flavoured Markdown, short enough to be read: for step summaries, merge requests
// and tickets. Texts of documents from a session stand as their length, always: this is passed
// around.
#pragma once

#include <string>

#include "harness/report_facts.h"
#include "harness/report_simulation.h"

namespace holdfast {

std::string run_markdown(const ReportFacts& facts);
std::string simulation_markdown(const SimulationFacts& facts);

}  // namespace holdfast
