// Texts that a reader takes for the same one: a full-width or Cyrillic letter, a decomposed
// character, a space of another kind, something invisible. A verifier that normalises before it
// compares accepts them.
#pragma once

#include <string>
#include <string_view>

#include "generators/random.h"

namespace holdfast {

// A text that differs from `text`, valid UTF-8 without line breaks or noncharacters of its own.
std::string lookalike(std::string_view text, Random& random);

// White space and invisible characters only, now and then nothing at all; no line break among them.
std::string invisible_text(Random& random);

}  // namespace holdfast
