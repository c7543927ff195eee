// Masks: which text each covers, and which masked texts may therefore show in a result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence.h"
#include "core/manifest.h"

namespace holdfast {

// The text that a mask was made for, found again in another manifest: by the id of its directive or
// obligation (where `covered` is empty), elsewhere by the text that it covered.
struct MaskTarget {
  enum class Kind : std::uint8_t {
    kNone,  // the pointer leads to no prose: the mask covers nothing
    kTask,  // v1, where it is prose
    kObjective,
    kRollback,
    kAction,
    kPhase,
    kProhibition,
    kCheck,
    kAuthority,
    kDirective,
    kObligation,
  };
  Kind kind = Kind::kNone;
  std::string directive_id;
  std::string obligation_id;
  std::string covered;

  bool operator==(const MaskTarget&) const = default;
};

struct PlacedMask {
  MaskTarget target;
  Mask mask;
};

std::vector<PlacedMask> place_masks(const std::vector<Mask>& masks, const Manifest& before);

// The text in that manifest, or nullptr.
std::string* masked_text(Manifest& manifest, const MaskTarget& target);

// The text with the spans of all those masks replaced; nullopt where they do not fit it: beyond its
// end, inside a character, or overlapping.
std::optional<std::string> mask_text(std::string_view text, const std::vector<const Mask*>& masks);

}  // namespace holdfast
