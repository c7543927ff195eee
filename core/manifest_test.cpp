#include "core/manifest.h"

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

TEST(Manifest, WritesTheMembersInTheOrderOfThePublishedType) {
  EXPECT_EQ(
      to_value(good_manifest()).names(),
      (std::vector<std::string>{"schema", "taskId", "objective", "canonical", "completedPhases",
                                "nextExactAction", "externalWrites", "consumedAuthorities",
                                "prohibitions", "rollback", "completionChecks"}));
  EXPECT_EQ(to_value(good_manifest()).find("canonical")->names(),
            (std::vector<std::string>{"path", "sha256", "readAt"}));
  EXPECT_EQ(to_value(good_manifest()).find("externalWrites")->items()[0].names(),
            (std::vector<std::string>{"operation", "effectId", "status"}));
}

TEST(Manifest, ComesBackFromItsJsonForm) {
  const Manifest manifest = good_manifest();
  EXPECT_EQ(manifest_from(to_value(manifest)), manifest);
  Manifest empty;
  empty.task_id = "t";
  empty.objective = "o";
  empty.canonical = {{{}, "p", "s", "r"}};
  empty.next_exact_action.text = "n";
  empty.rollback = "r";
  EXPECT_EQ(manifest_from(to_value(empty)), empty);
}

TEST(Manifest, OfVersionTwoComesBackFromItsJsonForm) {
  Manifest manifest = good_manifest_v2();
  EXPECT_EQ(manifest_from(to_value(manifest)), manifest);
  manifest.lineage = {0, {}, std::string(64, '7'), std::nullopt, std::nullopt};
  manifest.next_exact_action.arguments = Value();
  manifest.events.clear();
  manifest.directives.clear();
  manifest.decisions.clear();
  EXPECT_EQ(manifest_from(to_value(manifest)), manifest);
}

TEST(Manifest, TakesAnAbsentSchemaAsVersionOneAndNoOther) {
  Value value = to_value(good_manifest());
  value.erase("schema");
  EXPECT_EQ(manifest_from(value), good_manifest());
  for (const Value& schema :
       {Value("resume-manifest/v2"), Value(""), Value(), Value(1), Value("Resume-manifest/v1"),
        Value("resume-manifest/v1 "), Value::array({"resume-manifest/v1"})}) {
    value.set("schema", schema);
    EXPECT_FALSE(manifest_from(value)) << write_compact_json(schema);
  }
}

// Every place of a manifest as a pointer.
const std::vector<std::string>& places() {
  static const std::vector<std::string> pointers = {"/taskId",
                                                    "/objective",
                                                    "/canonical",
                                                    "/canonical/path",
                                                    "/canonical/sha256",
                                                    "/canonical/readAt",
                                                    "/completedPhases",
                                                    "/completedPhases/1",
                                                    "/nextExactAction",
                                                    "/externalWrites",
                                                    "/externalWrites/1",
                                                    "/externalWrites/1/operation",
                                                    "/externalWrites/1/effectId",
                                                    "/externalWrites/1/status",
                                                    "/consumedAuthorities",
                                                    "/prohibitions",
                                                    "/prohibitions/0",
                                                    "/rollback",
                                                    "/completionChecks",
                                                    "/completionChecks/1"};
  return pointers;
}

TEST(Manifest, TakesNoValueOfAnotherType) {
  for (const std::string& place : places()) {
    for (const Value& wrong : {Value(), Value(0), Value(true), Value::object(), Value::array({1}),
                               Value::object({{"a", "b"}})}) {
      Value value = to_value(good_manifest());
      *resolve_pointer(value, place) = wrong;
      EXPECT_FALSE(manifest_from(value)) << place << " " << write_compact_json(wrong);
    }
  }
  for (const Value& wrong : {Value(), Value(1), Value("x"), Value::array(), Value::object()}) {
    EXPECT_FALSE(manifest_from(wrong));
  }
}

TEST(Manifest, TakesNoMemberLessAndNoMemberMore) {
  for (const char* object : {"", "/canonical", "/externalWrites/0"}) {
    Value value = to_value(good_manifest());
    for (const std::string& name : resolve_pointer(value, object)->names()) {
      Value less = value;
      resolve_pointer(less, object)->erase(name);
      EXPECT_EQ(manifest_from(less).has_value(), name == "schema") << object << "/" << name;
    }
    Value more = value;
    resolve_pointer(more, object)->set("note", "x");
    EXPECT_FALSE(manifest_from(more)) << object;
    // A tree built in a program may hold a name twice, which no reader lets through.
    Value twice = value;
    Value* at = resolve_pointer(twice, object);
    at->add(at->names()[1], at->items()[1]);
    EXPECT_FALSE(manifest_from(twice)) << object;
  }
}

TEST(Manifest, TakesOnlyTheTwoStatusWords) {
  for (const char* status : {"", "Confirmed", "failed", "unknown ", "pending", "null"}) {
    Value value = to_value(good_manifest());
    *resolve_pointer(value, "/externalWrites/0/status") = status;
    EXPECT_FALSE(manifest_from(value)) << status;
  }
  Value value = to_value(good_manifest());
  *resolve_pointer(value, "/externalWrites/0/status") = "unknown";
  EXPECT_EQ(manifest_from(value)->external_writes[0].status, WriteStatus::kUnknown);
}

// What the typed manifest takes, it holds without loss: the way back gives the same tree.
TEST(Manifest, LosesNothingThatItTakes) {
  TestRandom random(21);
  std::size_t taken = 0;
  for (int i = 0; i < 20000; ++i) {
    Value value = to_value(good_manifest());
    for (std::size_t j = 1 + random.below(2); j > 0; --j) {
      Value* at = resolve_pointer(value, places()[random.below(places().size())]);
      if (at == nullptr) {
        continue;
      }
      switch (random.below(6)) {
        case 0:
          *at = random_text(random, 5);
          break;
        case 1:
          if (at->is_array()) {
            at->append(random_text(random, 3));
          }
          break;
        case 2:
          if (at->is_array() && at->size() > 0) {
            at->items().pop_back();
          }
          break;
        case 3:
          *at = Value::array();
          break;
        case 4:
          if (at->is_object()) {
            at->set(random_text(random, 2), Value("x"));
          }
          break;
        default:
          if (at->is_object() && at->size() > 0) {
            const std::string name = at->names()[random.below(at->size())];
            at->erase(name);
          }
      }
    }
    if (const auto manifest = manifest_from(value)) {
      ++taken;
      ASSERT_EQ(to_value(*manifest), value) << write_compact_json(value);
    }
  }
  EXPECT_GT(taken, 2000U);
}

TEST(Manifest, NamesItsTextLists) {
  for (const TextList& list : kTextLists) {
    EXPECT_EQ(&text_list(list.name), &list);
    EXPECT_EQ(list.ordered, list.name == "completedPhases");
  }
}

TEST(ManifestDeathTest, StopsAtAListThatDoesNotExist) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(text_list("phases"), "CHECK failed");
}

}  // namespace
}  // namespace holdfast
