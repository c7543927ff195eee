// Columns that a text takes on a terminal: two for East Asian wide characters, none for combining
// marks. By ranges of Unicode 15; a character of ambiguous width takes one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast {

std::size_t columns_of(char32_t c);  // a character
std::size_t display_width(std::string_view text);
// Cut to `columns` with "…" where it is longer, or filled with spaces. On one line: whatever is no
// visible character becomes a space, and runs of spaces become one.
std::string fitted(std::string_view text, std::size_t columns);
std::string one_line(std::string_view text);

}  // namespace holdfast
