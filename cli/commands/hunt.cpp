// holdfast hunt: the main job.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/hunt_run.h"
#include "cli/zoo_run.h"

namespace holdfast::commands {

Command hunt() {
  return {
      .summary = "Run a campaign against a verifier and show what it lets through",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<HuntFlags>();
        flags->subject.declare(app);
        app.add_option("--seed", flags->seed, "Drawn and printed when absent");
        auto* cases = app.add_option("--cases", flags->cases, "How many cases");
        cases->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
        app.add_option("--time", flags->time_s,
                       "Seconds; stops at the end of a block of 500 cases and prints the equal "
                       "--cases. 30 when neither is given")
            ->check(CLI::Range(0.001, 1e6))
            ->excludes(cases);
        app.add_option("--workers", flags->workers,
                       "Threads, each with a subject; one a core when absent")
            ->check(CLI::Range(1U, 256U));
        app.add_option("--policy", flags->policy, "exact or monotone")
            ->check(CLI::IsMember({"exact", "monotone"}))
            ->capture_default_str();
        app.add_option("--session", flags->session,
                       "Hunt on manifests extracted from this session file instead of random ones");
        app.add_option("--items", flags->list_items_max,
                       "At most so many items a list in random documents")
            ->check(CLI::Range(1, 10'000))
            ->capture_default_str();
        app.add_option("--shard", flags->shard,
                       "Run only part k of n of the campaign, from 1/n to n/n; the shard variables "
                       "of common runners when absent, docs/sharding.md lists them; 1/1 runs all");
        app.add_option("--strategies", flags->strategies,
                       "Also the strategies of this folder's strategy/v1 files "
                       "(docs/strategies.md)");
        app.add_option("--store", flags->store,
                       "Where the smallest case of each bucket is kept, or none; "
                       "<state-dir>/failures when absent");
        app.add_option("--out", flags->out,
                       "Where the run's record goes; a new folder in <state-dir>/runs when absent");
        app.add_option("--state-dir", flags->state_directory, "Where Holdfast keeps its files")
            ->capture_default_str();
        app.add_flag("--json", flags->json, "Print the run record (run/v1) instead of the report");
        app.add_flag("--show-text", flags->show_text,
                     "Show texts of a session's documents in the report and the record");
        app.add_flag("--self-check", flags->self_check,
                     "First convict verifiers that are wrong on purpose and run as processes; "
                     "those within this process are convicted in every run");
        app.add_option("--kind", flags->kind,
                       "What is broken: compaction, or the built-in's judgement of stories about "
                       "continuity (decisions over boundaries) or the promotion store")
            ->check(CLI::IsMember({"compaction", "continuity", "store"}))
            ->capture_default_str();
        auto* zoo = app.add_flag("--zoo", flags->zoo,
                                 "Hunt the faulty verifiers of the zoo instead of a subject, and "
                                 "show which are found; --cases then is the most a fault and seed");
        for (const char* other :
             {"--subject", "--time", "--policy", "--session", "--items", "--shard", "--strategies",
              "--store", "--out", "--state-dir", "--show-text", "--kind", "--self-check"}) {
          zoo->excludes(app.get_option(other));
        }
        app.add_option("--seeds", flags->zoo_seeds,
                       "With --zoo: how many seeds, from --seed on, or from 1")
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
            ->needs(zoo)
            ->capture_default_str();
        app.footer(
            "Examples:\n"
            "  holdfast hunt --time 10\n"
            "  holdfast hunt --subject 'python3 examples/weak_verifier.py' --seed 7 --cases 20000\n"
            "  holdfast hunt --session session.jsonl --cases 5000\n"
            "  holdfast hunt --seed 7 --cases 20000 --shard 2/4 --out runs/2\n"
            "  holdfast hunt --strategies examples/strategies --time 10\n"
            "  holdfast hunt --zoo --seeds 3\n"
            "\n"
            "Exit codes: 0 nothing got through, 1 something to look at, 3 a control failed or a "
            "sabotaged verifier was not convicted, 4 the "
            "subject could not be started, 5 a strategy from a file fitted no document. With "
            "--zoo: 0 "
            "every fault was found with every seed, 1 not.");
        return [flags] { return flags->zoo ? run_zoo(*flags) : run_hunt(*flags); };
      }};
}

}  // namespace holdfast::commands
