#include "cli/compact_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/clock.h"
#include "cli/output.h"
#include "cli/seed.h"
#include "core/file.h"
#include "core/json.h"
#include "core/sha256.h"
#include "harness/compact_pipeline.h"

namespace holdfast {
namespace {

constexpr const char* kCandidateSummary = "summary.candidate.txt";  // until it is promoted
constexpr const char* kSummary = "summary.txt";                     // of the current generation
constexpr std::string_view kOutFiles[] = {"audit.json",     "verdict.json",    "before.json",
                                          "candidate.json", kCandidateSummary, kSummary};

// What the user is told, in one piece, so that text and JSON say the same.
struct CompactReport {
  std::string answer;
  std::string what;
  std::string promotion_id;
  std::string candidate_sha256;
  std::optional<CurrentGeneration> current;
  std::optional<Value> resume;  // {ok, findings}
  ExitCode code = ExitCode::kClean;
};

struct Inputs {
  CompactionInput compaction;
  std::optional<std::string> trace;
};

Result<std::optional<std::string>> read_optional(const std::string& path) {
  if (path.empty()) {
    return std::optional<std::string>();
  }
  Result<std::string> bytes = read_file(path);
  return bytes ? Result<std::optional<std::string>>(std::move(*bytes)) : bytes.error();
}

// An output under an input's name would end the recovery material that this is all about.
std::optional<Error> overwritten_input(const CompactFlags& flags) {
  for (const std::string& input : {flags.source, flags.before, flags.evidence, flags.trace}) {
    for (const std::string_view name : kOutFiles) {
      std::error_code absent;
      const std::string output = flags.out_path() + "/" + std::string(name);
      if (!input.empty() && std::filesystem::equivalent(input, output, absent)) {
        return Error{ErrorCode::kUsage, "would be overwritten", input, "give another --out"};
      }
    }
  }
  return std::nullopt;
}

Result<Inputs> read_inputs(const CompactFlags& flags) {
  if (flags.dry_run && !flags.out.empty()) {
    return Error{ErrorCode::kUsage, "a dry run writes nothing", "--out",
                 "leave out --out or --dry-run"};
  }
  for (const std::string& path : {flags.source, flags.before, flags.evidence, flags.trace}) {
    if (path == "-") {
      return Error{ErrorCode::kUsage, "standard input cannot be read again after the compactor ran",
                   "-", "give a file"};
    }
  }
  if (std::optional<Error> error = overwritten_input(flags)) {
    return *error;
  }
  Inputs inputs;
  Result<std::string> source = read_file(flags.source);
  if (!source) {
    return source.error();
  }
  Result<Session> session = read_session_bytes(*source, flags.source);
  if (!session) {
    return session.error();
  }
  inputs.compaction.source = std::move(*source);
  inputs.compaction.session = std::move(*session);
  inputs.compaction.budget_characters = flags.budget_characters;
  const std::pair<const std::string*, std::optional<std::string>*> files[] = {
      {&flags.before, &inputs.compaction.before},
      {&flags.evidence, &inputs.compaction.evidence},
      {&flags.trace, &inputs.trace}};
  for (const auto& [path, place] : files) {
    Result<std::optional<std::string>> bytes = read_optional(*path);
    if (!bytes) {
      return bytes.error();
    }
    *place = std::move(*bytes);
  }
  return inputs;
}

// The store, as far as this run may have one: a dry run makes none.
struct OpenedStore {
  std::unique_ptr<FileSystem> disk;
  std::unique_ptr<Store> store;
  CurrentGeneration now;
  std::optional<std::string> current;  // the current manifest's bytes
};

ExitCode fail_with(const StoreFault& fault, const CompactFlags& flags) {
  if (fault.code == "bad_input" || fault.code == "disk" || fault.code == "busy") {
    return fail({ErrorCode::kUsage, fault.what, flags.store_path(),
                 fault.code == "busy" ? "try again" : ""});
  }
  if (flags.json) {
    print_json(Value::object({{"answer", fault.code}, {"what", fault.what}}));
  } else {
    print(fault.code + ": " + fault.what + "\n");
  }
  return ExitCode::kFinding;
}

bool is_nothing_there(const std::string& folder) {
  std::error_code fault;
  return !std::filesystem::exists(folder, fault) || std::filesystem::is_empty(folder, fault);
}

std::optional<ExitCode> open_store(const CompactFlags& flags, const std::string& operation_id,
                                   OpenedStore& opened) {
  const std::string path = flags.store_path();
  if (flags.dry_run && is_nothing_there(path)) {
    return std::nullopt;
  }
  if (!flags.dry_run) {
    if (const Result<Done> made = make_directory(path); !made) {
      return fail(made.error());
    }
  }
  Result<std::unique_ptr<FileSystem>> disk = open_file_system(path);
  if (!disk) {
    return fail(disk.error());
  }
  opened.disk = std::move(*disk);
  opened.store = std::make_unique<Store>(*opened.disk, operation_id);
  StoreResult<CurrentGeneration> now =
      flags.dry_run ? opened.store->current() : opened.store->init();
  // A promotion that a crash interrupted is finished first, so that it is not taken for a conflict.
  now = now && !flags.dry_run ? opened.store->recover() : now;
  if (!now) {
    return fail_with(now.fault, flags);
  }
  opened.now = *now.value;
  if (opened.now.record.generation > 0) {
    const StoreResult<std::string> bytes =
        opened.store->candidate(opened.now.record.candidate_sha256);
    if (!bytes) {
      return fail_with(bytes.fault, flags);
    }
    opened.current = *bytes.value;
  }
  return std::nullopt;
}

Result<Done> write_out(const CompactFlags& flags, const RecordBefore& before,
                       const JudgedCompaction& judged) {
  const std::string folder = flags.out_path();
  if (Result<Done> made = make_directory(folder); !made) {
    return made;
  }
  std::vector<std::pair<std::string, std::string>> files = {
      {"before.json", before.bytes},
      {"verdict.json", write_pretty_json(to_value(judged.verdict))},
      {"audit.json", write_pretty_json(judged.audit)},
      {kCandidateSummary, judged.summary}};
  if (!judged.candidate.empty()) {
    files.emplace_back("candidate.json", judged.candidate);
  }
  for (const auto& [name, bytes] : files) {
    if (Result<Done> written = write_file(folder + "/" + name, bytes); !written) {
      return written;
    }
  }
  return Done{};
}

// The summary takes its name only once its manifest is current.
Result<Done> publish_summary(const CompactFlags& flags, const JudgedCompaction& judged) {
  const std::string folder = flags.out_path();
  Result<Done> written = write_file(folder + "/" + kSummary, judged.summary);
  if (written) {
    std::error_code ignored;
    std::filesystem::remove(folder + "/" + kCandidateSummary, ignored);
  }
  return written;
}

Value resume_check(const Document& after, const std::string& bytes) {
  const TraceDocument trace = read_resume_trace(bytes);
  const std::vector<Finding> found =
      trace.trace ? check_resume(*after.manifest, *trace.trace) : trace.findings;
  Value findings = Value::array();
  for (const Finding& finding : found) {
    findings.append(to_value(finding));
  }
  return Value::object({{"ok", found.empty()}, {"findings", std::move(findings)}});
}

void judge_resume(CompactReport& report, const JudgedCompaction& judged, const Inputs& inputs) {
  if (inputs.trace) {
    report.resume = resume_check(judged.after, *inputs.trace);
    if (!report.resume->find("ok")->boolean()) {
      report.code = ExitCode::kFinding;
    }
  }
}

CompactReport dry_report(const OpenedStore& opened, const JudgedCompaction& judged,
                         const Inputs& inputs) {
  CompactReport report;
  bool passes = judged.verdict.ok();
  if (passes && opened.store != nullptr) {
    const StoreResult<std::vector<std::string>> rejected = opened.store->rejected();
    if (!rejected || std::find(rejected.value->begin(), rejected.value->end(),
                               sha256_hex(judged.candidate)) != rejected.value->end()) {
      passes = false;
      report.what = rejected ? "the candidate was rejected before" : rejected.fault.what;
    }
  }
  report.answer = passes ? "would_promote" : "would_reject";
  report.code = passes ? ExitCode::kClean : ExitCode::kFinding;
  if (passes) {
    judge_resume(report, judged, inputs);
  }
  return report;
}

CompactReport promoted_report(const CompactFlags& flags, OpenedStore& opened,
                              const JudgedCompaction& judged, const Inputs& inputs) {
  CompactReport report;
  report.promotion_id = fmt::format("c-{}-{}", ::getpid(), draw_seed());
  PromotionPlan plan{opened.now, report.promotion_id, now_utc(), flags.wait_ms};
  const PromotionResult result = promote_or_keep(*opened.store, judged, plan);
  report.answer = to_text(result.answer);
  report.what = result.fault.what;
  report.current = result.current;
  if (result.answer == PromotionAnswer::kPromoted) {
    judge_resume(report, judged, inputs);
    if (const Result<Done> written = publish_summary(flags, judged); !written) {
      report.what = written.error().text() + "; the summary is in " + kCandidateSummary;
      report.code = ExitCode::kUsage;
    }
    return report;
  }
  const bool ours = result.fault.code == "bad_input" || result.fault.code == "busy" ||
                    result.fault.code == "disk";
  report.code = result.answer == PromotionAnswer::kNotSwitched && ours ? ExitCode::kUsage
                                                                       : ExitCode::kFinding;
  if (result.answer == PromotionAnswer::kUnknown) {
    report.what += "; look it up: holdfast store history --promotion " + report.promotion_id;
  }
  return report;
}

void print_audit(const Value& audit, bool each) {
  std::string counts;
  for (const char* list : {"kept", "folded", "dropped"}) {
    const std::vector<Value>& items = audit.find(list)->items();
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", items.size(), list);
    for (const Value& item : each ? items : std::vector<Value>()) {
      print(fmt::format("  {}  {}  {}\n", list, item.find("entryId")->text(),
                        item.find("reason")->text()));
    }
  }
  print("audit: " + counts + "\n");
}

void print_report(const CompactReport& report, const CompactFlags& flags,
                  const JudgedCompaction& judged) {
  if (flags.json) {
    Value value = Value::object(
        {{"answer", report.answer},
         {"what", report.what},
         {"dryRun", flags.dry_run},
         {"sourceSha256", judged.source_sha256},
         {"candidateSha256",
          report.candidate_sha256.empty() ? Value() : Value(report.candidate_sha256)},
         {"promotionId", report.promotion_id.empty() ? Value() : Value(report.promotion_id)},
         {"generation", report.current ? Value(report.current->pointer.generation) : Value()},
         {"recordSha256", report.current ? Value(report.current->pointer.record_sha256) : Value()},
         {"verdict", to_value(judged.verdict)},
         {"resume", report.resume.value_or(Value())},
         {"audit", judged.audit}});
    print_json(value);
    return;
  }
  print(report.answer + (report.what.empty() ? "" : ": " + report.what) + "\n");
  if (!report.candidate_sha256.empty()) {
    print("candidate " + report.candidate_sha256 + "\n");
  }
  if (report.current) {
    print(fmt::format("generation {} is current, record {}\n", report.current->pointer.generation,
                      report.current->pointer.record_sha256));
  }
  // The line about the canonical file names a flag of another command.
  const std::string verdict = to_text(judged.verdict);
  print("verdict " + verdict.substr(0, verdict.find("decision open")));
  print_audit(judged.audit, flags.dry_run);
  if (report.resume) {
    print(report.resume->find("ok")->boolean() ? "resume pass\n" : "resume fail\n");
    for (const Value& finding : report.resume->find("findings")->items()) {
      print("  " + write_compact_json(finding) + "\n");
    }
  }
}

ExitCode print_stopped(const CompactFlags& flags, std::string_view answer, std::string what) {
  if (flags.json) {
    print_json(
        Value::object({{"answer", answer}, {"what", std::move(what)}, {"dryRun", flags.dry_run}}));
  } else {
    print(std::string(answer) + ": " + what + "\n");
  }
  return ExitCode::kFinding;
}

void note_source(const Session& session, const RecordBefore& before) {
  for (const auto& [name, count] : session.notes) {
    note(fmt::format("the source was not read whole: {} {}", name, count));
  }
  for (const std::string& pointer : before.derived) {
    note("derived, not in the source: " + pointer);
  }
}

}  // namespace

ExitCode compact_run(const CompactFlags& flags) {
  const Result<Inputs> inputs = read_inputs(flags);
  if (!inputs) {
    return fail(inputs.error());
  }
  OpenedStore opened;
  const std::string operation_id = fmt::format("{}-{}", ::getpid(), draw_seed());
  if (const std::optional<ExitCode> stopped = open_store(flags, operation_id, opened)) {
    return *stopped;
  }
  const StoreResult<RecordBefore> before = record_before(inputs->compaction, opened.current);
  if (!before) {
    return fail_with(before.fault, flags);
  }
  note_source(inputs->compaction.session, *before.value);
  CompactLimits limits;
  limits.budget_characters = flags.budget_characters;
  limits.start_deadline_ms = flags.start_deadline_ms;
  limits.answer_deadline_ms = flags.deadline_ms;
  const Result<JudgedCompaction> judged =
      compact_and_judge(inputs->compaction, *before.value, [&](const CompactorQuestion& question) {
        return ask_compactor(flags.compactor, question, limits, flags.dry_run);
      });
  if (!judged) {
    return fail(judged.error());
  }
  if (judged->declined_bytes) {
    return print_stopped(flags, "not_compacted",
                         fmt::format("the compactor says that it cannot compact (its reason, {} "
                                     "bytes, is not shown); nothing is changed",
                                     *judged->declined_bytes));
  }
  const Result<std::string> again = read_file(flags.source);
  if (!again || sha256_hex(*again) != judged->source_sha256) {
    return print_stopped(flags, "source_changed",
                         "the source is not what was compacted any more; compact it again");
  }
  CompactReport report;
  if (flags.dry_run) {
    report = dry_report(opened, *judged, *inputs);
  } else {
    if (const Result<Done> written = write_out(flags, *before.value, *judged); !written) {
      return fail(written.error());
    }
    report = promoted_report(flags, opened, *judged, *inputs);
  }
  report.candidate_sha256 = judged->candidate.empty() ? "" : sha256_hex(judged->candidate);
  print_report(report, flags, *judged);
  return report.code;
}

}  // namespace holdfast
