#include "core/compaction.h"

#include <algorithm>

#include "core/check.h"
#include "core/checksum.h"
#include "core/difference.h"

namespace holdfast {
namespace {

// What the policy lets grow, added to the record: the right side of law 1.
Manifest grown(const Manifest& before, const Manifest& after, Policy policy) {
  Manifest result = before;
  for (const TextList& list : kTextLists) {
    if (may_grow(policy, list.name)) {
      const std::vector<std::string>& candidate = after.*list.member;
      for (const std::size_t index : compare_lists(before.*list.member, candidate).invented) {
        (result.*list.member).push_back(candidate[index]);
      }
    }
  }
  return result;
}

void compare(const Manifest& before, const Manifest& after, const CheckOptions& options,
             Verdict& verdict) {
  Report report(verdict.findings, ActionMode::kListed);
  const Pair pair{before, after, options.policy};
  for (const Rule& rule : options.rules) {
    if (rule.check_pair != nullptr) {
      report.begin(rule.name, Side::kAfter);
      rule.check_pair(pair, report);
    }
  }
  const bool same = options.policy == Policy::kExact
                        ? same_meaning(before, after)
                        : same_meaning(grown(before, after, options.policy), after);
  if (!same && verdict.findings.empty() && options.deny_by_default) {
    report.begin("unexplained_difference", Side::kAfter);
    report.add({});
  }
  if (options.checksums) {
    verdict.before_checksum = semantic_checksum(before);
    verdict.after_checksum = semantic_checksum(after);
    // Two ways to one answer: the typed comparison and the digests.
    CHECK(options.policy != Policy::kExact ||
          same == (verdict.before_checksum == verdict.after_checksum));
  }
}

ReferenceResult worst(const std::vector<ReferenceCheck>& checks) {
  ReferenceResult result = ReferenceResult::kNotChecked;
  for (const ReferenceCheck& check : checks) {
    result = std::max(result, check.result);
  }
  return result;
}

// The table of the decision: the check in rows, the canonical check in columns.
Decision decide(bool pass, ReferenceResult canonical) {
  if (canonical == ReferenceResult::kUnchanged) {
    return pass ? Decision::kResume : Decision::kRegenerateSummary;
  }
  if (canonical == ReferenceResult::kChanged) {
    return pass ? Decision::kRestartFromCurrent : Decision::kRebuildManifest;
  }
  return Decision::kStopUnverifiable;
}

}  // namespace

Verdict check_compaction(const Document& before, const Document& after,
                         const CheckOptions& options) {
  Verdict verdict;
  verdict.before_sha256 = before.sha256;
  verdict.after_sha256 = after.sha256;
  verdict.findings = before.findings;
  verdict.findings.insert(verdict.findings.end(), after.findings.begin(), after.findings.end());
  if (before.manifest && after.manifest) {
    compare(*before.manifest, *after.manifest, options, verdict);
  } else {
    CHECK(!verdict.findings.empty());
  }
  std::sort(verdict.findings.begin(), verdict.findings.end());
  verdict.pass = verdict.findings.empty();
  return verdict;
}

void check_canonical(Verdict& verdict, const Document& before, const std::string& root_directory,
                     const ReferenceLimits& limits) {
  if (before.manifest) {
    const CanonicalReference& reference = before.manifest->canonical;
    verdict.canonical.push_back(
        check_reference(root_directory, reference.path, reference.sha256, limits));
    for (const ExternalWrite& write : before.manifest->external_writes) {
      if (write.status == WriteStatus::kUnknown) {
        verdict.reconcile_first.push_back(write.effect_id);
      }
    }
  }
  verdict.canonical_check = worst(verdict.canonical);
  verdict.decision = decide(verdict.pass, verdict.canonical_check);
  verdict.external_write = verdict.decision == Decision::kResume && verdict.reconcile_first.empty();
}

}  // namespace holdfast
