// What the result has to be: the record with the facts applied, and with those permissions that
// show in the result. What is left between this and the result is a fault.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/evidence_masks.h"
#include "core/finding.h"
#include "core/manifest.h"
#include "core/rule.h"

namespace holdfast {

struct Applied {
  Manifest expected;
  std::optional<LedgerHead> ledger_head;  // of the evidence's ledger, where it has one with lines
  std::vector<std::string> spent;         // authorities of the approvals that were used
  std::vector<std::size_t> masks_used;    // by their place among the placed masks
  std::vector<Value> evidence_used;       // {kind, item}
  std::vector<Value> evidence_unused;
};

// `before` is the record, `facts` the evidence, `after` the result (only to see which permissions
// show). Findings: evidence_invalid (a fact that cannot be), ledger_broken,
// directive_source_unknown.
Applied apply_evidence(const Manifest& before, const Evidence& evidence,
                       const std::vector<PlacedMask>& masks, Step step, const Manifest& after,
                       std::vector<Finding>& findings);

// Applies what happened since, in order; true when all of it can have happened.
bool apply_progress(Manifest& manifest, const std::vector<ProgressFact>& progress,
                    std::vector<Finding>& findings);

}  // namespace holdfast
