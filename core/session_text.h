// Text from a session file, made fit for an Entry: valid UTF-8 without NUL and noncharacters.
// Session files are other programs' files and are repaired, never refused; every repair is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast {

struct TextRepairs {
  std::uint64_t bytes = 0;       // bytes that belong to no well-formed UTF-8 sequence
  std::uint64_t characters = 0;  // NUL and noncharacters
};

// Size of the well-formed UTF-8 sequence that begins at `at`, 0 where there is none. Encoded
// surrogates and overlong forms are not well-formed.
std::size_t utf8_sequence_bytes(std::string_view bytes, std::size_t at);

// Whether clean_text would leave the text as it is.
bool is_clean_text(std::string_view text);

// Each fault becomes one U+FFFD.
std::string clean_text(std::string raw, TextRepairs& repairs);

// At most so many code points from the front. The text is valid UTF-8.
std::string_view cut_text(std::string_view text, std::size_t code_points_max);

// Without ASCII white space on either side.
std::string_view trim_text(std::string_view text);

}  // namespace holdfast
