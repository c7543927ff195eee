// Masking of credential-shaped text. By shape alone: what looks like a credential is replaced, a
// credential that looks like a word is not seen. docs/extract.md lists the shapes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast {

inline constexpr std::string_view kSecretMask = "[masked]";

// Adds the number of replacements to `count`. The text is valid UTF-8, and so is the answer.
std::string mask_secrets(std::string_view text, std::uint64_t& count);

}  // namespace holdfast
