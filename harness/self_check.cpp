#include "harness/self_check.h"

#include "harness/block.h"
#include "harness/temporary_folder.h"

namespace holdfast {
namespace {

// Five controls among them; the shell reads its input byte by byte.
constexpr std::uint64_t kCases = 50;
// A deadline that nobody who answers at all can miss, and one that is missed on purpose.
constexpr int kPatientMs = 60'000;
constexpr int kImpatientMs = 100;

constexpr std::string_view kBegin =
    "IFS= read -r line || exit 0\n"
    R"(printf '%s\n' '{"type":"hello","protocol":1,"name":"sabotaged","version":"1",)"
    R"("schemas":["resume-manifest/v1","resume-manifest/v2"],"policies":["exact"],"evidence":[]}')"
    "\nwhile IFS= read -r line; do\n"
    "rest=${line#*\\\"id\\\":\\\"}\n"
    "id=${rest%%\\\"*}\n";
constexpr std::string_view kAccept = R"(printf '{"id":"%s","verdict":"accept"}\n' "$id")";
constexpr std::string_view kReject = R"(printf '{"id":"%s","verdict":"reject"}\n' "$id")";
// The first question of a life is a control, and whatever is thought of it is said for ever.
constexpr std::string_view kCached =
    R"(test -n "$said" || said=accept
printf '{"id":"%s","verdict":"%s"}\n' "$id" "$said")";
constexpr std::string_view kLate = R"(sleep 600
printf '{"id":"%s","verdict":"accept"}\n' "$id")";

std::string quoted(std::string_view path) {
  std::string text = "'";
  for (const char c : path) {
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return text + "'";
}

bool is_convicted(const BlockResult& block, Outcome outcome) {
  bool seen = false;
  bool others = block.error.has_value();
  for (const auto& [key, bucket] : block.buckets) {
    seen |= key.outcome == outcome;
    others |= key.outcome != outcome;
  }
  return seen && !others;
}

}  // namespace

std::vector<SabotagedProcess> sabotaged_processes() {
  return {{"accept_all", Outcome::kAccepted, kAccept, kPatientMs},
          {"reject_all", Outcome::kFalseAlarm, kReject, kPatientMs},
          {"cached", Outcome::kAccepted, kCached, kPatientMs},
          {"late", Outcome::kTimeout, kLate, kImpatientMs},
          {"crash", Outcome::kCrash, "kill -9 $$", kPatientMs},
          {"echo", Outcome::kMalformed, R"(printf '%s\n' "$line")", kPatientMs}};
}

Result<std::vector<TwinVerdict>> try_processes(std::uint64_t seed,
                                               const std::vector<SabotagedProcess>& processes) {
  const auto folder = TemporaryFolder::make();
  if (!folder) {
    return folder.error();
  }
  StreamOptions stream;
  stream.seed = seed;
  const OnFailure nobody;
  std::vector<TwinVerdict> verdicts;
  for (const SabotagedProcess& process : processes) {
    const auto script = folder->write(std::string(process.name) + ".sh",
                                      std::string(kBegin) + std::string(process.body) + "\ndone\n");
    if (!script) {
      return script.error();
    }
    SubjectLimits limits;
    limits.start_deadline_ms = kPatientMs;
    limits.answer_deadline_ms = process.answer_deadline_ms;
    const auto factory = make_command_subject_factory("exec sh " + quoted(*script), limits);
    const BlockResult block = run_block(0, kCases, stream, *factory, nobody);
    verdicts.push_back(
        {std::string(process.name), is_convicted(block, process.convicted_by), kCases});
  }
  return verdicts;
}

}  // namespace holdfast
