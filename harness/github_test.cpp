// Annotations and the step summary: only inside Actions, one command a line, within the limits.
#include "harness/github.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/file.h"
#include "harness/report_testing.h"

namespace holdfast::testing {
namespace {

Environment environment_of(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

class GithubTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string path = ::testing::TempDir() + "github-test-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string summary_path() const { return folder_ + "/summary.md"; }

  std::string folder_;
};

TEST(Github, IsOneCommandALineWhateverTheRecordHolds) {
  for (const std::string& text : hostile_texts()) {
    const std::string lines = github::annotations(facts_of({.subject = text, .strategy = text}));
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
    EXPECT_EQ(lines.compare(0, 14, "::error title="), 0) << lines;
    EXPECT_EQ(lines.find('\r'), std::string::npos);
    EXPECT_EQ(lines.find('\x1b'), std::string::npos);
  }
  EXPECT_EQ(github::annotations(facts_of({.failures = 0})).compare(0, 8, "::notice"), 0);
}

TEST_F(GithubTest, DoesNothingOutsideOfActions) {
  const auto lines = github::report_run(environment_of({{"GITHUB_STEP_SUMMARY", summary_path()}}),
                                        "no record", "", "run.jsonl");
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(*lines, "");
  EXPECT_FALSE(std::filesystem::exists(summary_path()));
}

TEST_F(GithubTest, AppendsToTheSummaryOfTheStep) {
  const auto environment =
      environment_of({{"GITHUB_ACTIONS", "true"}, {"GITHUB_STEP_SUMMARY", summary_path()}});
  ASSERT_TRUE(write_file(summary_path(), "# earlier\n").ok());
  const auto lines = github::report_run(environment, record_of({}), "", "run.jsonl");
  ASSERT_TRUE(lines.ok()) << lines.error().text();
  EXPECT_NE(lines->find("1 kind of damage got through"), std::string::npos);
  const auto page = read_file(summary_path());
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->compare(0, 13, "# earlier\n\n##"), 0) << *page;
}

TEST_F(GithubTest, StaysBelowTheLimitOfTheRunner) {
  const auto environment = environment_of({{"GITHUB_STEP_SUMMARY", summary_path()}});
  ASSERT_TRUE(github::append_summary(environment, std::string(600'000, 'a')).ok());
  ASSERT_TRUE(github::append_summary(environment, std::string(600'000, 'b')).ok());
  const auto page = read_file(summary_path());
  ASSERT_TRUE(page.ok());
  EXPECT_LT(page->size(), 1U << 20);
  EXPECT_NE(page->find("does not fit"), std::string::npos);
}

TEST_F(GithubTest, SaysWhereTheSummaryCannotBeWritten) {
  const auto failed = github::append_summary(
      environment_of({{"GITHUB_STEP_SUMMARY", folder_ + "/none/summary.md"}}), "x");
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().text().find("none/summary.md"), std::string::npos);
  const auto broken =
      github::report_run(environment_of({{"GITHUB_ACTIONS", "true"}}), "x", "", "run.jsonl");
  EXPECT_FALSE(broken.ok());
}

}  // namespace
}  // namespace holdfast::testing
