// What a subject wrote, made fit for a terminal, a log line and a JSON string.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast {

// Valid UTF-8 without control characters save line feed and tab; each byte or character that is
// neither becomes U+FFFD, so that no escape sequence reaches a terminal.
std::string printable_text(std::string_view bytes);
// The last lines that are not blank, joined to one by " | ", with at most `bytes_max` bytes.
std::string last_lines(std::string_view printable, std::size_t lines_max, std::size_t bytes_max);
// `word` in quotes if it is a short token, else its length: a subject's word may hold any text of
// the documents it saw.
std::string quoted_token(std::string_view word);

}  // namespace holdfast
