#include "core/hook_run.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "core/file.h"
#include "core/hook_context.h"
#include "core/hook_prompt.h"
#include "core/json.h"
#include "core/ledger_file.h"
#include "core/sha256.h"
#include "core/tool_effects.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kSmallFileBytesMax = std::uint64_t{1} << 20;
constexpr std::size_t kUnclassifiedMax = 200;

bool exists(const std::string& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed);
}

class Hook {
 public:
  Hook(const HookEvent& event, const HookSetting& setting)
      : event_(event),
        setting_(setting),
        task_(setting.task.empty() ? event.session_id : setting.task),
        folder_(continuity_folder(setting.state_directory, task_)) {}

  HookOutcome run() {
    switch (event_.kind) {
      case HookEventKind::kBeforeCompaction:
        before();
        break;
      case HookEventKind::kAfterCompaction:
        cross(BoundaryTeller::kPostCompact);
        break;
      case HookEventKind::kSessionStart:
        if (event_.after_compaction) {
          cross(BoundaryTeller::kSessionStart);
          put_back();
        }
        break;
      case HookEventKind::kInstructionsLoaded:
        reloaded();
        break;
      case HookEventKind::kPrompt:
        keep(record_prompt(event_, setting_.state_directory, setting_.mark, setting_.now()));
        break;
      case HookEventKind::kToolCall:
        tool_call();
        break;
      case HookEventKind::kOther:
        break;
    }
    return std::move(outcome_);
  }

 private:
  template <typename T>
  bool keep(const Result<T>& result) {
    if (!result) {
      outcome_.faults.push_back(result.error().text());
    }
    return result.ok();
  }

  ContinuityTask::Setting task_setting(const DecisionContract& contract) const {
    return {folder_, contract,
            ObserveMeans{*setting_.files, setting_.commands, *setting_.keys, setting_.now, task_},
            setting_.agents};
  }

  // nullopt with a fault, or where no decisions are watched.
  std::optional<ContinuityTask> open_task() {
    if (setting_.contract == nullptr || setting_.files == nullptr) {
      return std::nullopt;
    }
    Result<ContinuityTask> task = ContinuityTask::open(task_setting(*setting_.contract));
    return keep(task) ? std::optional(std::move(*task)) : std::nullopt;
  }

  void before() {
    if (auto task = open_task()) {
      keep(task->take_before());
    }
  }

  void cross(BoundaryTeller teller) {
    auto task = open_task();
    if (task && keep(task->cross_boundary(teller)) && keep(task->observe_after())) {
      keep(task->record_state(Activity::kWorking));
    }
    note_boundary(task);
  }

  void reloaded() {
    if (!event_.reloaded || !exists(folder_)) {
      return;
    }
    auto task = open_task();
    if (task && task->current() && keep(task->instructions_reloaded()) &&
        keep(task->observe_after())) {
      keep(task->record_state(Activity::kWorking));
    }
  }

  void note_boundary(const std::optional<ContinuityTask>& task) {
    if (!task) {
      return;
    }
    if (task->damage()) {
      context_.unresolved = {damage_line(*task)};
    } else if (const auto boundary = task->current()) {
      for (const DecisionContinuity& decision : boundary->decisions) {
        if (!is_continuous(decision.state)) {
          context_.unresolved.push_back(line_of(decision));
        }
      }
    }
    const auto boundary = task->current();
    const bool waits =
        setting_.gates &&
        (task->damage() || (boundary && !gate_reasons(*setting_.contract, *boundary).empty()));
    if (!context_.unresolved.empty()) {
      context_.advice = {(waits
                              ? "Consequential calls wait until this is resolved. "
                              : "Nothing consequential should be done before this is resolved. ") +
                         remedy()};
    }
  }

  static std::string line_of(const DecisionContinuity& decision) {
    return (decision.name.empty() ? "every decision" : decision.name) + " is " +
           std::string(to_text(decision.state)) + " (" + std::string(decision.reason) + ")";
  }
  static std::string damage_line(const ContinuityTask& task) {
    return "every decision is unverified (log_damaged: " + task.damage()->reason + ", line " +
           std::to_string(task.damage()->line) + ")";
  }

  std::string remedy() const {
    return "Restore what was decided, or have the user approve the change in a terminal of their "
           "own "
           "(holdfast continuity approve NAME --approver WHO --authority ID" +
           setting_.command_flags +
           "); then observe again: holdfast continuity snapshot --side after" +
           setting_.command_flags;
  }

  void put_back() {
    const std::string ledger = setting_.state_directory + "/ledger.jsonl";
    if (exists(ledger)) {
      const Result<LedgerReading> reading = read_ledger_file(ledger);
      if (keep(reading)) {
        for (const Directive* directive : reading->fold.active()) {
          context_.directives.push_back(*directive);
        }
        if (reading->damage) {
          outcome_.faults.push_back(ledger + ": line " + std::to_string(reading->damage->line) +
                                    " is damaged (" + reading->damage->reason + ")");
          context_.unresolved.push_back("the ledger of orders is damaged from line " +
                                        std::to_string(reading->damage->line) +
                                        " on; orders may be missing below");
        }
      }
    }
    context_.read_all = "holdfast ledger active --show-text" + setting_.command_flags;
    outcome_.reply.context = context_text(context_, setting_.context_units_max);
  }

  void tool_call() {
    if (kind_of_tool(event_.tool) == ToolKind::kReading || !exists(folder_)) {
      return;
    }
    // The project's contract, or, where that is gone or broken, the one of the last step.
    std::optional<DecisionContract> kept;
    const DecisionContract* contract = setting_.contract;
    if (contract == nullptr) {
      const auto bytes = read_file(folder_ + "/contract.json", kSmallFileBytesMax);
      kept = bytes ? read_decision_contract(*bytes).contract : std::nullopt;
      contract = kept ? &*kept : nullptr;
    }
    if (contract == nullptr) {
      return;
    }
    const bool named = is_consequential(*contract, event_.tool, event_.tool_input) ||
                       approves_itself(event_.tool_input);
    if (!named && !setting_.strict) {
      note_unclassified();
      return;
    }
    const std::vector<std::string> reasons = reasons_to_wait(*contract);
    if (!reasons.empty()) {
      deny(named, reasons);
    } else if (auto task = open_task()) {
      keep(task->consequential_call());
    }
  }

  // A record that is there and cannot be read shows nothing to hold.
  std::vector<std::string> reasons_to_wait(const DecisionContract& contract) {
    if (setting_.files == nullptr) {
      return {};  // a flag that cannot be used is recorded, and is no evidence
    }
    const Result<ContinuityTask> task = ContinuityTask::look(task_setting(contract));
    if (!keep(task)) {
      return {"every decision is unverified (record_unreadable)"};
    }
    if (task->damage()) {
      return {damage_line(*task)};
    }
    const auto boundary = task->current();
    return boundary
               ? gate_reasons(contract, *boundary, task->has_lost_snapshot(boundary->boundary_id))
               : std::vector<std::string>();
  }

  void deny(bool named, const std::vector<std::string>& reasons) {
    std::string& reason = outcome_.reply.deny_reason;
    reason = "Holdfast: this call is ";
    reason += named ? "consequential" : "not known to be harmless";
    reason += ", and since the last compaction ";
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      reason += (i == 0 ? "" : "; ") + reasons[i];
    }
    reason += ". " + remedy();
  }

  // While something waits, the agent is not to be the one who approves it.
  static bool approves_itself(const Value& input) {
    return input.is_string()
               ? matches_pattern("*continuity*approve*", input.text())
               : std::any_of(input.items().begin(), input.items().end(), approves_itself);
  }

  // So that whoever keeps the contract sees what it does not speak of.
  void note_unclassified() {
    const std::string path = folder_ + "/unclassified";
    const std::string name = is_log_id(event_.tool) ? event_.tool : "(a name that is no id)";
    const auto known = read_file(path, kSmallFileBytesMax);
    const std::string names = known ? *known : std::string();
    const auto count = static_cast<std::size_t>(std::count(names.begin(), names.end(), '\n'));
    if (("\n" + names).find("\n" + name + "\n") == std::string::npos && count < kUnclassifiedMax) {
      keep(write_file(path, names + name + "\n"));
    }
  }

  const HookEvent& event_;
  const HookSetting& setting_;
  std::string task_;
  std::string folder_;
  ContextToPutBack context_;
  HookOutcome outcome_;
};

}  // namespace

std::string continuity_folder(const std::string& state_directory, std::string_view task) {
  const bool plain = is_log_id(task) && task != "." && task != "..";
  return state_directory + "/continuity/" +
         (plain ? std::string(task) : "task-" + sha256_hex(task).substr(0, 32));
}

std::vector<std::string> gate_reasons(const DecisionContract& contract,
                                      const BoundaryContinuity& boundary, bool lost) {
  std::vector<std::string> reasons;
  for (const DecisionContinuity& decision : boundary.decisions) {
    const DecisionTerms* terms = contract.find(decision.name);
    const bool counts = decision.name.empty() || (terms != nullptr && terms->required);
    const bool missing = decision.state == ContinuityState::kEvidenceMissing;
    if (counts && !is_continuous(decision.state) &&
        !(missing && boundary.safely_observed && !lost)) {
      reasons.push_back((decision.name.empty() ? "every decision" : decision.name) + " is " +
                        std::string(to_text(decision.state)) + " (" + std::string(decision.reason) +
                        ")");
    }
  }
  return reasons;
}

HookOutcome run_hook(const HookEvent& event, const HookSetting& setting) {
  return Hook(event, setting).run();
}

}  // namespace holdfast
