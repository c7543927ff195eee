// Two more correct verifiers, written apart from the core, to hold the hunt to its word: against a
// correct verifier it must find nothing, whoever wrote it.
#pragma once

#include <memory>

#include "harness/subject.h"

namespace holdfast {

// The documents are judged by the core, the comparison is the oracle's. Both versions, no evidence,
// and no reasons that could be held against it.
std::unique_ptr<SubjectFactory> make_oracle_verifier();

// Written from the description of resume-manifest/v1 alone, with a JSON library of its own: v1
// pairs without evidence, with reasons.
std::unique_ptr<SubjectFactory> make_direct_verifier();

}  // namespace holdfast
