// Probes: questions asked beside the case stream, which show that a subject's answers hang on more
// than the question. The stream alone asks each question once, and so cannot tell a verifier that
// remembers from one that judges.
//
// Model. A good verifier's answer (verdict and reasons, as a set) is a function of the question. So
// - the same question asked again at once has the same answer, else it is `nondeterministic`;
// - the same question, asked again later in the same life, and asked first in another life, has the
//   same answer, else it is `order_dependent`;
// - a result that was accepted for its own record is refused for another record: if it is accepted,
//   the answer was about another question (`accepted`).
// What is asked depends on the place in the block alone, so that a campaign stays reproducible.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/case_stream.h"
#include "harness/outcome.h"
#include "harness/subject.h"

namespace holdfast {

struct ProbeFinding {
  Outcome outcome;
  std::string_view probe;  // again, fresh, later, other_record
};

// One block's probes against one subject. Answers that are no verdicts (timeout, crash) are not
// compared.
class Probes {
 public:
  explicit Probes(const SubjectFactory& factory, Policy policy)
      : factory_(factory), policy_(policy) {}

  // Called with each case that was asked, and its answer, before the next is made.
  std::optional<ProbeFinding> after_case(Subject& subject, const StreamCase& made,
                                         const Question& question, const Answer& answer);
  // Called at the end of a block.
  std::optional<ProbeFinding> after_block(Subject& subject);

  std::uint64_t asked() const { return asked_; }

 private:
  // A question that is kept beyond its case.
  struct Kept {
    Value before;
    CaseDocument after;
    Value evidence;
    Answer answer;
  };

  Answer ask(Subject& subject, const Kept& kept);
  std::optional<ProbeFinding> ask_fresh(const Question& question, const Answer& answer);
  std::optional<ProbeFinding> ask_of_other_record(Subject& subject, const StreamCase& made,
                                                  const Answer& answer);

  const SubjectFactory& factory_;
  Policy policy_;
  std::uint64_t asked_ = 0;
  std::deque<Kept> kept_;
  Value other_record_;
};

// Whether two answers say the same: the same verdict for the same reasons, in any order.
bool says_the_same(const Answer& a, const Answer& b);

}  // namespace holdfast
