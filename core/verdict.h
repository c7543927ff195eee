// verdict/v1: what two documents are to each other, and what a runtime may do next.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "core/reference.h"

namespace holdfast {

enum class Decision {
  kResume,
  kRestartFromCurrent,
  kStopUnverifiable,
  kRegenerateSummary,
  kRebuildManifest
};
std::string_view to_text(Decision decision);

struct Verdict {
  bool pass = false;          // compaction_check
  std::string before_sha256;  // of the exact bytes judged; empty where none came
  std::string after_sha256;
  std::string before_checksum;  // semantic; empty where a document is invalid, or not asked for
  std::string after_checksum;
  std::vector<Finding> findings;       // complete and sorted; the first is the primary reason
  std::vector<Value> evidence_used;    // {kind, item, link?}
  std::vector<Value> evidence_unused;  // what applied to nothing
  std::vector<ReferenceCheck> canonical;
  ReferenceResult canonical_check = ReferenceResult::kNotChecked;
  std::optional<Decision> decision;  // absent while the canonical check was not made
  bool external_write = false;
  std::vector<std::string> reconcile_first;  // effect ids to look up before anything is written

  // Pass, and nothing found in the canonical check that stops it.
  bool ok() const;
};

Value to_value(const Verdict& verdict);
// For a person: several lines, the verdict first. No document text.
std::string to_text(const Verdict& verdict);

}  // namespace holdfast
