// What preview_carry and derived_blind_index share: the bounded overview that a summariser is
// shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "generators/compactor.h"
#include "generators/context.h"

namespace holdfast {

struct Overview {
  std::size_t cut = 0;                         // what stands before it is folded
  std::vector<std::optional<Segments>> shown;  // of each folded message; absent: not chosen
};

// These, then those of the overview and of the summary.
std::vector<Parameter> with_preview_parameters(std::vector<Parameter> own);
std::string preview_fault(const Parameters& parameters);

Overview overview_of(const std::vector<Message>& messages, const Parameters& parameters);
// The summary of these atoms in place of what stands before the cut.
Context folded(Turn turn, std::size_t cut, const Segments& open, const Parameters& parameters);

}  // namespace holdfast
