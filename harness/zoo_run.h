// The hunt of the zoo: each faulty verifier is hunted over several seeds until it is found.
//
// What is asked is what `hunt` asks: the same strategies, controls and documents, in turn as
// `hunt`, `hunt --policy monotone` and `hunt --items 48` would, and the probes of harness/probes.h
// beside them. Cases until found are the same on every machine; seconds are not, and are kept
// apart.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/zoo.h"

namespace holdfast {

struct ZooOptions {
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 10;
  std::uint64_t cases_max = 50'000;  // a fault and seed, after which it counts as not found
  unsigned workers = 1;              // each hunts one fault at a time
};

// What gave a verifier away.
struct ZooSighting {
  Outcome outcome;
  std::string by;  // the strategy, the control or the probe
};

struct ZooHunt {
  std::uint64_t seed = 0;
  std::uint64_t cases = 0;  // until found, or in all
  std::optional<ZooSighting> found;
  double elapsed_s = 0;  // never part of anything deterministic
};

// Hunts until `counts` says that an outcome is one that is looked for.
ZooHunt hunt_until(const SubjectFactory& factory, std::uint64_t seed, std::uint64_t cases_max,
                   const std::function<bool(Outcome)>& counts);

struct ZooEntry {
  const ZooFault* fault = nullptr;
  std::vector<ZooHunt> hunts;  // by seed

  std::uint64_t times_found() const;
  std::uint64_t median_cases() const;
  double median_s() const;
  double worst_s() const;
};

ZooEntry hunt_fault(const ZooFault& fault, const ZooOptions& options);
// Every fault of the zoo, by name.
std::vector<ZooEntry> hunt_zoo(const ZooOptions& options);

// A table for a person, seconds and all.
std::string zoo_report(const std::vector<ZooEntry>& entries, const ZooOptions& options);
// The same without seconds: equal bytes for equal options.
Value to_value(const std::vector<ZooEntry>& entries, const ZooOptions& options);

}  // namespace holdfast
