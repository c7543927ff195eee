// Two documents side by side: what differs is marked, and no text is shown that may not be.
#include "harness/report_difference.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace holdfast {
namespace {

Case case_of(Value before, Value after) {
  Case c;
  c.before = CaseDocument::of(std::move(before));
  c.after = CaseDocument::of(std::move(after));
  return c;
}

std::size_t count(const SideBySide& sides, DiffRow::Kind kind) {
  return static_cast<std::size_t>(std::count_if(
      sides.rows.begin(), sides.rows.end(), [&](const DiffRow& row) { return row.kind == kind; }));
}

TEST(SideBySide, MarksTheDifferingPartOfALineBetweenWholeCharacters) {
  const SideBySide sides = side_by_side(
      case_of(Value::object({{"task", "表を直す"}}), Value::object({{"task", "表を読す"}})), true);
  ASSERT_EQ(count(sides, DiffRow::Kind::kChanged), 1U);
  for (const DiffRow& row : sides.rows) {
    if (row.kind == DiffRow::Kind::kChanged) {
      const std::size_t size = row.before.size() - row.shared_begin - row.shared_end;
      EXPECT_EQ(row.before.substr(row.shared_begin, size), "直");
      EXPECT_EQ(row.after.substr(row.shared_begin, size), "読");
    }
  }
}

TEST(SideBySide, TakesNoCommaForADifference) {
  const SideBySide sides =
      side_by_side(case_of(Value::object({{"list", Value::array({"a"})}}),
                           Value::object({{"list", Value::array({"a", "b"})}})),
                   true);
  EXPECT_EQ(count(sides, DiffRow::Kind::kAdded), 1U);
  EXPECT_EQ(count(sides, DiffRow::Kind::kChanged), 0U);
  EXPECT_EQ(count(sides, DiffRow::Kind::kRemoved), 0U);
}

TEST(SideBySide, FoldsLongRunsOfEqualLines) {
  Value list = Value::array();
  for (int i = 0; i < 50; ++i) {
    list.append(Value("item " + std::to_string(i)));
  }
  const SideBySide sides = side_by_side(case_of(Value::object({{"list", list}, {"rollback", "x"}}),
                                                Value::object({{"list", list}, {"rollback", "y"}})),
                                        true);
  EXPECT_LT(sides.rows.size(), 10U);
  ASSERT_EQ(sides.rows.front().kind, DiffRow::Kind::kGap);
  EXPECT_GT(sides.rows.front().left_out, 45U);
}

TEST(SideBySide, ShowsNoTextThatMayNotBeShownAndStillMarksTheDifference) {
  const SideBySide sides = side_by_side(
      case_of(Value::object({{"schema", "resume-manifest/v1"}, {"task", "canary-one"}}),
              Value::object({{"schema", "resume-manifest/v1"}, {"task", "canary-two"}})),
      false);
  EXPECT_EQ(count(sides, DiffRow::Kind::kChanged), 1U);
  std::string all = sides.note;
  for (const DiffRow& row : sides.rows) {
    all += row.before + row.after;
  }
  EXPECT_EQ(all.find("canary"), std::string::npos) << all;
  EXPECT_NE(all.find("a text of 10 characters"), std::string::npos) << all;
  EXPECT_NE(all.find("resume-manifest/v1"), std::string::npos) << all;
}

TEST(SideBySide, ShowsDocumentsThatAreNoJson) {
  Case c;
  c.before = CaseDocument::of(Value::object({{"task", "a"}}));
  c.after = CaseDocument::of_text("{\"task\": canary");
  for (const bool show_text : {true, false}) {
    const SideBySide sides = side_by_side(c, show_text);
    std::string all;
    for (const DiffRow& row : sides.rows) {
      all += row.after;
    }
    EXPECT_EQ(all.find("canary") != std::string::npos, show_text) << all;
  }
  c.after = CaseDocument{};
  EXPECT_EQ(side_by_side(c, true).rows.front().after, "(nothing came)");
}

TEST(SideBySide, AlignsADocumentWithBytesThatAreWrittenInAnotherWay) {
  Case c;
  c.before = CaseDocument::of(Value::object({{"task", "a, {b}"}, {"list", Value::array()}}));
  c.after = CaseDocument::of_text("{\"task\":\"a, {b}\",\"list\":[],\"task\":\"c\"}");
  const SideBySide sides = side_by_side(c, true);
  EXPECT_EQ(count(sides, DiffRow::Kind::kAdded), 1U);
  EXPECT_EQ(count(sides, DiffRow::Kind::kChanged), 0U);
  EXPECT_EQ(count(sides, DiffRow::Kind::kRemoved), 0U);
  EXPECT_EQ(sides.rows[1].before, "  \"task\":\"a, {b}\",");
  for (const char* broken : {"\"", "{\"a\\", "]]]", "\n\n", "{{{{[[,", ""}) {
    c.after = CaseDocument::of_text(broken);
    EXPECT_FALSE(side_by_side(c, true).rows.empty()) << broken;
  }
}

TEST(SideBySide, SaysWhereOnlyTheEvidenceDiffers) {
  const Value same = Value::object({{"task", "a"}});
  EXPECT_NE(side_by_side(case_of(same, same), true).note.find("evidence"), std::string::npos);
}

TEST(SideBySide, CopesWithDocumentsTooLongToAlign) {
  Value before = Value::array();
  for (int i = 0; i < 3'000; ++i) {
    before.append(Value(i));
  }
  Value after = before;
  after.items()[1'500] = Value("x");
  const SideBySide sides = side_by_side(case_of(before, after), true);
  EXPECT_EQ(count(sides, DiffRow::Kind::kChanged), 1U);
  EXPECT_LT(sides.rows.size(), 20U);
}

}  // namespace
}  // namespace holdfast
