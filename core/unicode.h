// Unicode questions, answered by utf8proc (and nowhere else). All texts are valid UTF-8: the JSON
// reader has seen to it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast {

// The Unicode version of the tables, e.g. "15.0.0"; part of a verdict's evidence.
std::string unicode_version();

// The code point at `offset`, which is moved behind it. The text is valid UTF-8 and offset < size.
char32_t next_code_point(std::string_view text, std::size_t& offset);
void append_code_point(std::string& out, char32_t code_point);
std::size_t count_code_points(std::string_view text);

// U+FDD0..U+FDEF and the last two of each plane.
bool is_noncharacter(char32_t code_point);
// Something a reader sees: no control, format, separator, unassigned, private-use or
// default-ignorable.
bool is_visible(char32_t code_point);
bool is_white_space(char32_t code_point);
// Any break of a line: LF, VT, FF, CR, NEL, LS, PS.
bool is_line_break(char32_t code_point);

bool has_visible_character(std::string_view text);
std::size_t count_visible_characters(std::string_view text);
// What an id may be: not empty, visible characters only, in NFC.
bool is_visible_name(std::string_view text);
bool is_valid_utf8(std::string_view bytes);
bool is_nfc(std::string_view text);

// Only for showing and detecting, never for equality: NFKC, case folded, ignorables and format
// characters removed, runs of white space one space, trimmed; of a run of combining marks the first
// 30.
std::string folded(std::string_view text);
// Two differing texts that fold to the same; false for texts beyond 64 KiB.
bool looks_alike(std::string_view a, std::string_view b);

// For showing ids and names that come out of documents: anything but a visible character or a space is
// written as \u{…}. One with a line break could forge a line of a report, one with an escape sequence could
// drive the terminal, one with a bidi control could reorder it.
std::string printable(std::string_view text);

// The order of RFC 8785 and of JavaScript: by UTF-16 code units, although the texts are UTF-8.
std::strong_ordering compare_utf16(std::string_view a, std::string_view b);
inline bool less_utf16(std::string_view a, std::string_view b) { return compare_utf16(a, b) < 0; }

}  // namespace holdfast
