// Campaigns against the built-in verifier and against subjects that are wrong on purpose.
#include "harness/campaign.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>

#include "core/json.h"
#include "harness/builtin_subject.h"
#include "harness/replay.h"
#include "harness/run_record.h"

namespace holdfast {
namespace {

// A subject made of one function, in this process.
class FunctionSubject final : public Subject {
 public:
  using Judge = std::function<Answer(const Question&)>;
  explicit FunctionSubject(Judge judge, std::vector<std::string> schemas = {"resume-manifest/v1"})
      : judge_(std::move(judge)) {
    description_ = {.name = "function",
                    .version = "1",
                    .schemas = std::move(schemas),
                    .policies = {"exact", "monotone"},
                    .evidence = {"ledger", "progress", "sources", "approvals", "used", "receipts",
                                 "masks"},
                    .has_reason_map = false};
  }
  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question& question) override {
    Answer answer = judge_(question);
    usable_ = answer.kind != AnswerKind::kTimeout && answer.kind != AnswerKind::kCrash &&
              answer.kind != AnswerKind::kMalformed;
    return answer;
  }
  bool usable() const override { return usable_; }
  SubjectEnding finish() override { return {}; }

 private:
  Judge judge_;
  SubjectDescription description_;
  bool usable_ = true;
};

class FunctionFactory final : public SubjectFactory {
 public:
  explicit FunctionFactory(FunctionSubject::Judge judge,
                           std::vector<std::string> schemas = {"resume-manifest/v1"})
      : judge_(std::move(judge)), schemas_(std::move(schemas)) {}
  Result<std::unique_ptr<Subject>> start() const override {
    ++starts;
    return std::unique_ptr<Subject>(std::make_unique<FunctionSubject>(judge_, schemas_));
  }
  std::string identity() const override { return "function"; }
  mutable std::atomic<int> starts{0};

 private:
  FunctionSubject::Judge judge_;
  std::vector<std::string> schemas_;
};

Answer answer(AnswerKind kind) {
  Answer a;
  a.kind = kind;
  return a;
}

CampaignOptions options(std::uint64_t cases, std::uint64_t seed = 7) {
  CampaignOptions o;
  o.stream.seed = seed;
  o.cases = cases;
  o.shrink_calls_max = 100;
  return o;
}

CampaignResult run(const CampaignOptions& o, const SubjectFactory& factory,
                   const CampaignHooks& hooks = {}) {
  auto result = run_campaign(o, factory, hooks);
  EXPECT_TRUE(result.ok());
  return std::move(*result);
}

std::uint64_t total(const CampaignResult& result, Outcome outcome) {
  return result.totals[static_cast<std::size_t>(outcome)];
}

TEST(Campaign, FindsNothingInTheBuiltIn) {
  const auto factory = make_builtin_subject_factory();
  for (const Policy policy : {Policy::kExact, Policy::kMonotone}) {
    CampaignOptions o = options(10'000);
    o.stream.policy = policy;
    const CampaignResult result = run(o, *factory);
    for (const Bucket& bucket : result.buckets) {
      ADD_FAILURE() << bucket.key.id() << " " << write_compact_json(to_value(bucket.smallest));
    }
    EXPECT_EQ(total(result, Outcome::kNotAsked), 0U);
    for (std::size_t i = 0; i < result.of_strategy.size(); ++i) {
      const auto& counts = result.of_strategy[i];
      const auto equivalent = counts[static_cast<std::size_t>(Outcome::kEquivalent)];
      EXPECT_TRUE(counts[static_cast<std::size_t>(Outcome::kRejected)] > 0 ||
                  (policy == Policy::kMonotone && equivalent > 0))
          << o.stream.strategies[i].name << " was never killed";
    }
    for (std::size_t i = 0; i < result.of_control.size(); ++i) {
      EXPECT_GT(result.of_control[i][static_cast<std::size_t>(Outcome::kControlAccepted)], 0U)
          << o.stream.controls[i].name << " was never asked about";
    }
  }
}

TEST(Campaign, MakesAtMostHalfAPercentEquivalents) {
  const CampaignResult result = run(options(10'000), *make_builtin_subject_factory());
  EXPECT_LE(total(result, Outcome::kEquivalent) * 200, result.cases);
}

TEST(Campaign, GivesTheSameRecordForAnyNumberOfWorkers) {
  const auto factory = make_builtin_subject_factory();
  std::string first;
  for (const unsigned workers : {1U, 2U, 5U}) {
    CampaignOptions o = options(5'250);
    o.workers = workers;
    const std::string record = write_run_record(o, run(o, *factory), {});
    if (first.empty()) {
      first = record;
    }
    EXPECT_EQ(record, first) << workers << " workers";
  }
  CampaignOptions other = options(5'250, 8);
  EXPECT_NE(write_run_record(other, run(other, *factory), {}), first);
}

TEST(Campaign, ConvictsASubjectThatAcceptsEverything) {
  const CampaignResult result = run(
      options(1'000), FunctionFactory([](const Question&) { return answer(AnswerKind::kAccept); }));
  EXPECT_EQ(total(result, Outcome::kRejected), 0U);
  EXPECT_EQ(total(result, Outcome::kFalseAlarm), 0U);
  EXPECT_EQ(total(result, Outcome::kControlAccepted), 100U);
  EXPECT_GT(total(result, Outcome::kAccepted), 890U);
}

TEST(Campaign, ConvictsASubjectThatRejectsEverythingAndVoidsItsKills) {
  const CampaignResult result = run(
      options(1'000), FunctionFactory([](const Question&) { return answer(AnswerKind::kReject); }));
  EXPECT_EQ(total(result, Outcome::kAccepted), 0U);
  EXPECT_EQ(total(result, Outcome::kFalseAlarm), 100U);
  std::uint64_t void_kills = 0;
  for (const std::uint64_t kills : result.void_kills) {
    void_kills += kills;
  }
  EXPECT_EQ(void_kills, total(result, Outcome::kRejected));
  EXPECT_GT(void_kills, 0U);
}

TEST(Campaign, CallsARefusalForAnotherReasonWrong) {
  class Mapped final : public SubjectFactory {
   public:
    Result<std::unique_ptr<Subject>> start() const override {
      class Always final : public Subject {
       public:
        Always() {
          description_.schemas = {"resume-manifest/v1"};
          description_.policies = {"exact"};
          description_.has_reason_map = true;
        }
        const SubjectDescription& description() const override { return description_; }
        Answer verify(const Question&) override {
          Answer a;
          a.kind = AnswerKind::kReject;
          a.reasons = {"rollback_changed"};
          return a;
        }
        bool usable() const override { return true; }
        SubjectEnding finish() override { return {}; }

       private:
        SubjectDescription description_;
      };
      return std::unique_ptr<Subject>(std::make_unique<Always>());
    }
    std::string identity() const override { return "mapped"; }
  };
  const CampaignOptions o = options(1'000);
  const CampaignResult result = run(o, Mapped());
  for (std::size_t i = 0; i < result.of_strategy.size(); ++i) {
    if (o.stream.strategies[i].name == "change_rollback") {
      EXPECT_GT(result.of_strategy[i][static_cast<std::size_t>(Outcome::kRejected)], 0U);
    }
    if (o.stream.strategies[i].name == "change_task") {
      EXPECT_GT(result.of_strategy[i][static_cast<std::size_t>(Outcome::kRejectedWrongReason)], 0U);
    }
  }
}

TEST(Campaign, GoesOnWithAFreshSubjectAfterACrash) {
  std::atomic<int> asked{0};
  FunctionFactory factory([&asked](const Question&) {
    return answer(++asked % 100 == 0 ? AnswerKind::kCrash : AnswerKind::kAccept);
  });
  const CampaignResult result = run(options(500), factory);
  EXPECT_GE(total(result, Outcome::kCrash), 4U);
  EXPECT_FALSE(result.abandoned);
  EXPECT_EQ(total(result, Outcome::kNotAsked), 0U);
}

TEST(Campaign, GivesUpOnASubjectThatNeverAnswersAndSaysSo) {
  FunctionFactory factory([](const Question&) { return answer(AnswerKind::kTimeout); });
  CampaignOptions o = options(5'000);
  o.workers = 3;
  const CampaignResult result = run(o, factory);
  EXPECT_TRUE(result.abandoned);
  EXPECT_EQ(result.blocks.size(), 1U);
  EXPECT_EQ(total(result, Outcome::kTimeout), static_cast<std::uint64_t>(kTimeoutsInARowMax));
  EXPECT_GT(total(result, Outcome::kNotAsked), 400U);
}

TEST(Campaign, AsksASecondTimeBeforeItCallsATimeout) {
  std::atomic<int> asked{0};
  FunctionFactory factory([&asked](const Question&) {
    return answer(++asked == 5 ? AnswerKind::kTimeout : AnswerKind::kAccept);
  });
  EXPECT_EQ(total(run(options(500), factory), Outcome::kTimeout), 0U);
}

TEST(Campaign, DoesNotAskWhatTheSubjectDoesNotDeclare) {
  FunctionFactory factory([](const Question&) { return answer(AnswerKind::kReject); },
                          {"other/v1"});
  const auto result = run_campaign(options(500), factory);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kSubject);
}

TEST(Campaign, AsksOnlyAboutTheVersionsThatTheSubjectDeclares) {
  for (const Version version : {Version::kV1, Version::kV2}) {
    std::atomic<std::uint64_t> others = 0;
    FunctionFactory factory(
        [&](const Question& question) {
          const Value* schema = question.before.value->find("schema");
          others += *schema == Value(to_text(version)) ? 0 : 1;
          return answer(AnswerKind::kReject);
        },
        {std::string(to_text(version))});
    CampaignOptions o = options(500);
    o.shrink_calls_max = 0;
    const CampaignResult result = run(o, factory);
    EXPECT_EQ(result.versions, std::vector<Version>{version});
    EXPECT_EQ(others, 0U);
    EXPECT_GT(total(result, Outcome::kRejected), 300U);
  }
}

TEST(Campaign, TellsEachFailureBeforeItsBucketIsMadeSmaller) {
  std::mutex mutex;
  std::uint64_t failures = 0;
  std::uint64_t failures_at_first_bucket = 0;
  std::map<std::string, int> told;
  CampaignHooks hooks;
  hooks.on_failure = [&](std::uint64_t, const BucketKey&, const Case&) {
    const std::lock_guard lock(mutex);
    ++failures;
  };
  hooks.on_bucket = [&](const Bucket& bucket) {
    if (told.empty()) {
      failures_at_first_bucket = failures;
    }
    ++told[bucket.key.id()];
  };
  const CampaignResult result =
      run(options(500),
          FunctionFactory([](const Question&) { return answer(AnswerKind::kAccept); }), hooks);
  EXPECT_EQ(failures, total(result, Outcome::kAccepted));
  EXPECT_EQ(failures_at_first_bucket, failures);
  EXPECT_EQ(told.size(), result.buckets.size());
}

// Weak in one way: it never looks at the rollback.
Answer blind_to_rollback(const Question& question) {
  if (question.after.form != SubjectDocument::Form::kValue) {
    return answer(AnswerKind::kReject);
  }
  Value before = *question.before.value;
  Value after = *question.after.value;
  before.set("rollback", "same");
  if (after.find("rollback") != nullptr) {
    after.set("rollback", "same");
  }
  const Verdict verdict = check_compaction(read_document_value(before, Side::kBefore),
                                           read_document_value(after, Side::kAfter));
  return answer(verdict.pass ? AnswerKind::kAccept : AnswerKind::kReject);
}

TEST(Campaign, ShrinksASurvivorToWhatMatters) {
  CampaignOptions o = options(3'000);
  const CampaignResult result = run(o, FunctionFactory(blind_to_rollback));
  const auto found = std::find_if(
      result.buckets.begin(), result.buckets.end(),
      [](const Bucket& bucket) { return bucket.key.id() == "rollback.change_rollback.accepted"; });
  ASSERT_NE(found, result.buckets.end());
  EXPECT_TRUE(found->minimal);
  const Value& before = found->smallest.before.value;
  const Value& after = found->smallest.after.value;
  for (const char* list : {"prohibitions", "completedPhases", "externalWrites", "completionChecks",
                           "consumedAuthorities"}) {
    EXPECT_EQ(before.find(list)->size(), 0U) << list;
  }
  EXPECT_EQ(*before.find("objective"), Value("x"));
  EXPECT_FALSE(*before.find("rollback") == *after.find("rollback"));
}

TEST(Campaign, ShrinksNoCaseIntoAnotherFault) {
  const CampaignResult result = run(
      options(2'000), FunctionFactory([](const Question&) { return answer(AnswerKind::kAccept); }));
  const auto factory = make_builtin_subject_factory();
  EXPECT_GT(result.buckets.size(), 30U);
  for (const Bucket& bucket : result.buckets) {
    const auto replayed = replay_case(bucket.smallest, *factory);
    ASSERT_TRUE(replayed.ok());
    EXPECT_TRUE(replayed->as_expected) << bucket.key.id() << " " << to_text(replayed->outcome)
                                       << " " << write_compact_json(to_value(bucket.smallest));
  }
}

TEST(Campaign, LosesACodeWhenItsRuleIsSwitchedOff) {
  for (const Rule& off : rules::all()) {
    std::vector<Rule> kept;
    for (const Rule& rule : rules::all()) {
      if (rule.name != off.name) {
        kept.push_back(rule);
      }
    }
    BuiltinOptions builtin;
    builtin.rules = kept;
    CampaignOptions o = options(1'000);
    o.shrink_calls_max = 0;
    bool seen = false;
    std::vector<Strategy> only;
    for (const Strategy& strategy : strategies_of("compaction")) {
      if (strategy.codes.front() == off.name) {
        only.push_back(strategy);
      }
    }
    ASSERT_FALSE(only.empty()) << "no strategy is plainest for " << off.name;
    o.stream.strategies = only;
    const CampaignResult result = run(o, *make_builtin_subject_factory(builtin));
    for (const Bucket& bucket : result.buckets) {
      EXPECT_EQ(std::count(bucket.reasons.begin(), bucket.reasons.end(), off.name), 0) << off.name;
      seen = true;
    }
    // Law 1 still refuses; only the name of the reason is gone.
    EXPECT_TRUE(seen) << off.name;
    // A time that moved back is the one fault outside the checksum: only its rule sees it.
    if (off.name != "evidence_older") {
      EXPECT_EQ(total(result, Outcome::kAccepted), 0U) << off.name;
    }
  }
}

TEST(Campaign, MissesAtMostTwoPercentByTheRulesAlone) {
  BuiltinOptions builtin;
  builtin.deny_by_default = false;
  const CampaignResult result = run(options(10'000), *make_builtin_subject_factory(builtin));
  for (const Bucket& bucket : result.buckets) {
    std::printf("the rules alone miss %s in %llu of %llu cases\n", bucket.key.id().c_str(),
                static_cast<unsigned long long>(bucket.count),
                static_cast<unsigned long long>(result.cases));
  }
  EXPECT_LE(total(result, Outcome::kAccepted) * 50, result.cases);
}

}  // namespace
}  // namespace holdfast
