#include "core/verdict.h"

#include "core/json.h"
#include "core/unicode.h"

namespace holdfast {

std::string_view to_text(Decision decision) {
  switch (decision) {
    case Decision::kResume:
      return "resume";
    case Decision::kRestartFromCurrent:
      return "restart_from_current";
    case Decision::kStopUnverifiable:
      return "stop_unverifiable";
    case Decision::kRegenerateSummary:
      return "regenerate_summary";
    case Decision::kRebuildManifest:
      return "rebuild_manifest";
  }
  return "stop_unverifiable";
}

bool Verdict::ok() const {
  return pass && (canonical_check == ReferenceResult::kNotChecked ||
                  canonical_check == ReferenceResult::kUnchanged);
}

namespace {

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value canonical_value(const ReferenceCheck& check) {
  Value value = Value::object({{"root", text_or_null(check.root)},
                               {"path", check.path},
                               {"before_sha256", check.before_sha256},
                               {"current_sha256", text_or_null(check.current_sha256)},
                               {"result", to_text(check.result)}});
  if (!check.reason.empty()) {
    value.add("reason", check.reason);
  }
  return value;
}

}  // namespace

Value to_value(const Verdict& verdict) {
  Value canonical = Value::array();
  for (const ReferenceCheck& check : verdict.canonical) {
    canonical.append(canonical_value(check));
  }
  Value findings = Value::array();
  for (const Finding& finding : verdict.findings) {
    findings.append(to_value(finding));
  }
  Value value = Value::object();
  value.add("schema", "verdict/v1");
  value.add("ok", verdict.ok());
  value.add("documents", Value::object({{"before_sha256", text_or_null(verdict.before_sha256)},
                                        {"after_sha256", text_or_null(verdict.after_sha256)}}));
  value.add("checksum", Value::object({{"before", text_or_null(verdict.before_checksum)},
                                       {"after", text_or_null(verdict.after_checksum)}}));
  value.add("compaction_check", verdict.pass ? "pass" : "fail");
  value.add("canonical_check", to_text(verdict.canonical_check));
  value.add("canonical", std::move(canonical));
  value.add("continuity", "not_checked");
  value.add("decision", verdict.decision ? Value(to_text(*verdict.decision)) : Value());
  value.add("external_write", verdict.external_write);
  value.add("read_only", true);
  value.add("findings", std::move(findings));
  // What counts as visible depends on the Unicode tables, so their version is evidence.
  Value used = Value::array({Value::object({{"kind", "unicode"}, {"version", unicode_version()}})});
  for (const Value& item : verdict.evidence_used) {
    used.append(item);
  }
  Value unused = Value::array();
  for (const Value& item : verdict.evidence_unused) {
    unused.append(item);
  }
  value.add("evidence_used", std::move(used));
  value.add("evidence_unused", std::move(unused));
  value.add("reconcile_first", Value::array_of(verdict.reconcile_first));
  return value;
}

std::string to_text(const Verdict& verdict) {
  std::string text = verdict.pass ? "pass" : "fail";
  if (!verdict.pass && !verdict.findings.empty()) {
    text += ": " + verdict.findings.front().code;
    if (verdict.findings.size() > 1) {
      text += " and " + std::to_string(verdict.findings.size() - 1) + " more";
    }
  }
  text += '\n';
  for (const Finding& finding : verdict.findings) {
    text += "  " + finding.code + "  " + std::string(to_text(finding.side));
    const std::string& place = finding.item.empty() ? finding.field : finding.item;
    text += place.empty() ? "" : " " + printable(place);
    if (!finding.detail.is_null()) {
      text += "  " + write_compact_json(finding.detail);
    }
    text += '\n';
  }
  for (const ReferenceCheck& check : verdict.canonical) {
    text += "canonical " + std::string(to_text(check.result)) + ": " + printable(check.path);
    text += check.reason.empty() ? "\n" : " (" + check.reason + ")\n";
  }
  if (verdict.decision) {
    text += "decision " + std::string(to_text(*verdict.decision)) + ", external writes " +
            (verdict.external_write ? "allowed" : "not allowed") + "\n";
  } else {
    text += "decision open: give --root to check the canonical file\n";
  }
  for (const std::string& effect : verdict.reconcile_first) {
    text += "reconcile first: " + printable(effect) + "\n";
  }
  return text;
}

}  // namespace holdfast
