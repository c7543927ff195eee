// Every rule by the smallest change that only it names, with a neighbour of that change that no
// rule names. A rule without an example here is an error.
#include "core/rule.h"

#include <set>

#include "core/check.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

using Change = void (*)(Value&);

struct Example {
  std::string_view rule;
  Change broken;
  Change neutral;
  // The base is of this version; what only v2 has is shown there.
  Version version = Version::kV1;
  std::string_view also = {};  // a second code that the first brings with it
};

template <int kStep>
void move_read_at(Value& value) {
  *resolve_pointer(value, "/canonical/readAt") =
      kStep < 0 ? "2026-03-05T10:59:59.9Z" : "2026-03-05T20:00:00.1+09:00";
}

constexpr Version kV2 = Version::kV2;

Value& at(Value& value, std::string_view pointer) {
  Value* found = resolve_pointer(value, pointer);
  CHECK(found != nullptr);
  return *found;
}

void reverse_items(Value& value, std::string_view pointer) {
  std::vector<Value>& items = resolve_pointer(value, pointer)->items();
  std::reverse(items.begin(), items.end());
}

void reverse_members(Value& value) {
  std::reverse(value.names().begin(), value.names().end());
  std::reverse(value.items().begin(), value.items().end());
}

void drop_item(Value& value, std::string_view pointer) {
  std::vector<Value>& items = resolve_pointer(value, pointer)->items();
  items.erase(items.begin());
}

const std::vector<Example>& examples() {
  static const std::vector<Example> table = {
      {"unknown_field", [](Value& v) { v.set("note", "x"); }, [](Value& v) { v.erase("schema"); }},
      {"required_missing", [](Value& v) { v.erase("rollback"); },
       [](Value& v) { v.set("prohibitions", *v.find("prohibitions")); }},
      {"invalid_list",
       [](Value& v) { resolve_pointer(v, "/prohibitions")->append("Do not publish depths."); },
       [](Value& v) { reverse_items(v, "/prohibitions"); }},
      {"invalid_value", [](Value& v) { *resolve_pointer(v, "/canonical/sha256") = "0f"; },
       move_read_at<1>},
      {"invalid_external_write",
       [](Value& v) { *resolve_pointer(v, "/externalWrites/0/status") = "sent"; },
       [](Value& v) { reverse_items(v, "/externalWrites"); }},
      {"next_action_not_exact_one",
       [](Value& v) { v.set("nextExactAction", "Open sheet 5 && print it"); },
       [](Value& v) { *resolve_pointer(v, "/canonical/readAt") = "this morning"; }},
      {"task_changed", [](Value& v) { v.set("taskId", "harbour-map-015"); },
       [](Value& v) { v.erase("schema"); }},
      {"objective_changed", [](Value& v) { v.find("objective")->text() += " "; }, reverse_members},
      {"rollback_changed", [](Value& v) { v.find("rollback")->text() += "\xE2\x80\x8B"; },
       [](Value& v) { reverse_items(v, "/completionChecks"); }},
      {"next_action_changed", [](Value& v) { v.set("nextExactAction", "Open sheet 6"); },
       move_read_at<1>},
      {"canonical_reference_changed",
       [](Value& v) { *resolve_pointer(v, "/canonical/path") = "maps/Plan.md"; }, move_read_at<1>},
      {"evidence_older", move_read_at<-1>, move_read_at<1>},
      {"completedPhases_dropped", [](Value& v) { drop_item(v, "/completedPhases"); },
       [](Value& v) { v.erase("schema"); }},
      {"completedPhases_invented",
       [](Value& v) { resolve_pointer(v, "/completedPhases")->append("Printed."); },
       [](Value& v) { v.erase("schema"); }},
      {"phases_reordered", [](Value& v) { reverse_items(v, "/completedPhases"); },
       [](Value& v) { reverse_items(v, "/consumedAuthorities"); }},
      {"consumedAuthorities_dropped", [](Value& v) { drop_item(v, "/consumedAuthorities"); },
       [](Value& v) { reverse_items(v, "/consumedAuthorities"); }},
      {"consumedAuthorities_invented",
       [](Value& v) { resolve_pointer(v, "/consumedAuthorities")->append("ok-3"); },
       [](Value& v) { reverse_items(v, "/consumedAuthorities"); }},
      {"prohibitions_dropped", [](Value& v) { drop_item(v, "/prohibitions"); },
       [](Value& v) { reverse_items(v, "/prohibitions"); }},
      {"prohibitions_invented", [](Value& v) { resolve_pointer(v, "/prohibitions")->append("x"); },
       [](Value& v) { reverse_items(v, "/prohibitions"); }},
      {"completionChecks_dropped", [](Value& v) { drop_item(v, "/completionChecks"); },
       [](Value& v) { reverse_items(v, "/completionChecks"); }},
      {"completionChecks_invented",
       [](Value& v) { resolve_pointer(v, "/completionChecks")->append("x"); },
       [](Value& v) { reverse_items(v, "/completionChecks"); }},
      {"external_write_dropped_or_changed", [](Value& v) { drop_item(v, "/externalWrites"); },
       [](Value& v) { reverse_items(v, "/externalWrites"); }},
      {"external_write_invented",
       [](Value& v) {
         resolve_pointer(v, "/externalWrites")
             ->append(Value::object(
                 {{"operation", "mail.send"}, {"effectId", "fx-3"}, {"status", "confirmed"}}));
       },
       [](Value& v) { reverse_items(v, "/externalWrites"); }},
      // v2
      {"norm_version_unknown",
       [](Value& v) { at(v, "/decisions/scope/digest") = "d2:sha256:" + std::string(64, '4'); },
       [](Value& v) { at(v, "/decisions/scope/source") = "another record"; }, kV2},
      {"event_pair_broken", [](Value& v) { at(v, "/events/3/answers") = "call-2"; },
       [](Value& v) { at(v, "/decisions/scope/observedAt") = "2026-03-05T11:20:00.5Z"; }, kV2},
      {"lineage_stale", [](Value& v) { at(v, "/lineage/sourceSha256") = std::string(64, '9'); },
       reverse_members, kV2},
      {"lineage_parent_mismatch",
       [](Value& v) { at(v, "/lineage/parent") = "sc2:sha256:" + std::string(64, '7'); },
       reverse_members, kV2},
      {"coverage_gap",
       [](Value& v) {
         at(v, "/lineage/coverage/toSeq") = 79;
         at(v, "/lineage/coverage/tailFromSeq") = 80;
       },
       [](Value& v) { reverse_members(at(v, "/lineage/coverage")); }, kV2},
      {"coverage_overlap", [](Value& v) { at(v, "/lineage/coverage/fromSeq") = 40; },
       [](Value& v) { reverse_members(at(v, "/lineage")); }, kV2},
      {"event_dropped", [](Value& v) { at(v, "/events").items().pop_back(); },
       [](Value& v) { reverse_items(v, "/canonical"); }, kV2},
      {"event_invented",
       [](Value& v) {
         at(v, "/events").append(Value::object({{"eventId", "u-3"}, {"kind", "user"}}));
       },
       [](Value& v) { reverse_items(v, "/directives"); }, kV2},
      {"event_changed", [](Value& v) { at(v, "/events/4/kind") = "notice"; },
       [](Value& v) { reverse_members(at(v, "/events/4")); }, kV2},
      {"events_reordered", [](Value& v) { std::swap(at(v, "/events/4"), at(v, "/events/5")); },
       [](Value& v) { reverse_items(v, "/consumedAuthorities"); }, kV2},
      {"authority_changed", [](Value& v) { at(v, "/consumedAuthorities/0/holder") = "run-side"; },
       [](Value& v) { reverse_items(v, "/consumedAuthorities"); }, kV2},
      {"decision_dropped", [](Value& v) { at(v, "/decisions").erase("target"); },
       [](Value& v) { reverse_members(at(v, "/decisions")); }, kV2},
      {"decision_invented",
       [](Value& v) { at(v, "/decisions").set("constraint", at(v, "/decisions/scope")); },
       [](Value& v) { reverse_members(at(v, "/decisions")); }, kV2},
      {"decision_conflicting",
       [](Value& v) { at(v, "/decisions/scope/digest") = "d1:sha256:" + std::string(64, '5'); },
       [](Value& v) { at(v, "/decisions/scope/observedAt") = "2026-03-05T11:21:00Z"; }, kV2},
      {"directive_dropped", [](Value& v) { drop_item(v, "/directives"); },
       [](Value& v) { reverse_items(v, "/directives"); }, kV2},
      {"directive_invented",
       [](Value& v) {
         Value copy = at(v, "/directives/0");
         copy.set("directiveId", "d-3");
         at(v, "/directives").append(std::move(copy));
       },
       [](Value& v) { reverse_items(v, "/directives/0/obligations"); }, kV2},
      {"directive_reworded", [](Value& v) { at(v, "/directives/0/text").text() += " "; },
       [](Value& v) { reverse_items(v, "/directives"); }, kV2},
      {"directive_reference_only", [](Value& v) { at(v, "/directives/0/text") = "See u-1."; },
       [](Value& v) { reverse_items(v, "/directives"); }, kV2, "directive_reworded"},
      {"directive_source_changed", [](Value& v) { at(v, "/directives/0/sourceEntryId") = "u-2"; },
       [](Value& v) { reverse_members(at(v, "/directives/0")); }, kV2},
      {"directive_closed_without_event",
       [](Value& v) { at(v, "/directives/0/state") = "withdrawn"; },
       [](Value& v) { reverse_items(v, "/directives"); }, kV2},
      {"directive_reopened", [](Value& v) { at(v, "/directives/1/state") = "active"; },
       [](Value& v) { reverse_items(v, "/directives"); }, kV2},
      {"obligation_dropped", [](Value& v) { drop_item(v, "/directives/0/obligations"); },
       [](Value& v) { reverse_items(v, "/directives/0/obligations"); }, kV2},
      {"obligation_invented",
       [](Value& v) {
         at(v, "/directives/0/obligations")
             .append(Value::object({{"obligationId", "o-9"},
                                    {"kind", "scope"},
                                    {"text", "Only the quay."},
                                    {"state", "open"}}));
       },
       [](Value& v) { reverse_items(v, "/directives/0/obligations"); }, kV2},
      {"obligation_changed",
       [](Value& v) { at(v, "/directives/0/obligations/0/state") = "fulfilled"; },
       [](Value& v) { reverse_members(at(v, "/directives/0/obligations/0")); }, kV2},
  };
  return table;
}

Verdict judge_change(const Example& example, Change change,
                     std::span<const Rule> rules = rules::all()) {
  ReadOptions read;
  read.rules = rules;
  CheckOptions check;
  check.rules = rules;
  const Manifest base = example.version == Version::kV1 ? good_manifest() : good_manifest_v2();
  const std::string before = text_of(base);
  const std::string after = write_compact_json(edited(change, base));
  return check_compaction(read_document(before, Side::kBefore, read),
                          read_document(after, Side::kAfter, read), check);
}

TEST(Rule, HasAnExampleHereAndASummary) {
  std::set<std::string_view> with_example;
  for (const Example& example : examples()) {
    EXPECT_TRUE(with_example.insert(example.rule).second) << example.rule;
  }
  std::set<std::string_view> registered;
  for (const Rule& rule : rules::all()) {
    EXPECT_TRUE(registered.insert(rule.name).second) << rule.name;
    EXPECT_EQ(with_example.count(rule.name), 1U) << rule.name << " has no example in this file";
    EXPECT_FALSE(rule.summary.empty()) << rule.name;
    EXPECT_EQ(rule.summary.back(), '.') << rule.name;
    EXPECT_TRUE(rule.check_node != nullptr || rule.check_pair != nullptr) << rule.name;
  }
  EXPECT_EQ(with_example, registered);
}

TEST(Rule, NamesItsExampleAloneAndNotTheNeighbour) {
  for (const Example& example : examples()) {
    const Verdict broken = judge_change(example, example.broken);
    Codes expected = {std::string(example.rule)};
    if (!example.also.empty()) {
      expected.emplace_back(example.also);
    }
    EXPECT_EQ(codes_of(broken.findings), expected) << to_text(broken);
    EXPECT_FALSE(broken.pass);
    const Verdict neutral = judge_change(example, example.neutral);
    EXPECT_EQ(codes_of(neutral.findings), Codes{}) << example.rule;
    EXPECT_TRUE(neutral.pass) << example.rule;
  }
}

// Switched off, a rule takes its code along, and law 1 refuses the example all the same. The one
// exception is evidence_older: a time of reading is no part of the meaning, so nothing but its rule
// stands behind it.
TEST(Rule, LeavesARefusalBehindWhenItIsSwitchedOff) {
  for (const Example& example : examples()) {
    std::vector<Rule> rules;
    for (const Rule& rule : rules::all()) {
      if (rule.name != example.rule) {
        rules.push_back(rule);
      }
    }
    ASSERT_EQ(rules.size() + 1, rules::all().size());
    const Verdict verdict = judge_change(example, example.broken, rules);
    for (const Finding& finding : verdict.findings) {
      EXPECT_NE(finding.code, example.rule);
    }
    EXPECT_EQ(verdict.pass, example.rule == "evidence_older") << example.rule;
  }
}

TEST(Rule, PutsItsFindingsOnTheSideWhereTheyStand) {
  const Verdict dropped = judge_change({}, [](Value& v) { drop_item(v, "/prohibitions"); });
  EXPECT_EQ(dropped.findings[0].side, Side::kBefore);
  EXPECT_EQ(dropped.findings[0].item, "/prohibitions/0");
  const Verdict invented =
      judge_change({}, [](Value& v) { resolve_pointer(v, "/prohibitions")->append("x"); });
  EXPECT_EQ(invented.findings[0].side, Side::kAfter);
  EXPECT_EQ(invented.findings[0].item, "/prohibitions/3");
}

TEST(Rule, LetsOnlyTwoListsGrowAndOnlyUnderOnePolicy) {
  for (const TextList& list : kTextLists) {
    EXPECT_FALSE(may_grow(Policy::kExact, list.name));
    EXPECT_EQ(may_grow(Policy::kMonotone, list.name),
              list.name == "prohibitions" || list.name == "completionChecks");
  }
  EXPECT_EQ(to_text(Policy::kExact), "exact");
  EXPECT_EQ(to_text(Policy::kMonotone), "monotone");
}

}  // namespace
}  // namespace holdfast
