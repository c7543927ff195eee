// Makes a failing case smaller while it keeps failing in the same way: the same violated invariants
// by the oracle, one of the expected reasons by the built-in, the same outcome by the subject.
//
// All of that is proven anew for every step. A step that would leave the violated invariants but
// still fails is another finding: it is refused, and kept beside the result.
//
// Order (harness/shrink_documents.h): rounds, edits, size of documents and evidence, texts. Domain
// passes come first, each changing all documents alike; they are repeated until none finds a
// smaller case. Equal input gives equal bytes unless a budget in seconds cuts it short.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/block.h"
#include "harness/shrink_engine.h"

namespace holdfast {

struct ShrinkOptions {
  ShrinkLimits limits;
  // False: a smaller case may fail for another reason of the same invariant; its expected codes are
  // then those that the built-in names.
  bool keep_reason = true;
  // Called with each smaller case, so that a search that is ended from outside has shown something.
  std::function<void(const Case& smaller, std::uint64_t calls)> on_smaller{};
};

struct Shrunk {
  Case smallest;
  bool minimal = false;  // a full round of passes found nothing more to drop
  std::uint64_t calls = 0;
  // It fails only in a subject that was asked other things before, so nothing was dropped.
  bool needs_history = false;
  std::vector<Case> separate;  // smaller cases that fail too, but violate something else
};

// nullopt where there is nothing to work on: the outcome is no plain verdict (accepted, false
// alarm, wrong reason), or no side is a tree.
std::optional<Shrunk> shrink_case(const Case& failing, const BucketKey& key,
                                  const SubjectFactory& factory, const ShrinkOptions& options);
std::optional<Shrunk> shrink_case(const Case& failing, const BucketKey& key,
                                  const SubjectFactory& factory, std::uint64_t calls_max);

}  // namespace holdfast
