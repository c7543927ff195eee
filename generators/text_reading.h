// Finds atoms in a text that somebody else wrote: which are there word for word, which in part,
// which as a mere label. A reader can only see what is said, not what is meant: other words for the
// same are "absent" here, and a report says that it looked for words.
#pragma once

#include <string_view>

#include "generators/context.h"

namespace holdfast {

// The text as segments, in its order, filler between. An atom is
//   verbatim   where its text stands there,
//   same       where it does, apart from white space, case and look-alike characters,
//   changed    where a run of its words stands there that is at least a third of them and no less
//              than three,
//   label_only where its label or its id stands there.
Segments segments_of_text(const AtomTable& atoms, std::string_view text);

}  // namespace holdfast
