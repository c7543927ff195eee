#include "cli/hook_command.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "cli/clock.h"
#include "cli/output.h"
#include "core/continuity_log.h"
#include "core/file.h"
#include "core/hook_run.h"
#include "core/json.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kPayloadBytesMax = std::uint64_t{64} << 20;
constexpr off_t kRecordBytesMax = off_t{4} << 20;

bool is_folder(const std::string& path) { return ::access((path + "/.").c_str(), X_OK) == 0; }

// The agent may have changed its working directory; the state is the project's.
std::string state_directory(const HookFlags& flags, const HookEvent& event) {
  const std::string& given = flags.continuity.state_directory;
  const char* project = std::getenv("CLAUDE_PROJECT_DIR");
  if (!given.starts_with("/") && project != nullptr && *project == '/' && is_folder(project)) {
    return std::string(project) + "/" + given;
  }
  struct stat status = {};
  if (given.starts_with("/") || ::stat(given.c_str(), &status) == 0 || errno != ENOENT) {
    return given;
  }
  return event.working_directory.starts_with("/") && is_folder(event.working_directory)
             ? event.working_directory + "/" + given
             : given;
}

// A state directory that is not there yet is none; one that cannot be there is a fault.
std::optional<std::string> place_fault(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0) {
    return S_ISDIR(status.st_mode) ? std::nullopt
                                   : std::optional<std::string>(path + ": is no directory");
  }
  return errno == ENOENT ? std::nullopt
                         : std::optional<std::string>(path + ": " + std::strerror(errno));
}

// One line for whoever looks after the hook. Nobody is told where even this fails: standard error
// goes to the runtime's debug log.
void record(const std::string& directory, const HookFlags& flags, const std::string& event,
            const std::string& fault) {
  note(fault);
  if (!make_directory(directory)) {
    return;
  }
  const std::string path = directory + "/hook-faults.jsonl";
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    return;
  }
  if (::lseek(file, 0, SEEK_END) < kRecordBytesMax) {
    const std::string line =
        write_compact_json(
            Value::object({{"at", now_utc()},
                           {"runtime", is_log_id(flags.runtime) ? flags.runtime : std::string()},
                           {"event", is_log_id(event) ? event : std::string()},
                           {"fault", fault}})) +
        "\n";
    [[maybe_unused]] const ssize_t written = ::write(file, line.data(), line.size());
  }
  ::close(file);
}

HookSetting setting_of(const HookFlags& flags, const ContinuityTools& tools,
                       const HookRuntime& runtime) {
  HookSetting setting;
  setting.state_directory = flags.continuity.state_directory;
  setting.task = flags.continuity.task;
  setting.contract = tools.contract ? &*tools.contract : nullptr;
  setting.files = tools.files.get();
  setting.commands = tools.commands.get();
  setting.keys = &tools.keys;
  setting.now = now_utc;
  setting.agents = tools.agents;
  setting.strict = flags.strict;
  setting.mark = flags.mark;
  setting.gates = runtime.gates;
  setting.context_units_max = runtime.context_units_max;
  return setting;
}

}  // namespace

bool is_hook_call(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with("-")) {
      return argument == "hook";
    }
  }
  return false;
}

ExitCode run_hook_command(const HookFlags& given) {
  HookFlags flags = given;
  const auto give_up = [&](const std::string& event, const std::string& fault) {
    record(flags.continuity.state_directory, flags, event, fault);
    return ExitCode::kClean;
  };
  const HookRuntime* runtime = find_hook_runtime(flags.runtime);
  if (runtime == nullptr) {
    std::string known;
    for (const HookRuntime& one : hooks::all()) {
      known += (known.empty() ? "" : ", ") + std::string(one.name);
    }
    return give_up("", "this runtime is not known; known are " + known);
  }
  const auto bytes = read_file("-", kPayloadBytesMax);
  if (!bytes) {
    return give_up("", bytes.error().text());
  }
  const auto payload = read_hook_payload(*bytes);
  if (!payload) {
    return give_up("", "the payload on standard input is no JSON object");
  }
  const HookEvent event = runtime->read(*payload);
  flags.continuity.state_directory = state_directory(flags, event);
  if (const auto fault = place_fault(flags.continuity.state_directory)) {
    return give_up(event.name, *fault);
  }
  ContinuityFlags typed = flags.continuity;
  typed.task = typed.task.empty() ? event.session_id : typed.task;
  if (event.kind == HookEventKind::kOther) {
    return give_up(event.name, "there is nothing to do for this event");
  }
  const ContinuityTools tools = available_tools(flags.continuity);
  for (const Error& fault : tools.faults) {
    record(flags.continuity.state_directory, flags, event.name, fault.text());
  }
  HookSetting setting = setting_of(flags, tools, *runtime);
  setting.command_flags = typed.as_typed();
  const HookOutcome outcome = run_hook(event, setting);
  for (const std::string& fault : outcome.faults) {
    record(flags.continuity.state_directory, flags, event.name, fault);
  }
  const std::string output = runtime->write(event, outcome.reply);
  if (!output.empty()) {
    print(output + "\n");
  }
  if (outcome.reply.deny_reason.empty()) {
    return ExitCode::kClean;
  }
  // Twice, so that it holds: the runtime blocks on the code alone, and shows the model this line.
  note(outcome.reply.deny_reason);
  return ExitCode::kDenied;
}

}  // namespace holdfast
