// Tables for a terminal: aligned by what characters take on the screen, cut to its width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

// At most so many cells, ending in "…" where something was cut.
std::string cut_to_width(std::string_view text, std::size_t width);

struct TextColumn {
  std::string title;
  bool to_the_right = false;
  bool shrinks = false;  // gives way where the table is wider than the terminal
};

// A line for the titles and one a row, two spaces between columns, nothing at a line's end. Where
// the shrinking columns cannot give enough, lines stay longer than `width_max`.
std::string text_table(const std::vector<TextColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows, std::size_t width_max);

// `text` in lines of at most that width, broken at spaces; all but the first begin with `indent`.
std::string wrapped(std::string_view text, std::size_t width_max, std::string_view indent);

}  // namespace holdfast
