// The search for what joins operations, in a shadow of an action's text (core/action.cpp makes it).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace holdfast::internal {

inline constexpr std::string_view kLineBreak = "line_break";
inline constexpr std::string_view kShellJoiner = "shell_joiner";
inline constexpr std::string_view kSentenceJoiner = "sentence_joiner";
inline constexpr std::string_view kList = "list";
inline constexpr std::string_view kArrow = "arrow";
inline constexpr std::string_view kUndecidable = "undecidable";

struct Joint {
  std::string_view reason;
  std::size_t offset_bytes;  // into the text that was searched
};

// The leftmost joint; nothing where no known joiner stands. Line breaks are the caller's.
std::optional<Joint> find_joint(std::string_view shadow);

}  // namespace holdfast::internal
