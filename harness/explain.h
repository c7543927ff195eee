// What a failing case says, found by counter-experiments: which parts it needs, which may be
// anything, and the smallest repair that turns the verdict.
//
// Every sentence rests on a question that was asked: a part is `necessary` if the failure is gone
// once its change is undone, `matters` if the failure is gone once other values stand there in all
// documents, and `any` if it stays with every other value that was tried. What was not asked for
// want of calls is `untried`. Sentences name fields, pointers and counts, never text of documents.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/value.h"
#include "harness/block.h"
#include "harness/shrink_engine.h"

namespace holdfast {

enum class PartRole : std::uint8_t { kNecessary, kMatters, kAny, kUntried };
std::string_view to_text(PartRole role);

struct ExplainedPart {
  std::string pointer;  // RFC 6901, in the document after; /evidence for the evidence
  PartRole role = PartRole::kUntried;
  std::string sentence;
};

struct Repair {
  std::vector<std::string> pointers;  // what has to be restored
  std::string sentence;
};

struct Explanation {
  Outcome outcome = Outcome::kNotAsked;
  std::vector<ExplainedPart> parts;
  std::optional<Repair> repair;
  std::vector<std::string> also;  // members where the same change fails in the same way
  std::uint64_t calls = 0;
  std::uint64_t calls_max = 0;
  bool complete = true;  // false: the cap left something untried

  // The top-level members that have to do with the failure.
  std::set<std::string> relevant() const;
};

// Of a failing case of kind compaction, best a shrunk one; nullopt where its record is no valid
// document.
std::optional<Explanation> explain_case(const Case& failing, Outcome outcome,
                                        const SubjectFactory& factory, const ShrinkLimits& limits);

std::string explanation_text(const Explanation& explanation);
Value to_value(const Explanation& explanation);

}  // namespace holdfast
