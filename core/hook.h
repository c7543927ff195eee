// Hooks of agent runtimes: what a runtime tells when it compacts, starts, is given a prompt or is
// about to call a tool, and what it can be told back. One runtime a file in core/hooks/.
//
// A payload is another program's text and is read forgivingly: repaired where it can be, unknown
// members ignored. What a hook may do is decided in core/hook_run.h; here it is only read and
// written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/value.h"

namespace holdfast {

enum class HookEventKind : std::uint8_t {
  kBeforeCompaction,
  kAfterCompaction,
  kSessionStart,  // of any source; `after_compaction` says whether it is from a compaction
  kInstructionsLoaded,
  kPrompt,
  kToolCall,  // about to be made
  kOther,     // known or not, nothing for us
};

struct HookEvent {
  HookEventKind kind = HookEventKind::kOther;
  std::string name;  // as the runtime calls it
  std::string session_id;
  std::string working_directory;
  bool after_compaction = false;  // of kSessionStart
  bool reloaded = false;          // of kInstructionsLoaded: all of them anew, not one file more
  std::string prompt_id;          // of kPrompt; may be empty
  std::string prompt;             // of kPrompt
  std::string tool;               // of kToolCall
  Value tool_input;               // of kToolCall
};

// What is told back. All empty: nothing.
struct HookReply {
  std::string context;      // for the model
  std::string deny_reason;  // the call is not to be made
};

struct HookRuntime {
  std::string_view name{};  // the file's name; set by the registry
  std::string_view summary;
  bool gates = false;  // it asks before a tool is called, and can be told no
  // The size of a context in UTF-16 code units up to which the runtime passes it on whole.
  std::size_t context_units_max = 0;
  HookEvent (*read)(const Value& payload) = nullptr;
  // What goes to standard output; empty for nothing.
  std::string (*write)(const HookEvent& event, const HookReply& reply) = nullptr;
};

namespace hooks {
std::span<const HookRuntime> all();
}

// By its name, "-" and "_" alike; nullptr for none.
const HookRuntime* find_hook_runtime(std::string_view name);

// The payload as a tree. Numbers that a Value does not hold become texts of their digits; doubled
// members stay, the last one counts. nullopt where it is no JSON object even when repaired.
std::optional<Value> read_hook_payload(std::string_view bytes);

// The text of a member, of the last one of that name; empty where it is none.
std::string hook_text(const Value& payload, std::string_view name);

}  // namespace holdfast
