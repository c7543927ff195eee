// The subjects in examples/ are what users copy, so they have to be right, or wrong as described.
#include <sys/stat.h>

#include <fstream>

#include "harness/subject_testing.h"

namespace holdfast {
namespace {

std::string example(const std::string& interpreter, const std::string& file) {
  return interpreter + " '" HOLDFAST_SOURCE_DIR "/examples/" + file + "'";
}

class ExampleSubjectsTest : public SubjectTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    SubjectTest::SetUp();
    auto started = make_command_subject_factory(GetParam(), patient_limits())->start();
    ASSERT_TRUE(started.ok()) << started.error().text();
    subject_ = std::move(*started);
  }
  void TearDown() override {
    if (subject_) {
      const SubjectEnding ending = subject_->finish();
      EXPECT_TRUE(ending.clean) << ending.note << ending.stderr_tail;
    }
    SubjectTest::TearDown();
  }

  Answer ask(const SubjectDocument& before, const SubjectDocument& after) {
    Question question;
    question.id = std::to_string(++asked_);
    question.before = before;
    question.after = after;
    return subject_->verify(question);
  }
  Answer ask_about(const Value& after) {
    return ask({SubjectDocument::Form::kValue, &manifest_, {}},
               {SubjectDocument::Form::kValue, &after, {}});
  }
  Answer ask_about_text(std::string_view after) {
    return ask({SubjectDocument::Form::kValue, &manifest_, {}},
               {SubjectDocument::Form::kText, nullptr, after});
  }
  void expect_rejected(const Answer& given, const std::string& reason) {
    EXPECT_EQ(given.kind, AnswerKind::kReject) << given.diagnosis << given.stderr_tail;
    EXPECT_EQ(given.reasons, std::vector<std::string>{reason});
  }
  Value with(std::string_view member, Value value) const {
    Value changed = manifest_;
    changed.set(member, std::move(value));
    return changed;
  }

  std::unique_ptr<Subject> subject_;
  int asked_ = 0;
  const Value manifest_ = small_manifest();
};

TEST_P(ExampleSubjectsTest, AcceptsWhatIsEqual) {
  EXPECT_EQ(ask_about(manifest_).kind, AnswerKind::kAccept);
  EXPECT_EQ(ask_about(with("schema", "resume-manifest/v1")).kind, AnswerKind::kAccept);
  Value reordered = manifest_;
  std::reverse(reordered.items().begin(), reordered.items().end());
  std::reverse(reordered.names().begin(), reordered.names().end());
  EXPECT_EQ(ask_about(reordered).kind, AnswerKind::kAccept);
}

TEST_P(ExampleSubjectsTest, NamesWhatItLooksFor) {
  expect_rejected(ask_about(with("prohibitions", Value::array())), "prohibitions_dropped");
  expect_rejected(ask_about(with("completionChecks", Value::array({"Counts"}))),
                  "completionChecks_dropped");
  expect_rejected(ask_about(with("consumedAuthorities", Value::array())),
                  "consumedAuthorities_dropped");
  expect_rejected(ask_about(with("completedPhases", Value::array({"copied"}))),
                  "completedPhases_dropped");
  expect_rejected(ask_about(with("taskId", "task-2")), "task_changed");
  expect_rejected(ask_about(with("nextExactAction", "Delete the old copy; tell Bob")),
                  "next_action_not_exact_one");
  expect_rejected(ask_about(with("nextExactAction", " ")), "required_missing");
  Value changed = manifest_;
  changed.find("canonical")->set("sha256", std::string(64, 'b'));
  expect_rejected(ask_about(changed), "canonical_reference_changed");
  changed = manifest_;
  changed.find("externalWrites")->items().front().set("status", "confirmed");
  expect_rejected(ask_about(changed), "external_write_dropped_or_changed");
}

TEST_P(ExampleSubjectsTest, HasTheHolesThatItIsMeantToHave) {
  for (const Value& changed :
       {with("objective", "Delete everything"), with("rollback", "None"),
        with("completedPhases", Value::array({"checked", "copied", "released"})),
        with("nextExactAction", "Delete the old copy&&tell Bob"),
        with("nextExactAction", "Sell the house"),
        with("prohibitions", Value::array({"Do not touch the index", "x"}))}) {
    EXPECT_EQ(ask_about(changed).kind, AnswerKind::kAccept);
  }
  Value changed = manifest_;
  changed.find("canonical")->set("path", "other.md");
  EXPECT_EQ(ask_about(changed).kind, AnswerKind::kAccept);
  changed = manifest_;
  for (const char* effect : {"e-2", "e-2"}) {
    changed.find("externalWrites")
        ->append(
            Value::object({{"operation", "pay"}, {"effectId", effect}, {"status", "confirmed"}}));
  }
  EXPECT_EQ(ask_about(changed).kind, AnswerKind::kAccept);
}

TEST_P(ExampleSubjectsTest, RefusesWhatIsNoManifest) {
  expect_rejected(ask_about_text("{\"taskId\":"), "invalid_json");
  expect_rejected(ask_about_text(""), "invalid_json");
  expect_rejected(ask_about_text("{\"a\":\"\xFF\"}"), "invalid_json");
  expect_rejected(ask_about_text(std::string(100'000, '[')), "invalid_json");
  expect_rejected(ask_about_text("[]"), "required_missing");
  expect_rejected(ask_about_text("null"), "required_missing");
  expect_rejected(ask_about(Value::object()), "required_missing");
  expect_rejected(ask_about(with("completedPhases", "copied")), "required_missing");
  expect_rejected(ask_about(with("externalWrites", Value::array({"e-1"}))), "required_missing");
  const SubjectDocument manifest = {SubjectDocument::Form::kValue, &manifest_, {}};
  expect_rejected(ask(manifest, {}), "after_missing");
  expect_rejected(ask({}, manifest), "before_missing");
}

TEST_P(ExampleSubjectsTest, ReadsAWellFormedText) {
  EXPECT_EQ(
      ask_about_text(R"({"taskId":"\u0074ask-1","objective":"o\u2028o","canonical":{"sha256":")" +
                     std::string(64, 'a') +
                     R"("},"completedPhases":["copied","checked"],"nextExactAction":"go",)"
                     R"("externalWrites":[{"effectId":"e-1","status":"unknown"}],)"
                     R"("consumedAuthorities":["upload-once"],"rollback":"r",)"
                     R"("prohibitions":["Do not touch the index"],)"
                     R"("completionChecks":["Counts agree"]})")
          .kind,
      AnswerKind::kAccept);
}

const std::string kPython = example("python3", "weak_verifier.py");
const std::string kNode = example("node", "weak_verifier.js");
INSTANTIATE_TEST_SUITE_P(Weak, ExampleSubjectsTest, ::testing::Values(kPython, kNode),
                         [](const auto& subject) {
                           return subject.index == 0 ? "Python" : "Node";
                         });

// With a stand-in for the program that notes its arguments and ends as it is told.
class CorrectVerifierTest : public SubjectTest {
 protected:
  void SetUp() override {
    SubjectTest::SetUp();
    const std::string program = (scratch_ / "holdfast").string();
    std::ofstream(program) << "#!/bin/sh\n"
                              "echo 'a verdict' ; echo \"$1 $# $4\" >&2\n"
                              "exit \"$STATUS\"\n";
    ASSERT_EQ(::chmod(program.c_str(), S_IRWXU), 0);
    ::setenv("HOLDFAST", program.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("HOLDFAST");
    ::unsetenv("STATUS");
    std::filesystem::remove(scratch_ / "holdfast");
    SubjectTest::TearDown();
  }
  Answer ask(const char* status) {
    ::setenv("STATUS", status, 1);
    auto started =
        make_one_shot_subject_factory(example("sh", "correct_verifier.sh"), patient_limits())
            ->start();
    return (*started)->verify(question_);
  }

  Value manifest_ = small_manifest();
  Question question_ = question_about("1", manifest_, manifest_);
};

TEST_F(CorrectVerifierTest, PassesOnTheVerdict) {
  EXPECT_EQ(ask("0").kind, AnswerKind::kAccept);
  EXPECT_EQ(ask("1").kind, AnswerKind::kReject);
}

TEST_F(CorrectVerifierTest, TurnsNoFailureIntoAVerdict) {
  for (const char* status : {"2", "4", "70"}) {
    const Answer given = ask(status);
    EXPECT_EQ(given.kind, AnswerKind::kCrash);
    EXPECT_NE(given.diagnosis.find(std::string("status ") + status), std::string::npos);
  }
}

TEST_F(CorrectVerifierTest, PassesOnEvidence) {
  const Value evidence = Value::object();
  question_.evidence = &evidence;
  const Answer given = ask("2");
  EXPECT_NE(given.stderr_tail.find("verify 5 --evidence"), std::string::npos) << given.stderr_tail;
}

TEST_F(CorrectVerifierTest, RefusesADocumentThatNeverCame) {
  question_.after = {};
  EXPECT_EQ(ask("0").kind, AnswerKind::kReject);
}

TEST_F(CorrectVerifierTest, AMissingProgramIsAnError) {
  ::setenv("HOLDFAST", "/no/such/holdfast", 1);
  EXPECT_EQ(ask("0").kind, AnswerKind::kCrash);
}

}  // namespace
}  // namespace holdfast
