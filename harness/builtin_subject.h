// The built-in verifier as a subject: core/compaction.h behind the same question and answer as
// anybody's.
#pragma once

#include <memory>
#include <span>

#include "core/compaction.h"
#include "harness/subject.h"

namespace holdfast {

struct BuiltinOptions {
  ActionRules action;
  // Only tests pass other rules or switch law 1 off, to measure what is left.
  std::span<const Rule> rules = rules::all();
  bool deny_by_default = true;
};

std::unique_ptr<SubjectFactory> make_builtin_subject_factory(BuiltinOptions options = {});

}  // namespace holdfast
