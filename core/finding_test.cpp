#include "core/finding.h"

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::vector<Finding> random_findings(TestRandom& random, std::size_t count) {
  const std::vector<std::string> codes = {
      "after_missing",   "invalid_json",       "prohibitions_dropped",  "task_changed",
      "of_a_later_rule", "another_later_rule", "unexplained_difference"};
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < count; ++i) {
    Finding finding;
    finding.code = random.pick(codes);
    finding.side = random.one_in(2) ? Side::kBefore : Side::kAfter;
    if (random.one_in(2)) {
      finding.link = static_cast<std::uint32_t>(random.below(3));
    }
    finding.field = std::string(1, static_cast<char>('a' + random.below(2)));
    finding.item = random.one_in(2) ? "" : "/a";
    if (random.one_in(2)) {
      finding.detail = Value::object({{"n", static_cast<int>(random.below(2))}});
    }
    findings.push_back(finding);
  }
  return findings;
}

TEST(Finding, HasOneOrderWhateverTheOrderBefore) {
  TestRandom random(3);
  for (int i = 0; i < 200; ++i) {
    std::vector<Finding> findings = random_findings(random, 40);
    std::vector<Finding> shuffled = findings;
    random.shuffle(shuffled);
    std::sort(findings.begin(), findings.end());
    std::sort(shuffled.begin(), shuffled.end());
    ASSERT_EQ(findings, shuffled);
  }
}

TEST(Finding, PutsTheGravestFirstAndTheUnexplainedBehindWhatIsNamed) {
  const auto with_code = [](const char* code) {
    Finding finding;
    finding.code = code;
    return finding;
  };
  const std::vector<const char*> order = {"before_missing",
                                          "invalid_json",
                                          "schema_unknown",
                                          "required_missing",
                                          "task_changed",
                                          "prohibitions_dropped",
                                          "external_write_dropped_or_changed",
                                          "completedPhases_invented",
                                          "phases_reordered",
                                          "evidence_older",
                                          "unexplained_difference"};
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    EXPECT_LT(with_code(order[i]), with_code(order[i + 1])) << order[i];
  }
  EXPECT_LT(with_code("unexplained_difference"), with_code("a_code_of_a_new_rule"));
  EXPECT_LT(with_code("a_new_rule"), with_code("b_new_rule"));
}

TEST(Finding, TellsApartWhateverDiffers) {
  Finding base;
  base.code = "invalid_list";
  base.field = "prohibitions";
  base.item = "/prohibitions/1";
  base.detail = Value::object({{"reason", "blank"}});
  std::vector<Finding> others(6, base);
  others[0].code = "invalid_value";
  others[1].side = Side::kBefore;
  others[2].link = 0;
  others[3].field = "x";
  others[4].item = "/prohibitions/2";
  others[5].detail = Value();
  EXPECT_EQ(base, base);
  for (std::size_t i = 0; i < others.size(); ++i) {
    EXPECT_NE(base, others[i]) << i;
  }
}

TEST(Finding, WritesOnlyTheMembersOfItsSchema) {
  Finding finding;
  finding.code = "invalid_list";
  finding.field = "prohibitions";
  EXPECT_EQ(write_compact_json(to_value(finding)),
            R"({"code":"invalid_list","side":"after","link":null,"field":"prohibitions"})");
  finding.side = Side::kBefore;
  finding.link = 3;
  finding.item = "/prohibitions/1";
  finding.detail = Value::object({{"reason", "blank"}});
  EXPECT_EQ(write_compact_json(to_value(finding)),
            R"({"code":"invalid_list","side":"before","link":3,"field":"prohibitions",)"
            R"("item":"/prohibitions/1","detail":{"reason":"blank"}})");
}

}  // namespace
}  // namespace holdfast
