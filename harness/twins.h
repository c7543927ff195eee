// Sabotaged twins: verifiers that are wrong on purpose, which every run has to convict before its
// own subject's kills mean anything. A harness that is blind in one way (a stream without controls,
// answers that are not compared, a deadline that nobody looks at) lets a twin go and is found out.
//
// Model. Each twin is the built-in with one sabotage, and is asked the first cases of the run's
// seed through the same block as any subject. It is convicted where its own outcome occurs more
// often than with the honest built-in over the same cases: a harness that convicts everybody has
// convicted nobody. Nothing but seed, policy and kind takes part, so that every shard says the
// same. Documents of a session and strategies from files are left out: they may be few, and what
// they happen to hold must not decide whether the harness works.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/outcome.h"
#include "harness/subject.h"

namespace holdfast {

struct StreamOptions;

struct TwinVerdict {
  std::string name;
  bool convicted = false;
  std::uint64_t cases = 0;  // that it was tried with

  bool operator==(const TwinVerdict&) const = default;
};

struct Twin {
  std::string_view name;
  Outcome convicted_by;
  std::unique_ptr<SubjectFactory> factory;
};

// Enough by far: half as many convicted all twins with each of 40 seeds that were tried.
inline constexpr std::uint64_t kTwinCases = 200;

// Those of a kind of campaign, in a fixed order.
std::vector<Twin> make_twins(std::string_view kind);

// The verdicts over the first `cases` of `campaign`'s seed; at most one block.
std::vector<TwinVerdict> try_twins(const StreamOptions& campaign, std::uint64_t cases = kTwinCases);
// The same for other suspects, which is how the trial itself is tested.
std::vector<TwinVerdict> try_twins(const StreamOptions& campaign, std::uint64_t cases,
                                   const std::vector<Twin>& twins);

bool all_convicted(const std::vector<TwinVerdict>& verdicts);
// "6 of 6 sabotaged twins convicted", and the names of those that were not; empty for no verdicts.
std::string describe(const std::vector<TwinVerdict>& verdicts, std::string_view suspects);

}  // namespace holdfast
