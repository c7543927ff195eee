// What the simulator prints and reads fits its published schemas.
#include <gtest/gtest.h>

#include "core/json.h"
#include "harness/builtin_subject.h"
#include "harness/schema_test.h"
#include "harness/simulation_report.h"

namespace holdfast {
namespace {

Value printed(const char* runtime, bool gate) {
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(*find_recipe(runtime));
  Result<std::unique_ptr<Subject>> verifier = make_builtin_subject_factory()->start();
  SimulationOptions options;
  options.gate = gate;
  options.rounds = 8;
  const Result<SimulationResult> result = simulate(*pipeline, **verifier, options);
  CHECK(result.ok());
  return document_of(*result, {.pipeline = pipeline->identity(),
                               .verifier = "built-in",
                               .seed = 1,
                               .ledger = false,
                               .gate = gate,
                               .controls = {{"said_twice", true, {"because"}}}});
}

TEST(SimulationSchemas, FitWhatIsPrinted) {
  const JsonSchema schema(schema_json("simulation-v1"));
  for (const char* runtime : {"yoi", "letta", "goose"}) {
    for (const bool gate : {true, false}) {
      Value document = printed(runtime, gate);
      EXPECT_EQ(schema.explain(to_nlohmann(document)), "");
      document.add("more", 1);
      EXPECT_FALSE(schema.accepts(document));
      document.erase("more");
      document.erase("totals");
      EXPECT_FALSE(schema.accepts(document));
    }
  }
}

TEST(SimulationSchemas, FitASweep) {
  const JsonSchema schema(schema_json("sweep-v1"));
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(*find_recipe("yoi"));
  const auto findings = sweep(*pipeline);
  ASSERT_TRUE(findings.ok());
  Value document = document_of(*findings, "runtime yoi");
  EXPECT_EQ(schema.explain(to_nlohmann(document)), "");
  document.find("findings")->items()[0].set("lost", "yes");
  EXPECT_FALSE(schema.accepts(document));
}

// What the reader takes the schema takes, and the other way round but for what a schema cannot say:
// which models there are, which parameters each has and what their values may be.
TEST(SimulationSchemas, AndTheReaderAgreeOnRecipes) {
  const JsonSchema schema(schema_json("runtime-recipe-v1"));
  const auto reads = [](const Value& document) {
    return read_recipe(write_compact_json(document), "recipe").ok();
  };
  for (const BundledRecipe& bundled : bundled_recipes()) {
    const JsonReading reading = read_json(bundled.bytes);
    ASSERT_TRUE(reading.value.has_value()) << bundled.name;
    const Value& good = *reading.value;
    EXPECT_TRUE(reads(good)) << bundled.name;
    EXPECT_EQ(schema.explain(to_nlohmann(good)), "") << bundled.name;
    EXPECT_EQ(good.find("name")->text(), bundled.name);
    for (const std::string& name : good.names()) {
      Value less = good;
      less.erase(name);
      EXPECT_EQ(reads(less), schema.accepts(less)) << bundled.name << " without " << name;
      for (const Value& odd : {Value(), Value(1), Value(""), Value("a b"), Value::array(),
                               Value::object(), Value(true)}) {
        Value changed = good;
        changed.set(name, odd);
        EXPECT_EQ(reads(changed), schema.accepts(changed))
            << bundled.name << " " << name << " " << write_compact_json(odd);
      }
    }
    Value more = good;
    more.add("more", 1);
    EXPECT_FALSE(reads(more));
    EXPECT_FALSE(schema.accepts(more));
    Value stage = good;
    stage.find("stages")->items()[0].add("more", 1);
    EXPECT_FALSE(reads(stage));
    EXPECT_FALSE(schema.accepts(stage));
  }
}

}  // namespace
}  // namespace holdfast
