#include "core/compaction.h"

#include <algorithm>

#include "core/check.h"
#include "core/checksum.h"
#include "core/difference.h"

namespace holdfast {
namespace {

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

void append(std::vector<Finding>& findings, const std::vector<Finding>& more) {
  findings.insert(findings.end(), more.begin(), more.end());
}

ReferenceCheck check_one(const CanonicalReference& reference, const Roots& roots,
                         const ReferenceLimits& limits) {
  const auto directory = roots.find(reference.root);
  if (directory == roots.end()) {
    return {.root = reference.root,
            .path = reference.path,
            .before_sha256 = reference.sha256,
            .current_sha256 = {},
            .result = ReferenceResult::kRefused,
            .reason = "root_not_configured"};
  }
  ReferenceCheck check =
      check_reference(directory->second, reference.path, reference.sha256, limits);
  check.root = reference.root;
  return check;
}

// Lineage is no part of the meaning, so deny by default asks for it apart, without the rules.
bool lineage_follows(const Pair& pair) {
  const Lineage& before = pair.record.lineage;
  const Lineage& after = pair.after.lineage;
  if (pair.step == Step::kPair) {
    return after == before;
  }
  if (pair.step == Step::kOrigin || pair.after.version == Version::kV1) {
    return true;
  }
  return after.generation == before.generation + 1 &&
         match_checksum(pair.record, after.parent) == ChecksumMatch::kEqual && after.coverage &&
         after.coverage->from_seq == (before.coverage ? before.coverage->tail_from_seq : 1) &&
         after.ledger_head == (pair.ledger_head ? pair.ledger_head : before.ledger_head);
}

}  // namespace

Manifest grown(const Manifest& before, const Manifest& after, Policy policy) {
  Manifest result = before;
  for (const TextList& list : kTextLists) {
    if (may_grow(policy, list.name)) {
      const std::vector<std::string>& candidate = after.*list.member;
      for (const std::size_t index :
           compare_names(names_of(before.*list.member), names_of(candidate)).invented) {
        (result.*list.member).push_back(candidate[index]);
      }
    }
  }
  return result;
}

Comparison compare_manifests(const Manifest& record, const Manifest& after, Step step,
                             const Evidence& evidence, const std::vector<PlacedMask>& masks,
                             const CheckOptions& options) {
  Comparison comparison;
  Report report(comparison.findings, ActionRules());
  if (record.version != after.version) {
    report.begin("schema_mismatch", Side::kAfter);
    report.add("schema");
    return comparison;
  }
  comparison.applied = apply_evidence(record, evidence, masks, step, after, comparison.findings);
  const Manifest& expected = comparison.applied.expected;
  const Pair pair{expected, after, options.policy, step, record, comparison.applied.ledger_head};
  for (const Rule& rule : options.rules) {
    if (rule.check_pair != nullptr) {
      report.begin(rule.name, Side::kAfter);
      rule.check_pair(pair, report);
    }
  }
  comparison.same_meaning = options.policy == Policy::kExact
                                ? same_meaning(expected, after)
                                : same_meaning(grown(expected, after, options.policy), after);
  if (!(comparison.same_meaning && lineage_follows(pair)) && comparison.findings.empty() &&
      options.deny_by_default) {
    report.begin("unexplained_difference", Side::kAfter);
    report.add({});
  }
  return comparison;
}

Verdict check_compaction(const Document& before, const Document& after,
                         const CheckOptions& options) {
  Verdict verdict;
  verdict.before_sha256 = before.sha256;
  verdict.after_sha256 = after.sha256;
  verdict.findings = before.findings;
  append(verdict.findings, after.findings);
  append(verdict.findings, options.evidence_findings);
  const Version version = before.manifest  ? before.manifest->version
                          : after.manifest ? after.manifest->version
                                           : Version::kV2;
  std::vector<Finding> evidence_faults;
  const Evidence evidence = options.evidence == nullptr
                                ? Evidence()
                                : read_evidence(*options.evidence, version, evidence_faults);
  append(verdict.findings, evidence_faults);
  if (options.checksums && before.manifest && after.manifest) {
    verdict.before_checksum = semantic_checksum(*before.manifest);
    verdict.after_checksum = semantic_checksum(*after.manifest);
  }
  const bool whole = verdict.findings.empty();
  if (whole) {
    CHECK(before.manifest && after.manifest);
    Comparison comparison =
        compare_manifests(*before.manifest, *after.manifest, options.step, evidence,
                          place_masks(evidence.masks, *before.manifest), options);
    verdict.findings = std::move(comparison.findings);
    verdict.evidence_used = std::move(comparison.applied.evidence_used);
    verdict.evidence_unused = std::move(comparison.applied.evidence_unused);
    if (options.checksums && before.manifest->version == after.manifest->version) {
      // Without evidence the record is what is expected, and has its checksum already.
      const Manifest& expected = comparison.applied.expected;
      const std::string expected_checksum =
          expected == *before.manifest ? verdict.before_checksum : semantic_checksum(expected);
      // Two ways to one answer: the typed comparison and the digests.
      CHECK(options.policy != Policy::kExact ||
            comparison.same_meaning == (expected_checksum == verdict.after_checksum));
    }
  }
  std::sort(verdict.findings.begin(), verdict.findings.end());
  verdict.pass = verdict.findings.empty();
  return verdict;
}

void check_canonical(Verdict& verdict, const Document& before, const Document& after,
                     const Roots& roots, const ReferenceLimits& limits) {
  if (before.manifest) {
    for (const CanonicalReference& reference : before.manifest->canonical) {
      verdict.canonical.push_back(check_one(reference, roots, limits));
    }
    // What a passed result confirms by a receipt is no longer outstanding.
    const Manifest& current = verdict.pass && after.manifest ? *after.manifest : *before.manifest;
    for (const ExternalWrite& write : current.external_writes) {
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
