// What a report of a campaign says, whatever it is written in: read from the record (run/v1) and
// the sidecar of times alone, so that any machine can render any run again.
//
// L5: a case whose documents came from a user's file is shown only where the user asks for it here
// too, `show_text`; that the record holds it is not enough, since a report is passed around.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "harness/case.h"
#include "harness/read_run.h"

namespace holdfast {

struct ReportTimes {
  std::uint64_t elapsed_ms = 0;
  std::uint64_t workers = 0;
};
// run-times/v1. Errors are kInput.
Result<ReportTimes> read_run_times(std::string_view bytes, const std::string& where);

// The gravest first: what the headline is about.
enum class Standing : std::uint8_t {
  kUnfinished,     // the subject failed on the way, or was given up
  kControlFailed,  // what must be accepted was not: the kills are void
  kGotThrough,
  kToLookAt,      // nothing got through, but not every answer was a refusal for a right reason
  kNothingAsked,  // no document was broken: nothing is known
  kHeld,
};
// "held", "got_through", …
std::string_view to_text(Standing standing);

struct ReportRow {
  std::string name;
  std::string invariant;  // "" where this version of Holdfast does not know the strategy
  std::string summary;    // likewise
  OutcomeCounts counts{};

  std::uint64_t of(Outcome outcome) const { return counts[static_cast<std::size_t>(outcome)]; }
  // Asked, with an answer of any kind; equivalent changes are not asked.
  std::uint64_t asked() const;
};

struct ReportBucket {
  BucketKey key;
  std::uint64_t count = 0;
  std::uint64_t first_case = 0;
  std::vector<std::string> reasons;
  std::string diagnosis;
  bool minimal = false;
  std::uint64_t shrink_calls = 0;
  std::string case_id;
  std::optional<Case> smallest;  // absent where the record names it by id only

  bool is_survivor() const { return key.outcome == Outcome::kAccepted; }
  bool is_control() const { return key.invariant == "none"; }
};

// One ground for believing the headline, or for doubting it.
struct ReportGround {
  enum class Kind : std::uint8_t { kFor, kAgainst, kNote };
  Kind kind = Kind::kNote;
  std::string text;
};

struct ReportFacts {
  Standing standing = Standing::kNothingAsked;
  std::string headline;  // no full stop
  std::string summary;   // a sentence or two
  std::vector<ReportGround> grounds;

  std::string subject_identity, subject_name, subject_version, holdfast_version, seed, policy;
  std::vector<std::string> schemas;
  bool generated = true;   // the documents; false: from a session of the user
  bool show_text = false;  // whether texts of the documents may be shown
  Shard shard;
  std::uint64_t cases = 0;
  std::uint64_t block_cases = 0;
  OutcomeCounts totals{};
  std::uint64_t void_kills = 0;
  std::string error;  // empty for none

  std::vector<ReportRow> strategies;  // that were asked, by invariant and name
  std::vector<std::string> never_applied;
  std::vector<ReportRow> controls;
  std::vector<ReportBucket> buckets;  // survivors first, then by first case
  std::vector<RunBlock> blocks;
  std::optional<ReportTimes> times;
  std::string again;  // the command that makes the same cases

  std::uint64_t of(Outcome outcome) const { return totals[static_cast<std::size_t>(outcome)]; }
  std::uint64_t asked() const;  // of the strategies
  std::uint64_t survivor_kinds() const;
  // 0 where the record has no times.
  double cases_per_second() const;
};

Result<ReportFacts> report_facts(const RunRecord& record, const std::optional<ReportTimes>& times,
                                 bool show_text);

// "12,345"
std::string grouped(std::uint64_t number);
// "1 strategy", "2,345 strategies"
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);
// "about 1.2 s", "about 3 min"
std::string about_time(double seconds);

}  // namespace holdfast
