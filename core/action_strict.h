// The grammar of the strict mode: one verb and one target. Whatever it does not know is
// undecidable.
#pragma once

#include <optional>
#include <string_view>

#include "core/action_scan.h"

namespace holdfast::internal {

// Where the text leaves the grammar; nothing where it follows it to its end. The text holds no
// joint.
std::optional<Joint> find_undecidable(std::string_view text);

}  // namespace holdfast::internal
