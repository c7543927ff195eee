// Charts as inline SVG, computed here: no script draws anything. Each comes as a figure with a
// caption that says in words what the picture shows.
#pragma once

#include <string>
#include <vector>

#include "harness/report_facts.h"

namespace holdfast {

// How many kinds of failures were known after how many cases; the cases on a logarithmic axis.
// Empty where nothing was found.
std::string time_to_find_chart(const ReportFacts& facts);
// What became of the cases along the run, blocks side by side, several to a bar where there are
// many. Empty where there are fewer than two blocks, or nothing failed.
std::string along_the_run_chart(const ReportFacts& facts);

struct SizePoint {
  std::uint64_t round = 0;
  std::uint64_t before = 0;  // characters
  std::uint64_t after = 0;
};
std::string context_size_chart(const std::vector<SizePoint>& points);

}  // namespace holdfast
