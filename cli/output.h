// What commands print with: results on standard output, everything else on standard error.
#pragma once

#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "core/result.h"
#include "core/value.h"

namespace holdfast {

// Writes to standard output; a reader that has gone away is no error.
void print(std::string_view text);
void print_json(const Value& value);
// "holdfast: <one line>" on standard error; returns the exit code that belongs to the error.
ExitCode fail(const Error& error);
void note(std::string_view line);

// Colour is for people: a terminal, and NO_COLOR not set (https://no-color.org).
bool use_color();
// The text as one word for a POSIX shell.
std::string shell_quoted(std::string_view text);

}  // namespace holdfast
