// What several compactors share: whether their numbers can be used, how they end a round.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/compactor.h"
#include "generators/context.h"

namespace holdfast {

// Sizes beyond this are refused: a context counts in 32 bits.
inline constexpr std::int64_t kSizeMax = 1'000'000'000;

// Why one of these is no size of 0 to kSizeMax; empty where all are. Names in `nullable` may be
// null. (A recipe may give null wherever a default is a number.)
std::string size_fault(const Parameters& parameters, std::initializer_list<std::string_view> names,
                       std::initializer_list<std::string_view> nullable = {});
// Why the text is none of these; empty where it is one.
std::string choice_fault(const Parameters& parameters, std::string_view name,
                         std::initializer_list<std::string_view> choices);
// The first fault that is not empty.
std::string first_fault(std::initializer_list<std::string> faults);

std::optional<std::size_t> optional_size(const Parameters& parameters, std::string_view name);
// A number of tokens in bytes; nothing for null.
std::optional<std::size_t> optional_cap_bytes(const Parameters& parameters, std::string_view name);

// The context as it was, with the reason. Views are dropped.
Context left_alone(Turn turn, std::string note);
// The context that a compaction made: these messages, then the old ones from `tail_from` on.
Context made_context(Turn turn, std::vector<Message> messages, std::size_t tail_from);

inline bool is_summary(const Message& message) { return message.role == Role::kSummary; }

// The newest summary, or nullptr.
inline const Message* newest_summary(const std::vector<Message>& messages) {
  const auto found = std::find_if(messages.rbegin(), messages.rend(), is_summary);
  return found == messages.rend() ? nullptr : &*found;
}

// Replaces what a summary says; a text that was written outside no longer fits it.
inline void rewrite_summary(Message& summary, Segments segments) {
  if (summary.segments != segments) {
    summary.segments = std::move(segments);
    summary.text.clear();
  }
}

}  // namespace holdfast
