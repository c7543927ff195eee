// Sabotaged processes: what harness/twins.h does within this process, with real ones on the other
// side of a pipe, so that starting, deadlines, reading and reaping are put to the test too. Slower
// than the twins and dependent on the machine's shell, therefore only on request, and no part of
// the record.
//
// Each process has to be convicted by its own outcome and to fail in no other way: a crash that
// passes for silence would be a blind spot.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "harness/outcome.h"
#include "harness/twins.h"

namespace holdfast {

struct SabotagedProcess {
  std::string_view name;
  Outcome convicted_by;
  std::string_view body;  // shell, once for each question in $line, whose id is $id
  int answer_deadline_ms;
};

std::vector<SabotagedProcess> sabotaged_processes();

// Error: the scripts could not be written.
Result<std::vector<TwinVerdict>> try_processes(std::uint64_t seed,
                                               const std::vector<SabotagedProcess>& processes);

}  // namespace holdfast
