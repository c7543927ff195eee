#include "harness/compact_protocol.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "harness/subject_protocol.h"

namespace holdfast {
namespace {

std::string fault_of_answer(const std::string& line) {
  const CompactReading reading = read_compact_answer(line, "r-1");
  EXPECT_FALSE(reading.answer.has_value()) << line;
  return reading.fault;
}

TEST(CompactProtocol, WritesARequestThatIsOneLineOfJson) {
  CompactRequest request;
  request.id = "r-1";
  request.round = 3;
  request.budget_characters = 400;
  Entry entry;
  entry.entry_id = "e-1";
  entry.seq = 1;
  entry.author = Author::kUser;
  entry.kind = "prompt";
  entry.text = "Do not\npublish \"depths\".";
  request.entries.push_back(std::move(entry));
  const std::string line = compact_line(request);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const JsonReading reading = read_json(std::string_view(line).substr(0, line.size() - 1));
  ASSERT_TRUE(reading.value.has_value());
  EXPECT_EQ(resolve_pointer(*reading.value, "/context/entries/0/text")->text(),
            "Do not\npublish \"depths\".");
  EXPECT_TRUE(resolve_pointer(*reading.value, "/context/previous")->is_null());
  EXPECT_EQ(resolve_pointer(*reading.value, "/budget/characters")->integer(), 400);
}

TEST(CompactProtocol, TakesASummaryWithAndWithoutAManifest) {
  const CompactReading plain = read_compact_answer(
      R"({"id":"r-1","summary":"So far.","score":0.5,"more":{"a":[1.5]}})", "r-1");
  ASSERT_TRUE(plain.answer.has_value()) << plain.fault;
  EXPECT_EQ(plain.answer->summary, "So far.");
  EXPECT_TRUE(plain.answer->manifest.is_null());
  const CompactReading full = read_compact_answer(
      R"({"id":"r-1","summary":"","manifest":{"schema":"resume-manifest/v2"}})", "r-1");
  ASSERT_TRUE(full.answer.has_value()) << full.fault;
  EXPECT_TRUE(full.answer->manifest.is_object());
}

TEST(CompactProtocol, KeepsAnHonestErrorApart) {
  const CompactReading reading = read_compact_answer(R"({"id":"r-1","error":"no model"})", "r-1");
  ASSERT_TRUE(reading.answer.has_value());
  EXPECT_EQ(reading.answer->error, "no model");
}

TEST(CompactProtocol, SaysWhatIsWrongWithAnAnswerAndNeverItsText) {
  EXPECT_NE(fault_of_answer("Thinking about the harbour...").find("no JSON"), std::string::npos);
  EXPECT_NE(fault_of_answer(R"({"summary":"x"})").find("\"id\""), std::string::npos);
  EXPECT_NE(fault_of_answer(R"({"id":"r-2","summary":"x"})").find("wrong id"), std::string::npos);
  EXPECT_NE(fault_of_answer(R"({"id":"r-1"})").find("summary"), std::string::npos);
  EXPECT_NE(fault_of_answer(R"({"id":"r-1","summary":7})").find("summary"), std::string::npos);
  EXPECT_NE(fault_of_answer(R"({"id":"r-1","summary":"x","error":"y"})").find("beside"),
            std::string::npos);
  EXPECT_NE(fault_of_answer(R"({"id":"r-1","summary":"x","manifest":{"a":1.5}})").find("manifest"),
            std::string::npos);
  std::string deep = R"({"id":"r-1","summary":"x","more":)";
  for (int i = 0; i < 500; ++i) {
    deep += "[";
  }
  for (int i = 0; i < 500; ++i) {
    deep += "]";
  }
  EXPECT_NE(fault_of_answer(deep + "}").find("too deeply"), std::string::npos);
  EXPECT_EQ(
      fault_of_answer(R"({"id":"r-1","summary":"The harbour","manifest":3.5})").find("harbour"),
      std::string::npos);
}

TEST(CompactProtocol, AsksACompactorForNoDeclarations) {
  const char* hello = R"({"type":"hello","protocol":1,"name":"mine"})";
  EXPECT_FALSE(read_hello(hello).hello.has_value());
  EXPECT_TRUE(read_hello(hello, Asked::kCompact).hello.has_value());
}

}  // namespace
}  // namespace holdfast
