#include "cli/zoo_run.h"

#include <algorithm>
#include <thread>

#include "cli/output.h"
#include "harness/zoo_run.h"

namespace holdfast {

ExitCode run_zoo(const HuntFlags& flags) {
  ZooOptions options;
  options.seeds = flags.zoo_seeds;
  options.first_seed = flags.seed.value_or(options.first_seed);
  options.cases_max = flags.cases == 0 ? options.cases_max : flags.cases;
  options.workers =
      flags.workers > 0 ? flags.workers : std::max(1U, std::thread::hardware_concurrency());
  const std::vector<ZooEntry> entries = hunt_zoo(options);
  if (flags.json) {
    print_json(to_value(entries, options));
  } else {
    print(zoo_report(entries, options));
  }
  const bool all = std::all_of(entries.begin(), entries.end(), [](const ZooEntry& entry) {
    return entry.times_found() == entry.hunts.size();
  });
  return all ? ExitCode::kClean : ExitCode::kFinding;
}

}  // namespace holdfast
