// Readable noise of exact length: what agents, tools and people write between the things that
// matter. English is ASCII, Japanese is of three bytes a character, so any mixture of the two can
// be met exactly.
//
// Invariants: it orders, forbids, allows and closes nothing, and never holds the words by which
// atoms are named (generators/history_atoms.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "generators/context.h"
#include "generators/random.h"

namespace holdfast {

enum class Detour : std::uint8_t { kStash, kRecovery, kLostHelper, kRestart };
inline constexpr int kDetours = 4;
std::string_view to_text(Detour detour);

struct FillerPlace {
  Role role = Role::kAssistant;
  std::optional<Detour> detour{};  // inside of which it stands
  bool after_text = false;         // something of another kind stands before it, or after it:
  bool before_text = false;        // a line end is put between where there is one byte for it
};

// Exact for sizes of one to three bytes a character; others come as near as they can.
std::string filler_text(Size size, const FillerPlace& place, Random& random);

// So many characters, of which a share is Japanese.
Size mixed_size(std::size_t characters, std::size_t japanese_percent);

}  // namespace holdfast
