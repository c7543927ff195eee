#include "harness/subject_protocol.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace holdfast {
namespace {

using Form = SubjectDocument::Form;
using nlohmann::json;

constexpr char kHello[] =
    R"({"type":"hello","protocol":1,"name":"n","version":"2","schemas":["s"],"policies":["exact"],)"
    R"("evidence":["ledger"],"reasons":{"mine":"task_changed","alpha":"objective_changed"}})";

std::string hello_with(const char* member, const json& value) {
  json hello = json::parse(kHello);
  hello[member] = value;
  return hello.dump();
}

std::string fault_of_answer(std::string_view line) { return read_answer(line, "q1").fault; }

void expect_mentions(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(SubjectProtocol, AsksWithDocumentsAsValues) {
  const Value before = Value::object({{"a", 1}});
  const Value evidence = Value::object({{"used", Value::array()}});
  Question question;
  question.id = "q\"1";
  question.step = "link";
  question.policy = "monotone";
  question.before = {Form::kValue, &before, {}};
  question.evidence = &evidence;
  EXPECT_EQ(question_line(question),
            R"({"type":"verify","id":"q\"1","step":"link","policy":"monotone","before":{"a":1},)"
            R"("after":null,"evidence":{"used":[]}})"
            "\n");
}

TEST(SubjectProtocol, SendsBothDocumentsAsTextWhenOneIs) {
  const Value before = Value::object({{"a", "é\n"}});
  Question question;
  question.id = "1";
  question.before = {Form::kValue, &before, {}};
  question.after = {Form::kText, nullptr, "{bad\n"};
  const json sent = json::parse(question_line(question));
  EXPECT_EQ(sent["raw"], true);
  EXPECT_EQ(sent["before"], R"({"a":"é\n"})");
  EXPECT_EQ(sent["after"], "{bad\n");
  EXPECT_TRUE(sent["evidence"].is_null());
}

TEST(SubjectProtocol, SendsANothingAsNullAlsoBesideText) {
  Question question;
  question.after = {Form::kText, nullptr, "x"};
  const json sent = json::parse(question_line(question));
  EXPECT_TRUE(sent["before"].is_null());
  EXPECT_EQ(sent["raw"], true);
}

TEST(SubjectProtocol, SendsBytesThatAreNotUtf8InBase64) {
  const std::pair<std::string_view, std::string_view> vectors[] = {
      {"\xFF", "/w=="}, {"\xFF\xFE", "//4="}, {"\xFF\xFE\xFD", "//79"}, {"a\xC3{}", "YcN7fQ=="}};
  for (const auto& [bytes, expected] : vectors) {
    Question question;
    question.before = {Form::kText, nullptr, "{}"};
    question.after = {Form::kText, nullptr, bytes};
    const json sent = json::parse(question_line(question));
    EXPECT_EQ(sent["afterBase64"], expected);
    EXPECT_FALSE(sent.contains("after"));
    EXPECT_EQ(sent["before"], "{}");
    EXPECT_EQ(sent["raw"], true);
  }
}

TEST(SubjectProtocol, AQuestionIsOneLineForEveryReaderOfLines) {
  const std::string breaks = "a\u2028b\u2029c\nd\re\u2027";
  const Value before = Value::object({{breaks, breaks}});
  Question question;
  question.before = {Form::kValue, &before, {}};
  for (const bool raw : {false, true}) {
    question.after = raw ? SubjectDocument{Form::kText, nullptr, breaks} : question.before;
    const std::string line = question_line(question);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_EQ(line.find('\r'), std::string::npos);
    EXPECT_EQ(line.find("\u2028"), std::string::npos);
    EXPECT_EQ(line.find("\u2029"), std::string::npos);
    const json sent = json::parse(line);
    EXPECT_EQ(raw ? json::parse(sent["before"].get<std::string>()) : sent["before"],
              json({{breaks, breaks}}));
  }
}

TEST(SubjectProtocol, ReadsAHello) {
  const HelloReading reading = read_hello(kHello);
  ASSERT_TRUE(reading.hello) << reading.fault;
  const SubjectDescription& description = reading.hello->description;
  EXPECT_EQ(description.name, "n");
  EXPECT_EQ(description.version, "2");
  EXPECT_EQ(description.schemas, std::vector<std::string>{"s"});
  EXPECT_EQ(description.policies, std::vector<std::string>{"exact"});
  EXPECT_EQ(description.evidence, std::vector<std::string>{"ledger"});
  EXPECT_TRUE(description.has_reason_map);
  ASSERT_EQ(reading.hello->reasons.size(), 2u);
  EXPECT_EQ(reading.hello->reasons[0].first, "alpha") << "sorted";
}

TEST(SubjectProtocol, AHelloNeedsNeitherVersionNorEvidenceNorReasons) {
  const HelloReading reading = read_hello(
      R"({"type":"hello","protocol":1,"name":"n","schemas":["s"],"policies":["exact"],"extra":[{}]})");
  ASSERT_TRUE(reading.hello) << reading.fault;
  EXPECT_FALSE(reading.hello->description.has_reason_map);
}

TEST(SubjectProtocol, RefusesAHelloByName) {
  const std::pair<std::string, const char*> refused[] = {
      {hello_with("protocol", 2), "speaks protocol 2"},
      {hello_with("protocol", -1), "speaks protocol -1"},
      {hello_with("protocol", "1"), "\"protocol\":1 is missing"},
      {hello_with("protocol", 1.0), "\"protocol\":1 is missing"},
      {hello_with("protocol", json::array({1})), "\"protocol\":1 is missing"},
      {hello_with("type", "Hello"), "\"type\":\"hello\" is missing"},
      {hello_with("name", ""), "\"name\" is missing"},
      {hello_with("name", json::array({"x"})), "\"name\" is missing"},
      {hello_with("schemas", json::array()), "declares no \"schemas\""},
      {hello_with("schemas", "s"), "\"schemas\" that is not a list"},
      {hello_with("schemas", json::array({"s", 1})), "\"schemas\" that is not a list"},
      {hello_with("policies", json::array({json::array({"exact"})})), "\"policies\" that is not"},
      {hello_with("reasons", json::array()), "\"reasons\" that is not an object"},
      {hello_with("reasons", {{"a", 1}}), "\"reasons\" that is not an object"},
      {R"({"type":"hello","protocol":1,"protocol":2})", "\"protocol\" twice"},
      {"listening on port 80", "is not JSON"},
      {"", "is empty"},
      {"[1]", "is not a JSON object"},
      {"1", "is not a JSON object"},
  };
  for (const auto& [line, fault] : refused) {
    const HelloReading reading = read_hello(line);
    EXPECT_FALSE(reading.hello) << line;
    expect_mentions(reading.fault, fault);
  }
}

TEST(SubjectProtocol, RefusesAReasonWithTwoMeanings) {
  std::string line = kHello;
  line.replace(line.find("\"alpha\""), 7, "\"mine\"");
  expect_mentions(read_hello(line).fault, "two meanings to its reason \"mine\"");
}

TEST(SubjectProtocol, ReadsVerdicts) {
  EXPECT_EQ(read_answer(R"({"id":"q1","verdict":"accept"})", "q1").kind, AnswerKind::kAccept);
  EXPECT_EQ(read_answer(R"({"id":"q1","verdict":"accept","reasons":[]})", "q1").kind,
            AnswerKind::kAccept);
  EXPECT_EQ(read_answer(R"({"id":"q1","verdict":"accept","reasons":null})", "q1").kind,
            AnswerKind::kAccept);
  const AnswerReading reject =
      read_answer(R"( {"verdict":"reject","reasons":["a","b"],"id":"q1"} )", "q1");
  EXPECT_EQ(reject.kind, AnswerKind::kReject);
  EXPECT_EQ(reject.reasons, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read_answer("{\"id\":\"q1\",\"verdict\":\"reject\"}\r", "q1").kind,
            AnswerKind::kReject);
}

TEST(SubjectProtocol, PassesOverUnknownMembers) {
  EXPECT_EQ(read_answer(R"({"took":1.5e3,"deep":[{"id":"other","verdict":["x"]}],"deep":1,)"
                        R"("verdict":"reject","id":"q1"})",
                        "q1")
                .kind,
            AnswerKind::kReject);
}

TEST(SubjectProtocol, ReadsAnHonestCannotSay) {
  const AnswerReading reading = read_answer("{\"id\":\"q1\",\"error\":\"no idea\\u001b\"}", "q1");
  EXPECT_EQ(reading.kind, AnswerKind::kIndeterminate);
  EXPECT_EQ(reading.error_text, "no idea\uFFFD");
}

TEST(SubjectProtocol, EveryMalformedAnswerHasItsOwnDiagnosis) {
  const std::pair<std::string_view, const char*> malformed[] = {
      {"", "is empty"},
      {"accept", "is not JSON"},
      {R"({"id":"q1","verdict":"accept"} x)", "is not JSON"},
      {R"({"id":"q1","verdict":"accept")", "is not JSON"},
      {R"({'id':'q1'})", "is not JSON"},
      {R"("accept")", "is not a JSON object"},
      {R"([{"id":"q1"}])", "is not a JSON object"},
      {std::string_view("{\"id\":\"q1\",\"verdict\":\"accept\"}\0", 31), "NUL"},
      {"{\"id\":\"q1\",\"verdict\":\"accept\",\"x\":\"\xFF\"}", "is not UTF-8"},
      {"\xEF\xBB\xBF{\"id\":\"q1\",\"verdict\":\"accept\"}", "byte-order mark"},
      {R"({"verdict":"accept"})", "no \"id\""},
      {R"({"id":1,"verdict":"accept"})", "no \"id\""},
      {R"({"error":"x"})", "no \"id\""},
      {R"({"id":"q2","verdict":"accept"})", "wrong id: \"q2\" instead of \"q1\""},
      {R"({"id":"q1","id":"q1","verdict":"accept"})", "\"id\" twice"},
      {R"({"id":"q1","verdict":"reject","verdict":"accept"})", "\"verdict\" twice"},
      {R"({"id":"q1","verdict":"reject","\u0076erdict":"accept"})", "\"verdict\" twice"},
      {R"({"id":"q1","verdict":"accepted"})", "unknown verdict, \"accepted\""},
      {R"({"id":"q1","verdict":"Accept"})", "unknown verdict, \"Accept\""},
      {R"({"id":"q1","verdict":"the secret text"})", "unknown verdict, a text of 15 bytes"},
      {R"({"id":"q1","verdict":true})", "neither a \"verdict\" nor"},
      {R"({"id":"q1"})", "neither a \"verdict\" nor"},
      {R"({"id":"q1","verdict":"accept","reasons":["a"]})", "accepts and gives reasons"},
      {R"({"id":"q1","verdict":"reject","reasons":"a"})", "\"reasons\" that are not a list"},
      {R"({"id":"q1","verdict":"reject","reasons":[1]})", "\"reasons\" that are not a list"},
      {R"({"id":"q1","verdict":"reject","reasons":{"a":"b"}})", "\"reasons\" that are not a list"},
      {R"({"id":"q1","verdict":"reject","error":"x"})", "both a \"verdict\" and an \"error\""},
      {R"({"id":"q1","error":7})", "\"error\" that is not a text"},
  };
  for (const auto& [line, fault] : malformed) {
    const AnswerReading reading = read_answer(line, "q1");
    EXPECT_EQ(reading.kind, AnswerKind::kMalformed) << line;
    EXPECT_TRUE(reading.reasons.empty()) << line;
    expect_mentions(reading.fault, fault);
  }
}

TEST(SubjectProtocol, LimitsDepthWithoutRecursion) {
  const auto nested = [](int depth) {
    return R"({"id":"q1","verdict":"accept","x":)" + std::string(depth, '[') +
           std::string(depth, ']') + "}";
  };
  EXPECT_EQ(fault_of_answer(nested(kMessageDepthMax - 1)), "");
  expect_mentions(fault_of_answer(nested(kMessageDepthMax)), "nested deeper");
  expect_mentions(fault_of_answer("{\"x\":" + std::string(1'000'000, '[')), "nested deeper");
}

TEST(SubjectProtocol, LimitsReasons) {
  json answer = {{"id", "q1"}, {"verdict", "reject"}, {"reasons", {std::string(257, 'x')}}};
  expect_mentions(fault_of_answer(answer.dump()), "too many or too long");
  answer["reasons"] = std::vector<std::string>(1025, "x");
  expect_mentions(fault_of_answer(answer.dump()), "too many or too long");
}

TEST(SubjectProtocol, GivesTheIdOfAWrongAnswer) {
  EXPECT_EQ(read_answer(R"({"id":"q0","verdict":"accept"})", "q1").id, "q0");
  EXPECT_FALSE(read_answer(R"({"verdict":"accept"})", "q1").id);
}

TEST(SubjectProtocol, FindsACanary) {
  EXPECT_TRUE(contains_canary("the canary-7 sang", "canary-7"));
  EXPECT_FALSE(contains_canary("the bird sang", "canary-7"));
  EXPECT_FALSE(contains_canary("anything", ""));
}

}  // namespace
}  // namespace holdfast
