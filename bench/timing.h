// How the benchmarks time: the wall clock, and of several short batches the best one. A machine
// that does other things at the same time only ever makes a batch slower, so the best one is the
// closest to what the code costs. Batches of a few milliseconds are shorter than a turn of the
// scheduler, so that even a busy machine has whole ones. The rivals in rivals/ time themselves in
// the same way. What is left of a machine's moods is taken out by comparing in pairs, one right
// after the other (report.h).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace holdfast::bench {

inline constexpr int kBatches = 25;
// Of calls that take longer than a batch should.
inline constexpr int kBatchesMin = 3;

// Keeps the compiler from leaving out what made `value`.
template <typename T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

template <typename Run>
double batch_ns(Run& run, std::uint64_t calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < calls; ++i) {
    run();
  }
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
  return elapsed.count();
}

// Nanoseconds a call. Calls so many times that a batch takes `batch_ms`, which also warms up.
template <typename Run>
double time_ns(Run run, double batch_ms) {
  std::uint64_t calls = 1;
  double taken_ns = batch_ns(run, calls);
  while (taken_ns < batch_ms * 1e6) {
    calls *= 2;
    taken_ns = batch_ns(run, calls);
  }
  double best_ns = taken_ns;
  double all_ns = taken_ns;
  for (int i = 0; i < kBatches && (i < kBatchesMin || all_ns < kBatches * 2 * batch_ms * 1e6);
       ++i) {
    taken_ns = batch_ns(run, calls);
    best_ns = std::min(best_ns, taken_ns);
    all_ns += taken_ns;
  }
  return best_ns / static_cast<double>(calls);
}

// One line of what report.h reads.
inline void print_sample(std::string_view key, int pair, double ns) {
  std::printf("%.*s\t%d\t%.3f\n", static_cast<int>(key.size()), key.data(), pair, ns);
  std::fflush(stdout);
}

}  // namespace holdfast::bench
