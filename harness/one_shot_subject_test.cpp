#include "harness/one_shot_subject.h"

#include "harness/subject_testing.h"
#include "harness/temporary_folder.h"

namespace holdfast {
namespace {

class OneShotSubjectTest : public SubjectTest {
 protected:
  Answer ask(const std::string& command, const SubjectLimits& limits = patient_limits()) {
    auto started = make_one_shot_subject_factory(command, limits)->start();
    EXPECT_TRUE(started.ok());
    Answer given = (*started)->verify(question_);
    usable_ = (*started)->usable();
    EXPECT_TRUE((*started)->finish().clean);
    return given;
  }
  void expect(const std::string& command, AnswerKind kind, const std::string& diagnosis) {
    const Answer given = ask(command);
    EXPECT_EQ(given.kind, kind) << command << ": " << given.diagnosis;
    EXPECT_NE(given.diagnosis.find(diagnosis), std::string::npos) << given.diagnosis;
    EXPECT_EQ(given.diagnosis.empty(), kind == AnswerKind::kAccept || kind == AnswerKind::kReject);
  }

  Value manifest_ = small_manifest();
  Question question_ = question_about("1", manifest_, manifest_);
  bool usable_ = false;
};

TEST_F(OneShotSubjectTest, TakesStatusAndLastLineTogether) {
  expect("echo accept; :", AnswerKind::kAccept, "");
  expect("echo some words; echo accept; true", AnswerKind::kAccept, "");
  expect("printf accept; true", AnswerKind::kAccept, "");
  expect("f() { echo reject; return 1; }; f", AnswerKind::kReject, "");
  EXPECT_TRUE(usable_);
}

TEST_F(OneShotSubjectTest, AnythingElseIsAnError) {
  expect("true", AnswerKind::kMalformed, "its last line is missing instead of \"accept\"");
  expect("echo reject; true", AnswerKind::kMalformed, "\"reject\" instead of \"accept\"");
  expect("echo accept; false", AnswerKind::kMalformed, "\"accept\" instead of \"reject\"");
  expect("echo accept; echo bye; true", AnswerKind::kMalformed, "\"bye\" instead of \"accept\"");
  expect("echo 'I accept'; true", AnswerKind::kMalformed, "a text of 8 bytes");
  expect("echo ' accept'; true", AnswerKind::kMalformed, "a text of 7 bytes");
  expect("echo reject; exit 2;", AnswerKind::kCrash, "status 2 instead of 0 or 1");
  expect("echo accept; kill -KILL $$;", AnswerKind::kCrash, "signal 9 (SIGKILL)");
}

TEST_F(OneShotSubjectTest, ATracebackIsNoRejection) {
  const Answer given = ask("python3 -c 'raise ValueError(\"x\")'");
  EXPECT_EQ(given.kind, AnswerKind::kMalformed);
  EXPECT_NE(given.diagnosis.find("did it fail?"), std::string::npos) << given.diagnosis;
  EXPECT_NE(given.stderr_tail.find("ValueError"), std::string::npos) << given.stderr_tail;
}

TEST_F(OneShotSubjectTest, GivesTheDocumentsAsFiles) {
  const Value before = Value::object({{"side", "before"}});
  const Value evidence = Value::object({{"side", "evidence"}});
  question_.before = {SubjectDocument::Form::kValue, &before, {}};
  question_.after = {SubjectDocument::Form::kText, nullptr, "{bad \xFF\n"};
  question_.evidence = &evidence;
  const std::string check =
      R"sh(check() { [ $# = 3 ] && [ "$(cat "$1")" = '{"side":"before"}' ] &&
         [ "$(od -An -tx1 "$2" | tr -d ' ')" = 7b62616420ff0a ] &&
         [ "$(cat "$3")" = '{"side":"evidence"}' ] &&
         [ "$(stat -c %a "$(dirname "$1")" "$1" | tr '\n' ' ')" = '700 600 ' ] && echo accept;
}; check)sh";
  expect(check, AnswerKind::kAccept, "");
}

TEST_F(OneShotSubjectTest, ANullDocumentIsAPathWithoutFile) {
  question_.after = {};
  expect(R"sh(check() { [ $# = 2 ] && [ -e "$1" ] && [ ! -e "$2" ] && echo accept; }; check)sh",
         AnswerKind::kAccept, "");
}

TEST_F(OneShotSubjectTest, RunsEveryQuestionInAFreshFolder) {
  const std::string command =
      R"sh(check() { d=$(dirname "$1"); [ ! -e "$d/seen" ] && touch "$d/seen" && echo accept; }; check)sh";
  auto started = make_one_shot_subject_factory(command, patient_limits())->start();
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ((*started)->verify(question_).kind, AnswerKind::kAccept);
  }
}

TEST_F(OneShotSubjectTest, RemovesItsFolderWhateverTheCommandDidThere) {
  const std::string command =
      R"sh(check() { d=$(dirname "$1"); mkdir -p "$d/a/b/c"; touch "$d/a/b/c/f";
      ln -s / "$d/a/root"; chmod 000 "$d/a/b/c" "$d/a/b" "$d/a"; echo accept; }; check)sh";
  expect(command, AnswerKind::kAccept, "");
  EXPECT_TRUE(std::filesystem::exists("/etc")) << "links are not followed";
  EXPECT_TRUE(std::filesystem::is_empty(scratch_));
}

TEST_F(OneShotSubjectTest, TimesOut) {
  SubjectLimits limits = patient_limits();
  limits.answer_deadline_ms = kImpatientMs;
  limits.terminate_grace_ms = 10;
  const Answer given = ask("trap '' TERM; echo accept; sleep 1000; :", limits);
  EXPECT_EQ(given.kind, AnswerKind::kTimeout);
  EXPECT_NE(given.diagnosis.find("200 ms"), std::string::npos);
  EXPECT_TRUE(usable_) << "the next question has a process of its own";
}

TEST_F(OneShotSubjectTest, ARunawayNeitherHoldsUpNorSurvives) {
  expect("(setsid sleep 1000 &); sleep 1000 & echo accept; true", AnswerKind::kAccept, "");
  EXPECT_EQ(count_leftovers(), 0);
}

TEST_F(OneShotSubjectTest, AFloodOfOutputIsReadToItsEnd) {
  expect("head -c 50000000 /dev/zero; echo; echo accept; true", AnswerKind::kAccept, "");
}

TEST_F(OneShotSubjectTest, StandardInputIsEmpty) {
  expect("check() { cat; echo accept; }; check", AnswerKind::kAccept, "");
}

TEST_F(OneShotSubjectTest, SeesALeakedCanary) {
  question_.canary = "Move the archive";
  const Answer given = ask("check() { cat \"$1\"; cat \"$1\" >&2; echo; echo accept; }; check");
  EXPECT_TRUE(given.leaked_canary);
  EXPECT_TRUE(given.canary_in_stderr);
}

TEST_F(OneShotSubjectTest, ACommandThatDoesNotExistIsAnErrorOfTheNextStart) {
  const auto factory = make_one_shot_subject_factory("no-such-verifier", patient_limits());
  auto started = factory->start();
  ASSERT_TRUE(started.ok()) << "only a run can tell";
  EXPECT_EQ((*started)->verify(question_).kind, AnswerKind::kCrash);
  EXPECT_FALSE((*started)->usable());
  started = factory->start();
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().code, ErrorCode::kSubject);
  EXPECT_NE(started.error().what.find("no-such-verifier"), std::string::npos);
}

TEST_F(OneShotSubjectTest, AFaultOfOurOwnIsNotTheSubjects) {
  ::setenv("TMPDIR", (scratch_ / "missing").c_str(), 1);
  const Answer given = ask("echo accept; true");
  EXPECT_FALSE(given.asked);
  EXPECT_NE(given.kind, AnswerKind::kAccept);
  EXPECT_NE(given.diagnosis.find("set TMPDIR"), std::string::npos) << given.diagnosis;
}

TEST_F(OneShotSubjectTest, DeclaresWhatItsUserSays) {
  SubjectDescription declared = default_one_shot_description();
  EXPECT_TRUE(declared.evidence.empty()) << "no evidence is sent to a script of two arguments";
  declared.evidence = {"ledger"};
  const auto factory = make_one_shot_subject_factory("x", {}, declared);
  EXPECT_EQ((*factory->start())->description().evidence, std::vector<std::string>{"ledger"});
  EXPECT_EQ(factory->identity(), "one-shot command: x");
}

TEST(TemporaryFolderTest, NeverOverwrites) {
  const auto folder = TemporaryFolder::make();
  ASSERT_TRUE(folder.ok());
  EXPECT_TRUE(folder->write("a", "1").ok());
  EXPECT_FALSE(folder->write("a", "2").ok());
}

}  // namespace
}  // namespace holdfast
