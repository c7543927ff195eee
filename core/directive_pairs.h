// The directives, and their obligations, that both sides of a check hold, paired by their ids.
#pragma once

#include <functional>

#include "core/rule.h"

namespace holdfast {

void for_each_directive_pair(
    const Pair& pair,
    const std::function<void(const Directive& before, const Directive& after)>& call);

// The detail of a finding about an obligation: which directive it belongs to.
Value of_directive(const Directive& directive);

}  // namespace holdfast
