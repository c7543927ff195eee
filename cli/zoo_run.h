// `holdfast hunt --zoo`: how far the strategies reach, measured on verifiers that are known to be
// wrong.
#pragma once

#include "cli/exit_code.h"
#include "cli/hunt_run.h"

namespace holdfast {

// kFinding where a fault is not found with every seed.
ExitCode run_zoo(const HuntFlags& flags);

}  // namespace holdfast
