#include "harness/base64.h"

#include <cstdint>

namespace holdfast {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < 3; ++at) {
      bits = bits << 8 | (at < group.size() ? static_cast<unsigned char>(group[at]) : 0U);
    }
    for (std::size_t at = 0; at < 4; ++at) {
      text += at <= group.size() ? kAlphabet[bits >> (18 - 6 * at) & 63U] : '=';
    }
  }
  return text;
}

std::optional<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') {
    ++padding;
  }
  const std::size_t digits = text.size() - padding;
  std::string bytes;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = i < digits ? kAlphabet.find(text[i]) : 0;
    if (digit == std::string_view::npos) {
      return std::nullopt;
    }
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (i % 4 == 3) {
      for (int shift = 16; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(bits >> shift & 0xFFU);
      }
      bits = 0;
    }
  }
  bytes.resize(bytes.size() - padding);
  return base64_encode(bytes) == text ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace holdfast
