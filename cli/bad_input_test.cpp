// Bad input of every kind: a clear line with place and remedy, the documented exit code, no file
// left behind.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

const std::string kGood = R"({"taskId":"t","objective":"o","canonical":{"path":"a","sha256":")" +
                          std::string(64, '0') +
                          R"(","readAt":"now"},"completedPhases":[],"nextExactAction":"Send it",
"externalWrites":[],"consumedAuthorities":[],"prohibitions":[],"rollback":"r","completionChecks":[]})";

// One line on standard error that holds each of the words.
void expect_one_line(const Ran& ran, std::initializer_list<const char*> words) {
  EXPECT_EQ(line_count(ran.err), 1U) << ran.err;
  for (const char* word : words) {
    EXPECT_NE(ran.err.find(word), std::string::npos) << ran.err;
  }
}

TEST(BadInput, FilesThatCannotBeOpenedEndWith2) {
  const Program program;
  program.write("good.json", kGood);
  std::filesystem::create_directory(program.path("folder"));
  for (const char* command :
       {"verify absent.json good.json", "verify good.json absent.json", "checksum absent.json",
        "canonical absent.json --root .", "replay absent.json", "extract absent.json",
        "hunt --session absent.json --cases 500"}) {
    const Ran ran = program.run(command);
    EXPECT_EQ(ran.exit_code, 2) << command;
    expect_one_line(ran, {"absent.json", ";"});
    EXPECT_EQ(ran.out, "") << command;
  }
  const Ran ran = program.run("verify folder good.json");
  EXPECT_EQ(ran.exit_code, 2);
  expect_one_line(ran, {"folder", "directory"});
  EXPECT_EQ(program.file_count(), 1U);
}

TEST(BadInput, BytesThatAreNoDocumentEndWith1AndTheirCode) {
  const Program program;
  program.write("good.json", kGood);
  const std::pair<std::string, const char*> documents[] = {
      {"", "after_missing"},
      {"null", "after_missing"},
      {std::string("\x7f"
                   "ELF\x02\x01\0\xff\xfe",
                   9),
       "invalid_json"},
      {"[]", "invalid_value"},
      {R"({"taskId":"a","task\u0049d":"b"})", "duplicate_key"},
      {R"({"schema":"resume-manifest/v9"})", "schema_unknown"},
      {"{\"taskId\": ", "invalid_json"},
      {std::string(100, '['), "too_deep"},
  };
  for (const auto& [bytes, code] : documents) {
    program.write("bad.json", bytes);
    const Ran ran = program.run("verify good.json bad.json");
    EXPECT_EQ(ran.exit_code, 1) << code;
    EXPECT_EQ(ran.out.rfind("fail: " + std::string(code), 0), 0U) << ran.out;
    const Ran other = program.run("verify bad.json good.json");
    EXPECT_EQ(other.exit_code, 1) << code;
    EXPECT_EQ(program.run("checksum bad.json").exit_code, 1) << code;
  }
}

TEST(BadInput, TwoHundredMegabytesOfBracketsAreRefusedWithoutMuchMemory) {
  const Program program;
  program.write("good.json", kGood);
  {
    std::ofstream file(program.path("huge.json"), std::ios::binary);
    const std::string part(1 << 20, '[');
    for (int i = 0; i < 200; ++i) {
      file << part;
    }
  }
  const Ran ran = program.run("verify good.json huge.json");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out.rfind("fail: too_large", 0), 0U) << ran.out.substr(0, 200);
  EXPECT_EQ(program.run("hunt --session huge.json --cases 500").exit_code, 2);
}

TEST(BadInput, UsageEndsWith2InOneLine) {
  const Program program;
  for (const char* arguments :
       {"", "nonsense", "verify", "verify a", "verify a b --policy loose", "hunt --cases 0",
        "hunt --cases -1", "hunt --cases x", "hunt --seed x", "hunt --time 1 --cases 500",
        "hunt --no-such", "hunt --workers 0", "checksum x --norm sc9", "hunt --one-shot"}) {
    const Ran ran = program.run(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments;
    expect_one_line(ran, {"holdfast: ", "--help"});
  }
  EXPECT_EQ(program.file_count(), 0U);
}

TEST(BadInput, SubjectsThatAreNoneEndWith4InOneLineAndLeaveNoFile) {
  const Program program;
  const std::pair<const char*, const char*> subjects[] = {
      {"./no-such-program", "could not be started"},
      {"exit 3", "3"},
      {"cat >/dev/null", "hello"},
      {"sleep 60", "hello"},
      {"printf \"garbage\\n\"; sleep 60", "hello"},
      {"head -c 1000 /dev/urandom; sleep 60", ""},
  };
  for (const auto& [subject, word] : subjects) {
    const Ran ran = program.run("hunt --seed 1 --cases 500 --start-deadline-ms 500 --subject '" +
                                std::string(subject) + "'");
    EXPECT_EQ(ran.exit_code, 4) << subject << "\n" << ran.err;
    EXPECT_NE(ran.err.find(word), std::string::npos) << subject << "\n" << ran.err;
    EXPECT_EQ(line_count(ran.err), 2U) << ran.err;  // the seed, and the error
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(program.file_count(), 0U) << subject;
  }
}

TEST(BadInput, SubjectsThatStopAnsweringAreGivenUpAndReported) {
  const Program program;
  const std::string hello =
      R"(read l; echo "{\"type\":\"hello\",\"protocol\":1,\"name\":\"s\",\"version\":\"1\",\"schemas\":[\"resume-manifest/v1\"],\"policies\":[\"exact\"],\"evidence\":[]}"; )";
  program.write("silent.sh", hello + "sleep 60\n");
  program.write("rubbish.sh", hello + "while read l; do echo rubbish; done\n");
  program.write("quits.sh", hello + "read l; exit 3\n");
  const std::pair<const char*, const char*> subjects[] = {
      {"silent", "timeout"}, {"rubbish", "malformed"}, {"quits", "crash"}};
  for (const auto& [name, outcome] : subjects) {
    const Ran ran = program.run("hunt --seed 1 --cases 500 --deadline-ms 100 --subject 'sh " +
                                std::string(name) + ".sh'");
    // Controls fail too, so the kills are void.
    EXPECT_EQ(ran.exit_code, 3) << name << ran.err;
    EXPECT_NE(ran.out.find("Given up"), std::string::npos) << name;
    EXPECT_NE(ran.out.find(outcome), std::string::npos) << ran.out;
  }
}

TEST(BadInput, StoredCasesThatCannotBeReadEndWith7) {
  const Program program;
  program.write("no-case.json", "{}");
  program.write("no-json.json", "{");
  for (const char* name : {"no-case.json", "no-json.json"}) {
    const Ran ran = program.run("replay " + std::string(name));
    EXPECT_EQ(ran.exit_code, 7) << name;
    expect_one_line(ran, {name, "case"});
  }
}

TEST(BadInput, AFolderThatCannotBeWrittenIsNoCleanRun) {
  const Program program;
  program.write("file", "");
  const Ran ran = program.run("hunt --seed 1 --cases 500 --store none --out file/run");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("file: is there, and is not a folder"), std::string::npos) << ran.err;
}

TEST(BadInput, AReaderThatGoesAwayIsNoCrash) {
  const Program program;
  const Ran ran = program.run("strategies --json | head -c 10", "");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

}  // namespace
}  // namespace holdfast::testing
