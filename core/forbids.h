// The two halves of forbids() (core/extract.h), and the cutting of a prompt into sentences.
// docs/extract.md has the rule in words.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace holdfast {

inline constexpr std::size_t kNotForbidden = static_cast<std::size_t>(-1);

// The byte at which the forbidding words begin, kNotForbidden where there are none.
std::size_t forbidden_in_english(std::string_view sentence);
std::size_t forbidden_in_japanese(std::string_view sentence);

// The sentences that a person wrote in a prompt, in order, without list marks and white space
// around them: views into the prompt. Left out: closed code fences, <system-reminder> spans, and
// runs of more than kPastedLinesMax lines of which at least half look like program output.
inline constexpr std::size_t kPastedLinesMax = 6;
std::vector<std::string_view> prose_sentences(std::string_view prompt);

}  // namespace holdfast
