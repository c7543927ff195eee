#include <gtest/gtest.h>

#include "cli/program.h"
#include "core/json.h"
#include "core/session.h"

namespace holdfast::testing {
namespace {

Value json_of(const Ran& ran) {
  const JsonReading reading = read_json(ran.out);
  EXPECT_TRUE(reading.value.has_value()) << ran.out << ran.err;
  return reading.value.value_or(Value());
}

TEST(Simulate, ShowsRoundsItemsAndWhatItComesTo) {
  const Program program;
  const Ran ran = program.run("simulate --runtime yoi --rounds 15 --seed 7");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("round   15:"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("0 of these were accepted (survivors)"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("seed 7"), std::string::npos);
  EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
}

TEST(Simulate, LosesNothingWithTheLedger) {
  const Program program;
  const Ran ran =
      program.run("simulate --runtime yoi --rounds 50 --ledger --detours --seed 7 --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Value value = json_of(ran);
  EXPECT_EQ(resolve_pointer(value, "/totals/losses")->integer(), 0);
  EXPECT_EQ(resolve_pointer(value, "/totals/refused")->integer(), 0);
  EXPECT_EQ(value.find("rounds")->size(), 50U);
}

TEST(Simulate, GivesTheSameBytesForTheSameSeed) {
  const Program program;
  const std::string command = "simulate --runtime langchain --rounds 20 --seed 11 --json";
  EXPECT_EQ(program.run(command).out, program.run(command).out);
}

TEST(Simulate, EndsWithOneWhereAVerifierLetsALossThrough) {
  const Program program;
  program.write("accepts.py",
                "import json,sys\n"
                "for line in sys.stdin:\n"
                "    m=json.loads(line)\n"
                "    a={'type':'hello','protocol':1,'name':'yes','version':'1',"
                "'schemas':['resume-manifest/v2'],'policies':['exact'],'evidence':['ledger',"
                "'progress']} if m['type']=='hello' else {'id':m['id'],'verdict':'accept',"
                "'reasons':[]}\n"
                "    print(json.dumps(a),flush=True)\n");
  const Ran ran = program.run(
      "simulate --runtime yoi --rounds 10 --seed 7 --verifier 'python3 accepts.py' --json");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const Value value = json_of(ran);
  EXPECT_GT(resolve_pointer(value, "/totals/survivors")->integer(), 0);
}

TEST(Simulate, EndsWithThreeWhereAVerifierRefusesAControl) {
  const Program program;
  program.write(
      "refuses.py",
      "import json,sys\n"
      "for line in sys.stdin:\n"
      "    m=json.loads(line)\n"
      "    a={'type':'hello','protocol':1,'name':'no','version':'1',"
      "'schemas':['resume-manifest/v2'],'policies':['exact'],'evidence':['ledger','progress']} "
      "if m['type']=='hello' else {'id':m['id'],'verdict':'reject','reasons':['no']}\n"
      "    print(json.dumps(a),flush=True)\n");
  EXPECT_EQ(
      program.run("simulate --runtime yoi --rounds 5 --seed 7 --verifier 'python3 refuses.py'")
          .exit_code,
      3);
}

TEST(Simulate, AsksNothingOfAVerifierThatDoesNotDeclareIt) {
  const Program program;
  const Ran ran = program.run(
      "simulate --runtime yoi --rounds 3 --seed 7 --verifier \"python3 "
      "'$SOURCE/examples/weak_verifier.py'\"");
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_NE(ran.err.find("resume-manifest/v2, ledger, progress"), std::string::npos) << ran.err;
}

TEST(Simulate, RefusesAHistoryThatIsTooShort) {
  const Program program;
  const Ran ran = program.run("simulate --runtime yoi --entries 5 --seed 7");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("--entries"), std::string::npos) << ran.err;
}

TEST(Simulate, RunsTheExampleCompactor) {
  const Program program;
  const Ran rounds = program.run(
      "simulate --subject \"python3 '$SOURCE/examples/compactor.py'\" --rounds 6 --entries 120 "
      "--seed 7 --json");
  EXPECT_EQ(rounds.exit_code, 0) << rounds.err;
  EXPECT_GT(resolve_pointer(json_of(rounds), "/totals/losses")->integer(), 0);
  const Ran sweep =
      program.run("simulate --subject \"python3 '$SOURCE/examples/compactor.py'\" --sweep");
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_NE(sweep.out.find("lost past character 300 of a user's message"), std::string::npos)
      << sweep.out;
  EXPECT_NE(sweep.out.find("lost past character 1,500 of the previous summary"), std::string::npos)
      << sweep.out;
}

TEST(Simulate, SaysWhatIsWrongWithACommandThatIsNoCompactor) {
  const Program program;
  const Ran missing = program.run("simulate --subject ./nothing-here --rounds 3 --seed 1");
  EXPECT_EQ(missing.exit_code, 4);
  EXPECT_NE(missing.err.find("nothing-here"), std::string::npos) << missing.err;
  const Ran silent = program.run("simulate --subject 'exit 3' --rounds 3 --seed 1");
  EXPECT_EQ(silent.exit_code, 4) << silent.err;
  const Ran chatty = program.run(
      "simulate --subject 'read l; echo {\\\"type\\\":\\\"hello\\\",\\\"protocol\\\":1,"
      "\\\"name\\\":\\\"x\\\"}; read l; echo thinking...' --rounds 3 --seed 1");
  EXPECT_EQ(chatty.exit_code, 4);
  EXPECT_NE(chatty.err.find("standard error"), std::string::npos) << chatty.err;
}

TEST(Simulate, TakesARecipeOfTheUsersOwn) {
  const Program program;
  program.write("mine.json",
                R"({"schema":"runtime-recipe/v1","name":"mine","stages":[)"
                R"({"model":"preview_carry","parameters":{"preview_characters":100}}]})");
  const Ran ran = program.run("simulate --runtime ./mine.json --sweep");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("lost past character 100 of a user's message"), std::string::npos)
      << ran.out;
}

TEST(Simulate, SaysWhatIsWrongWithARecipe) {
  const Program program;
  const std::pair<std::string, std::string> faulty[] = {
      {"{", "no JSON"},
      {R"({"schema":"recipe/v9","name":"m","stages":[]})", "/schema"},
      {R"({"schema":"runtime-recipe/v1","name":"m","stages":[]})", "/stages"},
      {R"({"schema":"runtime-recipe/v1","name":"m","stage":[]})", "/stage"},
      {R"({"schema":"runtime-recipe/v1","name":"m m","stages":[{"model":"slide"}]})", "/name"},
      {R"({"schema":"runtime-recipe/v1","name":"m","stages":[{"model":"nothing"}]})",
       "/stages/0/model"},
      {R"({"schema":"runtime-recipe/v1","name":"m","stages":[{"model":"preview_carry",)"
       R"("parameters":{"preview":1}}]})",
       "/stages/0/parameters/preview"},
      {R"({"schema":"runtime-recipe/v1","name":"m","stages":[{"model":"preview_carry",)"
       R"("parameters":{"preview_characters":"long"}}]})",
       "/stages/0/parameters/preview_characters"},
      {R"({"schema":"runtime-recipe/v1","name":"m","stages":[{"model":"preview_carry",)"
       R"("parameters":{"sections":[{"kinds":["order"]}]}}]})",
       "/sections/0/kinds"},
  };
  for (const auto& [text, where] : faulty) {
    program.write("mine.json", text);
    const Ran ran = program.run("simulate --runtime ./mine.json --rounds 2 --seed 1");
    EXPECT_EQ(ran.exit_code, 2) << text << ran.err;
    EXPECT_NE(ran.err.find(where), std::string::npos) << text << "\n" << ran.err;
    EXPECT_NE(ran.err.find("mine.json"), std::string::npos) << ran.err;
  }
  const Ran unknown = program.run("simulate --runtime nobody --seed 1");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("yoi"), std::string::npos) << unknown.err;
  EXPECT_EQ(program.run("simulate --seed 1").exit_code, 2);
}

TEST(Simulate, ListsRuntimesAndModels) {
  const Program program;
  const Value value = json_of(program.run("simulate --list --json"));
  std::string names;
  for (const Value& runtime : value.find("runtimes")->items()) {
    names += runtime.find("name")->text() + " ";
    EXPECT_FALSE(runtime.find("comment")->text().empty());
  }
  for (const char* name : {"yoi", "codex-local", "gemini-chat", "gemini-graph", "openhands", "pi",
                           "langchain", "cline-legacy"}) {
    EXPECT_NE(names.find(std::string(name) + " "), std::string::npos) << names;
  }
  EXPECT_GE(value.find("models")->size(), 17U);
}

TEST(Simulate, WritesAHistoryThatIsASession) {
  const Program program;
  const Ran ran = program.run("simulate --write-history h.jsonl --entries 300 --seed 5");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Result<Session> session = read_session(program.path("h.jsonl"));
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->entries.size(), 300U);
  EXPECT_TRUE(session->notes.empty());
  EXPECT_EQ(program.run("simulate --write-history /nowhere/h.jsonl --seed 5").exit_code, 2);
}

}  // namespace
}  // namespace holdfast::testing
