// What shards write, and what strategy files may hold, against the published schemas.
#include <gtest/gtest.h>

#include "core/file.h"
#include "core/json.h"
#include "harness/builtin_subject.h"
#include "harness/run_record.h"
#include "harness/schema_test.h"
#include "harness/strategy_file.h"

namespace holdfast {
namespace {

TEST(Shard, WritesAHeaderOfTheSchema) {
  CampaignOptions options;
  options.cases = 100;
  options.shard = {0, 2};
  const auto result = run_campaign(options, *make_builtin_subject_factory());
  ASSERT_TRUE(result.ok());
  RunContext context;
  context.holdfast_version = "1.0.0";
  context.strategy_files = {{"a", std::string(64, '0')}};
  const std::string record = write_run_record(options, *result, context);
  Value header = *read_json(record.substr(0, record.find('\n'))).value;
  const JsonSchema schema(schema_json("run-v1"));
  EXPECT_TRUE(schema.accepts(header)) << schema.explain(to_nlohmann(header));
  header.find("shard")->set("of", 1);
  EXPECT_FALSE(schema.accepts(header)) << "a whole campaign is no shard";
}

TEST(StrategyFile, IsReadAsTheSchemaSays) {
  const JsonSchema schema(schema_json("strategy-v1"));
  for (const char* name : {"exception_for_urgency", "tell_write_as_history"}) {
    const auto bytes =
        read_file(HOLDFAST_SOURCE_DIR "/examples/strategies/" + std::string(name) + ".json");
    ASSERT_TRUE(bytes.ok());
    EXPECT_TRUE(schema.accepts(*read_json(*bytes).value)) << name;
  }
  const auto agree = [&](const std::string& edits, const std::string& more, bool good) {
    const std::string bytes =
        R"({"schema":"strategy/v1","name":"a","summary":"s","codes":["rollback_changed"],"edits":)" +
        edits + more + "}";
    EXPECT_EQ(schema.accepts(*read_json(bytes).value), good) << bytes;
    EXPECT_EQ(strategy_file_from(bytes, "a.json").ok(), good) << bytes;
  };
  const std::string remove = R"([{"pointer":"/a","op":"remove"}])";
  for (const char* edit :
       {R"("op":"remove")", R"("op":"duplicate")", R"("op":"swap")", R"("op":"add","value":null)",
        R"("op":"replace","value":[1])", R"("op":"append","value":"x")"}) {
    agree(R"([{"pointer":"/a",)" + std::string(edit) + "}]", "", true);
  }
  for (const char* edit :
       {R"("op":"remove","value":1)", R"("op":"swap","value":1)", R"("op":"add")",
        R"("op":"append","value":1)", R"("op":"append","value":"")", R"("op":"move")",
        R"("op":"remove","x":1)"}) {
    agree(R"([{"pointer":"/a",)" + std::string(edit) + "}]", "", false);
  }
  agree("[]", "", false);
  agree(R"([{"pointer":"","op":"remove"}])", "", false);
  agree(remove, R"(,"kind":"compaction")", true);
  agree(remove, R"(,"kind":"chain")", false);
  for (const std::string_view invariant : kInvariants) {
    agree(remove, R"(,"invariant":")" + std::string(invariant) + "\"", true);
  }
  agree(remove, R"(,"invariant":"none")", false);
  agree(remove, R"(,"x":1)", false);
}

}  // namespace
}  // namespace holdfast
