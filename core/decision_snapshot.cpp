#include "core/decision_snapshot.h"

#include <algorithm>

#include "core/check.h"
#include "core/decision_reading.h"
#include "core/manifest_parts.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr Shape kSchemaName = {.kind = Shape::Kind::kText, .form = Form::kSchema};
constexpr Shape kProse = {.kind = Shape::Kind::kText, .form = Form::kProse};
constexpr Shape kName = {.kind = Shape::Kind::kText, .form = Form::kName};
constexpr Shape kToken = {.kind = Shape::Kind::kText, .form = Form::kToken};
constexpr Shape kTime = {.kind = Shape::Kind::kText, .form = Form::kTime};
constexpr Shape kDigest = {.kind = Shape::Kind::kText, .form = Form::kDecisionDigest};

constexpr ShapeMember kDecisionMembers[] = {
    {"digest", true, &kDigest}, {"observedAt", true, &kTime}, {"source", true, &kProse}};
constexpr Shape kDecision = {.kind = Shape::Kind::kObject, .members = kDecisionMembers};
constexpr Shape kDecisions = {.kind = Shape::Kind::kMap, .form = Form::kToken, .item = &kDecision};
constexpr ShapeMember kSnapshotMembers[] = {{"schema", true, &kSchemaName},
                                            {"boundaryId", true, &kName},
                                            {"side", true, &kProse},
                                            {"takenAt", true, &kTime},
                                            {"decisions", true, &kDecisions}};
constexpr Shape kSnapshot = {.kind = Shape::Kind::kObject, .members = kSnapshotMembers};

constexpr ShapeMember kApprovalMembers[] = {{"schema", true, &kSchemaName},
                                            {"name", true, &kToken},
                                            {"from", true, &kDigest},
                                            {"to", true, &kDigest},
                                            {"approver", true, &kProse},
                                            {"authorityId", true, &kName},
                                            {"at", true, &kTime}};
constexpr Shape kApproval = {.kind = Shape::Kind::kObject, .members = kApprovalMembers};

bool take_decision(const Value& value, DecisionRecord& out) {
  Taker taker(value);
  taker.text("digest", out.digest);
  taker.text("observedAt", out.observed_at);
  taker.text("source", out.source);
  return taker.whole() && decision_digest_form(out.digest) == DigestForm::kKnown &&
         is_utc_time(out.observed_at) && has_visible_character(out.source);
}

// All or nothing, behind the rules: what they let pass by mistake is no document either.
std::optional<DecisionSnapshot> snapshot_from(const Value& value) {
  DecisionSnapshot snapshot;
  Taker taker(value);
  std::string schema;
  std::string side;
  taker.text("schema", schema);
  taker.text("boundaryId", snapshot.boundary_id);
  taker.text("side", side);
  taker.text("takenAt", snapshot.taken_at);
  const Value* decisions = taker.take("decisions");
  snapshot.side = side == to_text(Side::kBefore) ? Side::kBefore : Side::kAfter;
  if (!taker.whole() || side != to_text(snapshot.side) || schema != kDecisionSnapshotV1 ||
      !is_visible_name(snapshot.boundary_id) || !is_utc_time(snapshot.taken_at) ||
      decisions == nullptr || !decisions->is_object()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < decisions->size(); ++i) {
    DecisionRecord record;
    record.name = decisions->names()[i];
    if (!is_token(record.name) || !take_decision(decisions->items()[i], record)) {
      return std::nullopt;
    }
    snapshot.decisions.push_back(std::move(record));
  }
  return snapshot;
}

std::optional<Approval> approval_from(const Value& value) {
  Approval approval;
  Taker taker(value);
  std::string schema;
  taker.text("schema", schema);
  taker.text("name", approval.name);
  taker.text("from", approval.from);
  taker.text("to", approval.to);
  taker.text("approver", approval.approver);
  taker.text("authorityId", approval.authority_id);
  taker.text("at", approval.at);
  const bool whole = taker.whole() && schema == kDecisionApprovalV1 && is_token(approval.name) &&
                     decision_digest_form(approval.from) == DigestForm::kKnown &&
                     decision_digest_form(approval.to) == DigestForm::kKnown &&
                     has_visible_character(approval.approver) &&
                     is_visible_name(approval.authority_id) && is_utc_time(approval.at);
  return whole ? std::optional(std::move(approval)) : std::nullopt;
}

void judge_side(const Value& value, std::vector<Finding>& findings) {
  const Value* side = value.find("side");
  if (side != nullptr && side->is_string() && has_visible_character(side->text()) &&
      side->text() != to_text(Side::kBefore) && side->text() != to_text(Side::kAfter)) {
    internal::add_fault(findings, "invalid_value", "side", "/side", "side");
  }
}

DecisionSnapshotDocument judged_snapshot(internal::DecisionTree tree, const ReadOptions& options) {
  DecisionSnapshotDocument document{std::move(tree.sha256), std::nullopt, std::move(tree.findings)};
  Side side = Side::kAfter;
  if (tree.value) {
    judge_shape(*tree.value, kSnapshot, Side::kAfter, options, document.findings);
    judge_side(*tree.value, document.findings);
    const Value* named = tree.value->find("side");
    side = named != nullptr && *named == Value("before") ? Side::kBefore : Side::kAfter;
  }
  if (document.findings.empty()) {
    document.snapshot = snapshot_from(*tree.value);
    if (!document.snapshot) {
      internal::add_fault(document.findings, "unexplained_difference", {}, {});
    }
  }
  internal::finish_faults(document.findings, "snapshot", side);
  return document;
}

DecisionApprovalDocument judged_approval(internal::DecisionTree tree, const ReadOptions& options) {
  DecisionApprovalDocument document{std::move(tree.sha256), std::nullopt, std::move(tree.findings)};
  if (tree.value) {
    judge_shape(*tree.value, kApproval, Side::kAfter, options, document.findings);
  }
  if (document.findings.empty()) {
    document.approval = approval_from(*tree.value);
    if (!document.approval) {
      internal::add_fault(document.findings, "unexplained_difference", {}, {});
    }
  }
  internal::finish_faults(document.findings, "approval", Side::kAfter);
  return document;
}

}  // namespace

const DecisionRecord* DecisionSnapshot::find(std::string_view name) const {
  const auto found = std::find_if(decisions.begin(), decisions.end(),
                                  [&](const DecisionRecord& one) { return one.name == name; });
  return found == decisions.end() ? nullptr : &*found;
}

Value to_value(const DecisionSnapshot& snapshot) {
  Value decisions = Value::object();
  for (const DecisionRecord& decision : snapshot.decisions) {
    CHECK(decisions.find(decision.name) == nullptr);
    decisions.add(decision.name, Value::object({{"digest", decision.digest},
                                                {"observedAt", decision.observed_at},
                                                {"source", decision.source}}));
  }
  return Value::object({{"schema", kDecisionSnapshotV1},
                        {"boundaryId", snapshot.boundary_id},
                        {"side", to_text(snapshot.side)},
                        {"takenAt", snapshot.taken_at},
                        {"decisions", std::move(decisions)}});
}

Value to_value(const Approval& approval) {
  return Value::object({{"schema", kDecisionApprovalV1},
                        {"name", approval.name},
                        {"from", approval.from},
                        {"to", approval.to},
                        {"approver", approval.approver},
                        {"authorityId", approval.authority_id},
                        {"at", approval.at}});
}

DecisionSnapshotDocument read_decision_snapshot(std::optional<std::string_view> bytes,
                                                const ReadOptions& options) {
  return judged_snapshot(internal::read_decision_tree(bytes, kDecisionSnapshotV1, options.limits),
                         options);
}

DecisionSnapshotDocument read_decision_snapshot_value(const Value& value,
                                                      const ReadOptions& options) {
  return judged_snapshot(internal::decision_tree_of(value, kDecisionSnapshotV1), options);
}

DecisionApprovalDocument read_decision_approval(std::optional<std::string_view> bytes,
                                                const ReadOptions& options) {
  return judged_approval(internal::read_decision_tree(bytes, kDecisionApprovalV1, options.limits),
                         options);
}

DecisionApprovalDocument read_decision_approval_value(const Value& value,
                                                      const ReadOptions& options) {
  return judged_approval(internal::decision_tree_of(value, kDecisionApprovalV1), options);
}

}  // namespace holdfast
