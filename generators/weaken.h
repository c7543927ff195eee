// A demand put more softly, or with a way out, as a friendly summary would: must becomes should,
// 禁止 becomes なるべく避ける, a condition is left out, an exception is appended.
#pragma once

#include <string>

#include "generators/random.h"

namespace holdfast {

// Always another text than the given one.
std::string weakened(const std::string& text, Random& random);

}  // namespace holdfast
