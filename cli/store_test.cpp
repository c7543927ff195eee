#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cli/program.h"
#include "core/json.h"

namespace holdfast::testing {
namespace {

Value json_of(const Ran& ran) {
  const JsonReading reading = read_json(ran.out);
  EXPECT_TRUE(reading.value.has_value()) << ran.out << ran.err;
  return reading.value.value_or(Value::object());
}

std::string text(const Value& value, const char* name) {
  const Value* found = value.find(name);
  return found != nullptr && found->is_string() ? found->text() : "";
}

class StoreCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    const Value ready = json_of(program_.run("store init --json"));
    record_ = text(ready, "recordSha256");
    program_.write("entries.jsonl", "what was compacted\n");
  }

  std::string proposed(const std::string& file) {
    return text(json_of(program_.run("store propose " + file + " --json")), "candidateSha256");
  }
  // Judges what `holdfast verify` says of the pair.
  int judged(const std::string& candidate, const std::string& before, const std::string& after) {
    const Ran verdict = program_.run("verify " + before + " " + after + " --json");
    program_.write("verdict.json", verdict.out);
    return program_
        .run("store judge " + candidate + " --verdict verdict.json --source entries.jsonl")
        .exit_code;
  }
  Ran promote(const std::string& candidate, int generation, const std::string& record) {
    return program_.run("store promote " + candidate + " --generation " +
                        std::to_string(generation) + " --record " + record + " --json");
  }

  Program program_;
  std::string record_;
};

TEST_F(StoreCommand, PromotesACandidateThatPassedAndRefusesAnOldExpectation) {
  const std::string before = "\"$SOURCE/examples/before.json\"";
  const std::string first = proposed(before);
  EXPECT_EQ(judged(first, before, before), 0);
  const Ran promoted = promote(first, 0, record_);
  EXPECT_EQ(promoted.exit_code, 0) << promoted.out << promoted.err;
  const Value answer = json_of(promoted);
  EXPECT_EQ(text(answer, "answer"), "promoted");
  EXPECT_EQ(promote(first, 0, record_).exit_code, 1);
  EXPECT_EQ(text(json_of(promote(first, 0, record_)), "answer"), "promotion_conflict");
  EXPECT_EQ(program_.run("store verify").out, "in order\n");
  EXPECT_EQ(program_.run("store history --promotion " + text(answer, "promotionId")).out,
            "current\n");
  EXPECT_EQ(program_.run("store history --promotion p-none").out, "absent\n");
  EXPECT_EQ(program_.run("store current --out now.json").exit_code, 0);
  EXPECT_EQ(proposed("now.json"), first);
}

TEST_F(StoreCommand, KeepsWhatWasRejectedAndNeverPromotesIt) {
  const std::string before = "\"$SOURCE/examples/before.json\"";
  const std::string after = "\"$SOURCE/examples/after.json\"";  // a bad summary
  const std::string bad = proposed(after);
  EXPECT_EQ(judged(bad, before, after), 1);
  const Ran ran = promote(bad, 0, record_);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(text(json_of(ran), "answer"), "rejected");
  EXPECT_EQ(program_.run("store rejected").out, bad + "\n");
}

TEST_F(StoreCommand, SaysWhatIsWrong) {
  EXPECT_EQ(promote(std::string(64, '0'), 0, record_).exit_code, 1);
  EXPECT_EQ(promote("x", 0, record_).exit_code, 2);
  EXPECT_EQ(program_.run("store propose nothing.json").exit_code, 2);
  EXPECT_EQ(program_.run("store current --store nowhere").exit_code, 2);
  EXPECT_EQ(program_.run("store").exit_code, 2);
  program_.write(".holdfast/store/CURRENT", "{}");
  const Ran corrupt = program_.run("store current");
  EXPECT_EQ(corrupt.exit_code, 1);
  EXPECT_NE(corrupt.out.find("store_corrupt"), std::string::npos) << corrupt.out;
}

TEST_F(StoreCommand, RefusesFilesThatOthersMayWrite) {
  ASSERT_EQ(::chmod(program_.path(".holdfast/store/CURRENT").c_str(), 0666), 0);
  EXPECT_EQ(program_.run("store current").exit_code, 1);
}

}  // namespace
}  // namespace holdfast::testing
