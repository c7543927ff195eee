#include "harness/probes.h"

#include <algorithm>
#include <array>

#include "core/json.h"
#include "harness/oracle.h"

namespace holdfast {
namespace {

// How often, in cases of a block. Each is prime to the distance of the controls (10), so that
// controls and strategies both have their turn, and all together ask less than half as much again
// as the stream.
constexpr std::uint64_t kAgainEvery = 7;
constexpr std::uint64_t kFreshEvery = 23;
constexpr std::uint64_t kKeepEvery = 17;
constexpr std::size_t kKeptMax = 24;

bool is_verdict(const Answer& answer) {
  return answer.kind == AnswerKind::kAccept || answer.kind == AnswerKind::kReject;
}

std::optional<ProbeFinding> compared(const Answer& a, const Answer& b, Outcome outcome,
                                     std::string_view probe) {
  if (!is_verdict(a) || !is_verdict(b) || says_the_same(a, b)) {
    return std::nullopt;
  }
  return ProbeFinding{outcome, probe};
}

}  // namespace

bool says_the_same(const Answer& a, const Answer& b) {
  if (a.kind != b.kind) {
    return false;
  }
  std::vector<std::string> first = a.reasons;
  std::vector<std::string> second = b.reasons;
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  return first == second;
}

std::optional<ProbeFinding> Probes::after_case(Subject& subject, const StreamCase& made,
                                               const Question& question, const Answer& answer) {
  const std::uint64_t at = made.index % kBlockCases;
  if (!is_verdict(answer) || !subject.usable()) {
    return std::nullopt;
  }
  if (at % kAgainEvery == 0) {
    Question again = question;
    again.id += "-again";
    ++asked_;
    if (auto found = compared(answer, subject.verify(again), Outcome::kNondeterministic, "again")) {
      return found;
    }
  }
  if (at % kFreshEvery == 0) {
    if (auto found = ask_fresh(question, answer)) {
      return found;
    }
  }
  if (made.control != nullptr) {
    if (auto found = ask_of_other_record(subject, made, answer)) {
      return found;
    }
    other_record_ = *made.before;
  }
  if (at % kKeepEvery == 0 && kept_.size() < kKeptMax) {
    kept_.push_back({*made.before, made.after, made.evidence, answer});
  }
  return std::nullopt;
}

std::optional<ProbeFinding> Probes::after_block(Subject& subject) {
  // Backwards: whatever a question leaves behind, it is another one that finds it.
  for (; !kept_.empty() && subject.usable(); kept_.pop_back()) {
    if (auto found = compared(kept_.back().answer, ask(subject, kept_.back()),
                              Outcome::kOrderDependent, "later")) {
      return found;
    }
  }
  kept_.clear();
  return std::nullopt;
}

Answer Probes::ask(Subject& subject, const Kept& kept) {
  Question question;
  question.id = "probe-" + std::to_string(++asked_);
  question.policy = to_text(policy_);
  question.before = {.form = SubjectDocument::Form::kValue, .value = &kept.before};
  question.after = kept.after.view();
  question.evidence = kept.evidence.is_null() ? nullptr : &kept.evidence;
  return subject.verify(question);
}

std::optional<ProbeFinding> Probes::ask_fresh(const Question& question, const Answer& answer) {
  auto fresh = factory_.start();
  if (!fresh) {
    return std::nullopt;  // nothing was learnt
  }
  ++asked_;
  const Answer alone = (*fresh)->verify(question);
  (*fresh)->finish();
  return compared(answer, alone, Outcome::kOrderDependent, "fresh");
}

std::optional<ProbeFinding> Probes::ask_of_other_record(Subject& subject, const StreamCase& made,
                                                        const Answer& answer) {
  if (other_record_.is_null() || answer.kind != AnswerKind::kAccept || !made.evidence.is_null()) {
    return std::nullopt;
  }
  const Oracle oracle(write_compact_json(other_record_), policy_ == Policy::kMonotone);
  if (oracle.judge(made.after.bytes()).equal()) {
    return std::nullopt;
  }
  const Kept other{other_record_, made.after, Value(), {}};
  if (ask(subject, other).kind != AnswerKind::kAccept) {
    return std::nullopt;
  }
  return ProbeFinding{Outcome::kAccepted, "other_record"};
}

}  // namespace holdfast
