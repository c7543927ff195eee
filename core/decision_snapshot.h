// decision-snapshot/v1: the decisions in force on one side of a boundary, as digests; and
// decision-approval/v1: that a person allowed one transition of one of them, once.
//
// A boundary is a moment at which an agent's memory is replaced: a compaction, or a session that
// begins from one. Neither document holds a value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document.h"
#include "core/evidence.h"
#include "core/finding.h"
#include "core/manifest.h"

namespace holdfast {

inline constexpr std::string_view kDecisionSnapshotV1 = "decision-snapshot/v1";
inline constexpr std::string_view kDecisionApprovalV1 = "decision-approval/v1";

struct DecisionSnapshot {
  std::string boundary_id;
  Side side = Side::kBefore;
  std::string taken_at;
  std::vector<DecisionRecord> decisions;  // names are unique

  const DecisionRecord* find(std::string_view name) const;
  bool operator==(const DecisionSnapshot&) const = default;
};

Value to_value(const DecisionSnapshot& snapshot);
Value to_value(const Approval& approval);

// After reading: valid, or the findings that say why not. Their detail names the document
// ("snapshot", "approval"), since their pointers lead into it.
struct DecisionSnapshotDocument {
  std::string sha256;
  std::optional<DecisionSnapshot> snapshot;  // present exactly when there are no findings
  std::vector<Finding> findings;             // sorted
};
DecisionSnapshotDocument read_decision_snapshot(std::optional<std::string_view> bytes,
                                                const ReadOptions& options = {});
DecisionSnapshotDocument read_decision_snapshot_value(const Value& value,
                                                      const ReadOptions& options = {});

struct DecisionApprovalDocument {
  std::string sha256;
  std::optional<Approval> approval;  // present exactly when there are no findings
  std::vector<Finding> findings;     // sorted
};
DecisionApprovalDocument read_decision_approval(std::optional<std::string_view> bytes,
                                                const ReadOptions& options = {});
DecisionApprovalDocument read_decision_approval_value(const Value& value,
                                                      const ReadOptions& options = {});

}  // namespace holdfast
