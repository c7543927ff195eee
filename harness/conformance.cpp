#include "harness/conformance.h"

#include <algorithm>
#include <map>
#include <memory>

#include "core/check.h"
#include "core/json.h"
#include "harness/block.h"
#include "harness/probes.h"
#include "harness/replay.h"

namespace holdfast {
namespace {

Error unreadable(const std::string& where, const std::string& what) {
  return {ErrorCode::kUnreadableCase, what, where, "docs/conformance.md describes conformance/v1"};
}

Result<VectorGroup> read_group(const ConformanceFile& file) {
  const std::string where = "corpus/conformance/" + std::string(file.name) + ".json";
  const JsonReading reading = read_json(file.bytes);
  if (!reading.value) {
    const JsonFault& fault = reading.faults.front();
    return unreadable(where, std::string(fault.code) + " at byte " +
                                 std::to_string(fault.offset_bytes) + ": " + fault.reason);
  }
  const Value* schema = reading.value->find("schema");
  const Value* grade = reading.value->find("grade");
  const Value* title = reading.value->find("title");
  const Value* flags = reading.value->find("flags");
  const Value* vectors = reading.value->find("vectors");
  if (schema == nullptr || *schema != Value(kConformanceV1)) {
    return unreadable(where + "#/schema", "not conformance/v1");
  }
  if (grade == nullptr || !grade->is_integer() || title == nullptr || !title->is_string() ||
      flags == nullptr || !flags->is_object() || vectors == nullptr || !vectors->is_array() ||
      reading.value->size() != 5) {
    return unreadable(where, "must be {schema, grade, title, flags, vectors}");
  }
  VectorGroup group;
  group.name = file.name;
  group.grade = static_cast<int>(grade->integer());
  group.title = title->text();
  group.flags = *flags;
  for (std::size_t i = 0; i < vectors->size(); ++i) {
    Result<Case> read = case_from(vectors->items()[i], where + "#/vectors/" + std::to_string(i));
    if (!read) {
      return read.error();
    }
    group.vectors.push_back(std::move(*read));
  }
  return group;
}

bool is_verdict(const Answer& answer) {
  return answer.kind == AnswerKind::kAccept || answer.kind == AnswerKind::kReject;
}

// A verifier has no reason to send the texts of a document back.
std::string_view canary_of(const CaseDocument& document) {
  constexpr std::size_t kCanaryBytesMin = 12;
  const Value* objective = document.value.find("objective");
  return objective != nullptr && objective->is_string() &&
                 objective->text().size() >= kCanaryBytesMin
             ? std::string_view(objective->text())
             : std::string_view();
}

Answer ask(Subject& subject, const Case& c) {
  if (c.kind == "chain") {
    return subject.verify_chain(c);
  }
  Question question;
  question.id = c.id;
  question.policy = to_text(c.policy);
  question.before = c.before.view();
  question.after = c.after.view();
  question.evidence = c.evidence.is_null() ? nullptr : &c.evidence;
  question.canary = canary_of(c.before);
  return subject.verify(question);
}

// One pass over the vectors, in some order, against one subject, or a fresh one after an accident.
class Pass {
 public:
  Pass(const SubjectFactory& factory, std::vector<VectorResult>& results)
      : factory_(factory), results_(results) {}

  // Error: a fresh subject could not be started.
  Result<bool> run(const std::vector<std::size_t>& order) {
    for (const std::size_t i : order) {
      VectorResult& result = results_[i];
      Result<bool> asked = ask_one(result);
      if (!asked) {
        return asked.error();
      }
      if (give_up(result)) {
        abandoned_ = true;
        break;
      }
    }
    finish();
    return true;
  }

  bool abandoned() const { return abandoned_; }
  const std::string& ending() const { return ending_; }

 private:
  Result<bool> fresh() {
    finish();
    auto started = factory_.start();
    if (!started) {
      return started.error();
    }
    subject_ = std::move(*started);
    return true;
  }

  Result<bool> ask_one(VectorResult& result) {
    const Case& c = *result.vector;
    if (!subject_ || !subject_->usable()) {
      if (Result<bool> started = fresh(); !started) {
        return started;
      }
    }
    if (!declares(subject_->description(), c)) {
      result.outcome = Outcome::kNotAsked;
      return true;
    }
    Answer answer = ask(*subject_, c);
    if (!answer.about.empty() && blame(answer, c)) {
      if (Result<bool> started = fresh(); !started) {
        return started;
      }
      answer = ask(*subject_, c);
    }
    if (answer.kind == AnswerKind::kTimeout) {
      if (Result<bool> started = fresh(); !started) {
        return started;
      }
      answer = ask(*subject_, c);
    }
    result.outcome = outcome_of(answer, c.expect, subject_->description().has_reason_map);
    result.answer = std::move(answer);
    return true;
  }

  // An earlier answer turned out to be none. The question of a chain is "<id>/<link>". False where
  // it is about the vector at hand.
  bool blame(const Answer& answer, const Case& at_hand) {
    const std::string id = answer.about.substr(0, answer.about.find('/'));
    for (VectorResult& result : results_) {
      if (result.vector->id == id) {
        result.outcome = Outcome::kMalformed;
        result.answer = answer;
        result.answer.kind = AnswerKind::kMalformed;
      }
    }
    return id != at_hand.id;
  }

  bool give_up(const VectorResult& result) {
    timeouts_ = result.outcome == Outcome::kTimeout ? timeouts_ + 1 : 0;
    accidents_ = is_closed_by_accident(result.outcome) ? accidents_ + 1 : 0;
    return timeouts_ >= kTimeoutsInARowMax || accidents_ >= kAccidentsInARowMax;
  }

  void finish() {
    if (!subject_) {
      return;
    }
    const SubjectEnding ending = subject_->finish();
    if (ending.stray_output && !ending.about.empty()) {
      Answer answer;
      answer.about = ending.about;
      answer.diagnosis = ending.note;
      blame(answer, Case());
    } else if (!ending.clean && ending_.empty()) {
      ending_ = ending.note;
    }
    subject_.reset();
  }

  const SubjectFactory& factory_;
  std::vector<VectorResult>& results_;
  std::unique_ptr<Subject> subject_;
  bool abandoned_ = false;
  std::string ending_;
  int timeouts_ = 0;
  int accidents_ = 0;
};

// Two answers to one question differ: by chance, or by what was asked before?
Outcome kind_of_difference(const SubjectFactory& factory, const Case& c) {
  std::optional<Answer> first;
  for (int round = 0; round < 2; ++round) {
    auto started = factory.start();
    if (!started) {
      break;  // nothing more was learnt
    }
    Answer answer = ask(**started, c);
    (*started)->finish();
    if (first && !says_the_same(*first, answer)) {
      return Outcome::kNondeterministic;
    }
    first = std::move(answer);
  }
  return Outcome::kOrderDependent;
}

// What the second pass showed that the first did not.
void compare(const SubjectFactory& factory, VectorResult& result, const VectorResult& again) {
  if (!result.asked() || !again.asked()) {
    return;
  }
  if (is_verdict(result.answer) && is_verdict(again.answer)) {
    if (!says_the_same(result.answer, again.answer)) {
      result.outcome = kind_of_difference(factory, *result.vector);
      result.answer.diagnosis = "in reverse order the answer was " +
                                std::string(to_text(again.answer.kind)) + " instead of " +
                                std::string(to_text(result.answer.kind));
    }
  } else if (is_verdict(result.answer)) {
    result.outcome = again.outcome;
    result.answer = again.answer;
  }
}

}  // namespace

Result<std::vector<VectorGroup>> read_vectors(std::span<const ConformanceFile> files) {
  std::vector<VectorGroup> groups;
  for (const ConformanceFile& file : files) {
    Result<VectorGroup> group = read_group(file);
    if (!group) {
      return group.error();
    }
    groups.push_back(std::move(*group));
  }
  std::sort(groups.begin(), groups.end(),
            [](const VectorGroup& a, const VectorGroup& b) { return a.grade < b.grade; });
  return groups;
}

bool ConformanceResult::passed() const {
  const auto failed = [](const VectorResult& result) { return result.asked() && !result.passed(); };
  return !abandoned &&
         std::any_of(results.begin(), results.end(), [](const auto& r) { return r.asked(); }) &&
         std::none_of(results.begin(), results.end(), failed);
}

int ConformanceResult::grade(std::span<const VectorGroup> groups) const {
  int reached = 0;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const bool all = std::all_of(results.begin(), results.end(), [&](const VectorResult& result) {
      return result.group != group || result.passed();
    });
    if (!all) {
      break;
    }
    reached = groups[group].grade;
  }
  return reached;
}

Result<ConformanceResult> run_conformance(std::span<const VectorGroup> groups,
                                          const SubjectFactory& factory) {
  ConformanceResult result;
  {
    auto started = factory.start();
    if (!started) {
      return started.error();
    }
    result.subject = (*started)->description();
    result.identity = factory.identity();
  }
  std::vector<std::size_t> order;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const Case& vector : groups[group].vectors) {
      VectorResult empty;
      empty.vector = &vector;
      empty.group = group;
      if (declares(result.subject, vector)) {
        order.push_back(result.results.size());
      }
      result.results.push_back(std::move(empty));
    }
  }
  if (order.empty()) {
    return Error{ErrorCode::kSubject,
                 "the subject declares nothing that any of these vectors asks about",
                 result.identity, "let its hello name \"schemas\" and \"policies\""};
  }
  std::vector<VectorResult> again = result.results;
  Pass forward(factory, result.results);
  if (Result<bool> ran = forward.run(order); !ran) {
    return ran.error();
  }
  result.abandoned = forward.abandoned();
  result.ending = forward.ending();
  if (result.abandoned) {
    return result;
  }
  std::reverse(order.begin(), order.end());
  Pass backward(factory, again);
  if (Result<bool> ran = backward.run(order); !ran) {
    return ran.error();
  }
  for (std::size_t i = 0; i < again.size(); ++i) {
    compare(factory, result.results[i], again[i]);
  }
  return result;
}

}  // namespace holdfast
