// What a verifier must never flag after a compaction: an item that is over and not mentioned, other
// words with the same key, another order of what has none, something said twice, something that is
// fetched by its id, an outcome still shown as unknown, a tail that merely moved, wrapper text, a
// round in which nothing was said. Asked in every simulation: a verifier that refuses one of these
// makes its other refusals worthless.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "harness/subject.h"

namespace holdfast {

struct SimulationControl {
  std::string name;  // a token
  bool refused = false;
  std::vector<std::string> reasons;
};
std::vector<SimulationControl> ask_simulation_controls(Subject& verifier, std::uint64_t seed);

}  // namespace holdfast
