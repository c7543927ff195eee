// After a resume: each way to go on wrongly, and its near misses.
#include "core/resume_test.h"

namespace holdfast {
namespace {

// Code and place, in the order of the findings.
Codes found_in(const Manifest& manifest, const Operations& operations) {
  Codes found;
  for (const Finding& finding : check_resume(manifest, {operations})) {
    EXPECT_EQ(finding.side, Side::kAfter);
    EXPECT_EQ(finding.field, "operations");
    found.push_back(finding.code + " " + finding.item);
  }
  return found;
}
Codes found_v1(const Operations& operations) { return found_in(good_manifest(), operations); }
Codes found_v2(const Operations& operations) { return found_in(good_manifest_v2(), operations); }

TEST(Resume, PassesWhatGoesOnAsRecorded) {
  const Operations good = {next_action_v2(), write("fx-new"), in_phase("Drew sheet 5."),
                           spending("ok-3")};
  EXPECT_EQ(found_v2(good), Codes{});
  Operations good_v1 = good;
  good_v1[0] = next_action();
  EXPECT_EQ(found_v1(good_v1), Codes{});
}

TEST(Resume, PassesARunThatHasNotBegun) {
  EXPECT_EQ(found_v1({}), Codes{});
  EXPECT_EQ(found_v2({}), Codes{});
}

TEST(Resume, PassesTheActionsOwnWriteAndWhatComesBehindIt) {
  const TraceOperation action =
      changed([](TraceOperation& operation) { operation.effect_id = "fx-new"; });
  EXPECT_EQ(found_v2({action}), Codes{});
  EXPECT_EQ(found_v2({action, write("fx-newer")}), Codes{});
}

TEST(Resume, PassesTheActionASecondTimeWhereItWritesNothing) {
  EXPECT_EQ(found_v2({next_action_v2(), next_action_v2()}), Codes{});
}

TEST(Resume, RefusesAnotherFirstOperation) {
  const Codes differs = {"resume_first_operation_differs /operations/0"};
  EXPECT_EQ(found_v2({in_phase("")}), differs);
  EXPECT_EQ(found_v1({in_phase("")}), differs);
  EXPECT_EQ(found_v2({in_phase(""), next_action_v2()}), differs);
  EXPECT_EQ(found_v2({changed([](TraceOperation& o) { o.operation += "s"; })}), differs);
  EXPECT_EQ(found_v2({changed([](TraceOperation& o) { o.target += " "; })}), differs);
  EXPECT_EQ(found_v2({changed([](TraceOperation& o) { o.target = "Sheet 5"; })}), differs);
}

TEST(Resume, ComparesArgumentsByTheirMeaningAndTellsAbsentFromEmpty) {
  const Codes differs = {"resume_first_operation_differs /operations/0"};
  const auto with = [](const Value& arguments) {
    return Operations{changed([&](TraceOperation& o) { o.arguments = arguments; })};
  };
  EXPECT_EQ(found_v2(with(Value::object({{"zoom", 3}, {"layer", "quay walls"}}))), Codes{});
  EXPECT_EQ(found_v2(with(Value::object({{"layer", "quay walls"}, {"zoom", 4}}))), differs);
  EXPECT_EQ(found_v2(with(Value::object({{"layer", "quay walls"}, {"zoom", "3"}}))), differs);
  EXPECT_EQ(found_v2(with(Value::object({{"layer", "quay walls"}}))), differs);
  EXPECT_EQ(found_v2(with(Value())), differs);

  Manifest without = good_manifest_v2();
  without.next_exact_action.arguments = Value();
  EXPECT_EQ(found_in(without, with(Value())), Codes{});
  EXPECT_EQ(found_in(without, with(Value::object())), differs);
}

TEST(Resume, ReadsAVersionOneOperationAsOneText) {
  const auto with = [](const std::string& operation, const std::string& target) {
    TraceOperation first;
    first.operation = operation;
    first.target = target;
    return found_v1({first});
  };
  const Codes differs = {"resume_first_operation_differs /operations/0"};
  EXPECT_EQ(with("Open sheet 5", ""), Codes{});
  EXPECT_EQ(with("Open sheet", "5"), Codes{});
  EXPECT_EQ(with("Open sheet 5", "x"), differs);
  EXPECT_EQ(with("Open ", "sheet 5"), differs);
  EXPECT_EQ(with("Open", ""), differs);
  EXPECT_EQ(with("Open\xC2\xA0sheet 5", ""), differs);
  EXPECT_EQ(with("open", "sheet 5"), differs);
}

TEST(Resume, SaysWhereTheFirstOperationDiffers) {
  const auto detail = [](const Manifest& manifest, const Operations& operations) {
    return write_compact_json(check_resume(manifest, {operations}).at(0).detail);
  };
  EXPECT_EQ(detail(good_manifest_v2(), {changed([](TraceOperation& o) {
                     o.target = "sheet 6";
                     o.arguments = Value();
                   })}),
            R"({"differs":["target","arguments"]})");
  EXPECT_EQ(detail(good_manifest_v2(),
                   {changed([](TraceOperation& o) { o.target = "Sheet 5"; }), next_action_v2()}),
            R"({"differs":["target"],"lookalike":true,"action_at":"/operations/1"})");
  EXPECT_EQ(detail(good_manifest(), {later([](TraceOperation&) {})}),
            R"({"length_action_characters":12,"length_operation_characters":18})");
}

TEST(Resume, RefusesACompletedPhaseAgain) {
  const Codes repeated = {"resume_phase_repeated /operations/1"};
  for (const std::string& phase : good_manifest().completed_phases) {
    EXPECT_EQ(found_v2({next_action_v2(), in_phase(phase)}), repeated);
    EXPECT_EQ(found_v1({next_action(), in_phase(phase)}), repeated);
    EXPECT_EQ(found_v2({next_action_v2(), in_phase(phase + ".")}), Codes{});
    EXPECT_EQ(found_v2({next_action_v2(), in_phase(phase.substr(0, phase.size() - 1))}), Codes{});
  }
  const std::vector<Finding> findings =
      check_resume(good_manifest(), {{next_action(), in_phase("Checked the scale.")}});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(write_compact_json(findings[0].detail), R"({"recorded":"/completedPhases/2"})");
}

TEST(Resume, PassesOnePhaseInManyOperations) {
  EXPECT_EQ(found_v2({next_action_v2(), in_phase("Drew sheet 5."), in_phase("Drew sheet 5.")}),
            Codes{});
}

TEST(Resume, RefusesARecordedEffectAgainWhateverItsStatus) {
  const Codes repeated = {"resume_effect_repeated /operations/1"};
  const Manifest manifest = good_manifest_v2();
  ASSERT_EQ(manifest.external_writes[0].status, WriteStatus::kConfirmed);
  ASSERT_EQ(manifest.external_writes[1].status, WriteStatus::kUnknown);
  for (const ExternalWrite& recorded : manifest.external_writes) {
    EXPECT_EQ(found_v2({next_action_v2(), write(recorded.effect_id)}), repeated);
    EXPECT_EQ(found_v1({next_action(), write(recorded.effect_id)}), repeated);
  }
  EXPECT_EQ(found_v2({next_action_v2(), write("fx-mail2")}), Codes{});
  EXPECT_EQ(found_v2({next_action_v2(), write("FX-mail")}), Codes{});
  EXPECT_EQ(found_v2({changed([](TraceOperation& operation) { operation.effect_id = "fx-mail"; })}),
            Codes{"resume_effect_repeated /operations/0"});
}

TEST(Resume, RefusesANewEffectTheSecondTime) {
  EXPECT_EQ(found_v2({next_action_v2(), write("fx-new"), write("fx-newer")}), Codes{});
  EXPECT_EQ(
      found_v2(
          {next_action_v2(), write("fx-new"), write("fx-newer"), write("fx-new"), write("fx-new")}),
      (Codes{"resume_effect_repeated /operations/3", "resume_effect_repeated /operations/4"}));
  const std::vector<Finding> findings =
      check_resume(good_manifest(), {{next_action(), write("fx-new"), write("fx-new")}});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(write_compact_json(findings[0].detail),
            R"({"effectId":"fx-new","earlier":"/operations/1"})");
}

// Such a write cannot stand alone: where it comes before the action, something else came first.
TEST(Resume, RefusesWritesBeforeTheAction) {
  EXPECT_EQ(found_v2({write("fx-new"), in_phase(""), write("fx-newer"), next_action_v2(),
                      write("fx-last"), next_action_v2()}),
            (Codes{"resume_writes_grew /operations/0", "resume_writes_grew /operations/2",
                   "resume_first_operation_differs /operations/0"}));
  EXPECT_EQ(
      found_v1({in_phase(""), write("fx-new"), next_action()}),
      (Codes{"resume_writes_grew /operations/1", "resume_first_operation_differs /operations/0"}));
}

TEST(Resume, CountsEveryWriteAsGrowthWhereTheActionNeverCame) {
  EXPECT_EQ(found_v2({in_phase(""), write("fx-new"), write("fx-newer")}),
            (Codes{"resume_writes_grew /operations/1", "resume_writes_grew /operations/2",
                   "resume_first_operation_differs /operations/0"}));
}

TEST(Resume, RefusesASpentAuthority) {
  const Codes reused = {"resume_authority_reused /operations/1"};
  EXPECT_EQ(found_v2({next_action_v2(), spending("ok-1")}), reused);
  EXPECT_EQ(found_v2({next_action_v2(), spending("ok-2")}), reused);
  EXPECT_EQ(found_v2({next_action_v2(), spending("ok-12")}), Codes{});
  Manifest manifest = good_manifest();
  manifest.consumed_authorities = authorities({"ok-1", "承認-2"});
  EXPECT_EQ(found_in(manifest, {next_action(), spending("承認-2")}), reused);
  EXPECT_EQ(found_in(manifest, {next_action(), spending("承認-3")}), Codes{});
  EXPECT_EQ(found_v2({next_action_v2(), spending("ok-3"), spending("ok-4"), spending("ok-3")}),
            Codes{"resume_authority_reused /operations/3"});
}

TEST(Resume, DoesNotMixUpKindsOfIds) {
  EXPECT_EQ(found_v2({next_action_v2(), write("ok-1"), spending("fx-mail"), write("same"),
                      spending("same"), in_phase("same")}),
            Codes{});
}

TEST(Resume, AsksForATargetInVersionTwoBeforeItJudges) {
  const TraceOperation without = later([](TraceOperation& operation) {
    operation.target.clear();
    operation.effect_id = "fx-mail";
  });
  EXPECT_EQ(found_v2({in_phase(""), without}), Codes{"required_missing /operations/1/target"});
  EXPECT_EQ(found_v1({next_action(), without}), Codes{"resume_effect_repeated /operations/1"});
}

TEST(Resume, ReportsEverythingWithTheGravestFirst) {
  TraceOperation wrong = write("fx-mail");
  wrong.phase = "Checked the scale.";
  wrong.authority_id = "ok-1";
  EXPECT_EQ(
      found_v2({wrong}),
      (Codes{"resume_effect_repeated /operations/0", "resume_authority_reused /operations/0",
             "resume_writes_grew /operations/0", "resume_first_operation_differs /operations/0",
             "resume_phase_repeated /operations/0"}));
}

// Law 5: free text of either document never shows.
TEST(Resume, NeverShowsFreeText) {
  const std::string canary = "canary-7f3a";
  Manifest manifest = good_manifest_v2();
  manifest.completed_phases.push_back("phase " + canary);
  manifest.next_exact_action.target = "target " + canary;
  manifest.next_exact_action.arguments = Value::object({{canary, canary}});
  Manifest manifest_v1 = good_manifest();
  manifest_v1.completed_phases = manifest.completed_phases;
  manifest_v1.next_exact_action.text = "Open " + canary;
  TraceOperation wrong = write("fx-mail");
  wrong.operation = "do " + canary;
  wrong.target = "Target " + canary;
  wrong.arguments = Value::object({{canary, canary}});
  wrong.phase = "phase " + canary;
  wrong.authority_id = "ok-1";
  for (const Manifest& record : {manifest, manifest_v1}) {
    const std::vector<Finding> findings = check_resume(record, {{wrong, wrong}});
    EXPECT_GE(findings.size(), 7U);
    for (const Finding& finding : findings) {
      const std::string shown = write_compact_json(to_value(finding));
      EXPECT_EQ(shown.find(canary), std::string::npos) << shown;
    }
  }
  Value broken = to_value(ResumeTrace{{wrong}});
  resolve_pointer(broken, "/operations/0")->set("effectId", "id " + canary);
  resolve_pointer(broken, "/operations/0")->set("arguments", canary);
  for (const std::string& text :
       {write_compact_json(broken), "{\"schema\":\"" + canary + "\"}", "\"" + canary + "\"",
        "{\"schema\":\"resume-trace/v1\",\"operations\":[\"" + canary}) {
    const TraceDocument document = read_resume_trace(text);
    EXPECT_FALSE(document.findings.empty());
    for (const Finding& finding : document.findings) {
      const std::string shown = write_compact_json(to_value(finding));
      EXPECT_EQ(shown.find(canary), std::string::npos) << shown;
    }
  }
}

TEST(Resume, CutsTheIdsThatItShows) {
  const std::string effect(5000, 'e');
  const std::vector<Finding> findings =
      check_resume(good_manifest(), {{next_action(), write(effect), write(effect)}});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(*findings[0].detail.find("effectId"), Value(std::string(64, 'e')));
}

TEST(Resume, NamesEveryOperationOfALongTrace) {
  Manifest manifest = good_manifest();
  Operations operations;
  for (int i = 0; i < 20000; ++i) {
    const std::string id = "fx-" + std::to_string(i);
    manifest.external_writes.push_back({"x", id, WriteStatus::kConfirmed, {}});
    operations.push_back(write(id));
  }
  EXPECT_EQ(check_resume(manifest, {operations}).size(), 40001U);
}

}  // namespace
}  // namespace holdfast
