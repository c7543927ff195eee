// The worst that a command can do to its supervisor, each once and in full size: it is named, it
// harms nobody, and nothing of it is left (SubjectTest counts processes and files after each test).
#include "harness/subject_testing.h"

namespace holdfast {
namespace {

constexpr char kShakeHands[] =
    R"(read -r hello; echo '{"type":"hello","protocol":1,"name":"n","schemas":["s"],"policies":["exact"]}'; )";
constexpr char kAccept[] = R"(echo '{"id":"1","verdict":"accept"}'; )";

class HostileSubject : public SubjectTest {
 protected:
  Answer ask(const std::string& script, int deadline_ms = kPatientMs) {
    SubjectLimits limits = patient_limits();
    limits.answer_deadline_ms = deadline_ms;
    limits.terminate_grace_ms = 10;
    auto started = make_command_subject_factory(kShakeHands + script, limits)->start();
    EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().text());
    const Value manifest = small_manifest();
    Answer answer = (*started)->verify(question_about("1", manifest, manifest));
    ending_ = (*started)->finish();
    return answer;
  }

  SubjectEnding ending_;
};

TEST_F(HostileSubject, ThatStopsItselfIsLate) {
  const Answer answer = ask("read -r q; kill -STOP $$; " + std::string(kAccept), kImpatientMs);
  EXPECT_EQ(answer.kind, AnswerKind::kTimeout);
}

TEST_F(HostileSubject, ThatAnswersAfterItsDeadlineIsLate) {
  const Answer answer =
      ask("trap '' TERM; read -r q; sleep 5; " + std::string(kAccept) + "sleep 1000", kImpatientMs);
  EXPECT_EQ(answer.kind, AnswerKind::kTimeout);
  EXPECT_NE(answer.diagnosis.find("not a single byte"), std::string::npos) << answer.diagnosis;
}

TEST_F(HostileSubject, WhoseGrandchildrenHoldThePipeAndIgnoreTermLeavesNone) {
  const Answer answer =
      ask("trap '' TERM; for i in 1 2 3; do setsid sh -c 'trap \"\" TERM; while :; do sleep 1000; "
          "done' & "
          "done; read -r q; while :; do sleep 1000; done",
          kImpatientMs);
  EXPECT_EQ(answer.kind, AnswerKind::kTimeout);
  EXPECT_EQ(count_leftovers(), 0);
}

TEST_F(HostileSubject, ThatDiesOfItsOwnMemoryLimitCrashes) {
  const Answer answer = ask(
      "ulimit -v 300000; read -r q; exec python3 -c 'x = []\nwhile True: x.append(bytearray(1 << "
      "20))'");
  EXPECT_EQ(answer.kind, AnswerKind::kCrash);
  EXPECT_NE(answer.stderr_tail.find("MemoryError"), std::string::npos) << answer.stderr_tail;
}

class SlowHostileSubject : public HostileSubject {};

TEST_F(SlowHostileSubject, That200MegabytesOfOutputAreCut) {
  const Answer answer = ask("read -r q; head -c 200000000 /dev/zero; " + std::string(kAccept));
  EXPECT_EQ(answer.kind, AnswerKind::kMalformed);
  EXPECT_NE(answer.diagnosis.find("no end after"), std::string::npos) << answer.diagnosis;
}

TEST_F(SlowHostileSubject, That200MegabytesOfErrorsAreDrained) {
  const Answer answer = ask("read -r q; head -c 200000000 /dev/zero >&2; " + std::string(kAccept) +
                            "exec cat >/dev/null");
  EXPECT_EQ(answer.kind, AnswerKind::kAccept) << answer.diagnosis;
  EXPECT_TRUE(ending_.clean) << ending_.note;
  EXPECT_LE(ending_.stderr_tail.size(), std::size_t{64 * 1024});
}

}  // namespace
}  // namespace holdfast
