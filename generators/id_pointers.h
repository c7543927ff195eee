// Where the ids of a v2 manifest stand.
#pragma once

#include <string>
#include <vector>

#include "core/manifest.h"
#include "generators/random.h"

namespace holdfast {

// One of each kind that the document has. Those of writes are not among them: they are judged by a
// rule of their own.
std::vector<std::string> id_pointers(const Manifest& document, Random& random);

}  // namespace holdfast
