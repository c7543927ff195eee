// The vectors are fixed and so are their verdicts: the built-in passes all of them, and whoever
// does not is told which.
#include "harness/conformance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "core/file.h"
#include "core/json.h"
#include "generators/strategy.h"
#include "harness/builtin_subject.h"

namespace holdfast {
namespace {

const std::vector<VectorGroup>& groups() {
  static const std::vector<VectorGroup> read = [] {
    Result<std::vector<VectorGroup>> result = read_vectors();
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().text());
    return std::move(*result);
  }();
  return read;
}

std::vector<const Case*> all_vectors() {
  std::vector<const Case*> all;
  for (const VectorGroup& group : groups()) {
    for (const Case& vector : group.vectors) {
      all.push_back(&vector);
    }
  }
  return all;
}

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A subject in this process: a function of the question and of how many came before it in its life.
using Behaviour = std::function<Answer(const Question& question, int asked_before)>;

class FakeSubject final : public Subject {
 public:
  FakeSubject(const SubjectDescription& description, const Behaviour& behaviour)
      : description_(description), behaviour_(behaviour) {}
  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question& question) override {
    Answer answer = behaviour_(question, asked_++);
    usable_ = answer.kind == AnswerKind::kAccept || answer.kind == AnswerKind::kReject;
    return answer;
  }
  bool usable() const override { return usable_; }
  SubjectEnding finish() override { return {}; }

 private:
  const SubjectDescription& description_;
  const Behaviour& behaviour_;
  int asked_ = 0;
  bool usable_ = true;
};

class FakeFactory final : public SubjectFactory {
 public:
  explicit FakeFactory(Behaviour behaviour) : behaviour_(std::move(behaviour)) {
    description.name = "fake";
    description.schemas = {std::string(kManifestV1), std::string(kManifestV2)};
    description.policies = {"exact", "monotone"};
    description.evidence = {"ledger", "progress", "sources", "approvals",
                            "used",   "receipts", "masks"};
  }
  Result<std::unique_ptr<Subject>> start() const override {
    ++started;
    return std::unique_ptr<Subject>(std::make_unique<FakeSubject>(description, behaviour_));
  }
  std::string identity() const override { return "fake"; }

  SubjectDescription description;
  mutable int started = 0;

 private:
  Behaviour behaviour_;
};

Answer answer_of(AnswerKind kind) {
  Answer answer;
  answer.kind = kind;
  return answer;
}

std::size_t count(const ConformanceResult& result, Outcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(result.results.begin(), result.results.end(),
                    [&](const VectorResult& one) { return one.outcome == outcome; }));
}

ConformanceResult run(const SubjectFactory& factory) {
  Result<ConformanceResult> result = run_conformance(groups(), factory);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().text());
  return std::move(*result);
}

TEST(ConformanceVectors, AreAllPassedByTheBuiltIn) {
  const ConformanceResult result = run(*make_builtin_subject_factory());
  for (const VectorResult& one : result.results) {
    EXPECT_TRUE(one.passed()) << one.vector->id << " " << to_text(one.outcome);
  }
  EXPECT_TRUE(result.passed());
  EXPECT_EQ(result.grade(groups()), 5);
}

// At least one of the codes is named, and the first one is the plainest.
TEST(ConformanceVectors, NameThePlainestCodeFirst) {
  const ConformanceResult result = run(*make_builtin_subject_factory());
  for (const VectorResult& one : result.results) {
    if (!one.vector->expect.accept) {
      EXPECT_TRUE(has(one.answer.reasons, one.vector->expect.codes.front())) << one.vector->id;
    }
  }
}

TEST(ConformanceVectors, AreGradedWithoutAGap) {
  ASSERT_EQ(groups().size(), 5U);
  for (std::size_t i = 0; i < groups().size(); ++i) {
    EXPECT_EQ(groups()[i].grade, static_cast<int>(i) + 1);
    EXPECT_GE(groups()[i].vectors.size(), 25U);
  }
  EXPECT_GE(all_vectors().size(), 450U);
}

TEST(ConformanceVectors, HaveNamesOfTheirOwn) {
  std::set<std::string> ids;
  for (const Case* vector : all_vectors()) {
    EXPECT_TRUE(ids.insert(vector->id).second) << vector->id;
    EXPECT_EQ(vector->id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789-"),
              std::string::npos)
        << vector->id;
  }
}

TEST(ConformanceVectors, SayWhatTheyAreAbout) {
  for (const Case* vector : all_vectors()) {
    EXPECT_FALSE(vector->comment.empty()) << vector->id;
    EXPECT_EQ(vector->comment.back(), '.') << vector->id;
    EXPECT_FALSE(vector->source.empty()) << vector->id;
    EXPECT_EQ(has(vector->flags, "neutral"), vector->expect.accept) << vector->id;
    EXPECT_EQ(vector->invariant == "none", vector->expect.accept) << vector->id;
    EXPECT_TRUE(vector->expect.accept || std::find(std::begin(kInvariants), std::end(kInvariants),
                                                   vector->invariant) != std::end(kInvariants))
        << vector->id;
  }
}

TEST(ConformanceVectors, HaveEachFlagExplainedOnceAFile) {
  for (const VectorGroup& group : groups()) {
    std::set<std::string> used;
    for (const Case& vector : group.vectors) {
      EXPECT_FALSE(vector.flags.empty()) << vector.id;
      for (const std::string& flag : vector.flags) {
        EXPECT_NE(group.flags.find(flag), nullptr) << vector.id << " " << flag;
        used.insert(flag);
      }
    }
    for (const std::string& flag : group.flags.names()) {
      EXPECT_EQ(used.count(flag), 1U) << group.name << " explains " << flag << " for nobody";
    }
  }
}

// One line a vector, so that a change shows as what it is, and no second spelling of a document.
TEST(ConformanceVectors, LieInTheirFilesAsTheyAreWritten) {
  for (const VectorGroup& group : groups()) {
    std::string written = write_compact_json(Value::object({{"schema", kConformanceV1},
                                                            {"grade", group.grade},
                                                            {"title", group.title},
                                                            {"flags", group.flags}}));
    written.back() = ',';
    written += "\"vectors\":[\n";
    for (const Case& vector : group.vectors) {
      written +=
          write_compact_json(to_value(vector)) + (&vector == &group.vectors.back() ? "\n" : ",\n");
    }
    written += "]}\n";
    const auto bytes = read_file(HOLDFAST_SOURCE_DIR "/corpus/conformance/" + group.name + ".json");
    ASSERT_TRUE(bytes.ok());
    EXPECT_TRUE(*bytes == written) << group.name;
  }
}

TEST(ConformanceVectors, ArePartOfTheProgramByteForByte) {
  ASSERT_EQ(bundled_conformance().size(), 5U);
  for (const ConformanceFile& file : bundled_conformance()) {
    const auto bytes =
        read_file(HOLDFAST_SOURCE_DIR "/corpus/conformance/" + std::string(file.name) + ".json");
    ASSERT_TRUE(bytes.ok());
    EXPECT_TRUE(*bytes == file.bytes) << file.name;
  }
}

// Every code that a pair or a chain can have, save two: a document of 16 MiB does not belong in a
// repository, and a difference that no rule names is nothing that a vector could ask for.
TEST(ConformanceVectors, AskForEveryCode) {
  const std::string_view codes[] = {"before_missing",
                                    "after_missing",
                                    "invalid_json",
                                    "duplicate_key",
                                    "too_deep",
                                    "schema_unknown",
                                    "schema_mismatch",
                                    "unknown_field",
                                    "required_missing",
                                    "invalid_list",
                                    "invalid_value",
                                    "invalid_external_write",
                                    "next_action_not_exact_one",
                                    "event_pair_broken",
                                    "norm_version_unknown",
                                    "evidence_invalid",
                                    "task_changed",
                                    "objective_changed",
                                    "rollback_changed",
                                    "canonical_reference_changed",
                                    "evidence_older",
                                    "next_action_changed",
                                    "completedPhases_dropped",
                                    "completedPhases_invented",
                                    "consumedAuthorities_dropped",
                                    "consumedAuthorities_invented",
                                    "prohibitions_dropped",
                                    "prohibitions_invented",
                                    "completionChecks_dropped",
                                    "completionChecks_invented",
                                    "phases_reordered",
                                    "external_write_dropped_or_changed",
                                    "external_write_invented",
                                    "authority_changed",
                                    "event_dropped",
                                    "event_invented",
                                    "event_changed",
                                    "events_reordered",
                                    "lineage_stale",
                                    "lineage_parent_mismatch",
                                    "coverage_gap",
                                    "coverage_overlap",
                                    "directive_dropped",
                                    "directive_reworded",
                                    "directive_reference_only",
                                    "directive_source_changed",
                                    "directive_source_unknown",
                                    "directive_invented",
                                    "directive_closed_without_event",
                                    "directive_reopened",
                                    "obligation_dropped",
                                    "obligation_changed",
                                    "obligation_invented",
                                    "ledger_broken",
                                    "decision_dropped",
                                    "decision_conflicting",
                                    "decision_invented"};
  for (const std::string_view code : codes) {
    const auto vectors = all_vectors();
    EXPECT_TRUE(std::any_of(vectors.begin(), vectors.end(), [&](const Case* vector) {
      return !vector->expect.accept && vector->expect.codes.front() == code;
    })) << code;
  }
}

TEST(ConformanceVectors, HaveEveryKindOfEvidenceOnBothSides) {
  for (const char* kind : {"ledger", "sources", "approvals", "used", "receipts", "masks"}) {
    for (const bool accept : {true, false}) {
      const auto vectors = all_vectors();
      EXPECT_TRUE(std::any_of(vectors.begin(), vectors.end(), [&](const Case* vector) {
        return vector->expect.accept == accept && vector->evidence.find(kind) != nullptr;
      })) << kind;
    }
  }
}

TEST(ConformanceVectors, AreRefusedByNameWhenTheyCannotBeRead) {
  const std::pair<const char*, const char*> bad[] = {
      {"{", "invalid_json"},
      {R"({"schema":"conformance/v2"})", "not conformance/v1"},
      {R"({"schema":"conformance/v1","grade":1,"title":"t","flags":{}})", "must be {schema"},
      {R"({"schema":"conformance/v1","grade":1,"title":"t","flags":{},"vectors":[{}]})",
       "must be a text"}};
  for (const auto& [bytes, what] : bad) {
    const ConformanceFile file{"mine", bytes};
    const auto read = read_vectors(std::span(&file, 1));
    ASSERT_FALSE(read.ok()) << bytes;
    EXPECT_EQ(read.error().code, ErrorCode::kUnreadableCase);
    EXPECT_NE(read.error().text().find("corpus/conformance/mine.json"), std::string::npos);
    EXPECT_NE(read.error().text().find(what), std::string::npos) << read.error().text();
  }
}

TEST(Conformance, ConvictsWhoAcceptsEverything) {
  const FakeFactory factory([](const Question&, int) { return answer_of(AnswerKind::kAccept); });
  const ConformanceResult result = run(factory);
  EXPECT_EQ(result.grade(groups()), 0);
  EXPECT_FALSE(result.passed());
  for (const VectorResult& one : result.results) {
    EXPECT_EQ(one.outcome,
              one.vector->expect.accept ? Outcome::kControlAccepted : Outcome::kAccepted);
  }
}

TEST(Conformance, ConvictsWhoRejectsEverything) {
  const FakeFactory factory([](const Question&, int) { return answer_of(AnswerKind::kReject); });
  const ConformanceResult result = run(factory);
  EXPECT_EQ(result.grade(groups()), 0);
  EXPECT_EQ(count(result, Outcome::kFalseAlarm),
            static_cast<std::size_t>(
                std::count_if(result.results.begin(), result.results.end(),
                              [](const VectorResult& one) { return one.vector->expect.accept; })));
}

TEST(Conformance, CallsARefusalForAnotherReasonWrong) {
  FakeFactory factory([](const Question&, int) {
    Answer answer = answer_of(AnswerKind::kReject);
    answer.reasons = {"task_changed"};
    return answer;
  });
  factory.description.has_reason_map = true;
  const ConformanceResult result = run(factory);
  EXPECT_GT(count(result, Outcome::kRejectedWrongReason), 300U);
  EXPECT_GT(count(result, Outcome::kRejected), 0U);
}

TEST(Conformance, AsksOnlyWhatIsDeclared) {
  FakeFactory factory([](const Question& question, int) {
    EXPECT_EQ(question.policy, "exact");
    EXPECT_EQ(question.evidence, nullptr);
    return answer_of(AnswerKind::kReject);
  });
  factory.description.schemas = {std::string(kManifestV1)};
  factory.description.policies = {"exact"};
  factory.description.evidence = {};
  const ConformanceResult result = run(factory);
  EXPECT_GT(count(result, Outcome::kNotAsked), 250U);
  EXPECT_GT(count(result, Outcome::kRejected), 100U);
  factory.description.schemas = {"other/v1"};
  const auto nothing = run_conformance(groups(), factory);
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().code, ErrorCode::kSubject);
}

TEST(Conformance, TellsAnAnswerThatHangsOnTheOrder) {
  // After a hundred questions of one life it waves everything through.
  const FakeFactory tired([](const Question&, int asked_before) {
    return answer_of(asked_before < 100 ? AnswerKind::kReject : AnswerKind::kAccept);
  });
  const ConformanceResult result = run(tired);
  EXPECT_GT(count(result, Outcome::kOrderDependent), 100U);
  EXPECT_EQ(count(result, Outcome::kNondeterministic), 0U);
}

TEST(Conformance, TellsAnAnswerThatIsDrawn) {
  int drawn = 0;
  const FakeFactory random([&drawn](const Question&, int) {
    return answer_of(++drawn % 3 == 0 ? AnswerKind::kReject : AnswerKind::kAccept);
  });
  const ConformanceResult result = run(random);
  EXPECT_GT(count(result, Outcome::kNondeterministic), 0U);
}

TEST(Conformance, GoesOnAfterACrash) {
  const FakeFactory factory([](const Question& question, int) {
    const bool is_bad = question.after.form == SubjectDocument::Form::kNothing;
    return answer_of(is_bad ? AnswerKind::kCrash : AnswerKind::kReject);
  });
  const ConformanceResult result = run(factory);
  EXPECT_FALSE(result.abandoned);
  EXPECT_EQ(count(result, Outcome::kNotAsked), 0U);
  EXPECT_GE(count(result, Outcome::kCrash), 3U);
  EXPECT_GT(factory.started, 4);
}

TEST(Conformance, ConfirmsALateAnswerAlone) {
  const FakeFactory slow([](const Question& question, int asked_before) {
    const bool is_late = question.id == "v1-same" || asked_before == 7;
    return answer_of(is_late ? AnswerKind::kTimeout : AnswerKind::kReject);
  });
  const ConformanceResult result = run(slow);
  EXPECT_EQ(count(result, Outcome::kTimeout), 1U) << "what was late once and never alone is none";
}

TEST(Conformance, GivesUpOnWhoNeverAnswers) {
  const FakeFactory dead([](const Question&, int) { return answer_of(AnswerKind::kCrash); });
  const ConformanceResult result = run(dead);
  EXPECT_TRUE(result.abandoned);
  EXPECT_FALSE(result.passed());
  EXPECT_LT(dead.started, 20);
  EXPECT_NE(conformance_report(groups(), result, 3).find("Given up"), std::string::npos);
}

TEST(Conformance, BlamesTheVectorThatWasAnsweredTwice) {
  const FakeFactory twice([](const Question& question, int) {
    Answer answer = answer_of(AnswerKind::kReject);
    if (question.id == "v1-read-again-later") {
      answer.about = "v1-same";
    }
    return answer;
  });
  const ConformanceResult result = run(twice);
  for (const VectorResult& one : result.results) {
    if (one.vector->id == "v1-same") {
      EXPECT_EQ(one.outcome, Outcome::kMalformed);
    }
  }
}

TEST(Conformance, ReportsForPeopleAndMachines) {
  const FakeFactory factory([](const Question&, int) { return answer_of(AnswerKind::kAccept); });
  const ConformanceResult result = run(factory);
  const std::string text = conformance_report(groups(), result, 3);
  for (const char* words : {"grade 0 of 5", "external_write", "(neutral: accept)",
                            "expected reject for", "more; --json has them all"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
  }
  EXPECT_EQ(text.find("Fire the second batch"), std::string::npos) << "texts stay in the vectors";
  const Value value = to_value(groups(), result);
  EXPECT_EQ(*value.find("schema"), Value("conformance-report/v1"));
  EXPECT_EQ(value.find("vectors")->size(), all_vectors().size());
  EXPECT_EQ(value.find("grades")->size(), groups().size());
  EXPECT_EQ(*value.find("passed"), Value(false));
}

}  // namespace
}  // namespace holdfast
