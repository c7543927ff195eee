#include "harness/command_subject.h"

#include "harness/subject_testing.h"

namespace holdfast {
namespace {

// A shell script that shakes hands and then does as told. `read -r question` takes the next
// question.
std::string after_handshake(const std::string& script) {
  return R"(read -r hello
echo '{"type":"hello","protocol":1,"name":"n","schemas":["s"],"policies":["exact"],"reasons":{"mine":"task_changed"}}'
)" + script;
}

// Shakes hands and says more in the same write, so that it is there before anything is asked.
std::string handshake_and(const std::string& more) {
  return R"(read -r hello
printf '{"type":"hello","protocol":1,"name":"n","schemas":["s"],"policies":["exact"]}\n)" +
         more + "'\n";
}

// Answers question `id` with the rest of an answer.
std::string answer(const std::string& id, const std::string& members) {
  return "read -r question; echo '{\"id\":\"" + id + "\"," + members + "}'\n";
}

constexpr char kAccept[] = R"("verdict":"accept")";
constexpr char kStay[] = "exec cat >/dev/null\n";  // reads to the end of input, then exits with 0

class CommandSubjectTest : public SubjectTest {
 protected:
  static std::unique_ptr<Subject> start(const std::string& command,
                                        const SubjectLimits& limits = patient_limits()) {
    auto started = make_command_subject_factory(command, limits)->start();
    EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().text());
    return std::move(*started);
  }
  static Error start_error(const std::string& command,
                           const SubjectLimits& limits = patient_limits()) {
    const auto started = make_command_subject_factory(command, limits)->start();
    EXPECT_FALSE(started.ok());
    EXPECT_EQ(started.error().code, ErrorCode::kSubject);
    EXPECT_EQ(started.error().where, command);
    return started.error();
  }
  Question question(std::string id) const {
    return question_about(std::move(id), manifest_, manifest_);
  }
  // Asks one question of a subject that fails at it.
  Answer failure(const std::string& command, const SubjectLimits& limits = patient_limits()) const {
    const std::unique_ptr<Subject> subject = start(command, limits);
    Answer given = subject->verify(question("1"));
    EXPECT_FALSE(subject->usable());
    EXPECT_EQ(count_leftovers(), 0) << "a failed subject is ended at once";
    EXPECT_FALSE(subject->finish().clean);
    return given;
  }
  static SubjectLimits impatient_limits() {
    SubjectLimits limits = patient_limits();
    limits.answer_deadline_ms = kImpatientMs;
    limits.terminate_grace_ms = 10;
    return limits;
  }

  Value manifest_ = small_manifest();
};

void expect_mentions(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(CommandSubjectTest, ShakesHandsAndAnswers) {
  const auto subject = start(
      after_handshake(answer("1", kAccept) +
                      answer("2", R"("verdict":"reject","reasons":["mine","other"],"took":1.5)") +
                      answer("3", R"("error":"too hard")") + answer("4", kAccept) + kStay));
  EXPECT_EQ(subject->description().name, "n");
  EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
  const Answer rejected = subject->verify(question("2"));
  EXPECT_EQ(rejected.kind, AnswerKind::kReject);
  EXPECT_EQ(rejected.reasons, (std::vector<std::string>{"task_changed", "other"}));
  const Answer unsure = subject->verify(question("3"));
  EXPECT_EQ(unsure.kind, AnswerKind::kIndeterminate);
  EXPECT_EQ(unsure.error_text, "too hard");
  EXPECT_EQ(unsure.diagnosis.find("too hard"), std::string::npos)
      << "its words stay out of the diagnosis";
  EXPECT_TRUE(subject->usable()) << "not to know is allowed";
  EXPECT_EQ(subject->verify(question("4")).kind, AnswerKind::kAccept);
  const SubjectEnding ending = subject->finish();
  EXPECT_TRUE(ending.clean) << ending.note;
  EXPECT_EQ(ending.about, "4");
  EXPECT_EQ(ending.note, "");
  EXPECT_FALSE(subject->usable());
}

TEST_F(CommandSubjectTest, QuotesAndPipesOfTheCommandWork) {
  const auto subject = start(
      "cat | sed -u -n -e '1s/.*/{\"type\":\"hello\",\"protocol\":1,\"name\":\"a "
      "b\",\"schemas\":[\"s\"],"
      "\"policies\":[\"exact\"]}/p' -e "
      "\"2s/.*/{\\\"id\\\":\\\"1\\\",\\\"verdict\\\":\\\"accept\\\"}/p\"");
  EXPECT_EQ(subject->description().name, "a b");
  EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
  EXPECT_TRUE(subject->finish().clean);
}

TEST_F(CommandSubjectTest, NamesAnotherProtocol) {
  const Error error = start_error("read -r line; echo '{\"type\":\"hello\",\"protocol\":2}'; cat");
  expect_mentions(error.what, "speaks protocol 2, and only protocol 1 is known");
}

TEST_F(CommandSubjectTest, NamesOutputBeforeTheHandshake) {
  expect_mentions(start_error("echo ready; cat").what, "its first line is not JSON");
}

TEST_F(CommandSubjectTest, NamesAHandshakeThatNeverComes) {
  SubjectLimits limits = patient_limits();
  limits.start_deadline_ms = kImpatientMs;
  limits.terminate_grace_ms = 10;
  expect_mentions(start_error("exec sleep 1000", limits).what, "not a single byte came");
  std::string what;
  for (limits.start_deadline_ms = kImpatientMs;
       limits.start_deadline_ms < kPatientMs &&
       what.find("no newline after 7 bytes") == std::string::npos;
       limits.start_deadline_ms *= 4) {
    what = start_error("printf '{\"type\"'; exec sleep 1000", limits).what;
  }
  expect_mentions(what, "no newline after 7 bytes");
}

TEST_F(CommandSubjectTest, NamesACommandThatDoesNotExist) {
  const Error error = start_error("no-such-verifier --flag");
  expect_mentions(error.what, "the subject could not be started: ");
  expect_mentions(error.what, "no-such-verifier");
  expect_mentions(error.what, "not found");
}

TEST_F(CommandSubjectTest, NamesACommandThatIsNotExecutable) {
  expect_mentions(start_error("/etc/passwd").what, "the subject could not be started: ");
}

TEST_F(CommandSubjectTest, NamesAnExitBeforeTheHandshake) {
  const Error error = start_error("echo 'module not found' >&2; exit 3");
  expect_mentions(error.what, "ended with status 3; its last words: module not found");
}

TEST_F(CommandSubjectTest, TimesOutWithoutAByte) {
  const Answer given = failure(after_handshake("exec sleep 1000"), impatient_limits());
  EXPECT_EQ(given.kind, AnswerKind::kTimeout);
  expect_mentions(given.diagnosis, "not a single byte came before the deadline of 200 ms");
}

TEST_F(CommandSubjectTest, TimesOutWithoutANewline) {
  const Answer given =
      failure(handshake_and(R"({"id":"1",)") + "exec sleep 1000", impatient_limits());
  EXPECT_EQ(given.kind, AnswerKind::kTimeout);
  expect_mentions(given.diagnosis, "no newline after 10 bytes");
}

TEST_F(CommandSubjectTest, ALineThatLacksItsEndIsNeverAnAnswer) {
  const Answer given =
      failure(after_handshake(R"(read -r q; printf '{"id":"1","verdict":"accept"}')"));
  EXPECT_EQ(given.kind, AnswerKind::kCrash);
  expect_mentions(given.diagnosis, "ended with status 0 after 29 bytes of an unfinished line");
}

TEST_F(CommandSubjectTest, EveryMalformedAnswerIsNamed) {
  const std::pair<std::string, const char*> malformed[] = {
      {answer("2", kAccept), "wrong id: \"2\""},
      {"read -r q; echo yes\n", "is not JSON"},
      {"read -r q; printf '\\377\\n'\n", "is not UTF-8"},
      {"read -r q; echo\n", "is empty"},
      {answer("1", R"("verdict":"maybe")"), "unknown verdict, \"maybe\""},
      {answer("1", R"("verdict":"accept","reasons":["mine"])"), "accepts and gives reasons"},
      {"read -r q; echo '{\"error\":\"x\"}'\n", "no \"id\""},
  };
  for (const auto& [script, diagnosis] : malformed) {
    const Answer given = failure(after_handshake(script + kStay));
    EXPECT_EQ(given.kind, AnswerKind::kMalformed) << script;
    expect_mentions(given.diagnosis, diagnosis);
    EXPECT_TRUE(given.about.empty());
  }
}

TEST_F(CommandSubjectTest, AnAnswerBeforeTheQuestionIsNamed) {
  const Answer given = failure(handshake_and(R"({"id":"1","verdict":"accept"}\n)") + kStay);
  EXPECT_EQ(given.kind, AnswerKind::kMalformed);
  expect_mentions(given.diagnosis, "answered before it was asked");
}

// Whether the second answer is there when the next question is sent or comes after, it is blamed on
// the question that it repeats.
TEST_F(CommandSubjectTest, ASecondAnswerIsAboutTheQuestionThatItRepeats) {
  const std::string second = "echo '{\"id\":\"1\",\"verdict\":\"reject\"}'\n";
  for (const std::string& script : {answer("1", kAccept) + second + kStay,
                                    answer("1", kAccept) + "read -r question\n" + second + kStay,
                                    answer("1", kAccept) + answer("2", kAccept) + second + kStay}) {
    const auto subject = start(after_handshake(script));
    EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
    Answer given = subject->verify(question("2"));
    if (given.kind == AnswerKind::kAccept) {
      given = subject->verify(question("3"));
    }
    EXPECT_EQ(given.kind, AnswerKind::kMalformed);
    EXPECT_EQ(given.about, "1");
    expect_mentions(given.diagnosis, "a second answer came to the question \"1\"");
  }
}

TEST_F(CommandSubjectTest, ASecondAnswerToTheLastQuestionIsSeenAtTheEnd) {
  const auto subject = start(after_handshake(
      answer("1", kAccept) + "cat >/dev/null; echo '{\"id\":\"1\",\"verdict\":\"reject\"}'"));
  EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
  const SubjectEnding ending = subject->finish();
  EXPECT_TRUE(ending.stray_output);
  EXPECT_EQ(ending.about, "1");
  EXPECT_FALSE(ending.clean);
}

TEST_F(CommandSubjectTest, APromptIsNamedAndDoesNotHang) {
  const auto subject =
      start(after_handshake("read -r q; printf '{\"id\":\"1\",\"verdict\":\"accept\"}\n> '\n" +
                            answer("2", kAccept) + kStay));
  EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
  const Answer given = subject->verify(question("2"));
  EXPECT_EQ(given.kind, AnswerKind::kMalformed);
  expect_mentions(given.diagnosis, "is not JSON");
}

TEST_F(CommandSubjectTest, AnExitIsNamedWithItsLastWords) {
  const Answer given =
      failure(after_handshake("read -r q; echo 'Traceback: ' >&2; echo ' oh no' >&2; exit 3"));
  EXPECT_EQ(given.kind, AnswerKind::kCrash);
  EXPECT_EQ(given.diagnosis, "the subject ended with status 3");
  EXPECT_EQ(given.stderr_tail, "Traceback: \n oh no\n");
}

TEST_F(CommandSubjectTest, AnExitWithZeroIsNoAnswerEither) {
  EXPECT_EQ(failure(after_handshake("read -r q; exit 0")).kind, AnswerKind::kCrash);
}

TEST_F(CommandSubjectTest, ADeathBySignalIsNamed) {
  const Answer given = failure(after_handshake("read -r q; kill -KILL $$"));
  EXPECT_EQ(given.kind, AnswerKind::kCrash);
  EXPECT_EQ(given.diagnosis, "the subject ended with signal 9 (SIGKILL)");
}

TEST_F(CommandSubjectTest, ASubjectThatIgnoresTermIsEndedAllTheSame) {
  const Answer given = failure(
      after_handshake("trap '' TERM; read -r q; while :; do sleep 1000; done"), impatient_limits());
  EXPECT_EQ(given.kind, AnswerKind::kTimeout);
}

TEST_F(CommandSubjectTest, AnExitIsSeenAlthoughARunawayKeepsThePipes) {
  const Answer given = failure(after_handshake("read -r q; (setsid sleep 1000 &); exit 3"));
  EXPECT_EQ(given.kind, AnswerKind::kCrash);
  expect_mentions(given.diagnosis, "status 3");
}

TEST_F(CommandSubjectTest, AFloodWithoutNewlineIsCut) {
  SubjectLimits limits = patient_limits();
  const Answer given =
      failure(after_handshake("read -r q; head -c 50000000 /dev/zero; cat"), limits);
  EXPECT_EQ(given.kind, AnswerKind::kMalformed);
  expect_mentions(given.diagnosis, "no end after 16777216 bytes");
}

TEST_F(CommandSubjectTest, AFloodOfLinesIsTheFaultOfTheQuestionBefore) {
  const auto subject = start(
      after_handshake("read -r q; while :; do echo '{\"id\":\"1\",\"verdict\":\"accept\"}'; done"));
  EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
  const Answer given = subject->verify(question("2"));
  EXPECT_EQ(given.kind, AnswerKind::kMalformed);
  EXPECT_EQ(given.about, "1");
}

TEST_F(CommandSubjectTest, AFloodOnStandardErrorIsNotJudged) {
  const auto subject = start(after_handshake(
      "read -r q; head -c 5000000 /dev/zero >&2; echo '{\"id\":\"1\",\"verdict\":\"accept\"}'\n" +
      std::string(kStay)));
  EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
  EXPECT_TRUE(subject->finish().clean);
}

TEST_F(CommandSubjectTest, BigDocumentsGoBothWays) {
  const auto subject = start(R"(exec python3 -c '
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = dict(type="hello", protocol=1, name="echo", schemas=["s"], policies=["exact"])
    else:
        answer = dict(id=message["id"], verdict="reject", echo=message)
    print(json.dumps(answer), flush=True)
')");
  manifest_.set("objective", std::string(1'000'000, 'x'));
  for (const char* id : {"1", "2"}) {
    EXPECT_EQ(subject->verify(question(id)).kind, AnswerKind::kReject);
  }
  EXPECT_TRUE(subject->finish().clean);
}

TEST_F(CommandSubjectTest, AnAnswerWithoutReadingTheQuestionIsNamed) {
  manifest_.set("objective", std::string(1'000'000, 'x'));
  const auto subject =
      start(after_handshake("head -c 1 >/dev/null; exec <&-; echo "
                            "'{\"id\":\"1\",\"verdict\":\"accept\"}'; exec sleep 1000"));
  const Answer given = subject->verify(question("1"));
  EXPECT_EQ(given.kind, AnswerKind::kMalformed);
  expect_mentions(given.diagnosis, "without reading the question to its end");
}

TEST_F(CommandSubjectTest, ACanaryThatComesBackIsALeak) {
  manifest_.set("objective", "canary-4711");
  const std::string echo = "read -r q; echo \"$q\" >&2; echo '{\"id\":\"1\",\"verdict\":\"accept\"";
  for (const bool leaks : {false, true}) {
    const auto subject =
        start(after_handshake(echo + (leaks ? ",\"note\":\"canary-4711\"}'\n" : "}'\n") + kStay));
    Question asked = question("1");
    asked.canary = "canary-4711";
    const Answer given = subject->verify(asked);
    EXPECT_EQ(given.kind, AnswerKind::kAccept);
    EXPECT_EQ(given.leaked_canary, leaks);
    EXPECT_TRUE(given.canary_in_stderr);
  }
}

TEST_F(CommandSubjectTest, NotesAnUncleanEnd) {
  SubjectLimits limits = patient_limits();
  const std::pair<const char*, const char*> ends[] = {
      {"cat >/dev/null; exit 5", "ended with status 5 at the end of its input"},
      {"setsid sleep 1000 & exec cat >/dev/null", "left processes behind"},
  };
  for (const auto& [script, note] : ends) {
    const auto subject = start(after_handshake(answer("1", kAccept) + script), limits);
    EXPECT_EQ(subject->verify(question("1")).kind, AnswerKind::kAccept);
    const SubjectEnding ending = subject->finish();
    EXPECT_FALSE(ending.clean);
    EXPECT_FALSE(ending.stray_output);
    expect_mentions(ending.note, note);
    EXPECT_EQ(subject->finish().note, ending.note) << "the same when asked again";
  }
  limits.end_grace_ms = kImpatientMs;
  const auto subject = start(after_handshake("exec sleep 1000"), limits);
  expect_mentions(subject->finish().note, "did not exit within 200 ms");
}

TEST_F(CommandSubjectTest, TheDestructorEndsEverything) {
  SubjectLimits limits = patient_limits();
  limits.end_grace_ms = 10;
  limits.terminate_grace_ms = 10;
  start(after_handshake("trap '' TERM; setsid sleep 1000 & while :; do sleep 1000; done"), limits);
  EXPECT_EQ(count_leftovers(), 0);
}

TEST_F(CommandSubjectTest, SaysWhatWasTested) {
  EXPECT_EQ(make_command_subject_factory("python3 x.py", {})->identity(), "command: python3 x.py");
}

}  // namespace
}  // namespace holdfast
