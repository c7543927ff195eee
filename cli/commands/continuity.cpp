// holdfast continuity SUBCOMMAND: do the decisions that were in force before a compaction hold
// after it?
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/continuity_run.h"

namespace holdfast::commands {
namespace {

using Run = ExitCode (*)(const ContinuityRunFlags&);
using Shared = std::shared_ptr<ContinuityRunFlags>;

CLI::App* add(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen,
              const char* name, const char* summary, const char* example, Run run) {
  CLI::App* command = app.add_subcommand(name, summary);
  flags->declare_place(*command);
  command->add_flag("--json", flags->json, "Print JSON");
  command->footer(std::string("Example:\n  holdfast continuity ") + example);
  command->callback([chosen, run] { *chosen = run; });
  return command;
}

void declare_activity(CLI::App& command, const Shared& flags) {
  command
      .add_option("--activity", flags->activity,
                  "What the run is doing: shown beside continuity, never mixed with it")
      ->check(CLI::IsMember({"working", "waiting-human", "idle"}))
      ->capture_default_str();
}

void declare_compare(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen) {
  CLI::App* compare =
      add(app, flags, chosen, "compare", "Compare two snapshots by hand",
          "compare before.json after.json --contract contract.json", continuity_compare);
  flags->declare_means(*compare);
  declare_activity(*compare, flags);
  compare->add_option("BEFORE", flags->before, "decision-snapshot/v1 of the side before")
      ->required();
  compare->add_option("AFTER", flags->after, "decision-snapshot/v1 of the side after")->required();
  compare->add_option("--approval", flags->approvals, "decision-approval/v1, once for each");
  compare->add_option("--boundary-at", flags->boundary_at,
                      "When the boundary was; when BEFORE was taken, if absent");
  compare->add_option("--reloaded-at", flags->reloaded_at, "When instructions were last reloaded");
  compare->add_option("--called-at", flags->called_at,
                      "When the first consequential call was made");
}

}  // namespace

Command continuity() {
  return {
      .summary = "Show whether the decisions of before a compaction hold after it",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        const auto flags = std::make_shared<ContinuityRunFlags>();
        const auto chosen = std::make_shared<Run>();
        app.require_subcommand(1);
        CLI::App* snapshot =
            add(app, flags, chosen, "snapshot", "Observe the decisions on one side of a boundary",
                "snapshot --side before", continuity_snapshot);
        flags->declare_means(*snapshot);
        snapshot->add_option("--side", flags->side, "before or after")
            ->check(CLI::IsMember({"before", "after"}))
            ->required();
        CLI::App* approve =
            add(app, flags, chosen, "approve", "Allow one change of one decision, once",
                "approve scope --approver Ada --authority ticket-12", continuity_approve);
        flags->declare_means(*approve);
        approve->add_option("NAME", flags->name, "The decision")->required();
        approve->add_option("--approver", flags->approver, "The person who allows it")->required();
        approve->add_option("--authority", flags->authority, "An id of this approval, used once")
            ->required();
        approve->add_option("--from", flags->from, "Digest; of the last boundary when absent");
        approve->add_option("--to", flags->to, "Digest; of the last boundary when absent");
        declare_compare(app, flags, chosen);
        CLI::App* status =
            add(app, flags, chosen, "status", "Show activity and continuity side by side", "status",
                continuity_status);
        flags->declare_means(*status);
        declare_activity(*status, flags);
        CLI::App* log =
            add(app, flags, chosen, "log", "Print and verify the log", "log", continuity_log);
        log->add_option("--head", flags->head, "SEQ:SHA256 that the log has to hold");
        app.footer(
            "Examples:\n"
            "  holdfast continuity snapshot --side before\n"
            "  holdfast continuity status --activity working\n"
            "\n"
            "Exit codes: 0 continuous or nothing to compare, 1 a decision is not shown to "
            "hold, 2 usage.");
        return [flags, chosen] { return (*chosen)(*flags); };
      }};
}

}  // namespace holdfast::commands
