#include "generators/context.h"

#include <algorithm>

namespace holdfast {
namespace {

std::uint32_t measure(const Segment& segment, bool in_bytes) {
  return in_bytes ? segment.size.bytes : segment.size.characters;
}

std::size_t measure(const Segments& segments, bool in_bytes) {
  std::size_t sum = 0;
  for (const Segment& segment : segments) {
    sum += measure(segment, in_bytes);
  }
  return sum;
}

// What is left of a segment that was cut through: filler, its characters and bytes in proportion.
Segment rest_of(const Segment& segment, std::size_t count, bool in_bytes) {
  const std::uint64_t whole = measure(segment, in_bytes);
  const auto share = [&](std::uint32_t all) {
    return static_cast<std::uint32_t>(whole == 0 ? 0 : all * std::uint64_t{count} / whole);
  };
  return filler({share(segment.size.characters), share(segment.size.bytes)});
}

void append_front(Segments& out, const Segments& segments, std::size_t count, bool in_bytes) {
  for (const Segment& segment : segments) {
    const std::size_t size = measure(segment, in_bytes);
    if (size > count) {
      if (count > 0) {
        out.push_back(rest_of(segment, count, in_bytes));
      }
      return;
    }
    out.push_back(segment);
    count -= size;
  }
}

void append_back(Segments& out, const Segments& segments, std::size_t count, bool in_bytes) {
  std::size_t skip = measure(segments, in_bytes);
  skip -= std::min(skip, count);
  for (const Segment& segment : segments) {
    const std::size_t size = measure(segment, in_bytes);
    if (skip == 0) {
      out.push_back(segment);
    } else if (skip < size) {
      out.push_back(rest_of(segment, size - skip, in_bytes));
      skip = 0;
    } else {
      skip -= size;
    }
  }
}

Segments cut_middle(const Segments& segments, std::size_t head, std::size_t tail, bool in_bytes) {
  if (measure(segments, in_bytes) <= head + tail) {
    return segments;
  }
  Segments out;
  append_front(out, segments, head, in_bytes);
  append_back(out, segments, tail, in_bytes);
  return out;
}

}  // namespace

std::string_view to_text(AtomKind kind) {
  constexpr std::string_view kNames[] = {"directive", "prohibition", "approval", "write",
                                         "event",     "decision",    "goal",     "sub-task"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view to_text(Level level) {
  constexpr std::string_view kNames[] = {"verbatim", "same", "changed", "label_only"};
  return kNames[static_cast<std::size_t>(level)];
}

std::string_view to_text(Twist twist) {
  constexpr std::string_view kNames[] = {"none",    "weakened", "widened",  "flipped",
                                         "demoted", "revoiced", "unscoped", "misplaced"};
  return kNames[static_cast<std::size_t>(twist)];
}

std::string_view to_text(Role role) {
  constexpr std::string_view kNames[] = {"user",   "assistant", "call",  "result",
                                         "system", "summary",   "ledger"};
  return kNames[static_cast<std::size_t>(role)];
}

Size size_of(const Segments& segments) {
  Size size;
  for (const Segment& segment : segments) {
    size += segment.size;
  }
  return size;
}

Size size_of(const std::vector<Message>& messages) {
  Size size;
  for (const Message& message : messages) {
    size += size_of(message);
  }
  return size;
}

Segments first_characters(const Segments& segments, std::size_t count) {
  return cut_middle(segments, count, 0, false);
}

Segments last_characters(const Segments& segments, std::size_t count) {
  return cut_middle(segments, 0, count, false);
}

Segments without_middle(const Segments& segments, std::size_t head, std::size_t tail) {
  return cut_middle(segments, head, tail, false);
}

Segments first_bytes(const Segments& segments, std::size_t count) {
  return cut_middle(segments, count, 0, true);
}

Segments last_bytes(const Segments& segments, std::size_t count) {
  return cut_middle(segments, 0, count, true);
}

Segments without_middle_bytes(const Segments& segments, std::size_t head, std::size_t tail) {
  return cut_middle(segments, head, tail, true);
}

std::size_t tail_from(const std::vector<Message>& messages, std::size_t tokens_min) {
  std::size_t index = messages.size();
  std::size_t sum = 0;
  while (index > 0 && sum < tokens_min) {
    --index;
    sum += tokens(size_of(messages[index]));
  }
  return index;
}

std::size_t at_pair_boundary(const std::vector<Message>& messages, std::size_t index) {
  while (index > 0 && index < messages.size() && messages[index].role == Role::kResult) {
    --index;
  }
  return index;
}

}  // namespace holdfast
