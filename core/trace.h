// What became of each instruction of a person at each compaction of a session: the table behind
// `holdfast trace`. docs/trace.md explains the states and what they can show.
//
// The model. core/boundary_parts.h says what a compaction is. Every text that stands before it is
// compared with its summary, and so with those of all later ones.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/session.h"
#include "core/trace_text.h"

namespace holdfast {

enum class TraceKind : std::uint8_t {
  kInstruction,
  kCondition,    // a line of the user's own file
  kProhibition,  // one sentence of an instruction, as are the next two
  kLimit,
  kAcceptance,
};
std::string_view to_text(TraceKind kind);

struct TraceItem {
  TraceKind kind = TraceKind::kInstruction;
  std::string id;  // of the entry; "condition-3"; of a sentence the entry's with "/2" behind it
  std::uint64_t seq = 0;  // of the entry; 0 for a condition
  std::string text;
  std::vector<std::string> sentences{};
  // By boundary; absent where the item came later.
  std::vector<std::optional<Measured>> cells{};
  std::optional<std::uint32_t> fell_at{};  // the first boundary at which it was not whole
};

struct TraceBoundary {
  std::uint32_t number = 0;
  std::uint64_t seq = 0;
  bool is_readable = false;  // whether there is a summary with words
  std::uint64_t summary_bytes = 0;
};

struct TraceTable {
  std::vector<TraceBoundary> boundaries;
  std::vector<TraceItem> items;     // instructions, or conditions where some were given
  std::vector<TraceItem> demands;   // prohibitions, limits and acceptance criteria among them
  std::uint64_t without_words = 0;  // instructions of signs alone: nothing to compare
};

// With conditions those are traced and not the instructions.
TraceTable trace_session(const Session& session, std::span<const std::string> conditions = {});

// What a person typed: prompts, words behind a slash command, queued words.
bool is_instruction(const Entry& entry);

// The worst state in the table; absent where there is no cell.
std::optional<Survival> worst_state(const TraceTable& table);

}  // namespace holdfast
