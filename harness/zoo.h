// The zoo: verifiers that are wrong in one known way, each a small difference from a correct one. A
// hunt has to find every one of them, or it would miss such a fault in somebody's verifier too. One
// file each in harness/zoo/: the file's name is the name, and adding the file is all there is to
// do.
//
// A fault is made of what really went wrong in verifiers and compactors, never of what a strategy
// happens to do: strategies follow from the documents, and the zoo says how far they reach.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/manifest.h"
#include "harness/outcome.h"
#include "harness/subject.h"

namespace holdfast {

enum class FaultKind : std::uint8_t {
  kFailOpen,        // lets a loss through
  kOverStrict,      // refuses what means the same
  kWrongReason,     // refuses rightly, and says something else
  kStateful,        // judges by what it remembers
  kOrderDependent,  // judges by what it was asked just before
};
std::string_view to_text(FaultKind kind);

// Whether this outcome of a case shows a fault of that kind.
bool shows(FaultKind kind, Outcome outcome);

using Judge = std::function<Answer(const Question& question)>;
// A fresh verifier with a memory of its own.
using MakeJudge = std::function<Judge()>;

struct ZooFault {
  std::string_view name{};  // set by the registry
  std::string_view summary;
  FaultKind kind = FaultKind::kFailOpen;
  std::vector<Version> versions;         // of the documents on which it shows
  std::vector<std::string_view> fields;  // the members that matter to it; empty for all
  MakeJudge judge = nullptr;
};

inline const std::vector<Version> kV1Only = {Version::kV1};
inline const std::vector<Version> kV2Only = {Version::kV2};
inline const std::vector<Version> kBothVersions = {Version::kV1, Version::kV2};

namespace zoo {
std::span<const ZooFault> all();
}

// The fault as a subject that declares everything the built-in declares. The fault outlives it.
std::unique_ptr<SubjectFactory> make_zoo_subject_factory(const ZooFault& fault);

}  // namespace holdfast
