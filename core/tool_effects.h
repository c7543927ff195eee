// What a call of a session may have done outside the session, by the tool's name and the words of
// its result. docs/extract.md has the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/manifest.h"
#include "core/value.h"

namespace holdfast {

enum class ToolKind : std::uint8_t {
  kReading,  // cannot change anything outside the session
  kFile,     // writes one file, or fails and writes nothing
  kOther,    // may have any effect: shells, sub-agents, MCP servers, tools not known here
};
ToolKind kind_of_tool(std::string_view tool);

// The tool's name as a token, such as "bash" or "mcp__github__create_issue".
std::string operation_of_tool(std::string_view tool);

// What the result of a failed call says of its effect; nullopt: nothing was done.
std::optional<WriteStatus> status_of_failure(ToolKind kind, std::string_view result);

// A result that says the process goes on: the process's name in later calls, such as "cell 18".
std::optional<std::string> running_process(std::string_view result);

// The process that a call looks after, of the same form. `input` are the call's arguments.
std::optional<std::string> process_of_call(std::string_view tool, const Value& input);

// ASCII only.
std::string lower_case(std::string_view text);

}  // namespace holdfast
