// The compaction check: may a run go on from `after` as it would have from `before`? Fail-closed.
//
// Law 1, deny by default: `after` passes only if its semantic checksum equals that of `before`,
// once what the policy lets grow is added. The rules only name what is wrong; a difference that
// none names is refused as `unexplained_difference`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/document.h"
#include "core/rule.h"
#include "core/verdict.h"

namespace holdfast {

struct CheckOptions {
  Policy policy = Policy::kExact;
  bool checksums = true;                       // fill Verdict::*_checksum
  std::span<const Rule> rules = rules::all();  // only tests pass fewer
  // Only tests switch it off, to learn what the rules alone would miss.
  bool deny_by_default = true;
};

Verdict check_compaction(const Document& before, const Document& after,
                         const CheckOptions& options = {});

// Adds the canonical check of `before`'s references beneath `root_directory` and fills the
// decision.
void check_canonical(Verdict& verdict, const Document& before, const std::string& root_directory,
                     const ReferenceLimits& limits = {});

}  // namespace holdfast
