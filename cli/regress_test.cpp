#include "cli/program.h"

namespace holdfast::testing {
namespace {

// From a red run to a stored case, as docs/reproduce.md tells it.
TEST(Regress, TakesAFailureOfARunIntoAFolder) {
  const Program program;
  const Ran hunt = program.run(
      "hunt --seed 7 --cases 500 --subject 'python3 \"$SOURCE/examples/weak_verifier.py\"' --out "
      "run");
  ASSERT_EQ(hunt.exit_code, 1) << hunt.err;
  std::string found;
  for (const auto& entry :
       std::filesystem::directory_iterator(program.path(".holdfast/failures"))) {
    found = entry.path().filename();
  }
  ASSERT_NE(found, "");
  const std::string add =
      "regress add '.holdfast/failures/" + found + "' --folder mine --flag nightly";
  EXPECT_EQ(program.run(add).exit_code, 2) << "a new flag needs a note";
  const Ran added = program.run(add + " --note 'Found by a nightly run.'");
  EXPECT_EQ(added.exit_code, 0) << added.err;
  EXPECT_EQ(program.run("regress lint --folder mine").exit_code, 0);
  EXPECT_EQ(program.run(add).exit_code, 2) << "it is stored already";
  const std::string path = added.out.substr(0, added.out.size() - 1);
  EXPECT_EQ(program.run("replay " + path).exit_code, 0) << "the built-in refuses it";
  program.write(path, program.read(path) + "\n");
  const Ran lint = program.run("regress lint --folder mine");
  EXPECT_EQ(lint.exit_code, 1);
  EXPECT_NE(lint.out.find("not written as"), std::string::npos);
  EXPECT_EQ(program.run("regress lint --folder absent").exit_code, 2);
  EXPECT_EQ(program.run("regress").exit_code, 2);
}

}  // namespace
}  // namespace holdfast::testing
