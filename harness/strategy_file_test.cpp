#include "harness/strategy_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/json.h"
#include "generators/realistic.h"
#include "harness/builtin_subject.h"
#include "harness/campaign.h"
#include "harness/report.h"

namespace holdfast {
namespace {

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/holdfast strategies XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ + "/" + name, std::ios::binary) << bytes;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string strategy(const std::string& name, const std::string& edits,
                     const std::string& more = "") {
  return R"({"schema":"strategy/v1","name":")" + name +
         R"(","summary":"For a test.","codes":["prohibitions_dropped"],"edits":)" + edits + more +
         "}";
}

StrategyFile parsed(const std::string& edits) {
  const auto file = strategy_file_from(strategy("a", edits), "a.json");
  EXPECT_TRUE(file.ok()) << (file ? "" : file.error().text());
  return *file;
}

std::string refusal(const std::string& bytes) {
  const auto file = strategy_file_from(bytes, "a.json");
  EXPECT_FALSE(file.ok()) << bytes;
  EXPECT_TRUE(file || file.error().code == ErrorCode::kInput);
  return file ? "" : file.error().text();
}

Manifest document() {
  Manifest manifest;
  manifest.canonical.resize(1);
  manifest.task_id = "t";
  manifest.completed_phases = {"one", "two", "three"};
  manifest.prohibitions = {"p", "q"};
  manifest.rollback = "Go back";
  return manifest;
}

// The document after the script, or null where it does not apply.
Value changed(const std::string& edits, const Manifest& before, std::uint64_t seed = 1) {
  Random random(seed);
  const auto change = make_change(parsed(edits), before, random);
  if (!change) {
    return {};
  }
  Value value = to_value(before);
  EXPECT_TRUE(apply_edits(change->edits, value)) << "the script fits the good document";
  return value;
}

TEST(StrategyFile, AppliesEachOperation) {
  const Manifest before = document();
  const auto member = [&](const std::string& edits, std::string_view name) {
    const Value value = changed(edits, before);
    return value.find(name) == nullptr ? "" : write_compact_json(*value.find(name));
  };
  EXPECT_EQ(member(R"([{"pointer":"/rollback","op":"replace","value":"No"}])", "rollback"),
            R"("No")");
  EXPECT_EQ(member(R"([{"pointer":"/rollback","op":"append","value":"!"}])", "rollback"),
            R"("Go back!")");
  EXPECT_EQ(member(R"([{"pointer":"/prohibitions/0","op":"remove"}])", "prohibitions"), R"(["q"])");
  EXPECT_EQ(member(R"([{"pointer":"/prohibitions/-","op":"add","value":"r"}])", "prohibitions"),
            R"(["p","q","r"])");
  EXPECT_EQ(member(R"([{"pointer":"/prohibitions/0","op":"duplicate"}])", "prohibitions"),
            R"(["p","p","q"])");
  EXPECT_EQ(member(R"([{"pointer":"/prohibitions","op":"swap"}])", "prohibitions"), R"(["q","p"])");
  EXPECT_EQ(member(R"([{"pointer":"/rollback","op":"remove"}])", "rollback"), "");
}

TEST(StrategyFile, DrawsAnItemForAStarAndKeepsItWithinTheScript) {
  const Manifest before = document();
  const std::string script = R"([{"pointer":"/completedPhases/*","op":"append","value":" a"},)"
                             R"({"pointer":"/completedPhases/*","op":"append","value":" b"}])";
  std::vector<std::string> seen;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    seen.push_back(write_compact_json(*changed(script, before, seed).find("completedPhases")));
    EXPECT_EQ(changed(script, before, seed), changed(script, before, seed));
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(seen, (std::vector<std::string>{R"(["one a b","two","three"])",
                                            R"(["one","two a b","three"])",
                                            R"(["one","two","three a b"])"}));
}

TEST(StrategyFile, DoesNotApplyWhereItDoesNotFitAsAWhole) {
  Manifest empty = document();
  empty.prohibitions.clear();
  for (const char* edits :
       {R"([{"pointer":"/prohibitions/*","op":"remove"}])",
        R"([{"pointer":"/prohibitions","op":"swap"}])",
        R"([{"pointer":"/prohibitions/0","op":"duplicate"}])",
        R"([{"pointer":"/prohibitions","op":"append","value":"x"}])",
        R"([{"pointer":"/nothing/*/there","op":"replace","value":1}])",
        R"([{"pointer":"/rollback/*","op":"remove"}])",
        R"([{"pointer":"/rollback","op":"remove"},{"pointer":"/rollback","op":"remove"}])",
        R"([{"pointer":"/rollback","op":"duplicate"}])"}) {
    EXPECT_TRUE(changed(edits, empty).is_null()) << edits;
  }
}

TEST(StrategyFile, TakesItsInvariantFromTheFirstEditWhereItNamesNone) {
  EXPECT_EQ(parsed(R"([{"pointer":"/completedPhases/0","op":"remove"}])").invariant, "phase");
  EXPECT_EQ(parsed(R"([{"pointer":"/new","op":"add","value":1}])").invariant, "document");
  const auto named = strategy_file_from(
      strategy("a", R"([{"pointer":"/rollback","op":"remove"}])", R"(,"invariant":"task")"), "");
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(named->invariant, "task");
}

TEST(StrategyFile, SaysWhereABadFileIsWrong) {
  const std::string good = R"([{"pointer":"/rollback","op":"remove"}])";
  const std::pair<std::string, const char*> cases[] = {
      {"", "a.json:byte 0"},
      {"{\"schema\":", "a.json:byte "},
      {"[]", "a.json:: no object"},
      {"{}", "a.json:/schema"},
      {strategy("a", good, R"(,"extra":1)"), "a.json:/extra: an unknown member"},
      {strategy("2a", good), "a.json:/name"},
      {strategy("../a", good), "a.json:/name"},
      {strategy("a", good, R"(,"kind":"chain")"), "a.json:/kind"},
      {strategy("a", good, R"(,"invariant":"luck")"), "a.json:/invariant"},
      {strategy("a", "[]"), "a.json:/edits"},
      {strategy("a", "{}"), "a.json:/edits"},
      {strategy("a", R"([{"pointer":"rollback","op":"remove"}])"), "a.json:/edits/0/pointer"},
      {strategy("a", R"([{"pointer":"","op":"remove"}])"), "a.json:/edits/0/pointer"},
      {strategy("a", R"([{"pointer":"/a~2","op":"remove"}])"), "a.json:/edits/0/pointer"},
      {strategy("a", R"([{"pointer":"/a/*","op":"add","value":1}])"), "a.json:/edits/0/pointer"},
      {strategy("a", R"([{"pointer":"/a","op":"move"}])"), "a.json:/edits/0/op"},
      {strategy("a", R"([{"pointer":"/a","op":"replace"}])"), "a.json:/edits/0/value"},
      {strategy("a", R"([{"pointer":"/a","op":"remove","value":1}])"), "a.json:/edits/0/value"},
      {strategy("a", R"([{"pointer":"/a","op":"append","value":1}])"), "a.json:/edits/0/value"},
      {strategy("a", R"([{"pointer":"/a","op":"remove","from":"/b"}])"), "a.json:/edits/0/from"},
      {R"({"schema":"strategy/v1","name":"a","summary":" ","codes":["rollback_changed"],"edits":)" +
           good + "}",
       "a.json:/summary"},
      {R"({"schema":"strategy/v1","name":"a","summary":"s","codes":[],"edits":)" + good + "}",
       "a.json:/codes"},
      {R"({"schema":"strategy/v1","name":"a","summary":"s","codes":["prohibition_gone"],"edits":)" +
           good + "}",
       "a.json:/codes/0: no code of Holdfast"}};
  for (const auto& [bytes, where] : cases) {
    EXPECT_NE(refusal(bytes).find(where), std::string::npos) << bytes << "\n" << refusal(bytes);
  }
}

TEST(StrategySet, HoldsTheBuiltInStrategiesAndThenTheFilesByName) {
  const Folder folder;
  folder.write("b.json", strategy("second", R"([{"pointer":"/rollback","op":"remove"}])"));
  folder.write("a.json", strategy("first", R"([{"pointer":"/rollback","op":"remove"}])"));
  folder.write(".hidden.json", "nonsense");
  folder.write("notes.txt", "nonsense");
  const auto set = StrategySet::load(folder.path());
  ASSERT_TRUE(set.ok()) << set.error().text();
  const std::size_t compiled = strategies_of("compaction").size();
  ASSERT_EQ((*set)->all().size(), compiled + 2);
  EXPECT_EQ((*set)->all()[compiled].name, "first");
  EXPECT_EQ((*set)->all()[compiled + 1].name, "second");
  EXPECT_EQ((*set)->file_names(), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ((*StrategySet::load(""))->all().size(), compiled);
}

TEST(StrategySet, RefusesAFolderThatIsNoneOrEmptyAndNamesThatAreTaken) {
  const Folder folder;
  const auto refused = [&](const std::string& directory) {
    const auto set = StrategySet::load(directory);
    EXPECT_FALSE(set.ok());
    return set ? "" : set.error().text();
  };
  EXPECT_NE(refused(folder.path() + "/none").find("cannot be opened"), std::string::npos);
  EXPECT_NE(refused(folder.path()).find("no *.json file"), std::string::npos);
  const std::string edits = R"([{"pointer":"/rollback","op":"remove"}])";
  folder.write("a.json", strategy("first", edits));
  folder.write("b.json", strategy("first", edits));
  EXPECT_NE(refused(folder.path()).find("taken by " + folder.path() + "/a.json"),
            std::string::npos);
  folder.write("b.json", strategy("drop_prohibition", edits));
  EXPECT_NE(refused(folder.path()).find("taken by a built-in strategy"), std::string::npos);
}

TEST(StrategySet, LoadsAsManyAsThereAre) {
  const Folder folder;
  for (std::size_t i = 0; i < 300; ++i) {
    folder.write("s" + std::to_string(i) + ".json",
                 strategy("s" + std::to_string(i), R"([{"pointer":"/rollback","op":"remove"}])"));
  }
  const auto set = StrategySet::load(folder.path());
  ASSERT_TRUE(set.ok());
  EXPECT_EQ((*set)->files().size(), 300U);
}

CampaignResult campaign(const StrategySet& set, CampaignOptions& options) {
  options.stream.seed = 7;
  options.stream.strategies = set.all();
  options.cases = 5000;
  auto result = run_campaign(options, *make_builtin_subject_factory());
  EXPECT_TRUE(result.ok());
  return std::move(*result);
}

TEST(StrategySet, IsKilledCountedAndShrunkLikeTheOthers) {
  const Folder folder;
  folder.write("a.json", strategy("drop_any", R"([{"pointer":"/prohibitions/*","op":"remove"}])"));
  // Declares a code that it does not provoke: a bucket, with a smallest case.
  folder.write("b.json", strategy("misnamed", R"([{"pointer":"/rollback","op":"append",)"
                                              R"("value":" later"}])"));
  folder.write("c.json", strategy("never", R"([{"pointer":"/nothing/*","op":"remove"}])"));
  const auto set = StrategySet::load(folder.path());
  ASSERT_TRUE(set.ok()) << set.error().text();
  CampaignOptions options;
  const CampaignResult result = campaign(**set, options);
  const std::size_t first = strategies_of("compaction").size();
  EXPECT_GT(result.of_strategy[first][static_cast<std::size_t>(Outcome::kRejected)], 10U);
  ASSERT_EQ(result.buckets.size(), 1U);
  EXPECT_EQ(result.buckets[0].key.id(), "rollback.misnamed.rejected_wrong_reason");
  EXPECT_TRUE(result.buckets[0].minimal);
  EXPECT_EQ(never_applied(options, result, (*set)->file_names()),
            (std::vector<std::string>{"never"}));
  ReportOptions report;
  report.file_strategies = (*set)->file_names();
  const std::string text = campaign_report(options, result, report);
  EXPECT_NE(text.find("never applied: never"), std::string::npos) << text;
  EXPECT_NE(text.find("\ndrop_any "), std::string::npos) << text;
  // What a shard has not reached another may have.
  options.shard = {0, 2};
  EXPECT_TRUE(never_applied(options, result, (*set)->file_names()).empty());
}

TEST(StrategySet, OfTheExamplesIsKilledByTheBuiltIn) {
  const auto set = StrategySet::load(HOLDFAST_SOURCE_DIR "/examples/strategies");
  ASSERT_TRUE(set.ok()) << set.error().text();
  EXPECT_GE((*set)->files().size(), 2U);
  CampaignOptions options;
  const CampaignResult result = campaign(**set, options);
  EXPECT_TRUE(result.buckets.empty()) << result.buckets[0].key.id();
  EXPECT_TRUE(never_applied(options, result, (*set)->file_names()).empty());
}

}  // namespace
}  // namespace holdfast
