// Conformance: a fixed, graded set of vectors (corpus/conformance/, part of the program) that tells
// the author of a verifier in a minute how far it is.
//
// A vector is a case/v1. Each file holds one grade:
//
//   {"schema": "conformance/v1", "grade": 1, "title": "...", "flags": {flag: what it means},
//    "vectors": [
//   case/v1 in one line,
//   ...
//   ]}
//
// Model. All vectors are asked of one subject in order, then of a fresh one in reverse. A
// verifier's verdict is a function of the question, so that two that differ are a finding of their
// own: `nondeterministic` where two fresh subjects differ on the question alone, else
// `order_dependent`. A late answer counts only when a fresh subject, asked alone, is late again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "harness/case.h"
#include "harness/outcome.h"
#include "harness/subject.h"

namespace holdfast {

inline constexpr std::string_view kConformanceV1 = "conformance/v1";
inline constexpr std::string_view kConformanceReportV1 = "conformance-report/v1";

struct ConformanceFile {
  std::string_view name;
  std::string_view bytes;
};
std::span<const ConformanceFile> bundled_conformance();  // generated; in the order of their names

struct VectorGroup {
  std::string name;  // the file's
  int grade = 0;     // from 1, without a gap
  std::string title;
  Value flags;  // flag: what it means
  std::vector<Case> vectors;
};

// By grade. Errors name the file and the member.
Result<std::vector<VectorGroup>> read_vectors(
    std::span<const ConformanceFile> files = bundled_conformance());

struct VectorResult {
  const Case* vector = nullptr;  // of the groups that were run
  std::size_t group = 0;
  Outcome outcome = Outcome::kNotAsked;
  Answer answer;

  bool passed() const {
    return outcome == Outcome::kRejected || outcome == Outcome::kControlAccepted;
  }
  bool asked() const { return outcome != Outcome::kNotAsked; }
};

struct ConformanceResult {
  SubjectDescription subject;
  std::string identity;
  std::vector<VectorResult> results;  // in the order of the groups
  bool abandoned = false;             // too many accidents in a row: the rest was not asked
  std::string ending;                 // how the subject ended, where that was unclean

  bool passed() const;  // something was asked, and all of it passed
  // The highest grade up to which every vector was asked and passed; 0 for none.
  int grade(std::span<const VectorGroup> groups) const;
};

// Error: the subject could not be started, or declares nothing that a vector asks about.
Result<ConformanceResult> run_conformance(std::span<const VectorGroup> groups,
                                          const SubjectFactory& factory);

// The table for a person; `failed_max` vectors that did not pass are listed.
std::string conformance_report(std::span<const VectorGroup> groups, const ConformanceResult& result,
                               std::size_t failed_max);
// conformance-report/v1
Value to_value(std::span<const VectorGroup> groups, const ConformanceResult& result);

}  // namespace holdfast
