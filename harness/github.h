// Inside GitHub Actions: annotations, which the runner reads from what a step prints, and the
// step's summary page, a file of Markdown that the runner names.
//
// Both are made from the record, so a hunt and a later report say the same. Annotations go to
// standard error: the runner reads both streams, and results on standard output stay what they are.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "harness/report_facts.h"
#include "harness/report_simulation.h"
#include "harness/shard.h"

namespace holdfast::github {

// GITHUB_ACTIONS is "true".
bool is_active(const Environment& environment);

// Lines `::error …::…`. The runner shows ten of a kind a step: the headline and the first nine,
// with how many there are.
std::string annotations(const ReportFacts& facts);
std::string annotations(const SimulationFacts& facts);

// Appends to the file that GITHUB_STEP_SUMMARY names; nothing where it names none. What does not
// fit under the runner's limit is left out with a word, since the runner would drop all of it.
Result<Done> append_summary(const Environment& environment, std::string_view markdown);

// Everything at once, for a hunt that has written its record: the annotations to print, empty
// outside of Actions. `times` may be empty.
Result<std::string> report_run(const Environment& environment, std::string_view record,
                               std::string_view times, const std::string& where);

}  // namespace holdfast::github
