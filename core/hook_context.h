// What is put back into an agent's context after a compaction: the directives that are in force,
// word for word, and the decisions that are not shown to hold. It has to fit into what the runtime
// passes on whole, and says what did not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/manifest.h"

namespace holdfast {

struct ContextToPutBack {
  std::vector<Directive> directives;    // in force, in the order of their issue
  std::vector<std::string> unresolved;  // one line each
  std::vector<std::string> advice;      // what to do about those, one line each
  std::string read_all;                 // the command that shows every directive
};

// Empty where there is nothing to say. At most `units_max` UTF-16 code units; decisions come first,
// then directives that forbid something, then the others; a directive is there whole or not at all.
std::string context_text(const ContextToPutBack& what, std::size_t units_max);

// The length of a text as JavaScript counts it.
std::size_t utf16_units(std::string_view text);

}  // namespace holdfast
