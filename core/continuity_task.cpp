#include "core/continuity_task.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "core/continuity_span.h"
#include "core/decision_digest.h"
#include "core/file.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kRecordBytesMax = std::uint64_t{1} << 20;

Error damaged(const std::string& path, const ContinuityLogDamage& damage) {
  return {ErrorCode::kInput,
          "line " + std::to_string(damage.line) + " is damaged (" + damage.reason + ")", path,
          "keep it for analysis and move it away: without it every decision is unproven"};
}

std::string_view word_of(BoundaryTeller teller) {
  switch (teller) {
    case BoundaryTeller::kSessionStart:
      return "session-start";
    case BoundaryTeller::kPostCompact:
      return "post-compact";
    case BoundaryTeller::kPerson:
      break;
  }
  return "person";
}

bool is_covered_by(const ContinuityEntry& line, const Approval& approval) {
  return line.kind == ContinuityKind::kApproval && line.name == approval.name &&
         line.from == approval.from && line.to == approval.to &&
         line.authority_id == approval.authority_id && line.at == approval.at;
}

}  // namespace

Result<ContinuityTask> ContinuityTask::open(Setting setting) {
  for (const char* part : {"", "/snapshots", "/approvals"}) {
    if (const auto made = make_directory(setting.folder + part); !made) {
      return made.error();
    }
  }
  auto lock = FolderLock::take(setting.folder + "/lock", setting.lock_wait_ms);
  if (!lock) {
    return lock.error();
  }
  ContinuityTask task(std::move(setting));
  task.lock_.emplace(std::move(*lock));
  if (const auto loaded = task.load(); !loaded) {
    return loaded.error();
  }
  for (const auto& [name, bytes] :
       {std::make_pair("task", task.setting_.means.manifest_id),
        std::make_pair("contract.json", write_pretty_json(to_value(task.setting_.contract)))}) {
    const auto known = read_file(task.path(name), kRecordBytesMax);
    if (!known || *known != bytes) {
      if (const auto written = write_file(task.path(name), bytes); !written) {
        return written.error();
      }
    }
  }
  return task;
}

Result<ContinuityTask> ContinuityTask::look(Setting setting) {
  ContinuityTask task(std::move(setting));
  if (const auto loaded = task.load(); !loaded) {
    return loaded.error();
  }
  return task;
}

// A crash may leave one snapshot before its line.
void ContinuityTask::note_cut_log() {
  std::set<std::string> named;
  for (const ContinuityLogLine& line : log_.lines) {
    named.insert(line.entry.sha256);
  }
  std::error_code failed;
  std::size_t unnamed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("snapshots"), failed)) {
    const std::string name = entry.path().filename().string();
    unnamed += name.size() == 64 && !named.contains(name) ? 1 : 0;
  }
  if (!log_.damage && unnamed > (log_.lines.empty() ? 0 : 1)) {
    log_.damage =
        ContinuityLogDamage{log_.lines.size() + 1, log_.lines.empty() ? "log_missing" : "log_cut"};
  }
}

bool ContinuityTask::has_lost_snapshot(std::string_view boundary_id) const {
  return std::find(lost_.begin(), lost_.end(), boundary_id) != lost_.end();
}

Result<Done> ContinuityTask::load() {
  std::error_code failed;
  if (std::filesystem::exists(path("log.jsonl"), failed)) {
    auto log = read_continuity_log_file(path("log.jsonl"));
    if (!log) {
      return log.error();
    }
    log_ = std::move(*log);
  }
  note_cut_log();
  snapshots_.clear();
  approvals_.clear();
  lost_.clear();
  for (const ContinuityLogLine& line : log_.lines) {
    const ContinuityEntry& entry = line.entry;
    if (entry.kind == ContinuityKind::kSnapshot) {
      const auto bytes = read_file(path("snapshots/" + entry.sha256), kRecordBytesMax);
      if (!bytes || sha256_hex(*bytes) != entry.sha256) {
        lost_.push_back(entry.boundary_id);
        continue;
      }
      DecisionSnapshotDocument document = read_decision_snapshot(*bytes);
      if (document.snapshot && document.snapshot->boundary_id == entry.boundary_id &&
          document.snapshot->side == entry.side) {
        snapshots_.push_back(std::move(*document.snapshot));
      }
    } else if (entry.kind == ContinuityKind::kApproval) {
      const auto bytes =
          read_file(path("approvals/" + sha256_hex(entry.authority_id)), kRecordBytesMax);
      DecisionApprovalDocument document =
          bytes ? read_decision_approval(*bytes) : DecisionApprovalDocument{};
      if (document.approval && is_covered_by(entry, *document.approval)) {
        approvals_.push_back(std::move(*document.approval));
      }
    }
  }
  return Done{};
}

Result<Done> ContinuityTask::append(const ContinuityEntry& entry) {
  if (log_.damage) {
    return damaged(path("log.jsonl"), *log_.damage);
  }
  const auto appended = append_to_continuity_log(path("log.jsonl"), entry, log_.head);
  if (!appended) {
    return appended.error();
  }
  log_.head = appended->head;
  log_.lines.push_back({appended->head.seq, entry});
  log_.sha256s.push_back(appended->head.sha256);
  return Done{};
}

Result<Done> ContinuityTask::append_event(ContinuityKind kind, std::string boundary_id) {
  ContinuityEntry entry;
  entry.kind = kind;
  entry.at = setting_.means.now();
  entry.boundary_id = std::move(boundary_id);
  return append(entry);
}

std::vector<BoundaryContinuity> ContinuityTask::boundaries() const {
  return classify_boundaries({setting_.contract,
                              log_.events(),
                              snapshots_,
                              approvals_,
                              {},
                              setting_.agents,
                              setting_.means.keys.ids(),
                              setting_.means.now()});
}

std::optional<BoundaryContinuity> ContinuityTask::current() const {
  std::string id;
  for (const ContinuityLogLine& line : log_.lines) {
    if (line.entry.kind == ContinuityKind::kBoundary) {
      id = line.entry.boundary_id;
    }
  }
  std::optional<BoundaryContinuity> found;
  if (!id.empty()) {
    for (BoundaryContinuity& boundary : boundaries()) {
      if (boundary.boundary_id == id) {
        found = std::move(boundary);
      }
    }
  }
  return found;
}

const DecisionSnapshot* ContinuityTask::snapshot(std::string_view boundary_id, Side side) const {
  const auto found = std::find_if(snapshots_.rbegin(), snapshots_.rend(), [&](const auto& one) {
    return one.boundary_id == boundary_id && one.side == side;
  });
  return found == snapshots_.rend() ? nullptr : &*found;
}

std::string ContinuityTask::pending_id() const {
  std::string id;
  for (const ContinuityLogLine& line : log_.lines) {
    if (line.entry.kind == ContinuityKind::kSnapshot && line.entry.side == Side::kBefore) {
      id = line.entry.boundary_id;
    } else if (line.entry.kind == ContinuityKind::kBoundary && line.entry.boundary_id == id) {
      id.clear();
    }
  }
  return id;
}

const DecisionSnapshot* ContinuityTask::pending() const {
  const std::string id = pending_id();
  return id.empty() ? nullptr : snapshot(id, Side::kBefore);
}

std::string ContinuityTask::next_boundary_id() const {
  return "c-" + std::to_string(log_.head ? log_.head->seq + 1 : 1);
}

bool ContinuityTask::called_since_boundary() const {
  for (auto line = log_.lines.rbegin(); line != log_.lines.rend(); ++line) {
    if (line->entry.kind == ContinuityKind::kConsequentialCall) {
      return true;
    }
    if (line->entry.kind == ContinuityKind::kBoundary) {
      return false;
    }
  }
  return false;
}

bool ContinuityTask::can_still_count(const BoundaryContinuity& boundary) const {
  const auto now = internal::instant_of(setting_.means.now());
  std::optional<Instant> opened;
  for (const ContinuityLogLine& line : log_.lines) {
    if (line.entry.kind == ContinuityKind::kBoundary &&
        line.entry.boundary_id == boundary.boundary_id) {
      opened = internal::instant_of(line.entry.at);
    }
  }
  const bool clock_broken =
      std::any_of(boundary.decisions.begin(), boundary.decisions.end(),
                  [](const auto& one) { return one.reason == "clock_backwards"; });
  return now && opened && *now >= *opened &&
         now->seconds - opened->seconds <= setting_.contract.window_s && !called_since_boundary() &&
         !clock_broken;
}

std::vector<DecisionRecord> ContinuityTask::baseline() const {
  std::vector<DecisionRecord> records;
  const auto last = current();
  if (!last) {
    return records;
  }
  for (const DecisionContinuity& decision : last->decisions) {
    if (setting_.contract.find(decision.name) == nullptr) {
      continue;  // nobody watches it any more
    }
    const Side side = is_continuous(decision.state) ? Side::kAfter : Side::kBefore;
    const DecisionSnapshot* source = snapshot(last->boundary_id, side);
    if (const DecisionRecord* record = source == nullptr ? nullptr : source->find(decision.name)) {
      records.push_back(*record);
    }
  }
  return records;
}

void ContinuityTask::carry_baseline(DecisionSnapshot& next) const {
  const auto last = current();
  const auto place = [&](const DecisionRecord& record) {
    return std::find_if(next.decisions.begin(), next.decisions.end(),
                        [&](const auto& one) { return one.name == record.name; });
  };
  for (const DecisionRecord& record : baseline()) {
    const auto decision = std::find_if(last->decisions.begin(), last->decisions.end(),
                                       [&](const auto& one) { return one.name == record.name; });
    const auto at = place(record);
    if (at == next.decisions.end()) {
      next.decisions.push_back(record);
    } else if (!is_continuous(decision->state)) {
      *at = record;
    }
  }
  // A boundary may have followed the last snapshot and not been told.
  if (const DecisionSnapshot* before = pending()) {
    for (const DecisionRecord& record : before->decisions) {
      const auto at = place(record);
      if (setting_.contract.find(record.name) == nullptr) {
        continue;
      }
      if (at == next.decisions.end()) {
        next.decisions.push_back(record);
      } else if (compare_decision_digests(record.digest, at->digest, setting_.means.keys.ids()) !=
                 DigestComparison::kEqual) {
        *at = record;
      }
    }
  }
}

Result<Done> ContinuityTask::store_snapshot(const SnapshotTaken& taken) {
  for (const DecisionObservation& observation : taken.observations) {
    if (const auto appended = append(entry_of(observation)); !appended) {
      return appended.error();
    }
  }
  const std::string bytes = write_canonical_json(to_value(taken.snapshot)) + "\n";
  ContinuityEntry entry;
  entry.kind = ContinuityKind::kSnapshot;
  entry.at = taken.snapshot.taken_at;
  entry.boundary_id = taken.snapshot.boundary_id;
  entry.side = taken.snapshot.side;
  entry.sha256 = sha256_hex(bytes);
  if (const auto written = write_file(path("snapshots/" + entry.sha256), bytes); !written) {
    return written.error();
  }
  if (const auto appended = append(entry); !appended) {
    return appended.error();
  }
  snapshots_.push_back(taken.snapshot);
  return Done{};
}

Result<DecisionSnapshot> ContinuityTask::take_before() {
  if (log_.damage) {
    return damaged(path("log.jsonl"), *log_.damage);
  }
  SnapshotTaken taken =
      take_decision_snapshot(setting_.contract, next_boundary_id(), Side::kBefore, setting_.means);
  carry_baseline(taken.snapshot);
  if (const auto stored = store_snapshot(taken); !stored) {
    return stored.error();
  }
  return taken.snapshot;
}

Result<bool> ContinuityTask::cross_boundary(BoundaryTeller teller) {
  std::string id = pending_id();
  const bool nobody_looked = id.empty();
  const auto last = current();
  if (nobody_looked && last && teller != BoundaryTeller::kPerson && !called_since_boundary()) {
    const BoundaryTeller other = teller == BoundaryTeller::kSessionStart
                                     ? BoundaryTeller::kPostCompact
                                     : BoundaryTeller::kSessionStart;
    const auto opened = read_file(path("opened"), kRecordBytesMax);
    if (opened && *opened == last->boundary_id + " " + std::string(word_of(other)) + "\n") {
      const auto written = write_file(path("opened"), last->boundary_id + " both\n");
      return written ? Result<bool>(false) : Result<bool>(written.error());
    }
  }
  if (nobody_looked) {
    id = next_boundary_id();
    // Nobody looked before, but what was not resolved at the last boundary is not forgotten.
    SnapshotTaken kept;
    kept.snapshot = {id, Side::kBefore, setting_.means.now(), unresolved()};
    if (!kept.snapshot.decisions.empty()) {
      if (const auto stored = store_snapshot(kept); !stored) {
        return stored.error();
      }
    }
  }
  // Before the line: a crash between the two leaves a boundary that the other teller opens.
  const auto written = write_file(path("opened"), id + " " + std::string(word_of(teller)) + "\n");
  if (!written) {
    return written.error();
  }
  const auto appended = append_event(ContinuityKind::kBoundary, std::move(id));
  return appended ? Result<bool>(true) : Result<bool>(appended.error());
}

std::vector<DecisionRecord> ContinuityTask::unresolved() const {
  std::vector<DecisionRecord> records;
  if (const auto last = current()) {
    for (const DecisionRecord& record : baseline()) {
      const auto decision = std::find_if(last->decisions.begin(), last->decisions.end(),
                                         [&](const auto& one) { return one.name == record.name; });
      if (!is_continuous(decision->state)) {
        records.push_back(record);
      }
    }
  }
  return records;
}

Result<Done> ContinuityTask::instructions_reloaded() {
  // The event comes by itself and may be late: what was let through cannot be taken back, and an
  // observation that counted when it was made still does.
  if (!current() || called_since_boundary()) {
    return Done{};
  }
  return append_event(ContinuityKind::kInstructionsReloaded);
}

Result<Done> ContinuityTask::take_after(const std::string& boundary_id) {
  const DecisionSnapshot* before = snapshot(boundary_id, Side::kBefore);
  const std::optional<DecisionSnapshot> baseline =
      before == nullptr ? std::nullopt : std::optional(*before);
  return store_snapshot(take_decision_snapshot(setting_.contract, boundary_id, Side::kAfter,
                                               setting_.means, baseline ? &*baseline : nullptr));
}

Result<BoundaryContinuity> ContinuityTask::observe_after() {
  const auto last = current();
  if (!last) {
    return Error{ErrorCode::kUsage, "no boundary was crossed yet", setting_.folder,
                 "take the snapshot before the compaction first"};
  }
  if (is_continuous(last->state)) {
    return *last;
  }
  std::string id = last->boundary_id;
  if (!can_still_count(*last)) {
    id = next_boundary_id();
    if (snapshot(last->boundary_id, Side::kBefore) != nullptr) {
      SnapshotTaken again;
      again.snapshot = {id, Side::kBefore, setting_.means.now(), baseline()};
      if (const auto stored = store_snapshot(again); !stored) {
        return stored.error();
      }
    }
    if (const auto crossed = append_event(ContinuityKind::kBoundary, id); !crossed) {
      return crossed.error();
    }
  }
  if (const auto taken = take_after(id); !taken) {
    return taken.error();
  }
  return *current();
}

Result<Done> ContinuityTask::consequential_call() {
  if (log_.damage) {
    return damaged(path("log.jsonl"), *log_.damage);
  }
  if (!current() || called_since_boundary()) {
    return Done{};
  }
  return append_event(ContinuityKind::kConsequentialCall);
}

Result<Done> ContinuityTask::present(const Approval& approval) {
  if (log_.damage) {
    return damaged(path("log.jsonl"), *log_.damage);
  }
  const std::string name = "approvals/" + sha256_hex(approval.authority_id);
  if (read_file(path(name), kRecordBytesMax)) {
    return Error{ErrorCode::kUsage, "authority " + approval.authority_id + " was presented before",
                 path(name), "an approval is used once; give the new one an id of its own"};
  }
  const auto written = write_file(path(name), write_canonical_json(to_value(approval)) + "\n");
  if (!written) {
    return written.error();
  }
  const auto appended = append(entry_of(approval));
  if (appended) {
    approvals_.push_back(approval);
  }
  return appended;
}

Result<Done> ContinuityTask::record_state(Activity activity) {
  const auto now = current();
  if (!now) {
    return Done{};
  }
  ContinuityEntry entry = entry_of(*now, activity, setting_.means.now());
  for (auto line = log_.lines.rbegin(); line != log_.lines.rend(); ++line) {
    if (line->entry.kind == ContinuityKind::kState) {
      ContinuityEntry last = line->entry;
      last.at = entry.at;
      if (last == entry) {
        return Done{};
      }
      break;
    }
  }
  return append(entry);
}

}  // namespace holdfast
