#include "harness/regression_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/file.h"
#include "core/json.h"
#include "harness/temporary_folder.h"

namespace holdfast {
namespace {

Case a_case(const std::string& stem = "drop_prohibition") {
  Case c;
  c.comment = "One is gone.";
  c.invariant = "prohibition";
  c.source = "generated";
  c.before = CaseDocument::of(Value::object({{"taskId", "t"}}));
  c.after = CaseDocument();
  c.expect = {false, {"after_missing"}};
  c.id = case_id(stem, c);
  return c;
}

std::string first_fault(const std::string& folder) {
  const auto faults = lint_regression_folder(folder);
  EXPECT_TRUE(faults) << faults.error().text();
  return faults->empty() ? "" : faults->front();
}

TEST(RegressionFolder, TakesACaseWithANoteAndIsInOrderThen) {
  const TemporaryFolder folder = std::move(*TemporaryFolder::make());
  EXPECT_FALSE(add_regression(folder.path(), a_case(), {"night", "", ""})) << "no note";
  EXPECT_FALSE(add_regression(folder.path(), a_case(), {"Not a token", "x", ""}));
  const auto path = add_regression(folder.path(), a_case(), {"night", "From a nightly run.", ""});
  ASSERT_TRUE(path) << path.error().text();
  EXPECT_EQ(first_fault(folder.path()), "");
  EXPECT_FALSE(add_regression(folder.path(), a_case(), {"night", "", ""})) << "it is there";
  EXPECT_TRUE(add_regression(folder.path(), a_case("another"), {"night", "", "Another."}));
  EXPECT_EQ(first_fault(folder.path()), "");
  EXPECT_EQ(read_case(*path)->flags, std::vector<std::string>{"night"});
}

TEST(RegressionFolder, SaysWhatIsWrongWithIt) {
  const TemporaryFolder folder = std::move(*TemporaryFolder::make());
  EXPECT_FALSE(lint_regression_folder(folder.path() + "/absent"));
  const auto path = add_regression(folder.path(), a_case(), {"night", "From a nightly run.", ""});
  ASSERT_TRUE(path);
  const std::string bytes = *read_file(*path);
  const std::string other = folder.path() + "/cases/prohibition/other.json";

  ASSERT_TRUE(write_file(other, bytes));
  EXPECT_NE(first_fault(folder.path()).find("belongs to"), std::string::npos);
  ASSERT_TRUE(write_file(other, "{}"));
  EXPECT_NE(first_fault(folder.path()), "");
  std::filesystem::remove(other);

  ASSERT_TRUE(write_file(*path, bytes + "\n"));
  EXPECT_NE(first_fault(folder.path()).find("not written as"), std::string::npos);
  ASSERT_TRUE(write_file(*path, bytes));

  ASSERT_TRUE(write_file(folder.path() + "/notes.json", "{}\n"));
  EXPECT_NE(first_fault(folder.path()).find("no note for the flag night"), std::string::npos);
  ASSERT_TRUE(write_file(folder.path() + "/notes.json", R"({"night":"n","day":"d"})"));
  EXPECT_NE(first_fault(folder.path()).find("no case has the flag day"), std::string::npos);
}

TEST(RegressionFolder, OfThisProjectIsInOrder) {
  EXPECT_EQ(first_fault(HOLDFAST_SOURCE_DIR "/regression"), "");
}

}  // namespace
}  // namespace holdfast
