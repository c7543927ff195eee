// The compaction check: may a run go on from `after` as it would have from `before`? Fail-closed.
//
// Law 1, deny by default: the evidence is applied to `before`, and `after` passes only if its
// semantic checksum equals that of the result, once what the policy lets grow is added. The rules
// only name what is wrong; a difference that none names is refused as `unexplained_difference`.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/document.h"
#include "core/evidence_applied.h"
#include "core/rule.h"
#include "core/verdict.h"

namespace holdfast {

struct CheckOptions {
  Policy policy = Policy::kExact;
  Step step = Step::kPair;
  const Value* evidence = nullptr;  // what the trusted side knows besides; core/evidence.h
  // Why the evidence could not be read as JSON; it is then refused.
  std::vector<Finding> evidence_findings;
  bool checksums = true;                       // fill Verdict::*_checksum
  std::span<const Rule> rules = rules::all();  // only tests pass fewer
  // Only tests switch it off, to learn what the rules alone would miss.
  bool deny_by_default = true;
};

Verdict check_compaction(const Document& before, const Document& after,
                         const CheckOptions& options = {});

// The comparison of two valid manifests; a chain makes several of them.
struct Comparison {
  std::vector<Finding> findings;  // empty: may go on
  Applied applied;
  bool same_meaning = false;  // by the typed comparison, what may grow being added
};
Comparison compare_manifests(const Manifest& record, const Manifest& after, Step step,
                             const Evidence& evidence, const std::vector<PlacedMask>& masks,
                             const CheckOptions& options);

// What the policy lets grow, added to what the result has to be: the right side of law 1.
Manifest grown(const Manifest& before, const Manifest& after, Policy policy);

// A configured root's name -> its folder. v1 knows one root, whose name is empty.
using Roots = std::map<std::string, std::string, std::less<>>;

// Adds the canonical check of `before`'s references beneath their roots and fills the decision. A
// root that is not configured is `refused`.
void check_canonical(Verdict& verdict, const Document& before, const Document& after,
                     const Roots& roots, const ReferenceLimits& limits = {});

}  // namespace holdfast
