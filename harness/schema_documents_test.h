// The kinds of documents whose reader and published schema are held against each other: good
// documents of each, and the reader as a list of refusals. For tests only.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/manifest_test.h"
#include "core/resume.h"
#include "core/sha256.h"
#include "harness/case.h"

namespace holdfast {

struct Refusal {
  std::string code;
  std::string reason;
  std::string pointer;
};

struct DocumentKind {
  std::string name;
  std::string schema;  // the file's stem
  std::vector<Value> good;
  // Empty: accepted. Only manifests and traces are read by rules.
  std::function<std::vector<Refusal>(const Value&, std::span<const Rule>)> read;
  // What an edit of one place has to be followed by in others, so that not every edited document
  // fails for one and the same reason; may be empty.
  std::function<void(Value&)> mend;
};

inline std::vector<Refusal> refusals_of(const std::vector<Finding>& findings) {
  std::vector<Refusal> refusals;
  for (const Finding& finding : findings) {
    const Value* reason = finding.detail.find("reason");
    refusals.push_back({finding.code, reason == nullptr ? "" : reason->text(), finding.item});
  }
  return refusals;
}

inline std::vector<Value> good_manifests_v1() {
  Manifest bare = good_manifest();
  bare.completed_phases.clear();
  bare.external_writes.clear();
  bare.consumed_authorities.clear();
  bare.prohibitions.clear();
  bare.completion_checks.clear();
  Value without_schema = to_value(good_manifest());
  without_schema.erase("schema");
  return {to_value(good_manifest()), to_value(bare), without_schema};
}

inline std::vector<Value> good_manifests_v2() {
  Manifest origin = good_manifest_v2();
  origin.lineage = {0, {}, std::string(64, '7'), std::nullopt, std::nullopt};
  origin.events.clear();
  origin.directives.clear();
  origin.decisions.clear();
  origin.external_writes.clear();
  origin.consumed_authorities.clear();
  origin.next_exact_action.arguments = {};
  origin.canonical.resize(1);
  Manifest nested = good_manifest_v2();
  nested.next_exact_action.operation = "shell.run";
  nested.next_exact_action.arguments =
      Value::object({{"command", "make maps"},
                     {"environment", Value::object({{"SCALE", Value::array({1, 2, Value()})}})}});
  nested.external_writes[1] = {"mail.send", "fx-mail", WriteStatus::kConfirmed, "mail 17"};
  nested.lineage.generation = 1;
  nested.directives[0].state = DirectiveState::kWithdrawn;
  nested.directives[1].state = DirectiveState::kReplaced;
  nested.directives[1].obligations = {{"o-3", "scope", "Sheet 5.", true},
                                      {"o-4", "method", "By hand.", false}};
  return {to_value(good_manifest_v2()), to_value(good_manifest_v2()), to_value(origin),
          to_value(nested)};
}

// Generation 0 has neither a parent nor a share of entries; leaves one of the two faults alone.
inline void mend_lineage(Value& manifest) {
  Value* lineage = manifest.find("lineage");
  const Value* generation = lineage == nullptr ? nullptr : lineage->find("generation");
  const Value* coverage = lineage == nullptr ? nullptr : lineage->find("coverage");
  if (generation == nullptr || !generation->is_integer() || coverage == nullptr ||
      lineage->find("parent") == nullptr) {
    return;
  }
  if (generation->integer() == 0 && coverage->is_object()) {
    lineage->set("parent", Value());
  } else if (generation->integer() != 0 && coverage->is_null()) {
    lineage->set("parent", "sc2:sha256:" + std::string(64, '6'));
  }
}

// Counts and chains the lines anew.
inline void chain_ledger(Value& evidence) {
  Value* lines = evidence.is_object() ? evidence.find("ledger") : nullptr;
  std::string previous(64, '0');
  for (std::size_t i = 0; lines != nullptr && lines->is_array() && i < lines->size(); ++i) {
    Value& line = lines->items()[i];
    if (line.is_object() && line.find("seq") != nullptr && line.find("prev") != nullptr) {
      line.set("seq", static_cast<std::int64_t>(i + 1));
      line.set("prev", previous);
    }
    previous = sha256_hex(write_canonical_json(line));
  }
}

inline Value ledger_line(std::string_view kind,
                         std::initializer_list<std::pair<std::string_view, Value>> members) {
  Value line =
      Value::object({{"seq", 0}, {"prev", ""}, {"kind", kind}, {"at", "2026-03-05T11:00:00Z"}});
  for (const auto& [name, value] : members) {
    line.add(name, value);
  }
  return line;
}

inline Value issued_line(std::string_view id, std::string_view text, std::string_view kind_a,
                         std::string_view kind_b) {
  const auto obligation = [](std::string_view obligation_id, std::string_view kind) {
    return Value::object(
        {{"obligationId", obligation_id}, {"kind", kind}, {"text", "Quay walls only."}});
  };
  return ledger_line(
      "issued",
      {{"directiveId", id},
       {"sourceEntryId", "u-1"},
       {"sourceSha256", std::string(64, '1')},
       {"span", Value::array({4, static_cast<int>(4 + text.size())})},
       {"text", text},
       {"obligations", Value::array({obligation("o-1", kind_a), obligation("o-2", kind_b)})}});
}

inline Value good_ledger() {
  return Value::array(
      {issued_line("d-1", "Only the quay walls.", "scope", "prohibition"),
       issued_line("d-2", "岸壁だけ。", "completion", "explain_exception"),
       issued_line("d-3", "Draw by hand.", "method", "method"),
       ledger_line("detour_opened", {{"detourId", "x-1"}, {"reason", "restart"}}),
       ledger_line("fulfilled",
                   {{"directiveId", "d-3"}, {"obligationId", "o-1"}, {"evidence", "sheet 4"}}),
       ledger_line("detour_closed", {{"detourId", "x-1"}, {"reason", "restarted"}}),
       ledger_line("replaced", {{"directiveId", "d-1"}, {"by", "d-2"}, {"sourceEntryId", "u-2"}}),
       ledger_line("withdrawn", {{"directiveId", "d-2"}, {"sourceEntryId", "u-3"}})});
}

inline Value good_progress(Version version) {
  const bool v2 = version == Version::kV2;
  Value write = Value::object({{"kind", "write_recorded"},
                               {"operation", "mail.send"},
                               {"effectId", "fx-2"},
                               {"status", "confirmed"}});
  Value authority = Value::object({{"kind", "authority_consumed"}, {"authorityId", "ok-3"}});
  Value reference = Value::object({{"kind", "canonical_read"},
                                   {"path", "maps/plan.md"},
                                   {"sha256", std::string(64, '3')},
                                   {"readAt", "2026-03-05T12:00:00Z"}});
  if (v2) {
    write.add("receipt", "mail 17");
    authority.add("holder", "run-main");
    authority.add("effectId", "fx-2");
    reference.add("root", "repo");
  }
  Value progress = Value::array(
      {Value::object({{"kind", "phase_completed"}, {"phase", "Drew sheet 5."}}), std::move(write),
       Value::object({{"kind", "write_recorded"},
                      {"operation", "mail.send"},
                      {"effectId", "fx-3"},
                      {"status", "unknown"}}),
       std::move(authority),
       Value::object(
           {{"kind", "next_action_set"},
            {"nextExactAction", v2 ? Value::object({{"operation", "sheet.open"},
                                                    {"target", "sheet 6"},
                                                    {"arguments", Value::object({{"zoom", 3}})}})
                                   : Value("Open sheet 6")}}),
       std::move(reference),
       Value::object({{"kind", "list_changed"},
                      {"list", "prohibitions"},
                      {"add", Value::array({"Do not print."})},
                      {"remove", Value::array({"Leave the legend alone."})},
                      {"sourceEntryId", "u-9"}}),
       Value::object({{"kind", "list_changed"},
                      {"list", "completionChecks"},
                      {"add", Value::array({"Sheet 6 has a scale bar."})},
                      {"sourceEntryId", "u-9"}}),
       Value::object({{"kind", "list_changed"},
                      {"list", "completionChecks"},
                      {"remove", Value::array({"No two sheets overlap."})},
                      {"sourceEntryId", "u-9"}}),
       Value::object({{"kind", "text_set"},
                      {"field", "objective"},
                      {"text", "Redraw two maps."},
                      {"sourceEntryId", "u-9"}})});
  if (v2) {
    progress.append(Value::object({{"kind", "event_appended"},
                                   {"eventId", "result-2"},
                                   {"kind_of", "result"},
                                   {"answers", "call-2"}}));
  }
  return progress;
}

inline std::vector<Value> good_evidence(Version version) {
  const Value sources = Value::array(
      {Value::object({{"entryId", "u-1"}, {"author", "user"}, {"sha256", std::string(64, '1')}}),
       Value::object({{"entryId", "u-2"},
                      {"author", "assistant"},
                      {"sha256", std::string(64, '2')},
                      {"text", "Done."}})});
  const Value approvals =
      Value::array({Value::object({{"schema", "decision-approval/v1"},
                                   {"name", "scope"},
                                   {"from", "d1:sha256:" + std::string(64, '4')},
                                   {"to", "d1:hmac-sha256:key-1:" + std::string(64, '5')},
                                   {"approver", "The owner"},
                                   {"authorityId", "ok-4"},
                                   {"at", "2026-03-05T12:00:00Z"}})});
  const Value masks = Value::array(
      {Value::object({{"pointer", "/prohibitions/0"},
                      {"spans", Value::array({Value::array({0, 3}), Value::array({7, 12})})},
                      {"replacement", "[masked]"}})});
  const Value receipts =
      Value::array({Value::object({{"effectId", "fx-mail"}, {"receipt", "mail 17"}})});
  Value ledger = Value::object({{"ledger", good_ledger()}});
  chain_ledger(ledger);
  return {ledger, Value::object({{"progress", good_progress(version)}}),
          Value::object({{"sources", sources},
                         {"approvals", approvals},
                         {"used", Value::array({"ok-5", "ok-6"})},
                         {"receipts", receipts},
                         {"masks", masks}}),
          Value::object({{"ledger", Value()}, {"masks", masks}, {"receipts", Value::array()}})};
}

inline std::vector<Value> good_traces() {
  return {
      Value::object({{"schema", kResumeTraceV1},
                     {"operations",
                      Value::array({Value::object({{"operation", "sheet.open"},
                                                   {"target", "sheet 5"},
                                                   {"arguments", Value::object({{"zoom", 3}})}}),
                                    Value::object({{"operation", "mail.send"},
                                                   {"target", "the printer"},
                                                   {"effectId", "fx-7"},
                                                   {"phase", "Send the proof."},
                                                   {"authorityId", "ok-7"}}),
                                    Value::object({{"operation", "Wait"}})})}}),
      Value::object({{"schema", kResumeTraceV1}, {"operations", Value::array()}})};
}

inline Value good_chain_case() {
  const Value manifest = Value::object({{"schema", "resume-manifest/v2"}});
  return Value::object(
      {{"schema", "case/v1"},
       {"id", "design-1"},
       {"kind", "chain"},
       {"comment", "The second link lost a rule."},
       {"flags", Value::array()},
       {"invariant", "prohibition"},
       {"source", "hand"},
       {"policy", "exact"},
       {"chain",
        Value::array({Value::object({{"manifest", manifest}, {"evidence", Value()}}),
                      Value::object({{"manifest", manifest}, {"evidence", Value::object()}}),
                      Value::object(
                          {{"manifest", manifest}, {"evidence", Value()}, {"before", manifest}})})},
       {"log", Value::array({Value(), Value::object(), Value()})},
       {"expect",
        Value::object({{"verdict", "reject"}, {"codes", Value::array({"prohibitions_dropped"})}})},
       {"provenance", Value()}});
}
// The schema knows cases of this kind; they are tried as soon as the reader does.
inline bool reads_chain_cases() { return case_from(good_chain_case(), "case").ok(); }

// One of each form that a side may have.
inline std::vector<Value> good_cases() {
  Case c;
  c.id = "rollback-0123456789ab";
  c.comment = "A word of the way back is gone.";
  c.flags = {"first"};
  c.invariant = "rollback";
  c.source = "rollback_reworded";
  c.before = CaseDocument::of(Value::object({{"schema", "resume-manifest/v1"}}));
  c.after = CaseDocument::of(Value::object({{"rollback", "Restore."}}));
  c.evidence = Value::object({{"used", Value::array({"ok-1"})}});
  c.expect = {.accept = false, .codes = {"rollback_changed", "required_missing"}};
  c.provenance = Value::object({{"seed", "7"}});
  Value plain = to_value(c);
  plain.erase("kind");
  c.policy = Policy::kMonotone;
  c.before = CaseDocument::of_text("{\"a\":1,\"a\":2}");
  c.after = CaseDocument::of_text(std::string("{\0}", 3));
  c.evidence = {};
  Value bytes = to_value(c);
  std::swap(c.before, c.after);
  Value other_bytes = to_value(c);
  c.before = {};
  c.expect = {.accept = true, .codes = {}};
  std::vector<Value> cases = {plain, bytes, other_bytes, to_value(c)};
  if (reads_chain_cases()) {
    cases.push_back(good_chain_case());
  }
  return cases;
}

inline std::vector<DocumentKind> document_kinds() {
  const auto manifest = [](const Value& value, std::span<const Rule> used_rules) {
    ReadOptions options;
    options.rules = used_rules;
    return refusals_of(read_document_value(value, Side::kAfter, options).findings);
  };
  const auto trace = [](const Value& value, std::span<const Rule> used_rules) {
    ReadOptions options;
    options.rules = used_rules;
    return refusals_of(read_resume_trace_value(value, options).findings);
  };
  const auto evidence = [](Version version) {
    return [version](const Value& value, std::span<const Rule>) {
      std::vector<Finding> findings;
      read_evidence(value, version, findings);
      return refusals_of(findings);
    };
  };
  const auto stored_case = [](const Value& value, std::span<const Rule>) {
    std::vector<Refusal> refusals;
    const Result<Case> read = case_from(value, "case");
    if (!read.ok()) {
      const std::size_t pointer = read.error().where.find('#');
      refusals.push_back(
          {"unreadable_case", read.error().what,
           pointer == std::string::npos ? "" : read.error().where.substr(pointer + 1)});
    }
    return refusals;
  };
  return {{"resume-manifest/v1", "resume-manifest-v1", good_manifests_v1(), manifest, {}},
          {"resume-manifest/v2", "resume-manifest-v2", good_manifests_v2(), manifest, mend_lineage},
          {"evidence of v1", "evidence-v1", good_evidence(Version::kV1), evidence(Version::kV1),
           chain_ledger},
          {"evidence of v2", "evidence-v1", good_evidence(Version::kV2), evidence(Version::kV2),
           chain_ledger},
          {"resume-trace/v1", "resume-trace-v1", good_traces(), trace, {}},
          {"case/v1", "case-v1", good_cases(), stored_case, {}}};
}

}  // namespace holdfast
