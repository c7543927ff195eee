#include "harness/oracle.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

constexpr const char* kBefore = R"({"schema":"resume-manifest/v1","taskId":"t","objective":"o",
  "canonical":{"path":"a/b","sha256":"0000000000000000000000000000000000000000000000000000000000000000",
  "readAt":"2026-03-05T11:00:00Z"},"completedPhases":["one","two"],"nextExactAction":"go",
  "externalWrites":[{"operation":"mail","effectId":"e1","status":"unknown"},
  {"operation":"push","effectId":"e2","status":"confirmed"}],"consumedAuthorities":["a1"],
  "prohibitions":["never x","never y"],"rollback":"r","completionChecks":["c1","c2"]})";

// `kBefore` with one piece of text in place of another.
std::string with(const std::string& from, const std::string& to) {
  std::string text = kBefore;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::vector<std::string> violated(const std::string& after, bool monotone = false) {
  return Oracle(kBefore, monotone).judge(after).violated;
}

using Names = std::vector<std::string>;

TEST(Oracle, CallsFreeEditsEqual) {
  EXPECT_EQ(violated(kBefore), Names{});
  EXPECT_EQ(violated(with("\"taskId\":\"t\",\"objective\":\"o\"",
                          "\"objective\":\"\\u006f\", \"taskId\" : \"t\"")),
            Names{});
  EXPECT_EQ(violated(with("[\"never x\",\"never y\"]", "[\"never y\",\"never x\"]")), Names{});
  EXPECT_EQ(violated(with("\"schema\":\"resume-manifest/v1\",", "")), Names{});
  EXPECT_EQ(violated(with("2026-03-05T11:00:00Z", "2026-03-05T11:00:00.5Z")), Names{});
  EXPECT_EQ(violated(with("2026-03-05T11:00:00Z", "yesterday")), Names{});
}

TEST(Oracle, NamesTheMemberThatDiffers) {
  EXPECT_EQ(violated(with("\"t\"", "\"T\"")), Names{"task"});
  EXPECT_EQ(violated(with("\"o\"", "\"o \"")), Names{"objective"});
  EXPECT_EQ(violated(with("\"r\"", "\"\"")), Names{"rollback"});
  EXPECT_EQ(violated(with("\"go\"", "\"go; go\"")), Names{"action"});
  EXPECT_EQ(violated(with("[\"one\",\"two\"]", "[\"two\",\"one\"]")), Names{"phase"});
  EXPECT_EQ(violated(with("\"unknown\"", "\"confirmed\"")), Names{"external_write"});
  EXPECT_EQ(violated(with("[\"a1\"]", "[]")), Names{"authority"});
  EXPECT_EQ(violated(with("\"never x\",", "")), Names{"prohibition"});
  EXPECT_EQ(violated(with("\"c2\"", "\"c2\",\"c2\"")), Names{"completion_check"});
  EXPECT_EQ(violated(with("a/b", "a/c")), Names{"canonical"});
  EXPECT_EQ(violated(with("2026-03-05T11:00:00Z", "2026-03-05T10:59:59.999Z")), Names{"canonical"});
  EXPECT_EQ(violated(with("\"taskId\"", "\"extra\":1,\"taskId\"")), Names{"document"});
}

TEST(Oracle, CallsBytesThatAreNoDocumentADifference) {
  const std::string document = kBefore;
  for (const std::string& bytes :
       {std::string(), std::string("null"), std::string("[]"), document + "x",
        document.substr(0, 40), "\xEF\xBB\xBF" + document, document + std::string(1, '\0') + "x",
        with("\"taskId\":\"t\"", "\"taskId\":\"x\",\"task\\u0049d\":\"t\""),
        std::string(100000, '[')}) {
    EXPECT_EQ(violated(bytes), Names{"document"}) << bytes.substr(0, 60);
  }
}

TEST(Oracle, CallsCharactersThatNoDocumentMayHoldADifference) {
  for (const std::string character : {"\\u0000", "\\uFFFE", "\\uFDD0", "\xEF\xBF\xBF",
                                      "\xF0\x9F\xBF\xBF", "\xF4\x8F\xBF\xBE", "\xEF\xB7\xAF"}) {
    EXPECT_EQ(violated(with("2026-03-05T11:00:00Z", "now" + character)), Names{"document"})
        << character;
  }
  // Neighbours that may stand in a text.
  for (const std::string character : {"\\uFFFD", "\xEF\xB7\x8F", "\xEF\xB7\xB0", "\xF0\x9F\x98\x80",
                                      "\xF0\x9F\xBF\xBD", "\xE3\x8F\xBE"}) {
    EXPECT_EQ(violated(with("2026-03-05T11:00:00Z", "now" + character)), Names{}) << character;
  }
}

TEST(Oracle, LetsOnlyTwoListsGrowWhenMonotone) {
  EXPECT_EQ(violated(with("\"never x\"", "\"never x\",\"never z\""), true), Names{});
  EXPECT_EQ(violated(with("\"c1\"", "\"c1\",\"c3\""), true), Names{});
  EXPECT_EQ(violated(with("\"never x\"", "\"never z\""), true), Names{"prohibition"});
  EXPECT_EQ(violated(with("\"a1\"", "\"a1\",\"a2\""), true), Names{"authority"});
  EXPECT_EQ(violated(with("\"never x\"", "\"never x\",\"never z\""), false), Names{"prohibition"});
}

TEST(Oracle, NamesEveryMemberThatDiffers) {
  std::string text = with("\"t\"", "\"T\"");
  text.replace(text.find("\"r\""), 3, "\"R\"");
  EXPECT_EQ(violated(text), (Names{"rollback", "task"}));
}

TEST(Oracle, TellsNumbersOfDifferentSpellingApart) {
  // A JSON library for which 1 equals 1.0 must not decide about meaning.
  const std::string one = with("\"taskId\"", "\"n\":1,\"taskId\"");
  const std::string other = with("\"taskId\"", "\"n\":1.0,\"taskId\"");
  EXPECT_TRUE(Oracle(one, false).judge(one).equal());
  EXPECT_FALSE(Oracle(one, false).judge(other).equal());
}

}  // namespace
}  // namespace holdfast
