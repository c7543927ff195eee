// holdfast continuity compare: two snapshots by hand, without a log. What a log would tell is taken
// from the snapshots themselves: that each decision was observed when its record says, and that the
// boundary lay where --boundary-at says, or at the moment the first snapshot was taken.
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/continuity_run.h"
#include "cli/output.h"
#include "core/continuity.h"
#include "core/continuity_status.h"
#include "core/decision_snapshot.h"
#include "core/file.h"
#include "core/time.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kDocumentBytesMax = std::uint64_t{16} << 20;

Error no_document(const std::vector<Finding>& findings, const std::string& path, const char* what) {
  const Finding& first = findings.front();
  return {ErrorCode::kInput,
          std::string("is no ") + what + ": " + std::string(first.code) + " at " +
              (first.field.empty() ? std::string("the document") : std::string(first.field)),
          path, "compare it with its schema in core/schemas"};
}

Result<DecisionSnapshot> read_snapshot(const std::string& path, Side side) {
  const auto bytes = read_file(path, kDocumentBytesMax);
  if (!bytes) {
    return bytes.error();
  }
  DecisionSnapshotDocument document = read_decision_snapshot(*bytes);
  if (!document.snapshot) {
    return no_document(document.findings, path, "decision-snapshot/v1");
  }
  if (document.snapshot->side != side) {
    return Error{ErrorCode::kUsage, "is the snapshot of the other side", path,
                 "give the one before first"};
  }
  return std::move(*document.snapshot);
}

struct TimedEvent {
  Instant at;
  int rank =
      0;  // among equal times: before-observations, boundary, reload, after-observations, call
  BoundaryEvent event;
};

class Events {
 public:
  std::optional<Error> add(BoundaryEventKind kind, int rank, const std::string& at,
                           const char* flag, BoundaryEvent event = {}) {
    const auto instant = parse_time(at);
    if (!instant) {
      return Error{ErrorCode::kUsage, "is no time in RFC 3339", flag, "e.g. 2026-03-05T11:00:00Z"};
    }
    event.kind = kind;
    event.at = at;
    events_.push_back({*instant, rank, std::move(event)});
    return std::nullopt;
  }
  void observed(const DecisionSnapshot& snapshot, int rank) {
    for (const DecisionRecord& record : snapshot.decisions) {
      BoundaryEvent event;
      event.name = record.name;
      event.digest = record.digest;
      add(BoundaryEventKind::kObservation, rank, record.observed_at, "", std::move(event));
    }
  }
  std::vector<BoundaryEvent> in_order() {
    std::stable_sort(events_.begin(), events_.end(), [](const TimedEvent& a, const TimedEvent& b) {
      return std::make_pair(a.at, a.rank) < std::make_pair(b.at, b.rank);
    });
    std::vector<BoundaryEvent> events;
    for (TimedEvent& one : events_) {
      one.event.seq = static_cast<std::int64_t>(events.size()) + 1;
      events.push_back(std::move(one.event));
    }
    return events;
  }

 private:
  std::vector<TimedEvent> events_;
};

Result<std::vector<BoundaryEvent>> events_of(const ContinuityRunFlags& flags,
                                             const DecisionSnapshot& before,
                                             const DecisionSnapshot& after) {
  Events events;
  events.observed(before, 0);
  BoundaryEvent boundary;
  boundary.boundary_id = before.boundary_id;
  std::optional<Error> error =
      events.add(BoundaryEventKind::kBoundary, 2,
                 flags.boundary_at.empty() ? before.taken_at : flags.boundary_at, "--boundary-at",
                 std::move(boundary));
  if (!error && !flags.reloaded_at.empty()) {
    error =
        events.add(BoundaryEventKind::kInstructionsReloaded, 3, flags.reloaded_at, "--reloaded-at");
  }
  if (!error && !flags.called_at.empty()) {
    error = events.add(BoundaryEventKind::kConsequentialCall, 4, flags.called_at, "--called-at");
  }
  if (error) {
    return *error;
  }
  events.observed(after, 1);
  return events.in_order();
}

Result<std::vector<Approval>> read_approvals(const std::vector<std::string>& paths) {
  std::vector<Approval> approvals;
  for (const std::string& path : paths) {
    const auto bytes = read_file(path, kDocumentBytesMax);
    if (!bytes) {
      return bytes.error();
    }
    DecisionApprovalDocument document = read_decision_approval(*bytes);
    if (!document.approval) {
      return no_document(document.findings, path, "decision-approval/v1");
    }
    approvals.push_back(std::move(*document.approval));
  }
  return approvals;
}

}  // namespace

ExitCode continuity_compare(const ContinuityRunFlags& flags) {
  const Result<ContinuityTools> tools = continuity_tools(flags);
  if (!tools) {
    return fail(tools.error());
  }
  if (!tools->contract) {
    return fail({ErrorCode::kUsage, "there is no contract", flags.contract_path(),
                 "say where it is with --contract"});
  }
  const Result<DecisionSnapshot> before = read_snapshot(flags.before, Side::kBefore);
  const Result<DecisionSnapshot> after = read_snapshot(flags.after, Side::kAfter);
  const auto approvals = read_approvals(flags.approvals);
  if (!before || !after || !approvals) {
    return fail(!before ? before.error() : !after ? after.error() : approvals.error());
  }
  const auto events = events_of(flags, *before, *after);
  if (!events) {
    return fail(events.error());
  }
  ContinuityStatus status;
  status.activity = activity_from(flags.activity).value_or(Activity::kIdle);
  status.boundaries = classify_boundaries({*tools->contract,
                                           *events,
                                           {*before, *after},
                                           *approvals,
                                           {},
                                           tools->agents,
                                           tools->keys.ids()});
  if (flags.json) {
    print_json(to_value(status));
  } else {
    print(to_text(status));
  }
  return exit_code_of(status) == 0 ? ExitCode::kClean : ExitCode::kFinding;
}

}  // namespace holdfast
