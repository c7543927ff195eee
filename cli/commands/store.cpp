// holdfast store SUBCOMMAND: which manifest is current, and how another one becomes it.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/store_run.h"

namespace holdfast::commands {
namespace {

using Run = ExitCode (*)(const StoreFlags&);
using Shared = std::shared_ptr<StoreFlags>;

CLI::App* add(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen,
              const char* name, const char* summary, const char* example, Run run) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->add_option("--state-dir", flags->state_directory, "Where Holdfast keeps its files")
      ->capture_default_str();
  command->add_option("--store", flags->directory,
                      "The store's folder; <state-dir>/store when absent");
  command->add_option("--wait-ms", flags->wait_ms, "For another process that holds the lock")
      ->check(CLI::Range(0, 600'000))
      ->capture_default_str();
  command->add_flag("--json", flags->json, "Print JSON");
  command->footer(std::string("Example:\n  holdfast store ") + example);
  command->callback([chosen, run] { *chosen = run; });
  return command;
}

void declare_writers(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen) {
  add(app, flags, chosen, "init", "Make the store; again is fine", "init", store_init);
  add(app, flags, chosen, "propose", "Save a candidate and print its digest", "propose after.json",
      store_propose)
      ->add_option("FILE", flags->file, "The candidate manifest")
      ->required();
  CLI::App* judge = add(app, flags, chosen, "judge",
                        "Attach a verdict to exactly the candidate's bytes; one that is no pass "
                        "rejects it for ever",
                        "judge DIGEST --verdict verdict.json --source entries.jsonl", store_judge);
  judge->add_option("CANDIDATE", flags->candidate, "The candidate's digest")->required();
  judge->add_option("--verdict", flags->file, "What holdfast verify --json printed")->required();
  judge->add_option("--source", flags->source, "What was compacted; its digest is recorded")
      ->required();
  CLI::App* promote = add(app, flags, chosen, "promote",
                          "Make a candidate current, if what is current is what you expect",
                          "promote DIGEST --generation 3 --record RECORD", store_promote);
  promote->add_option("CANDIDATE", flags->candidate, "The candidate's digest")->required();
  promote->add_option("--generation", flags->generation, "The generation that is current")
      ->required();
  promote->add_option("--record", flags->record, "The digest of its record")->required();
  promote->add_option("--promotion", flags->promotion_id,
                      "An id to look it up by; made and printed when absent");
  add(app, flags, chosen, "recover", "Finish a promotion that a crash interrupted", "recover",
      store_recover);
  add(app, flags, chosen, "sweep", "Remove temporary files that a crash left", "sweep",
      store_sweep);
}

void declare_readers(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen) {
  add(app, flags, chosen, "current", "Print what is current, verified", "current --out before.json",
      store_current)
      ->add_option("--out", flags->out, "Write the manifest's bytes to this file");
  add(app, flags, chosen, "history", "List the generations, the newest first, or look one up",
      "history --promotion p-17", store_history)
      ->add_option("--promotion", flags->promotion_id,
                   "Where this promotion went: current, superseded, claimed or absent");
  add(app, flags, chosen, "rejected", "List the candidates that were rejected", "rejected",
      store_rejected);
  add(app, flags, chosen, "verify", "Check every generation, candidate and verdict", "verify",
      store_verify);
}

}  // namespace

Command store() {
  return {.summary =
              "Promote manifests in two phases: init, propose, judge, promote, current, "
              "history, rejected, recover, verify, sweep",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<StoreFlags>();
            auto chosen = std::make_shared<Run>(nullptr);
            app.require_subcommand(1);
            declare_writers(app, flags, chosen);
            declare_readers(app, flags, chosen);
            app.footer(
                "Examples:\n"
                "  holdfast store init\n"
                "  holdfast store propose after.json\n"
                "  holdfast verify before.json after.json --json > verdict.json\n"
                "  holdfast store judge DIGEST --verdict verdict.json --source entries.jsonl\n"
                "  holdfast store promote DIGEST --generation 0 --record RECORD\n"
                "\n"
                "Exit codes: 0 done; 1 promotion_conflict, rejected, unknown, or the store is not "
                "in order; 2 an input, the disk or the lock.");
            return [flags, chosen] { return (*chosen)(*flags); };
          }};
}

}  // namespace holdfast::commands
