#include "cli/hunt_run.h"

#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "cli/output.h"
#include "cli/seed.h"
#include "core/extract.h"
#include "core/file.h"
#include "core/sha256.h"
#include "harness/failure_store.h"
#include "harness/github.h"
#include "harness/progress.h"
#include "harness/report.h"
#include "harness/run_record.h"
#include "harness/self_check.h"
#include "harness/strategy_file.h"

namespace holdfast {
namespace {

constexpr double kDefaultTimeSeconds = 30;
bool exists(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0;
}

// Runs are kept side by side: the first free name.
std::string new_run_directory(const HuntFlags& flags, std::uint64_t seed, const Shard& shard) {
  std::string stem = flags.state_directory + "/runs/" +
                     (flags.subject.command.empty() ? "built-in" : "command") + "-seed-" +
                     std::to_string(seed);
  if (!shard.is_whole()) {
    stem += "-shard-" + std::to_string(shard.index + 1) + "-of-" + std::to_string(shard.of);
  }
  std::string path = stem;
  for (int i = 2; exists(path); ++i) {
    path = stem + "-" + std::to_string(i);
  }
  return path;
}

// The documents of a session: as it stood at each compaction and at its end.
Result<std::vector<Manifest>> session_manifests(const std::string& path, std::string& sha256) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) {
    return bytes.error();
  }
  const Result<Session> session = read_session_bytes(*bytes, path);
  if (!session) {
    return session.error();
  }
  sha256 = sha256_hex(*bytes);
  std::vector<Manifest> manifests;
  for (const Entry& entry : session->entries) {
    if (entry.kind == "boundary" && entry.seq > 1) {
      manifests.push_back(extract_manifest(*session, entry.seq - 1).manifest);
    }
  }
  manifests.push_back(extract_manifest(*session).manifest);
  const Extraction whole = extract_manifest(*session);
  note(path + ": " + session->format + ", " + std::to_string(whole.human_prompts) +
       " human prompts, " + std::to_string(whole.boundaries) + " compactions, " +
       std::to_string(whole.calls_without_result) + " calls without a result, " +
       std::to_string(whole.manifest.prohibitions.size()) + " prohibitions, " +
       std::to_string(whole.derived.size()) + " derived values");
  return manifests;
}

class Hunt {
 public:
  explicit Hunt(const HuntFlags& flags) : flags_(flags), progress_(planned_time_s()) {}

  ExitCode run() {
    if (const auto error = prepare()) {
      return fail(*error);
    }
    note("seed " + std::to_string(options_.stream.seed));
    if (flags_.self_check) {
      if (const ExitCode failed = self_check(); failed != ExitCode::kClean) {
        return failed;
      }
    }
    const auto factory = flags_.subject.factory();
    FailureLog log(run_directory_ + "/failures");
    std::optional<Error> store_error;
    CampaignHooks hooks;
    hooks.on_progress = [this](const CampaignProgress& progress) { progress_.show(progress); };
    hooks.on_failure = [&log](std::uint64_t block, const BucketKey& key, const Case& failure) {
      log.add(block, key, failure);
    };
    if (!store_directory_.empty()) {
      hooks.on_bucket = [&](const Bucket& bucket) {
        const auto stored = store_case(store_directory_, bucket);
        if (!stored && !store_error) {
          store_error = stored.error();
        }
      };
    }
    const Result<CampaignResult> result = run_campaign(options_, *factory, hooks);
    progress_.finish();
    if (!result) {
      return fail(result.error());
    }
    ExitCode code = exit_code_for(*result);
    if (!never_applied(options_, *result, strategies_->file_names()).empty()) {
      code = most_serious({code, ExitCode::kCoverageMissed});
    }
    for (const auto& error : {log.error(), store_error, write_record(*result)}) {
      if (error) {
        code = most_serious({code, fail(*error)});
      }
    }
    return code;
  }

 private:
  double planned_time_s() const {
    return flags_.cases == 0 && flags_.time_s == 0 ? kDefaultTimeSeconds : flags_.time_s;
  }

  // A harness that lets one of them go is blind in some way: what it would find proves nothing.
  ExitCode self_check() const {
    const auto verdicts = try_processes(options_.stream.seed, sabotaged_processes());
    if (!verdicts) {
      return fail(verdicts.error());
    }
    note("self-check: " + describe(*verdicts, "processes"));
    return all_convicted(*verdicts) ? ExitCode::kClean : ExitCode::kControlFailed;
  }

  // Which part of the campaign this is. Shards must share seed and number of cases, so neither is
  // left to chance or to the clock.
  std::optional<Error> choose_part() {
    const auto choice = choose_shard(flags_.shard, process_environment());
    if (!choice) {
      return choice.error();
    }
    options_.shard = choice->shard;
    if (!choice->note.empty()) {
      note(choice->note);
    }
    if (!options_.shard.is_whole() && (!flags_.seed || flags_.cases == 0)) {
      return Error{ErrorCode::kUsage,
                   "shard " + options_.shard.text() + " of a campaign without " +
                       (flags_.seed ? "--cases" : "--seed") +
                       ": each shard would run a campaign of its own",
                   "--shard",
                   "give every shard the same --seed and --cases, or --shard 1/1 to run the whole "
                   "campaign"};
    }
    return std::nullopt;
  }

  std::optional<Error> load_strategies() {
    const bool stories = flags_.kind != "compaction";
    if (stories && (!flags_.subject.command.empty() || !flags_.session.empty() ||
                    !flags_.strategies.empty() || flags_.policy != "exact")) {
      return Error{ErrorCode::kUsage, "goes with the built-in verifier and its own stories alone",
                   "--kind " + flags_.kind,
                   "leave out --subject, --session, --strategies and --policy"};
    }
    auto loaded = StrategySet::load(flags_.strategies);
    if (!loaded) {
      return loaded.error();
    }
    strategies_ = std::move(*loaded);
    options_.stream.strategies = strategies_->all();
    if (flags_.kind != "compaction") {
      options_.stream.kind = flags_.kind;
      options_.stream.strategies = strategies_of(flags_.kind);
      options_.stream.controls = controls_of(flags_.kind);
    }
    for (const auto& file : strategies_->files()) {
      context_.strategy_files.emplace_back(file->name, file->sha256);
    }
    return std::nullopt;
  }

  std::optional<Error> prepare() {
    if (auto error = choose_part()) {
      return error;
    }
    if (auto error = load_strategies()) {
      return error;
    }
    options_.stream.seed = flags_.seed ? *flags_.seed : draw_seed();
    options_.stream.policy = flags_.policy == "monotone" ? Policy::kMonotone : Policy::kExact;
    options_.stream.list_items_max = flags_.list_items_max;
    options_.stream.versions = flags_.subject.versions();
    options_.cases = flags_.cases;
    options_.time_s = planned_time_s();
    options_.workers =
        flags_.workers > 0 ? flags_.workers : std::max(1U, std::thread::hardware_concurrency());
    context_.holdfast_version = HOLDFAST_VERSION;
    context_.show_text = flags_.session.empty() || flags_.show_text;
    if (!flags_.session.empty()) {
      auto manifests = session_manifests(flags_.session, context_.session_sha256);
      if (!manifests) {
        return manifests.error();
      }
      options_.stream.manifests = std::move(*manifests);
    }
    if (flags_.subject.one_shot) {
      // Each call is a process: making cases smaller must not take longer than finding them.
      options_.shrink_calls_max = 60;
    }
    if (flags_.store != "none") {
      store_directory_ = flags_.store.empty() ? flags_.state_directory + "/failures" : flags_.store;
    }
    run_directory_ = flags_.out.empty()
                         ? new_run_directory(flags_, options_.stream.seed, options_.shard)
                         : flags_.out;
    return std::nullopt;
  }

  std::optional<Error> write_record(const CampaignResult& result) {
    const std::string record = write_run_record(options_, result, context_);
    if (flags_.json) {
      print(record);
    } else {
      ReportOptions report;
      report.color = use_color();
      report.show_text = context_.show_text;
      report.store_directory = store_directory_;
      report.run_directory = run_directory_;
      report.subject_flags = flags_.subject.as_typed();
      report.hunt_flags = hunt_flags();
      report.file_strategies = strategies_->file_names();
      print(campaign_report(options_, result, report));
    }
    if (const auto made = make_directory(run_directory_); !made) {
      return made.error();
    }
    if (const auto written = write_file(run_directory_ + "/run.jsonl", record); !written) {
      return written.error();
    }
    const std::string times = write_run_times(options_, result);
    if (const auto written = write_file(run_directory_ + "/times.json", times); !written) {
      return written.error();
    }
    const auto lines =
        github::report_run(process_environment(), record, times, run_directory_ + "/run.jsonl");
    if (!lines) {
      return lines.error();
    }
    std::fputs(lines->c_str(), stderr);
    return std::nullopt;
  }

  std::string hunt_flags() const {
    std::string flags;
    if (!flags_.session.empty()) {
      flags += " --session " + shell_quoted(flags_.session);
    }
    if (!flags_.strategies.empty()) {
      flags += " --strategies " + shell_quoted(flags_.strategies);
    }
    if (flags_.kind != "compaction") {
      flags += " --kind " + flags_.kind;
    }
    if (flags_.policy != "exact") {
      flags += " --policy " + flags_.policy;
    }
    if (flags_.list_items_max != HuntFlags{}.list_items_max) {
      flags += " --items " + std::to_string(flags_.list_items_max);
    }
    return flags;
  }

  const HuntFlags& flags_;
  ProgressLine progress_;
  std::unique_ptr<StrategySet> strategies_;  // outlives the campaign's view of it
  CampaignOptions options_;
  RunContext context_;
  std::string store_directory_;
  std::string run_directory_;
};

}  // namespace

ExitCode run_hunt(const HuntFlags& flags) { return Hunt(flags).run(); }

ExitCode exit_code_for(const CampaignResult& result) {
  ExitCode code = ExitCode::kClean;
  if (result.error) {
    code = most_serious({code, exit_code_for(*result.error)});
  }
  if (!all_convicted(result.twins)) {
    code = most_serious({code, ExitCode::kControlFailed});
  }
  for (const Bucket& bucket : result.buckets) {
    const bool control = bucket.key.invariant == "none";
    const bool flaky = bucket.key.outcome == Outcome::kNondeterministic ||
                       bucket.key.outcome == Outcome::kOrderDependent;
    code = most_serious({code, flaky     ? ExitCode::kNondeterministic
                               : control ? ExitCode::kControlFailed
                                         : ExitCode::kFinding});
  }
  return code;
}

}  // namespace holdfast
