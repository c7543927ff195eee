// The continuity of one task as it lies on the disk, and the steps that a runtime takes through it:
// a snapshot before, the boundary, the instructions again, a snapshot after, a consequential call.
// The check itself (core/continuity.h) stays a pure function of what was recorded.
//
//   <folder>/log.jsonl            continuity-log/v1: the order of things
//   <folder>/snapshots/<sha256>   decision-snapshot/v1, each named by a line of the log
//   <folder>/approvals/<sha256>   decision-approval/v1, under the digest of its authority's id
//   <folder>/opened               which of a runtime's two events opened the last boundary
//   <folder>/contract.json        as it was at the last step, for when the project's own is gone
//   <folder>/task                 the task's name, to which digests are bound
//   <folder>/lock
//
// What the log does not name counts for nothing; what it names and is not there is missing
// evidence; snapshots that no line names, but for the
// one that a crash may leave, are a log that was cut. Every step is taken under the lock.
//
// The baseline. A record from before is what was last shown to hold: a decision that did not come
// well over the last boundary keeps its old record for the next one, also where nobody took a
// snapshot before it, and a snapshot that no boundary followed is kept where a later one differs:
// the boundary may have come and not been told. So a change that nobody approved is not made good
// by compacting twice.
//
// Again. Observations that come too late (outside of the window, after a consequential call, under
// a clock that ran backwards) can never count for their boundary. Observing again then opens a new
// boundary with the same baseline; the old one stays in the log as it was.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/continuity.h"
#include "core/continuity_log.h"
#include "core/continuity_status.h"
#include "core/decision_observe.h"
#include "core/folder_lock.h"

namespace holdfast {

// Who tells that a boundary was crossed. A runtime may send both of its events, in either order,
// for one compaction.
enum class BoundaryTeller : std::uint8_t { kSessionStart, kPostCompact, kPerson };

class ContinuityTask {
 public:
  struct Setting {
    std::string folder;
    const DecisionContract& contract;
    ObserveMeans means;
    std::vector<std::string> agents;  // none of them approves its own changes
    int lock_wait_ms = 2'000;
  };

  // Makes the folder where there is none, takes the lock and reads what is there. Errors: no
  // folder, no lock, no log that can be read. A damaged log is no error here: see damage().
  static Result<ContinuityTask> open(Setting setting);
  // To look at what is there, beside whoever takes a step: makes nothing and waits for nobody. A
  // step may then fail.
  static Result<ContinuityTask> look(Setting setting);

  const ContinuityLog& log() const { return log_; }
  const std::optional<ContinuityLogDamage>& damage() const { return log_.damage; }
  // Of each boundary, in order, as of now.
  std::vector<BoundaryContinuity> boundaries() const;
  // The last one; nullopt where none was crossed.
  std::optional<BoundaryContinuity> current() const;
  // A snapshot of a boundary; the last one where there are several.
  const DecisionSnapshot* snapshot(std::string_view boundary_id, Side side) const;

  // The log names a snapshot of that boundary that is not there any more.
  bool has_lost_snapshot(std::string_view boundary_id) const;
  // Whether a snapshot was taken before a boundary that nobody has told of yet.
  bool is_boundary_pending() const { return !pending_id().empty(); }

  // Each step fails where the log is damaged or the disk is.
  Result<DecisionSnapshot> take_before();
  // True where this opens a boundary; false where the same one was opened by the other teller.
  Result<bool> cross_boundary(BoundaryTeller teller);
  Result<Done> instructions_reloaded();
  // Observes the decisions after the last boundary, unless they are known to hold. Fails where
  // there is no boundary.
  Result<BoundaryContinuity> observe_after();
  // To be recorded before the call is let through.
  Result<Done> consequential_call();
  Result<Done> present(const Approval& approval);
  // A line of what was found, unless the last such line says the same.
  Result<Done> record_state(Activity activity);

 private:
  explicit ContinuityTask(Setting setting) : setting_(std::move(setting)) {}

  Result<Done> load();
  void note_cut_log();
  Result<Done> append(const ContinuityEntry& entry);
  Result<Done> append_event(ContinuityKind kind, std::string boundary_id = {});
  Result<Done> store_snapshot(const SnapshotTaken& taken);
  Result<Done> take_after(const std::string& boundary_id);
  std::string next_boundary_id() const;
  // A before-snapshot whose boundary has not come yet: its boundary, also where the snapshot is
  // lost, and the snapshot.
  std::string pending_id() const;
  const DecisionSnapshot* pending() const;
  bool called_since_boundary() const;
  bool can_still_count(const BoundaryContinuity& boundary) const;
  // What was last shown to hold, of each decision of the last boundary.
  std::vector<DecisionRecord> baseline() const;
  // Of those, what did not come well over it.
  std::vector<DecisionRecord> unresolved() const;
  void carry_baseline(DecisionSnapshot& next) const;
  std::string path(const std::string& name) const { return setting_.folder + "/" + name; }

  Setting setting_;
  std::optional<FolderLock> lock_;
  ContinuityLog log_;
  std::vector<DecisionSnapshot> snapshots_;  // in the order of the log
  std::vector<Approval> approvals_;
  std::vector<std::string> lost_;  // boundaries
};

}  // namespace holdfast
