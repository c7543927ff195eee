// One side of a check: what makes a document, with all of its faults and their places. Each rule by
// itself is in rule_test.cpp and rules/.
#include "core/document.h"

#include "core/manifest_test.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

TEST(Document, HoldsAManifestExactlyWhenNothingIsWrong) {
  const Document document = read_after(good_manifest());
  EXPECT_EQ(document.manifest, good_manifest());
  EXPECT_TRUE(document.findings.empty());
  const Document broken = read_after("{}");
  EXPECT_FALSE(broken.manifest);
  EXPECT_FALSE(broken.findings.empty());
}

TEST(Document, IsMissingWhereNothingCame) {
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    const std::string code = side == Side::kBefore ? "before_missing" : "after_missing";
    for (const Document& document :
         {read_document(std::nullopt, side), read_document("", side), read_document("null", side),
          read_document_value(Value(), side)}) {
      EXPECT_EQ(codes_of(document.findings), Codes{code});
      EXPECT_EQ(document.findings[0].side, side);
      EXPECT_FALSE(document.manifest);
    }
  }
}

TEST(Document, IsBoundToItsExactBytes) {
  const std::string text = text_of(good_manifest());
  EXPECT_EQ(read_after(text).sha256, sha256_hex(text));
  EXPECT_EQ(read_after(text + "\n").sha256, sha256_hex(text + "\n"));
  EXPECT_EQ(read_after("{").sha256, sha256_hex("{"));
  EXPECT_EQ(read_after(" ").sha256, sha256_hex(" "));
  EXPECT_EQ(read_document(std::nullopt, Side::kAfter).sha256, "");
  EXPECT_EQ(read_document("", Side::kAfter).sha256, "");
  EXPECT_EQ(read_document_value(to_value(good_manifest()), Side::kAfter).sha256, "");
}

TEST(Document, IsNoDocumentWhereTheWholeIsNoObject) {
  for (const char* text : {"1", "\"text\"", "true", "[]", "[{}]"}) {
    const Document document = read_after(text);
    EXPECT_EQ(codes_of(document.findings), Codes{"invalid_value"}) << text;
    EXPECT_FALSE(document.manifest);
  }
}

TEST(Document, KeepsEveryFaultOfTheReader) {
  const Document document = read_after(R"({"taskId":1.5,"taskId":"\uffff"})");
  EXPECT_EQ(codes_of(document.findings), (Codes{"invalid_value", "duplicate_key", "invalid_json"}));
  EXPECT_EQ(document.findings[0].item, "/taskId");
  ASSERT_NE(document.findings[0].detail.find("offset_bytes"), nullptr);
  EXPECT_EQ(document.findings[0].detail.find("offset_bytes")->integer(), 10);
  EXPECT_FALSE(document.manifest);
}

TEST(Document, TakesItsLimitsFromTheOptions) {
  const std::string text = text_of(good_manifest());
  ReadOptions options;
  options.limits.size_bytes_max = text.size() - 1;
  EXPECT_EQ(codes_of(read_document(text, Side::kAfter, options).findings), Codes{"too_large"});
  options.limits.size_bytes_max = text.size();
  options.limits.depth_max = 2;
  EXPECT_EQ(codes_of(read_document(text, Side::kAfter, options).findings), Codes{"too_deep"});
  options.limits.depth_max = 3;
  EXPECT_TRUE(read_document(text, Side::kAfter, options).manifest);
}

TEST(Document, KnowsOneSchemaAndItsAbsence) {
  const auto codes = [](const Value& schema) {
    Value value = to_value(good_manifest());
    value.set("schema", schema);
    return codes_of(read_after(write_compact_json(value)).findings);
  };
  EXPECT_EQ(codes("resume-manifest/v1"), Codes{});
  for (const Value& schema : {Value("resume-manifest/v3"), Value("resume-manifest/v1 "), Value(""),
                              Value("RESUME-MANIFEST/V1"), Value("verdict/v1"), Value(), Value(1),
                              Value::array({"resume-manifest/v1"}), Value::object()}) {
    EXPECT_EQ(codes(schema), Codes{"schema_unknown"}) << write_compact_json(schema);
  }
  const Value without = edited([](Value& value) { value.erase("schema"); });
  EXPECT_EQ(read_after(write_compact_json(without)).manifest, good_manifest());
}

TEST(Document, TakesEmptyListsAndAnyText) {
  Manifest manifest = good_manifest();
  manifest.completed_phases.clear();
  manifest.external_writes.clear();
  manifest.consumed_authorities.clear();
  manifest.prohibitions.clear();
  manifest.completion_checks.clear();
  EXPECT_EQ(read_after(manifest).manifest, manifest);
  // Prose may hold joiners, variation selectors, decomposed letters, line ends and controls.
  manifest.objective =
      "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB e\xCC\x81 \xE2\x9D\xA4\xEF\xB8\x8F\n\tx\x01";
  manifest.task_id = "a\xE2\x80\x8B";
  manifest.prohibitions = {"a", "a ", "A", "\xEF\xBD\x81", "a\xE2\x80\x8B"};
  EXPECT_EQ(read_after(manifest).manifest, manifest);
}

TEST(Document, NamesEveryFaultAndNotTheFirst) {
  const Value value = edited([](Value& v) {
    v.erase("taskId");
    v.set("objective", " \t\xE2\x80\x8B");
    v.set("rollback", 7);
    v.set("surplus", 1);
    resolve_pointer(v, "/canonical")->set("surplus", 1);
    *resolve_pointer(v, "/canonical/sha256") = std::string(64, 'A');
    *resolve_pointer(v, "/canonical/path") = "../plan.md";
    resolve_pointer(v, "/completedPhases")->append("Checked the scale.");
    resolve_pointer(v, "/prohibitions")->append("\xE2\x80\x8B");
    resolve_pointer(v, "/completionChecks")->append(1);
    v.set("consumedAuthorities", "none");
    *resolve_pointer(v, "/externalWrites/0/status") = "failed";
    resolve_pointer(v, "/externalWrites/1")->erase("operation");
  });
  std::vector<std::string> places;
  const Document document = read_after(write_compact_json(value));
  for (const Finding& finding : document.findings) {
    places.push_back(finding.code + " " + finding.item);
  }
  std::sort(places.begin(), places.end());
  EXPECT_EQ(places, (std::vector<std::string>{
                        "invalid_external_write /externalWrites/0/status",
                        "invalid_external_write /externalWrites/1/operation",
                        "invalid_list /completedPhases/3", "invalid_list /completionChecks/2",
                        "invalid_list /consumedAuthorities", "invalid_list /prohibitions/3",
                        "invalid_value /canonical/path", "invalid_value /canonical/sha256",
                        "invalid_value /rollback", "required_missing /externalWrites/1/operation",
                        "required_missing /objective", "required_missing /taskId",
                        "unknown_field /canonical/surplus", "unknown_field /surplus"}));
}

TEST(Document, IsJudgedTheSameAsBytesAndAsATree) {
  TestRandom random(5);
  const std::vector<std::string> names = to_value(good_manifest()).names();
  for (int i = 0; i < 2000; ++i) {
    Value value = to_value(good_manifest());
    const std::string& name = names[random.below(names.size())];
    const std::vector<Value> values = {Value(),         Value(1),
                                       Value(""),       Value("x"),
                                       Value::array(),  Value::array({"a", "a"}),
                                       Value::object(), Value::array({Value::object()})};
    if (random.one_in(6)) {
      value.erase(name);
    } else {
      value.set(random.one_in(8) ? random_text(random, 3) : name,
                values[random.below(values.size())]);
    }
    const Document tree = read_document_value(value, Side::kBefore);
    const Document bytes = read_document(write_pretty_json(value), Side::kBefore);
    ASSERT_EQ(tree.findings, bytes.findings) << write_compact_json(value);
    ASSERT_EQ(tree.manifest, bytes.manifest);
    ASSERT_NE(tree.manifest.has_value(), !tree.findings.empty());
  }
}

// Law 1 for a single document: with no rule to name a fault, what the typed manifest cannot hold is
// refused all the same.
TEST(Document, IsRefusedWithoutAnyRuleWhereItIsNoManifest) {
  ReadOptions options;
  options.rules = {};
  for (const Value& value :
       {edited([](Value& v) { v.erase("rollback"); }), edited([](Value& v) { v.set("note", 1); }),
        edited([](Value& v) { v.set("objective", 1); }),
        edited([](Value& v) { v.set("prohibitions", Value()); }),
        edited([](Value& v) { *resolve_pointer(v, "/externalWrites/0/status") = "sent"; }),
        edited([](Value& v) { resolve_pointer(v, "/canonical")->set("root", "x"); })}) {
    const Document document = read_document(write_compact_json(value), Side::kAfter, options);
    EXPECT_EQ(codes_of(document.findings), Codes{"unexplained_difference"});
    EXPECT_FALSE(document.manifest);
  }
}

TEST(Document, PassesTheActionModeOn) {
  ReadOptions options;
  options.action.mode = ActionMode::kStrict;
  Manifest manifest = good_manifest();
  manifest.next_exact_action.text =
      "Whatever the meeting decides about the harbour, unless it decides otherwise";
  EXPECT_TRUE(read_document(text_of(manifest), Side::kAfter).manifest);
  EXPECT_EQ(codes_of(read_document(text_of(manifest), Side::kAfter, options).findings),
            Codes{"next_action_not_exact_one"});
}

TEST(Document, CutsTheNamesThatItShows) {
  const Value value = edited([](Value& v) { v.set(std::string(5000, 'n'), Value(1)); });
  const Document document = read_after(write_compact_json(value));
  ASSERT_EQ(codes_of(document.findings), Codes{"unknown_field"});
  EXPECT_EQ(document.findings[0].item, "/" + std::string(64, 'n'));
  EXPECT_EQ(document.findings[0].field, std::string(64, 'n'));
}

}  // namespace
}  // namespace holdfast
