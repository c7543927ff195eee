// The correct examples were written from the description of the formats, in three languages and
// three ways. So each checks the built-in and is checked by it: a case that they judge differently
// is a bug in one of them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "harness/campaign.h"
#include "harness/conformance.h"
#include "harness/subject_testing.h"

namespace holdfast {
namespace {

constexpr char kExamples[] = HOLDFAST_SOURCE_DIR "/examples/";

// Kept in the tests' folder and built anew when the example changes; empty where there is no
// compiler or no JSON library for it. Tests run side by side: each builds under a name of its own.
const std::string& built_example() {
  static const std::string program = [] {
    namespace fs = std::filesystem;
    const fs::path source = std::string(kExamples) + "correct_verifier.cpp";
    const fs::path path = fs::path(::testing::TempDir()) / "correct_verifier_example";
    std::error_code error;
    if (fs::exists(path) && fs::last_write_time(path, error) > fs::last_write_time(source, error)) {
      return path.string();
    }
    const std::string fresh = path.string() + "." + std::to_string(::getpid());
    const std::string command =
        "c++ -std=c++20 -O1 '" + source.string() + "' -o '" + fresh + "' 2>/dev/null";
    if (std::system(command.c_str()) != 0) {
      return std::string();
    }
    fs::rename(fresh, path, error);
    return error ? std::string() : path.string();
  }();
  return program;
}

std::string command_of(const std::string& language) {
  if (language == "Cpp") {
    return built_example().empty() ? "" : "'" + built_example() + "'";
  }
  return language == "Python" ? "python3 '" + std::string(kExamples) + "correct_verifier.py'"
                              : "node '" + std::string(kExamples) + "correct_verifier.js'";
}

class CorrectExamples : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (command_of(GetParam()).empty()) {
      GTEST_SKIP() << "the example cannot be built here";
    }
    factory_ = make_command_subject_factory(command_of(GetParam()), patient_limits());
  }
  // The built-in agrees with the expectation of every case (campaign_test.cpp), so a case on which
  // the example fails is one on which the two disagree.
  void expect_agreement(std::uint64_t seed, std::uint64_t cases, Policy policy) const {
    CampaignOptions options;
    options.stream.seed = seed;
    options.stream.policy = policy;
    options.cases = cases;
    options.shrink_calls_max = 0;
    const Result<CampaignResult> result = run_campaign(options, *factory_);
    ASSERT_TRUE(result.ok()) << result.error().text();
    EXPECT_FALSE(result->error) << result->error->text();
    EXPECT_FALSE(result->abandoned);
    for (const Bucket& bucket : result->buckets) {
      ADD_FAILURE() << bucket.key.id() << " " << bucket.count << " times, first case "
                    << bucket.first_case << " of seed " << seed << " " << bucket.diagnosis;
    }
    EXPECT_GT(result->totals[static_cast<std::size_t>(Outcome::kRejected)], cases / 2);
  }

  std::unique_ptr<SubjectFactory> factory_;
};

TEST_P(CorrectExamples, AgreeWithTheBuiltIn) { expect_agreement(5, 500, Policy::kExact); }

TEST_P(CorrectExamples, AgreeWithTheBuiltInUnderMonotone) {
  expect_agreement(6, 500, Policy::kMonotone);
}

TEST_P(CorrectExamples, GetTheGradeThatTheyClaim) {
  const auto groups = read_vectors();
  ASSERT_TRUE(groups.ok());
  const Result<ConformanceResult> result = run_conformance(*groups, *factory_);
  ASSERT_TRUE(result.ok()) << result.error().text();
  for (const VectorResult& one : result->results) {
    const std::vector<std::string>& flags = one.vector->flags;
    // The one in C++ takes the record for good, and says so; all judge pairs alone.
    const bool claimed = std::find(flags.begin(), flags.end(), "chain") == flags.end() &&
                         (GetParam() != "Cpp" || one.outcome != Outcome::kAccepted ||
                          std::find(flags.begin(), flags.end(), "record") == flags.end());
    EXPECT_TRUE(!claimed || !one.asked() || one.passed())
        << one.vector->id << " " << to_text(one.outcome) << " " << one.answer.diagnosis;
  }
  EXPECT_EQ(result->grade(*groups), GetParam() == "Cpp" ? 0 : 3);
}

INSTANTIATE_TEST_SUITE_P(Of, CorrectExamples, ::testing::Values("Python", "JavaScript", "Cpp"),
                         [](const auto& language) { return language.param; });

class SlowCorrectExamples : public CorrectExamples {};

// HOLDFAST_AGREEMENT_CASES says how many; a million take Python the better part of an hour.
TEST_P(SlowCorrectExamples, AgreeWithTheBuiltInOnManyCases) {
  const char* const asked = std::getenv("HOLDFAST_AGREEMENT_CASES");
  const std::uint64_t cases = asked == nullptr ? 20'000 : std::strtoull(asked, nullptr, 10);
  expect_agreement(7, std::max<std::uint64_t>(cases, 500), Policy::kExact);
}

INSTANTIATE_TEST_SUITE_P(Of, SlowCorrectExamples, ::testing::Values("Python", "JavaScript", "Cpp"),
                         [](const auto& language) { return language.param; });

}  // namespace
}  // namespace holdfast
