// RFC 4648 base64 with padding, for bytes that no JSON string can hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace holdfast {

std::string base64_encode(std::string_view bytes);
// nullopt for anything but whole, padded groups of the standard alphabet with zero spare bits.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace holdfast
