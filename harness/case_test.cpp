#include "harness/case.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/json.h"

namespace holdfast {
namespace {

Case sample() {
  Case c;
  c.comment = "A sample.";
  c.flags = {"flag"};
  c.invariant = "task";
  c.source = "test";
  c.before = CaseDocument::of(Value::object({{"taskId", "t"}}));
  c.after = CaseDocument::of_text("{\"taskId\": ");
  c.expect = {.accept = false, .codes = {"invalid_json"}};
  c.id = case_id("sample", c);
  return c;
}

Value value_of(const std::string& text) {
  const JsonReading reading = read_json(text);
  EXPECT_TRUE(reading.value) << text;
  return reading.value ? *reading.value : Value();
}

TEST(Case, IsTheSameAfterWritingAndReading) {
  const Case c = sample();
  const auto back = case_from(value_of(write_pretty_json(to_value(c))), "here");
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(to_value(*back), to_value(c));
  EXPECT_EQ(back->after.text, c.after.text);
}

TEST(Case, CarriesBytesThatNoJsonStringCanHold) {
  for (const std::string& bytes :
       {std::string("\xFF\xFE"), std::string("a\0b", 3), std::string("\xEF\xBF\xBF")}) {
    Case c = sample();
    c.after = CaseDocument::of_text(bytes);
    const Value value = to_value(c);
    EXPECT_NE(value.find("afterBase64"), nullptr);
    EXPECT_EQ(value.find("after"), nullptr);
    const auto back = case_from(value_of(write_compact_json(value)), "here");
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back->after.text, bytes);
  }
}

TEST(Case, HasOneNameForOneContent) {
  const Case a = sample();
  Case b = sample();
  b.comment = "Other words.";
  EXPECT_EQ(case_id("sample", a), case_id("sample", b));
  b.after = CaseDocument();
  EXPECT_NE(case_id("sample", a), case_id("sample", b));
}

TEST(Case, RefusesEachFaultByItsPlace) {
  const std::pair<const char*, const char*> faults[] = {
      {"schema", "\"case/v2\""},
      {"kind", "\"chain\""},
      {"flags", "[1]"},
      {"policy", "\"loose\""},
      {"expect", "{\"verdict\":\"maybe\",\"codes\":[]}"},
      {"expect", "{\"verdict\":\"reject\",\"codes\":[]}"},
      {"expect", "{\"verdict\":\"accept\",\"codes\":[\"x\"]}"},
      {"afterBase64", "\"AA==\""},
      {"extra", "1"},
      {"comment", "null"},
  };
  for (const auto& [name, text] : faults) {
    Value value = to_value(sample());
    value.set(name, value_of(text));
    const auto read = case_from(value, "file.json");
    ASSERT_FALSE(read.ok()) << name << " " << text;
    EXPECT_EQ(read.error().code, ErrorCode::kUnreadableCase);
    EXPECT_NE(read.error().text().find("file.json#/"), std::string::npos) << read.error().text();
  }
}

TEST(Case, IsReadFromALineOfAFile) {
  const std::string path = ::testing::TempDir() + "/case_lines.jsonl";
  std::ofstream(path) << "{}\n" << write_compact_json(to_value(sample())) << "\n";
  EXPECT_TRUE(read_case(path + ":2").ok());
  EXPECT_EQ(read_case(path + ":1").error().code, ErrorCode::kUnreadableCase);
  EXPECT_EQ(read_case(path + ":3").error().code, ErrorCode::kUnreadableCase);
  EXPECT_EQ(read_case("/nonexistent/x.json").error().code, ErrorCode::kInput);
}

}  // namespace
}  // namespace holdfast
