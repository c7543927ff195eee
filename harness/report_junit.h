// A run as JUnit XML, in the part of it that the common CI systems agree on: testsuites, testsuite,
// properties, testcase with at most one failure, error or skipped, and system-out.
//
// A strategy or control without a failure is one test case. One with failures is a test case for
// each kind of them, named by its bucket, so that a CI system can follow that kind over time.
// Survivors and refused controls are failures; accidents of the subject and a run that did not end
// are errors. What fitted nothing is skipped: it has tested nothing.
#pragma once

#include <string>

#include "harness/report_facts.h"
#include "harness/report_simulation.h"

namespace holdfast {

std::string run_junit(const ReportFacts& facts);
// A test case for each round and each control.
std::string simulation_junit(const SimulationFacts& facts);

}  // namespace holdfast
