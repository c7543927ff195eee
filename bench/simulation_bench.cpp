// Times the simulator: simulation_bench ENTRIES PAIR runs 1,000 rounds over a history of so many
// entries in a runtime with the ledger, judged at every round, and prints its time and, beneath a
// key of its own, the peak of this process's memory in bytes.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/timing.h"
#include "core/check.h"
#include "generators/recipe.h"
#include "harness/builtin_subject.h"
#include "harness/simulation.h"

namespace holdfast::bench {
namespace {

constexpr std::uint64_t kRounds = 1000;

int run(int count, char** words) {
  const long long entries = count == 3 ? std::atoll(words[1]) : 0;
  if (entries < 1) {
    std::fprintf(stderr, "usage: simulation_bench ENTRIES PAIR\n");
    return 2;
  }
  const Result<Recipe> recipe = find_recipe("yoi");
  CHECK(recipe.ok());
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(with_ledger(*recipe));
  Result<std::unique_ptr<Subject>> verifier = make_builtin_subject_factory()->start();
  CHECK(verifier.ok());
  SimulationOptions options;
  options.rounds = kRounds;
  options.history.entries = static_cast<std::uint64_t>(entries);
  const auto begin = std::chrono::steady_clock::now();
  const Result<SimulationResult> result =
      simulate(*pipeline, **verifier, options, {.on_row = {}, .keep_rows = false});
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
  CHECK(result.ok() && result->losses == 0 && result->refused == 0);
  struct rusage usage = {};
  CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
  const int pair = std::atoi(words[2]);
  const std::string key = "simulation_" + std::to_string(entries);
  print_sample(key, pair, elapsed.count());
  print_sample(key + ".memory", pair, static_cast<double>(usage.ru_maxrss) * 1024);
  return 0;
}

}  // namespace
}  // namespace holdfast::bench

int main(int count, char** words) { return holdfast::bench::run(count, words); }
