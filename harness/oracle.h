// The oracle: does a changed document mean something else than the good one? A mutant counts as bad
// only if the oracle says so, whatever the core thinks. It shares no code with the core: its own
// JSON library, its own comparison, written from the list of free edits alone (white space, key
// order and escapes; order of unordered lists; an absent `schema` in v1; `readAt`, `observedAt` and
// a decision's `source` as long as no time moves back). Of `lineage` nothing is free between two
// documents of one generation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

struct OracleJudgement {
  // The violated invariants, sorted; empty when the meaning is equal. `document` stands for
  // whatever no member of a manifest accounts for: bytes that are no JSON, unknown members, nothing
  // at all.
  std::vector<std::string> violated;

  bool equal() const { return violated.empty(); }
  bool operator==(const OracleJudgement&) const = default;
};

// Judges many mutants of one document.
class Oracle {
 public:
  // `before` is a good document; `monotone` lets prohibitions and completionChecks grow.
  Oracle(std::string_view before, bool monotone);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  OracleJudgement judge(std::string_view after) const;

  // The word among the violated invariants for evidence that is not the one that fits the document.
  static constexpr std::string_view kEvidence = "evidence";
  static constexpr std::string_view kStory = "story";
  // Whether two JSON texts are different values.
  static bool differs(std::string_view a, std::string_view b);

 private:
  struct State;
  State* state_;
};

}  // namespace holdfast
