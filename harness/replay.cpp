#include "harness/replay.h"

#include <algorithm>

#include "generators/story.h"

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

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_v2(const CaseDocument& document) {
  const Value* schema = document.value.find("schema");
  return document.form == SubjectDocument::Form::kValue && schema != nullptr &&
         *schema == Value(kManifestV2);
}

// The version of the record decides; a document that names no schema is of the first. Where both
// sides are texts, there is no telling.
bool knows_schemas(const SubjectDescription& subject, const Case& c) {
  std::vector<const CaseDocument*> documents = {&c.before, &c.after};
  for (const CaseLink& link : c.chain) {
    documents.push_back(&link.manifest);
  }
  bool is_first = true;
  for (const CaseDocument* document : documents) {
    if (document->form != SubjectDocument::Form::kValue) {
      continue;
    }
    const bool second = is_v2(*document);
    if ((second || is_first) && !has(subject.schemas, second ? kManifestV2 : kManifestV1)) {
      return false;
    }
    is_first = false;
  }
  return !is_first || has(subject.schemas, kManifestV1) || has(subject.schemas, kManifestV2);
}

// Members that no evidence has are for the subject to refuse, if it takes evidence at all.
bool knows_evidence(const SubjectDescription& subject, const Value& evidence) {
  constexpr std::string_view kKinds[] = {"ledger", "progress", "sources", "approvals",
                                         "used",   "receipts", "masks"};
  if (evidence.is_null()) {
    return true;
  }
  return !subject.evidence.empty() &&
         std::all_of(std::begin(kKinds), std::end(kKinds), [&](std::string_view kind) {
           return evidence.find(kind) == nullptr || has(subject.evidence, kind);
         });
}

Question question_of(const Case& c) {
  Question question;
  question.id = c.id;
  question.kind = c.kind;
  question.policy = to_text(c.policy);
  if (find_story_kind(c.kind) != nullptr) {
    question.after = {.form = SubjectDocument::Form::kValue, .value = &c.story};
    return question;
  }
  question.before = c.before.view();
  question.after = c.after.view();
  question.evidence = c.evidence.is_null() ? nullptr : &c.evidence;
  return question;
}

}  // namespace

bool declares(const SubjectDescription& subject, const Case& c) {
  if (find_story_kind(c.kind) != nullptr) {
    return has(subject.stories, c.kind);
  }
  return has(subject.policies, to_text(c.policy)) && knows_schemas(subject, c) &&
         knows_evidence(subject, c.evidence) &&
         std::all_of(c.chain.begin(), c.chain.end(),
                     [&](const CaseLink& link) { return knows_evidence(subject, link.evidence); });
}

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
