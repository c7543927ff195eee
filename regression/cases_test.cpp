// Replays every stored case against the built-in verifier. A case is regression/cases/<invariant>/<id>.json;
// its flags are explained once in notes.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/file.h"
#include "core/json.h"
#include "harness/builtin_subject.h"
#include "harness/replay.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(HOLDFAST_SOURCE_DIR) / "regression";

std::vector<fs::path> case_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kFolder / "cases")) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(RegressionCases, AreAllJudgedAsTheySay) {
  const auto factory = make_builtin_subject_factory();
  const std::vector<fs::path> files = case_files();
  EXPECT_FALSE(files.empty());
  for (const fs::path& file : files) {
    const Result<Case> read = read_case(file.string());
    ASSERT_TRUE(read.ok()) << read.error().text();
    const Result<ReplayResult> result = replay_case(*read, *factory);
    ASSERT_TRUE(result.ok());
    std::string reasons;
    for (const std::string& reason : result->answer.reasons) {
      reasons += " " + reason;
    }
    EXPECT_TRUE(result->as_expected) << file << " " << to_text(result->outcome) << reasons;
  }
}

TEST(RegressionCases, LieInTheFolderOfTheirInvariantUnderTheirName) {
  for (const fs::path& file : case_files()) {
    const Result<Case> read = read_case(file.string());
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(file, kFolder / "cases" / read->invariant / (read->id + ".json"));
    EXPECT_EQ(*read_file(file.string()), write_pretty_json(to_value(*read))) << file << " is not as written";
  }
}

TEST(RegressionCases, HaveEachFlagExplainedOnce) {
  const JsonReading notes = read_json(*read_file((kFolder / "notes.json").string()));
  ASSERT_TRUE(notes.value && notes.value->is_object());
  std::vector<std::string> used;
  for (const fs::path& file : case_files()) {
    const Result<Case> read = read_case(file.string());
    ASSERT_TRUE(read.ok()) << read.error().text();
    for (const std::string& flag : read->flags) {
      EXPECT_NE(notes.value->find(flag), nullptr) << file << " has the flag " << flag << " without a note";
      used.push_back(flag);
    }
  }
  for (const std::string& flag : notes.value->names()) {
    EXPECT_NE(std::find(used.begin(), used.end(), flag), used.end()) << flag << " is used by no case";
  }
}

}  // namespace
}  // namespace holdfast
