// Runs one stored case: the subject is asked exactly once.
#pragma once

#include "core/result.h"
#include "harness/case.h"
#include "harness/outcome.h"

namespace holdfast {

struct ReplayResult {
  Outcome outcome = Outcome::kNotAsked;
  bool as_expected = false;  // rejected for a right reason, or accepted where the case says so
  Answer answer;
};

// What a subject does not declare (schemas, policies, kinds of evidence) is not asked of it.
bool declares(const SubjectDescription& subject, const Case& c);

Result<ReplayResult> replay_case(const Case& c, const SubjectFactory& factory);

// The outcome of an answer to a case with that expectation. Without a reason map every refusal is
// right.
Outcome outcome_of(const Answer& answer, const Expectation& expect, bool has_reason_map);

}  // namespace holdfast
