#include "core/difference.h"

#include <ctime>
#include <map>

#include "core/manifest_test.h"

namespace holdfast {
namespace {

TEST(Difference, IsThatOfMultisets) {
  TestRandom random(7);
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (std::size_t j = random.below(7); j > 0; --j) {
      before.push_back(std::string(1, static_cast<char>('a' + random.below(5))));
    }
    for (std::size_t j = random.below(7); j > 0; --j) {
      after.push_back(std::string(1, static_cast<char>('a' + random.below(5))));
    }
    std::map<std::string, int> balance;
    for (const std::string& text : before) {
      ++balance[text];
    }
    for (const std::string& text : after) {
      --balance[text];
    }
    const ListDifference difference = compare_names(names_of(before), names_of(after));
    for (const std::size_t index : difference.dropped) {
      --balance[before[index]];
    }
    for (const std::size_t index : difference.invented) {
      ++balance[after[index]];
    }
    for (const auto& [text, count] : balance) {
      ASSERT_EQ(count, 0) << text;
    }
    // No text is dropped and invented at once, and the indices ascend.
    for (const std::size_t d : difference.dropped) {
      for (const std::size_t a : difference.invented) {
        ASSERT_NE(before[d], after[a]);
      }
    }
    ASSERT_TRUE(std::is_sorted(difference.dropped.begin(), difference.dropped.end()));
    ASSERT_TRUE(std::is_sorted(difference.invented.begin(), difference.invented.end()));
  }
}

TEST(Difference, ComparesExactBytes) {
  const std::vector<std::string> before = {"\xC3\xA9", "a"};
  const std::vector<std::string> after = {"e\xCC\x81", "a "};
  EXPECT_EQ(compare_names(names_of(before), names_of(after)).dropped, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(compare_names(names_of(before), names_of(after)).invented, (std::vector<std::size_t>{0, 1}));
}

TEST(Difference, OfAHundredThousandItemsCostsNoSquare) {
  Manifest before = good_manifest();
  Manifest after = good_manifest();
  before.prohibitions.clear();
  after.prohibitions.clear();
  before.external_writes.clear();
  after.external_writes.clear();
  for (int i = 0; i < 100000; ++i) {
    before.prohibitions.push_back("rule " + std::to_string(i));
    after.prohibitions.push_back("rule " + std::to_string(i + 50000));
    before.external_writes.push_back(
        {"mail.send", "fx" + std::to_string(i), WriteStatus::kConfirmed});
    after.external_writes.push_back(
        {"mail.send", "fx" + std::to_string(i + 50000), WriteStatus::kConfirmed});
  }
  Document left;
  left.manifest = before;
  Document right;
  right.manifest = after;
  const std::clock_t begin = std::clock();
  const Verdict verdict = check_compaction(left, right);
  // Some seconds at most, with sanitizers too; a comparison of all with all takes minutes.
  EXPECT_LE(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 30.0);
  EXPECT_EQ(verdict.findings.size(), 4U * 50000U);
}

Value detail_of(const Verdict& verdict, std::string_view code) {
  for (const Finding& finding : verdict.findings) {
    if (finding.code == code) {
      return finding.detail;
    }
  }
  ADD_FAILURE() << code << " is not among the findings";
  return {};
}

TEST(Difference, SaysLengthsAndWhetherTextsLookAlike) {
  const Manifest before = good_manifest();
  Manifest after = before;
  after.prohibitions[1] =
      "\xE5\x8D\xB0\xE5\x88\xB7\xE6\x89\x80\xE3\x81\xB8\xE9\x80\x81\xE3\x82\x89"
      "\xE3\x81\xAA\xE3\x81\x84\xEF\xBD\xA1";
  after.objective = "REDRAW the  harbour map for the spring edition.";
  after.canonical[0].path = "maps/\xEF\xBD\x90lan.md";
  after.external_writes[0].effect_id = "FX-proof";
  after.external_writes[1].operation = "mail.\xE2\x80\x8Bsend";
  after.rollback = "Something else.";
  const Verdict verdict = judge(before, after);
  EXPECT_EQ(detail_of(verdict, "prohibitions_dropped"),
            Value::object({{"length_characters", 9}, {"lookalike", true}}));
  EXPECT_EQ(detail_of(verdict, "prohibitions_invented"),
            Value::object({{"length_characters", 9}, {"lookalike", true}}));
  EXPECT_EQ(detail_of(verdict, "objective_changed"),
            Value::object({{"length_before_characters", 46},
                           {"length_after_characters", 47},
                           {"lookalike", true}}));
  ASSERT_NE(detail_of(verdict, "canonical_reference_changed").find("lookalike"), nullptr);
  EXPECT_EQ(detail_of(verdict, "external_write_invented"), Value::object({{"lookalike", true}}));
  EXPECT_EQ(detail_of(verdict, "rollback_changed").find("lookalike"), nullptr);
  std::size_t alike = 0;
  for (const Finding& finding : verdict.findings) {
    alike += finding.code == "external_write_dropped_or_changed" &&
                     finding.detail.find("lookalike") != nullptr
                 ? 1
                 : 0;
  }
  EXPECT_EQ(alike, 2U);
}

TEST(Difference, DoesNotCallDifferentTextsAlike) {
  Manifest after = good_manifest();
  after.prohibitions[0] = "Publish depths.";
  after.external_writes[0].effect_id = "fx-other";
  const Verdict verdict = judge(good_manifest(), after);
  for (const Finding& finding : verdict.findings) {
    EXPECT_EQ(finding.detail.find("lookalike"), nullptr) << finding.code;
  }
  EXPECT_EQ(verdict.findings.size(), 4U);
}

}  // namespace
}  // namespace holdfast
