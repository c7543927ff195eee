#include "harness/replay.h"

#include <algorithm>

namespace holdfast {

Outcome outcome_of(const Answer& answer, const Expectation& expect, bool has_reason_map) {
  if (answer.leaked_canary) {
    return Outcome::kLeak;
  }
  switch (answer.kind) {
    case AnswerKind::kAccept:
      return expect.accept ? Outcome::kControlAccepted : Outcome::kAccepted;
    case AnswerKind::kReject:
      break;
    case AnswerKind::kIndeterminate:
      return Outcome::kIndeterminate;
    case AnswerKind::kMalformed:
      return Outcome::kMalformed;
    case AnswerKind::kTimeout:
      return Outcome::kTimeout;
    case AnswerKind::kCrash:
      return Outcome::kCrash;
  }
  if (expect.accept) {
    return Outcome::kFalseAlarm;
  }
  const bool right =
      !has_reason_map ||
      std::any_of(answer.reasons.begin(), answer.reasons.end(), [&](const auto& reason) {
        return std::find(expect.codes.begin(), expect.codes.end(), reason) != expect.codes.end();
      });
  return right ? Outcome::kRejected : Outcome::kRejectedWrongReason;
}

namespace {

// What a subject does not declare is not asked of it. A document that names no schema is of the
// first version.
bool declares(const SubjectDescription& subject, const Case& c) {
  const auto knows = [&](const CaseDocument& document) {
    const Value* schema = document.value.find("schema");
    if (document.form != SubjectDocument::Form::kValue || schema == nullptr ||
        *schema != Value(kManifestV2)) {
      return true;
    }
    return std::find(subject.schemas.begin(), subject.schemas.end(), kManifestV2) !=
           subject.schemas.end();
  };
  return knows(c.before) && knows(c.after) &&
         std::all_of(c.chain.begin(), c.chain.end(),
                     [&](const CaseLink& link) { return knows(link.manifest); });
}

Question question_of(const Case& c) {
  Question question;
  question.id = c.id;
  question.policy = to_text(c.policy);
  question.before = c.before.view();
  question.after = c.after.view();
  question.evidence = c.evidence.is_null() ? nullptr : &c.evidence;
  return question;
}

}  // namespace

Result<ReplayResult> replay_case(const Case& c, const SubjectFactory& factory) {
  auto subject = factory.start();
  if (!subject) {
    return subject.error();
  }
  ReplayResult result;
  if (!declares((*subject)->description(), c)) {
    result.outcome = Outcome::kNotAsked;
    result.as_expected = true;
    return result;
  }
  if (c.kind == "chain") {
    result.answer = (*subject)->verify_chain(c);
  } else {
    result.answer = (*subject)->verify(question_of(c));
  }
  const SubjectEnding ending = (*subject)->finish();
  if (ending.stray_output) {
    result.answer.kind = AnswerKind::kMalformed;
    result.answer.diagnosis = ending.note;
  }
  result.outcome = outcome_of(result.answer, c.expect, (*subject)->description().has_reason_map);
  result.as_expected =
      result.outcome == Outcome::kRejected || result.outcome == Outcome::kControlAccepted;
  return result;
}

}  // namespace holdfast
