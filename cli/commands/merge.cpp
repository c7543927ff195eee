// holdfast merge: the shards of a campaign put together.
#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "cli/command.h"
#include "cli/hunt_run.h"
#include "cli/output.h"
#include "core/file.h"
#include "harness/merge.h"

namespace holdfast::commands {
namespace {

struct MergeFlags {
  std::vector<std::string> records;
  std::string out;
  bool json = false;
};

std::string times_beside(const std::string& record) {
  const auto slash = record.rfind('/');
  return (slash == std::string::npos ? "" : record.substr(0, slash + 1)) + "times.json";
}

// The code that the campaign in one piece would have ended with.
ExitCode exit_code_of(const MergedRun& merged) {
  CampaignResult result;
  for (const BucketKey& key : merged.buckets) {
    result.buckets.emplace_back().key = key;
  }
  result.twins = merged.totals.twins;
  ExitCode code = exit_code_for(result);
  if (!merged.totals.error.is_null()) {
    code = most_serious({code, ExitCode::kSubjectFailed});
  }
  return merged.never_applied.empty() ? code : most_serious({code, ExitCode::kCoverageMissed});
}

std::optional<Error> write_out(const MergeFlags& flags, const MergedRun& merged,
                               const std::vector<ShardTimes>& times) {
  if (const auto made = make_directory(flags.out); !made) {
    return made.error();
  }
  if (const auto written = write_file(flags.out + "/run.jsonl", merged.record); !written) {
    return written.error();
  }
  if (times.size() < merged.shards) {
    note(std::to_string(merged.shards - times.size()) +
         " of the records have no times.json beside them; no times were written");
    return std::nullopt;
  }
  const auto joined = merge_times(times);
  if (!joined) {
    return joined.error();
  }
  const auto written = write_file(flags.out + "/times.json", *joined);
  return written ? std::nullopt : std::optional(written.error());
}

void print_summary(const MergeFlags& flags, const MergedRun& merged) {
  std::string text = "merged   " + std::to_string(merged.shards) + " shards, " +
                     std::to_string(merged.blocks) + " blocks, " +
                     std::to_string(merged.totals.cases) + " cases: complete, none twice\n" +
                     "result   " + std::to_string(merged.buckets.size()) + " buckets to look at\n";
  for (const BucketKey& key : merged.buckets) {
    text += "         " + key.id() + "\n";
  }
  for (const std::string& name : merged.never_applied) {
    text += "never applied: " + name + " fitted none of the cases, so it has tested nothing\n";
  }
  print(text + "record   " + flags.out + "/run.jsonl\n");
}

ExitCode run(const MergeFlags& flags) {
  std::vector<RunRecord> records;
  std::vector<ShardTimes> times;
  std::set<std::string> beside;
  for (const std::string& path : flags.records) {
    const auto bytes = read_file(path);
    if (!bytes) {
      return fail(bytes.error());
    }
    auto record = read_run(*bytes, path);
    if (!record) {
      return fail(record.error());
    }
    records.push_back(std::move(*record));
    // Records that lie in one folder cannot share its times.
    const std::string sidecar = times_beside(path);
    if (auto read = read_file(sidecar); read && beside.insert(sidecar).second) {
      times.push_back({records.back().shard, std::move(*read), sidecar});
    }
  }
  const auto merged = merge_runs(records);
  if (!merged) {
    return fail(merged.error());
  }
  ExitCode code = exit_code_of(*merged);
  if (!flags.out.empty()) {
    if (const auto error = write_out(flags, *merged, times)) {
      code = most_serious({code, fail(*error)});
    }
  }
  if (flags.json || flags.out.empty()) {
    print(merged->record);
  } else {
    print_summary(flags, *merged);
  }
  return code;
}

}  // namespace

Command merge() {
  return {.summary = "Join the records of a campaign's shards, and prove that they are all of it",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<MergeFlags>();
            app.add_option("FILE", flags->records, "The run.jsonl of each shard, in any order")
                ->required();
            app.add_option("--out", flags->out,
                           "Write run.jsonl and times.json to this folder and print a summary; the "
                           "record goes to standard output when absent");
            app.add_flag("--json", flags->json, "Print the record (run/v1) with --out too");
            app.footer(
                "Example:\n"
                "  holdfast merge runs/1/run.jsonl runs/2/run.jsonl --out whole\n"
                "\n"
                "Exit codes: those of the campaign in one piece; 2 when the records are not the "
                "whole of one campaign, 4 when a shard was given up.");
            return [flags] { return run(*flags); };
          }};
}

}  // namespace holdfast::commands
