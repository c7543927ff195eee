// The grading of a verifier, run as a user runs it.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

TEST(ConformanceCommand, GradesTheBuiltIn) {
  const Program program;
  const Ran ran = program.run("conformance");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("grade 5 of 5"), std::string::npos) << ran.out;
}

TEST(ConformanceCommand, ShowsWhatAWeakVerifierMisses) {
  const Program program;
  const std::string weak = " --subject 'python3 \"$SOURCE/examples/weak_verifier.py\"'";
  const Ran ran = program.run("conformance" + weak);
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_NE(ran.out.find("grade 0 of 5"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("v1-phase-order  accepted"), std::string::npos) << ran.out;
  const Ran json = program.run("conformance --json" + weak);
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_NE(json.out.find("\"conformance-report/v1\""), std::string::npos);
  EXPECT_NE(json.out.find("\"outcome\": \"false_alarm\""), std::string::npos);
}

TEST(ConformanceCommand, RunsOneVectorAndWritesIt) {
  const Program program;
  const Ran one = program.run("conformance --vector v1-same --vector v1-not-lost");
  EXPECT_EQ(one.exit_code, 0) << one.out << one.err;
  EXPECT_NE(one.out.find("2 of 2 vectors passed"), std::string::npos) << one.out;
  EXPECT_EQ(program.run("conformance --vector v1-not-lost --export vectors").exit_code, 0);
  EXPECT_EQ(program.run("replay vectors/v1-not-lost.json").exit_code, 0);
  EXPECT_GT(line_count(program.run("conformance --list").out), 450U);
}

TEST(ConformanceCommand, NamesWhatIsWrong) {
  const Program program;
  const Ran unknown = program.run("conformance --vector no-such");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("no vector has the id no-such"), std::string::npos) << unknown.err;
  EXPECT_EQ(program.run("conformance --subject no-such-verifier").exit_code, 4);
  const Ran help = program.run("conformance --help");
  EXPECT_NE(help.out.find("holdfast conformance --subject"), std::string::npos) << help.out;
}

// A verifier that lets everything through after its hundredth question.
TEST(ConformanceCommand, EndsWith6WhenAnswersHangOnTheOrder) {
  const Program program;
  program.write("tired.py", R"(import json, sys
for n, line in enumerate(sys.stdin):
    q = json.loads(line)
    if n == 0:
        print(json.dumps({"type": "hello", "protocol": 1, "name": "tired", "schemas": ["resume-manifest/v1"], "policies": ["exact"]}), flush=True)
    else:
        print(json.dumps({"id": q["id"], "verdict": "reject" if n < 50 else "accept"}), flush=True)
)");
  const Ran ran = program.run("conformance --subject 'python3 tired.py'");
  EXPECT_EQ(ran.exit_code, 6) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("order_dependent"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace holdfast::testing
