#include "cli/continuity_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/clock.h"
#include "cli/output.h"
#include "core/continuity_task.h"
#include "core/file.h"
#include "core/hook_run.h"
#include "core/json.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kTaskNameBytesMax = 64 * 1024;

Error no_contract(const ContinuityFlags& flags) {
  return {ErrorCode::kUsage, "there is no contract", flags.contract_path(),
          "write one (docs/continuity.md shows how), or say where it is with --contract"};
}

// The tasks that have a folder, sorted.
std::vector<std::string> known_tasks(const ContinuityFlags& flags) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry :
       std::filesystem::directory_iterator(flags.state_directory + "/continuity", failed)) {
    // A name that is no plain id has a folder of another name.
    const auto name = read_file(entry.path().string() + "/task", kTaskNameBytesMax);
    names.push_back(name ? *name : entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// A task's id is part of what its digests are bound to, so it is never guessed among several.
Result<std::string> chosen_task(const ContinuityFlags& flags, bool may_be_new) {
  if (!flags.task.empty()) {
    return flags.task;
  }
  const std::vector<std::string> names = known_tasks(flags);
  if (names.size() == 1) {
    return names.front();
  }
  if (names.empty() && may_be_new) {
    return std::string("task");
  }
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return Error{
      ErrorCode::kUsage,
      names.empty() ? "nothing was recorded yet" : "there are several tasks: " + list,
      flags.state_directory + "/continuity",
      names.empty() ? "take a snapshot before a compaction first" : "choose one with --task"};
}

// Opens the task and makes the call with it.
template <typename Call>
ExitCode with_task(const ContinuityFlags& flags, bool may_be_new, Call call) {
  const Result<std::string> name = chosen_task(flags, may_be_new);
  if (!name) {
    return fail(name.error());
  }
  const Result<ContinuityTools> tools = continuity_tools(flags);
  if (!tools) {
    return fail(tools.error());
  }
  if (!tools->contract) {
    return fail(no_contract(flags));
  }
  auto task = ContinuityTask::open({continuity_folder(flags.state_directory, *name),
                                    *tools->contract, tools->means(*name), tools->agents});
  if (!task) {
    return fail(task.error());
  }
  if (const auto& damage = task->damage()) {
    note(fmt::format("{}/log.jsonl: line {} is damaged ({}): every decision is unproven",
                     continuity_folder(flags.state_directory, *name), damage->line,
                     damage->reason));
    return ExitCode::kFinding;
  }
  return call(*task, *tools);
}

ExitCode show(const ContinuityStatus& status, bool json) {
  if (json) {
    print_json(to_value(status));
  } else {
    print(to_text(status));
  }
  return exit_code_of(status) == 0 ? ExitCode::kClean : ExitCode::kFinding;
}

ContinuityStatus status_of(const ContinuityRunFlags& flags,
                           std::vector<BoundaryContinuity> boundaries) {
  return {activity_from(flags.activity).value_or(Activity::kIdle), std::move(boundaries)};
}

ExitCode snapshot_before(ContinuityTask& task, const ContinuityRunFlags& flags) {
  const auto snapshot = task.take_before();
  if (!snapshot) {
    return fail(snapshot.error());
  }
  if (flags.json) {
    print_json(to_value(*snapshot));
  } else {
    print(fmt::format("{}: {} decisions recorded before the boundary\n", snapshot->boundary_id,
                      snapshot->decisions.size()));
  }
  // What could not be read is no record: the next boundary will lack it.
  std::string missing;
  for (auto line = task.log().lines.rbegin(); line != task.log().lines.rend(); ++line) {
    if (line->entry.kind == ContinuityKind::kObservationFailed ||
        line->entry.kind == ContinuityKind::kObservedAbsent) {
      missing += fmt::format("{}{} ({})", missing.empty() ? "" : ", ", line->entry.name,
                             line->entry.reason.empty() ? "absent" : line->entry.reason);
    } else if (line->entry.kind != ContinuityKind::kObservation &&
               line->entry.kind != ContinuityKind::kSnapshot) {
      break;
    }
    if (line->entry.kind == ContinuityKind::kSnapshot && &*line != &task.log().lines.back()) {
      break;
    }
  }
  if (!missing.empty()) {
    note("not recorded: " + missing);
    return ExitCode::kFinding;
  }
  return ExitCode::kClean;
}

ExitCode snapshot_after(ContinuityTask& task, const ContinuityRunFlags& flags) {
  // By hand nobody tells of the boundary: the snapshot before it does.
  if (task.is_boundary_pending() || !task.current()) {
    if (const auto crossed = task.cross_boundary(BoundaryTeller::kPerson); !crossed) {
      return fail(crossed.error());
    }
  }
  const auto boundary = task.observe_after();
  if (!boundary) {
    return fail(boundary.error());
  }
  if (const auto recorded = task.record_state(Activity::kIdle); !recorded) {
    return fail(recorded.error());
  }
  return show(status_of(flags, {*boundary}), flags.json);
}

// Of the last boundary, unless they were given.
std::optional<Error> complete_transition(const ContinuityTask& task,
                                         const ContinuityRunFlags& flags, Approval& approval) {
  const auto boundary = task.current();
  for (const auto& [side, digest] : {std::make_pair(Side::kBefore, &approval.from),
                                     std::make_pair(Side::kAfter, &approval.to)}) {
    const DecisionSnapshot* snapshot =
        boundary ? task.snapshot(boundary->boundary_id, side) : nullptr;
    const DecisionRecord* record = snapshot == nullptr ? nullptr : snapshot->find(flags.name);
    if (digest->empty() && record != nullptr) {
      *digest = record->digest;
    }
    if (digest->empty()) {
      return Error{ErrorCode::kUsage,
                   fmt::format("the last boundary has no \"{}\" on the side {}",
                               shown_name(flags.name), side == Side::kBefore ? "before" : "after"),
                   side == Side::kBefore ? "--from" : "--to",
                   "observe it first, or give the digest"};
    }
  }
  return std::nullopt;
}

}  // namespace

ExitCode continuity_snapshot(const ContinuityRunFlags& flags) {
  const bool before = flags.side == "before";
  return with_task(flags, before, [&](ContinuityTask& task, const ContinuityTools&) {
    return before ? snapshot_before(task, flags) : snapshot_after(task, flags);
  });
}

ExitCode continuity_approve(const ContinuityRunFlags& flags) {
  return with_task(flags, false, [&](ContinuityTask& task, const ContinuityTools& tools) {
    if (tools.contract->find(flags.name) == nullptr) {
      return fail({ErrorCode::kUsage, "the contract has no decision of that name", "NAME",
                   "see the names in " + flags.contract_path()});
    }
    Approval approval{flags.name, flags.from, flags.to, flags.approver, flags.authority, now_utc()};
    if (const auto error = complete_transition(task, flags, approval)) {
      return fail(*error);
    }
    const auto document = read_decision_approval_value(to_value(approval));
    if (!document.approval) {
      return fail({ErrorCode::kUsage,
                   fmt::format("this is no approval: {} at {}", document.findings.front().code,
                               document.findings.front().field),
                   "", "give visible ids and digests that differ"});
    }
    if (const auto presented = task.present(approval); !presented) {
      return fail(presented.error());
    }
    if (flags.json) {
      print_json(to_value(approval));
    } else {
      print(
          fmt::format("approved: {} from {} to {}\nnow observe again: holdfast continuity snapshot "
                      "--side after{}\n",
                      approval.name, approval.from, approval.to, flags.as_typed()));
    }
    return ExitCode::kClean;
  });
}

ExitCode continuity_status(const ContinuityRunFlags& flags) {
  return with_task(flags, false, [&](ContinuityTask& task, const ContinuityTools&) {
    const auto current = task.current();
    std::vector<BoundaryContinuity> boundaries;
    if (current) {
      boundaries.push_back(*current);
    }
    const ExitCode code = show(status_of(flags, std::move(boundaries)), flags.json);
    const std::string folder = continuity_folder(flags.state_directory, *chosen_task(flags, false));
    if (const auto names = read_file(folder + "/unclassified"); names && !flags.json) {
      std::string list = *names;
      std::replace(list.begin(), list.end(), '\n', ' ');
      note("tools that were called and that the contract does not speak of: " + list);
    }
    return code;
  });
}

ExitCode continuity_log(const ContinuityRunFlags& flags) {
  const Result<std::string> name = chosen_task(flags, false);
  if (!name) {
    return fail(name.error());
  }
  const std::string path = continuity_folder(flags.state_directory, *name) + "/log.jsonl";
  const Result<std::string> bytes = read_file(path, kContinuityLogBytesMax);
  if (!bytes) {
    return fail(bytes.error());
  }
  const ContinuityLog log = read_continuity_log(*bytes);
  if (!flags.head.empty()) {
    const std::size_t colon = flags.head.find(':');
    LedgerHead head;
    const bool is_number = colon != std::string::npos && colon > 0 && colon < 16 &&
                           flags.head.find_first_not_of("0123456789") == colon;
    if (!is_number) {
      return fail({ErrorCode::kUsage, "is no SEQ:SHA256", "--head",
                   "give what an earlier run of this command printed"});
    }
    head.seq = std::stoll(flags.head.substr(0, colon));
    head.sha256 = flags.head.substr(colon + 1);
    if (!log.holds(head)) {
      note(path + ": does not hold that head: lines were cut off, or it is another log");
      return ExitCode::kFinding;
    }
  }
  if (flags.json) {
    print(std::string_view(*bytes).substr(0, log.size_bytes));
  } else {
    for (const ContinuityLogLine& line : log.lines) {
      const ContinuityEntry& entry = line.entry;
      print(fmt::format("{:>5}  {}  {:<22} {}\n", line.seq, entry.at, to_text(entry.kind),
                        entry.kind == ContinuityKind::kState
                            ? entry.boundary_id + " " + std::string(to_text(entry.state))
                            : entry.boundary_id + entry.name));
    }
    if (log.head) {
      print(fmt::format("head {}:{}\n", log.head->seq, log.head->sha256));
    }
  }
  if (log.damage) {
    note(fmt::format("{}: line {} is damaged ({})", path, log.damage->line, log.damage->reason));
    return ExitCode::kFinding;
  }
  if (log.torn_size_bytes > 0) {
    note(fmt::format("{}: the last line is torn ({} bytes); the next line moves it away", path,
                     log.torn_size_bytes));
  }
  return ExitCode::kClean;
}

}  // namespace holdfast
