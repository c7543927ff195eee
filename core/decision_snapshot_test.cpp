#include "core/decision_snapshot.h"

#include <functional>

#include "core/continuity_test.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

Value good_snapshot() { return to_value(crossing().snapshots[0]); }

Value good_approval() {
  Story story;
  return to_value(story.approve("scope", "a", "b", "ok-1"));
}

// "<code> <pointer> <reason>", one a line.
std::string faults_of(const std::vector<Finding>& findings, std::string_view document) {
  std::string all;
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.detail.find("document")->text(), document);
    const Value* reason = finding.detail.find("reason");
    all += (all.empty() ? "" : "\n") + finding.code + " " + finding.item +
           (reason == nullptr ? "" : " " + reason->text());
  }
  return all;
}

std::string snapshot_faults(const std::function<void(Value&)>& change) {
  Value value = good_snapshot();
  change(value);
  const DecisionSnapshotDocument document = read_decision_snapshot_value(value);
  EXPECT_EQ(document.snapshot.has_value(), document.findings.empty());
  return faults_of(document.findings, "snapshot");
}

std::string approval_faults(const std::function<void(Value&)>& change) {
  Value value = good_approval();
  change(value);
  const DecisionApprovalDocument document = read_decision_approval_value(value);
  EXPECT_EQ(document.approval.has_value(), document.findings.empty());
  return faults_of(document.findings, "approval");
}

Value& decision(Value& value) { return *value.find("decisions")->find("scope"); }

TEST(DecisionSnapshot, ComesBackAsItWasWritten) {
  for (const DecisionSnapshot& snapshot : crossing().snapshots) {
    const std::string bytes = write_pretty_json(to_value(snapshot));
    const DecisionSnapshotDocument document = read_decision_snapshot(bytes);
    ASSERT_TRUE(document.snapshot);
    EXPECT_EQ(*document.snapshot, snapshot);
    EXPECT_EQ(document.sha256, sha256_hex(bytes));
  }
  const DecisionSnapshot snapshot = crossing().snapshots[0];
  ASSERT_NE(snapshot.find("scope"), nullptr);
  EXPECT_EQ(snapshot.find("scope")->digest, digest_of("scope", "src/ only"));
  EXPECT_EQ(snapshot.find("budget"), nullptr);
}

TEST(DecisionSnapshot, IsRefusedByNameAndPlace) {
  EXPECT_EQ(snapshot_faults([](Value&) {}), "");
  for (const char* member : {"schema", "boundaryId", "side", "takenAt", "decisions"}) {
    EXPECT_EQ(snapshot_faults([&](Value& value) { value.erase(member); }),
              std::string("required_missing /") + member);
  }
  EXPECT_EQ(snapshot_faults([](Value& value) { value.set("note", "x"); }), "unknown_field /note");
  EXPECT_EQ(snapshot_faults([](Value& value) { value.set("schema", "decision-snapshot/v2"); }),
            "schema_unknown ");
  EXPECT_EQ(snapshot_faults([](Value& value) { value.set("side", "between"); }),
            "invalid_value /side side");
  EXPECT_EQ(snapshot_faults([](Value& value) { value.set("side", 1); }),
            "invalid_value /side no_text");
  EXPECT_EQ(snapshot_faults([](Value& value) { value.set("boundaryId", "a b"); }),
            "invalid_value /boundaryId not_visible_nfc");
  EXPECT_EQ(
      snapshot_faults([](Value& value) { value.set("takenAt", "2026-03-05T09:00:00+00:00"); }),
      "invalid_value /takenAt not_a_utc_time");
  EXPECT_EQ(snapshot_faults([](Value& value) { value.set("decisions", Value::array()); }),
            "invalid_value /decisions no_object");
  EXPECT_EQ(
      snapshot_faults([](Value& value) { value.find("decisions")->add("Scope", decision(value)); }),
      "invalid_value /decisions/Scope name");
  EXPECT_EQ(snapshot_faults([](Value& value) { decision(value).set("value", "src/"); }),
            "unknown_field /decisions/scope/value")
      << "there is no place for a value";
  EXPECT_EQ(snapshot_faults([](Value& value) { decision(value).set("digest", "d1:md5:00"); }),
            "invalid_value /decisions/scope/digest no_decision_digest");
  EXPECT_EQ(snapshot_faults([](Value& value) {
              decision(value).set("digest",
                                  "d2" + decision(value).find("digest")->text().substr(2));
            }),
            "norm_version_unknown /decisions/scope/digest");
  EXPECT_EQ(snapshot_faults([](Value& value) { decision(value).erase("observedAt"); }),
            "required_missing /decisions/scope/observedAt");
  EXPECT_EQ(snapshot_faults([](Value& value) { decision(value).set("source", " "); }),
            "required_missing /decisions/scope/source");
  EXPECT_EQ(snapshot_faults([](Value& value) { value.find("decisions")->set("scope", "x"); }),
            "invalid_value /decisions/scope no_object");
}

TEST(DecisionSnapshot, OfNothingIsNone) {
  EXPECT_EQ(faults_of(read_decision_snapshot(std::nullopt).findings, "snapshot"),
            "required_missing  nothing_came");
  EXPECT_EQ(faults_of(read_decision_snapshot("").findings, "snapshot"),
            "required_missing  nothing_came");
  EXPECT_EQ(faults_of(read_decision_snapshot("null").findings, "snapshot"),
            "required_missing  nothing_came");
  EXPECT_EQ(read_decision_snapshot("[]").findings.at(0).code, "invalid_value");
  EXPECT_EQ(read_decision_snapshot("{").findings.at(0).code, "invalid_json");
  EXPECT_EQ(read_decision_snapshot("{\"schema\":1,\"schema\":1}").findings.at(0).code,
            "duplicate_key");
  ReadOptions small;
  small.limits.size_bytes_max = 10;
  EXPECT_EQ(read_decision_snapshot(write_compact_json(good_snapshot()), small).findings.at(0).code,
            "too_large");
}

TEST(DecisionSnapshot, FindingsStandOnItsSide) {
  Value value = good_snapshot();
  value.set("note", 1);
  EXPECT_EQ(read_decision_snapshot_value(value).findings.at(0).side, Side::kBefore);
  value.set("side", "after");
  EXPECT_EQ(read_decision_snapshot_value(value).findings.at(0).side, Side::kAfter);
}

TEST(DecisionApproval, ComesBackAsItWasWritten) {
  const DecisionApprovalDocument document =
      read_decision_approval(write_compact_json(good_approval()));
  ASSERT_TRUE(document.approval);
  EXPECT_EQ(to_value(*document.approval), good_approval());
}

TEST(DecisionApproval, IsRefusedByNameAndPlace) {
  EXPECT_EQ(approval_faults([](Value&) {}), "");
  for (const char* member : {"schema", "name", "from", "to", "approver", "authorityId", "at"}) {
    EXPECT_EQ(approval_faults([&](Value& value) { value.erase(member); }),
              std::string("required_missing /") + member);
    if (std::string_view(member) != "schema") {
      EXPECT_EQ(approval_faults([&](Value& value) { value.set(member, " "); }).substr(0, 16),
                "required_missing");
    }
  }
  EXPECT_EQ(approval_faults([](Value& value) { value.set("forever", true); }),
            "unknown_field /forever");
  EXPECT_EQ(approval_faults([](Value& value) { value.set("name", "Scope"); }),
            "invalid_value /name no_token");
  EXPECT_EQ(approval_faults([](Value& value) { value.set("to", "everything"); }),
            "invalid_value /to no_decision_digest");
  EXPECT_EQ(approval_faults([](Value& value) { value.set("at", "2026-02-30T00:00:00Z"); }),
            "invalid_value /at not_a_utc_time");
  EXPECT_EQ(approval_faults([](Value& value) { value.set("schema", "decision-snapshot/v1"); }),
            "schema_unknown ");
}

TEST(DecisionDocuments, NeverComeBackInFindings) {
  Value value = good_snapshot();
  value.set("side", "swordfish");
  decision(value).set("digest", "swordfish");
  decision(value).set("observedAt", "swordfish");
  for (const Finding& finding : read_decision_snapshot_value(value).findings) {
    EXPECT_EQ(write_compact_json(to_value(finding)).find("swordfish"), std::string::npos);
  }
}

}  // namespace
}  // namespace holdfast
