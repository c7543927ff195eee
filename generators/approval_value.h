// decision-approval/v1 as a value, for strategies and tests.
#pragma once

#include <string_view>

#include "core/value.h"

namespace holdfast {

// By the owner, at a fixed time.
Value approval_value(std::string_view name, std::string_view from, std::string_view to,
                     std::string_view authority_id);

}  // namespace holdfast
