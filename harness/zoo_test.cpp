// The zoo: every fault is found, and nothing is found in verifiers that are right. The tools are
// held to what they promise: a fault that changes nothing is a correct verifier.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/json.h"
#include "harness/builtin_subject.h"
#include "harness/independent_verifiers_test.h"
#include "harness/probes.h"
#include "harness/subject_testing.h"
#include "harness/zoo_run.h"
#include "harness/zoo_tools.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kCasesMax = 50'000;

// Anything at all that a hunt could hold against a subject.
bool any_failure(Outcome outcome) { return is_failure(outcome); }

ZooFault fault_of(MakeJudge judge, FaultKind kind = FaultKind::kFailOpen) {
  return {.name = "test",
          .summary = "For a test.",
          .kind = kind,
          .versions = kBothVersions,
          .fields = {},
          .judge = std::move(judge)};
}

std::string finding_of(const SubjectFactory& factory, std::uint64_t seed, std::uint64_t cases) {
  const ZooHunt hunt = hunt_until(factory, seed, cases, any_failure);
  return hunt.found ? std::string(to_text(hunt.found->outcome)) + " by " + hunt.found->by +
                          ", seed " + std::to_string(seed) + ", case " + std::to_string(hunt.cases)
                    : "";
}

TEST(Zoo, HoldsEveryFileOfTheFolder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(HOLDFAST_SOURCE_DIR "/harness/zoo")) {
    files.push_back(entry.path().stem().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> names;
  for (const ZooFault& fault : zoo::all()) {
    names.emplace_back(fault.name);
  }
  EXPECT_EQ(names, files);
  EXPECT_GE(names.size(), 60U);
}

TEST(Zoo, DescribesEveryFaultAndHasEveryKind) {
  Manifest v2;
  v2.version = Version::kV2;
  const Value document = to_value(v2);
  std::set<FaultKind> kinds;
  std::set<std::string_view> summaries;
  for (const ZooFault& fault : zoo::all()) {
    kinds.insert(fault.kind);
    EXPECT_TRUE(fault.summary.ends_with(".")) << fault.name;
    EXPECT_TRUE(summaries.insert(fault.summary).second || fault.kind == FaultKind::kOverStrict)
        << fault.name << " has the summary of another";
    EXPECT_FALSE(fault.versions.empty()) << fault.name;
    for (const std::string_view field : fault.fields) {
      EXPECT_NE(document.find(field), nullptr) << fault.name << " " << field;
    }
  }
  EXPECT_EQ(kinds.size(), 5U);
}

TEST(ZooTools, GiveACorrectVerifierWhereTheFaultChangesNothing) {
  const MakeJudge judges[] = {
      correct_judge,
      comparing_otherwise([](Manifest&, Manifest&) {}),
      comparing_texts([](std::string_view text) { return std::string(text); }),
      misreading([](Value&) {}),
      misreading_text([](std::string&) {}),
      misreading_evidence([](Value&) {}),
      misjudging([](const Judged&) {}),
      blind_to({}),
      refusing("invalid_value", [](const Manifest&) { return false; }),
      refusing_text("invalid_json", [](std::string_view) { return false; }),
      opening_when([](const Manifest&, const Manifest&) { return false; }),
      remembering<int>(
          [](const Question& question, const Judge& correct, int&) { return correct(question); })};
  for (std::size_t i = 0; i < std::size(judges); ++i) {
    const ZooFault fault = fault_of(judges[i]);
    EXPECT_EQ(finding_of(*make_zoo_subject_factory(fault), i, 2000), "") << "tool " << i;
  }
}

TEST(ZooTools, StartEveryVerifierWithAMemoryOfItsOwn) {
  const ZooFault fault = fault_of(remembering<int>([](const Question&, const Judge&, int& asked) {
    return ++asked == 1 ? accepting() : refusing_with("task_changed");
  }));
  const auto factory = make_zoo_subject_factory(fault);
  const Value document = small_manifest();
  auto first = factory->start();
  auto second = factory->start();
  EXPECT_EQ((*first)->verify(question_about("1", document, document)).kind, AnswerKind::kAccept);
  EXPECT_EQ((*first)->verify(question_about("2", document, document)).kind, AnswerKind::kReject);
  EXPECT_EQ((*second)->verify(question_about("1", document, document)).kind, AnswerKind::kAccept);
}

TEST(ZooHunt, CountsAFaultByItsKindAlone) {
  EXPECT_TRUE(shows(FaultKind::kFailOpen, Outcome::kAccepted));
  EXPECT_FALSE(shows(FaultKind::kFailOpen, Outcome::kFalseAlarm));
  EXPECT_TRUE(shows(FaultKind::kOverStrict, Outcome::kFalseAlarm));
  EXPECT_FALSE(shows(FaultKind::kOverStrict, Outcome::kAccepted));
  EXPECT_TRUE(shows(FaultKind::kWrongReason, Outcome::kRejectedWrongReason));
  EXPECT_FALSE(shows(FaultKind::kWrongReason, Outcome::kFalseAlarm));
  for (const FaultKind kind : {FaultKind::kFailOpen, FaultKind::kOverStrict, FaultKind::kStateful,
                               FaultKind::kWrongReason, FaultKind::kOrderDependent}) {
    EXPECT_FALSE(shows(kind, Outcome::kRejected));
    EXPECT_FALSE(shows(kind, Outcome::kControlAccepted));
    EXPECT_FALSE(shows(kind, Outcome::kCrash));
  }
}

TEST(ZooHunt, GivesTheSameCasesAndBytesForAnyNumberOfWorkers) {
  ZooOptions options;
  options.seeds = 1;
  options.cases_max = 500;
  std::string first;
  for (const unsigned workers : {1U, 3U}) {
    options.workers = workers;
    const std::string text = write_compact_json(to_value(hunt_zoo(options), options));
    first = first.empty() ? text : first;
    EXPECT_EQ(text, first) << workers << " workers";
  }
  EXPECT_EQ(first.find("elapsed"), std::string::npos);
}

TEST(ZooHunt, SaysWhatItDidNotFind) {
  const ZooFault fault = fault_of(correct_judge);
  ZooOptions options;
  options.seeds = 2;
  options.cases_max = 500;
  const std::vector<ZooEntry> entries = {hunt_fault(fault, options)};
  EXPECT_EQ(entries[0].times_found(), 0U);
  EXPECT_EQ(entries[0].median_cases(), 500U);
  EXPECT_NE(zoo_report(entries, options).find("NOT FOUND with 2 of 2 seeds"), std::string::npos);
}

// Each probe finds what the stream alone cannot.
TEST(Probes, FindAVerifierThatAnswersTheSameQuestionOtherwise) {
  const ZooFault fault =
      fault_of(remembering<std::string>(
                   [](const Question& question, const Judge& correct, std::string& last) {
                     Answer answer = correct(question);
                     const std::string now = bytes_of(question.before) + bytes_of(question.after);
                     if (now == last) {
                       answer.reasons.emplace_back("said_before");
                     }
                     last = now;
                     return answer;
                   }),
               FaultKind::kStateful);
  const ZooHunt hunt = hunt_until(*make_zoo_subject_factory(fault), 1, 500, any_failure);
  ASSERT_TRUE(hunt.found);
  EXPECT_EQ(hunt.found->outcome, Outcome::kNondeterministic);
  EXPECT_EQ(hunt.found->by, "probe:again");
}

TEST(Probes, FindAVerifierWhoseFirstAnswerIsSpecial) {
  const ZooFault fault =
      fault_of(remembering<int>([](const Question& question, const Judge& correct, int& asked) {
                 Answer answer = correct(question);
                 if (++asked > 10 && !accepts(answer)) {
                   answer.reasons.emplace_back("later");
                 }
                 return answer;
               }),
               FaultKind::kStateful);
  const ZooHunt hunt = hunt_until(*make_zoo_subject_factory(fault), 1, 500, any_failure);
  ASSERT_TRUE(hunt.found);
  EXPECT_EQ(hunt.found->outcome, Outcome::kOrderDependent);
}

TEST(Probes, FindAVerifierThatKnowsResultsAndNotRecords) {
  const ZooFault fault =
      fault_of(remembering<std::set<std::string>>([](const Question& question, const Judge& correct,
                                                     std::set<std::string>& accepted) {
                 if (accepted.contains(bytes_of(question.after))) {
                   return accepting();
                 }
                 Answer answer = correct(question);
                 if (accepts(answer)) {
                   accepted.insert(bytes_of(question.after));
                 }
                 return answer;
               }),
               FaultKind::kStateful);
  const ZooHunt hunt = hunt_until(*make_zoo_subject_factory(fault), 1, 500, any_failure);
  ASSERT_TRUE(hunt.found);
  EXPECT_EQ(hunt.found->by, "probe:other_record");
}

TEST(Probes, TakeReasonsAsASet) {
  Answer a = refusing_with("x");
  a.reasons.emplace_back("y");
  Answer b = refusing_with("y");
  b.reasons.emplace_back("x");
  EXPECT_TRUE(says_the_same(a, b));
  b.reasons.emplace_back("z");
  EXPECT_FALSE(says_the_same(a, b));
  EXPECT_FALSE(says_the_same(refusing_with("x"), accepting()));
}

TEST(CorrectVerifiers, AreNotSaidToBeWrong) {
  constexpr std::uint64_t kCases = 4000;
  EXPECT_EQ(finding_of(*make_builtin_subject_factory(), 5, kCases), "") << "built-in";
  EXPECT_EQ(finding_of(*make_oracle_verifier(), 5, kCases), "") << "oracle";
  EXPECT_EQ(finding_of(*make_direct_verifier(), 5, kCases), "") << "direct";
}

// HOLDFAST_ZOO_CASES: how many cases a verifier, for a long run.
TEST(SlowCorrectVerifiers, AreNotSaidToBeWrongInManyCases) {
  const char* wanted = std::getenv("HOLDFAST_ZOO_CASES");
  const std::uint64_t cases = wanted == nullptr ? 100'000 : std::strtoull(wanted, nullptr, 10);
  EXPECT_EQ(finding_of(*make_builtin_subject_factory(), 11, cases), "") << "built-in";
  EXPECT_EQ(finding_of(*make_oracle_verifier(), 12, cases), "") << "oracle";
  EXPECT_EQ(finding_of(*make_direct_verifier(), 13, cases), "") << "direct";
}

TEST(SlowZoo, EveryFaultIsFoundWithEverySeed) {
  ZooOptions options;
  options.cases_max = kCasesMax;
  options.workers = 2;
  const std::vector<ZooEntry> entries = hunt_zoo(options);
  for (const ZooEntry& entry : entries) {
    EXPECT_EQ(entry.times_found(), options.seeds)
        << entry.fault->name << ": " << entry.fault->summary;
  }
}

}  // namespace
}  // namespace holdfast
