// `shrink` and `explain`, run as a user runs them.
#include <gtest/gtest.h>

#include <memory>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

const std::string kWeak = " --subject 'python3 \"$SOURCE/examples/weak_verifier.py\"'";
const std::string kHole = ".holdfast/failures/objective.change_objective.accepted.json";

class ShrinkCommand : public ::testing::Test {
 protected:
  // One hunt for all of them: a subject of another language is slow to ask.
  static void SetUpTestSuite() {
    program_ = std::make_unique<Program>();
    const Ran ran = program_->run("hunt --seed 7 --cases 500" + kWeak);
    ASSERT_EQ(ran.exit_code, 1) << ran.err;
    ASSERT_TRUE(std::filesystem::exists(program_->path(kHole)));
  }
  static void TearDownTestSuite() { program_.reset(); }
  static Ran run(const std::string& arguments) { return program_->run(arguments); }
  static std::unique_ptr<Program> program_;
};
std::unique_ptr<Program> ShrinkCommand::program_;

TEST_F(ShrinkCommand, WritesACaseThatFailsForTheSubjectAndNotForTheBuiltIn) {
  const Ran ran = run("shrink " + kHole + " --out small.json" + kWeak);
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_NE(ran.err.find("minimal"), std::string::npos) << ran.err;
  EXPECT_EQ(run("replay small.json" + kWeak).exit_code, 1);
  EXPECT_EQ(run("replay small.json").exit_code, 0);
  const Ran explained = run("explain small.json --json" + kWeak);
  EXPECT_EQ(explained.exit_code, 1) << explained.err;
  EXPECT_NE(explained.out.find("\"necessary\""), std::string::npos) << explained.out;
  EXPECT_NE(explained.out.find("\"/objective\""), std::string::npos) << explained.out;
}

TEST_F(ShrinkCommand, MarksWhatItsCallsWereNotEnoughFor) {
  const std::string stored = ".holdfast/failures/phase.invent_phase.accepted.json";
  const Ran ran = run("shrink " + stored + " --calls 1" + kWeak);
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_NE(ran.err.find("NOT MINIMAL"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("\"case/v1\""), std::string::npos) << ran.out;
}

TEST_F(ShrinkCommand, SaysThatThereIsNothingToLookForWhereTheCaseDoesNotFail) {
  for (const std::string command : {"shrink ", "explain "}) {
    const Ran ran = run(command + kHole);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.out.find("as expected"), std::string::npos) << ran.out;
  }
}

TEST_F(ShrinkCommand, RefusesWhatItCannotUse) {
  program_->write("no_case.json", "{}");
  for (const std::string command : {"shrink ", "explain "}) {
    EXPECT_EQ(run(command + "no_case.json").exit_code, 7);
    EXPECT_EQ(run(command + kHole + " --calls 0").exit_code, 2);
    EXPECT_EQ(run(command + kHole + " --subject /nowhere/at/all").exit_code, 4);
  }
}

}  // namespace
}  // namespace holdfast::testing
