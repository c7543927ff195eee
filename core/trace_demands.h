// Which sentences of a person forbid, limit or say when the work is good: a small rule by words, in
// English and Japanese. docs/trace.md has it in words, with what it misses.
#pragma once

#include <optional>
#include <string_view>

namespace holdfast {

enum class Demand { kProhibition, kLimit, kAcceptance };

// What a sentence demands; the first of the three that fits.
std::optional<Demand> demand_of(std::string_view sentence);

}  // namespace holdfast
