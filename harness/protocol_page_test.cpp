// The transcript of docs/subject-protocol.md is what really happens: the example answers as it
// says, and the questions are as Holdfast writes and reads them.
#include <gtest/gtest.h>

#include <sstream>
#include <utility>
#include <vector>

#include "core/file.h"
#include "core/json.h"
#include "harness/process.h"
#include "harness/schema_test.h"
#include "harness/subject_protocol.h"
#include "harness/subject_testing.h"

namespace holdfast {
namespace {

constexpr char kPage[] = HOLDFAST_SOURCE_DIR "/docs/subject-protocol.md";

struct Exchange {
  std::string asked;
  std::string answered;
};

std::vector<Exchange> transcript() {
  const auto page = read_file(kPage);
  EXPECT_TRUE(page.ok());
  const std::string fence = "```transcript\n";
  const std::size_t begin = page->find(fence) + fence.size();
  std::istringstream lines(page->substr(begin, page->find("```", begin) - begin));
  const std::string to_subject = "→ ";
  const std::string to_holdfast = "← ";
  std::vector<Exchange> exchanges;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(to_subject, 0) == 0) {
      exchanges.push_back({line.substr(to_subject.size()), ""});
    } else {
      EXPECT_EQ(line.rfind(to_holdfast, 0), 0U) << line;
      exchanges.back().answered = line.substr(to_holdfast.size());
    }
  }
  return exchanges;
}

class ProtocolPage : public SubjectTest {};

TEST_F(ProtocolPage, IsPlayedByTheExampleByteForByte) {
  auto started = Process::start(
      {"/bin/sh", "-c", "exec python3 '" HOLDFAST_SOURCE_DIR "/examples/correct_verifier.py'"}, {});
  ASSERT_TRUE(started.ok());
  const std::vector<Exchange> exchanges = transcript();
  EXPECT_GE(exchanges.size(), 7U);
  for (const Exchange& exchange : exchanges) {
    std::string answer;
    ASSERT_EQ((*started)->exchange(exchange.asked + "\n", answer, Deadline(kPatientMs)),
              Process::Exchange::kLine);
    EXPECT_EQ(answer, exchange.answered) << exchange.asked;
  }
  (*started)->stop(kPatientMs);
  EXPECT_EQ((*started)->status().text(), "status 0");
}

TEST_F(ProtocolPage, BeginsWithTheHelloOfThisVersion) {
  const std::vector<Exchange> exchanges = transcript();
  EXPECT_EQ(exchanges.front().asked + "\n", hello_line());
  EXPECT_TRUE(read_hello(exchanges.front().answered).hello);
}

TEST_F(ProtocolPage, ShowsQuestionsAsTheyAreWritten) {
  const std::vector<Exchange> exchanges = transcript();
  for (std::size_t i = 1; i < exchanges.size(); ++i) {
    const JsonReading reading = read_json(exchanges[i].asked);
    ASSERT_TRUE(reading.value) << exchanges[i].asked;
    const Value& message = *reading.value;
    Question question;
    question.id = message.find("id")->text();
    question.step = message.find("step")->text();
    question.policy = message.find("policy")->text();
    const auto document = [](const Value* value) -> SubjectDocument {
      if (value == nullptr) {
        return {SubjectDocument::Form::kText, nullptr, "{\xFF}"};  // what e/99 stands for
      }
      return value->is_null() ? SubjectDocument()
             : value->is_string()
                 ? SubjectDocument{SubjectDocument::Form::kText, nullptr, value->text()}
                 : SubjectDocument{SubjectDocument::Form::kValue, value, {}};
    };
    question.before = document(message.find("before"));
    question.after = document(message.find("after"));
    EXPECT_EQ(question_line(question), exchanges[i].asked + "\n");
  }
}

TEST_F(ProtocolPage, ShowsAnswersThatAreRead) {
  const std::vector<Exchange> exchanges = transcript();
  const AnswerKind kinds[] = {AnswerKind::kAccept, AnswerKind::kReject, AnswerKind::kReject,
                              AnswerKind::kReject, AnswerKind::kReject, AnswerKind::kIndeterminate};
  ASSERT_EQ(exchanges.size(), std::size(kinds) + 1);
  for (std::size_t i = 1; i < exchanges.size(); ++i) {
    const AnswerReading reading = read_answer(exchanges[i].answered, std::to_string(i));
    EXPECT_EQ(reading.fault, "") << exchanges[i].answered;
    EXPECT_EQ(reading.kind, kinds[i - 1]);
  }
}

TEST_F(ProtocolPage, HasMessagesThatFitTheSchema) {
  const JsonSchema schema(schema_json("subject-v1"));
  for (const Exchange& exchange : transcript()) {
    for (const std::string& line : {exchange.asked, exchange.answered}) {
      const auto message = nlohmann::json::parse(line, nullptr, false);
      EXPECT_TRUE(schema.accepts(message)) << line << "\n" << schema.explain(message);
    }
  }
}

// Every diagnosis that the page explains is one that Holdfast gives.
TEST_F(ProtocolPage, NamesDiagnosesThatExist) {
  const auto page = read_file(kPage);
  std::string sources;
  for (const char* file : {"command_subject.cpp", "subject_protocol.cpp", "process_tree.cpp"}) {
    sources += *read_file(std::string(HOLDFAST_SOURCE_DIR "/harness/") + file);
  }
  for (const std::string words :
       {"not a single byte came before", "no newline after ", "is not JSON", "is not UTF-8",
        "answered before it was asked", "no handshake: ", "has the wrong id",
        "a second answer came", "has an unknown verdict",
        "accepts and gives reasons against it at once", "the subject ended with "}) {
    EXPECT_NE(page->find(words), std::string::npos) << words;
    EXPECT_NE(sources.find(words), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace holdfast
