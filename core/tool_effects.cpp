#include "core/tool_effects.h"

#include <utility>

namespace holdfast {
namespace {

constexpr std::size_t kOperationBytesMax = 200;

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

ToolKind kind_of_tool(std::string_view tool) {
  // Separated by spaces. Claude Code's, then names that other runtimes use.
  constexpr std::string_view kReading =
      " read grep glob ls notebookread todowrite todoread taskcreate taskupdate tasklist taskget "
      "taskoutput bashoutput agentoutputtool websearch webfetch toolsearch skill lsp "
      "enterplanmode exitplanmode askuserquestion listmcpresourcestool readmcpresourcetool "
      "find read_file list_dir grep_files view_image update_plan web_search wait ";
  constexpr std::string_view kFile = " write edit multiedit notebookedit apply_patch ";
  const std::string name = " " + lower_case(tool) + " ";
  if (tool.find(' ') != std::string_view::npos || tool.empty()) {
    return ToolKind::kOther;
  }
  if (kReading.find(name) != std::string_view::npos) {
    return ToolKind::kReading;
  }
  return kFile.find(name) != std::string_view::npos ? ToolKind::kFile : ToolKind::kOther;
}

std::string operation_of_tool(std::string_view tool) {
  std::string token;
  for (const char c : lower_case(tool).substr(0, kOperationBytesMax)) {
    const bool fits =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    token += fits ? c : '_';
  }
  const bool begins = !token.empty() && token.front() >= 'a' && token.front() <= 'z';
  return begins ? token : "tool" + (token.empty() ? "" : "." + token);
}

std::optional<WriteStatus> status_of_failure(ToolKind kind, std::string_view result) {
  constexpr std::size_t kLookedAtBytes = 400;
  const std::string head = lower_case(result.substr(0, kLookedAtBytes));
  const auto says = [&](std::string_view words) { return head.find(words) != std::string::npos; };
  if (kind == ToolKind::kFile || says("doesn't want to proceed") || says("tool use was rejected") ||
      says("permission to use")) {
    return std::nullopt;
  }
  // A command that ended with an exit code was seen to its end; one that was cut off was not. Codex
  // says the code before the output, or behind it in JSON; pi in the last line.
  const bool cut_off =
      says("timed out") || says("timeout") || says("interrupted") || says("aborted");
  const std::string_view own = result.substr(0, result.find("\nOutput:"));
  const std::string_view last = result.substr(result.rfind('\n') + 1);
  const bool ended = head.starts_with("exit code") ||
                     own.starts_with("Process exited with code ") ||
                     own.find("\nProcess exited with code ") != std::string_view::npos ||
                     (head.starts_with("{\"output\":") &&
                      result.rfind("\"exit_code\":") != std::string_view::npos) ||
                     last.starts_with("Command exited with code ");
  return ended && !cut_off ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
}

std::optional<std::string> running_process(std::string_view result) {
  // Codex says it before the output, in a line of its own.
  const std::string own = "\n" + std::string(result.substr(0, result.find("\nOutput:")));
  constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {"\nProcess running with session ID ", "session "},
      {"\nScript running with cell ID ", "cell "}};
  for (const auto& [mark, kind] : kMarks) {
    const std::size_t at = own.rfind(mark);
    if (at != std::string::npos) {
      const std::size_t begin = at + mark.size();
      return std::string(kind) + own.substr(begin, own.find('\n', begin) - begin);
    }
  }
  return std::nullopt;
}

std::optional<std::string> process_of_call(std::string_view tool, const Value& input) {
  const bool is_session = tool == "write_stdin";
  if (!is_session && tool != "wait") {
    return std::nullopt;
  }
  const Value* id = input.find(is_session ? "session_id" : "cell_id");
  if (id == nullptr || !(id->is_string() || id->is_integer())) {
    return std::nullopt;
  }
  return (is_session ? "session " : "cell ") +
         (id->is_string() ? id->text() : std::to_string(id->integer()));
}

}  // namespace holdfast
