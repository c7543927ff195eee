// Operations are compared with the record by exact bytes, as everything is; looking alike is only
// told. Every check is linear in the trace and the manifest.
#include "core/resume.h"

#include <algorithm>
#include <unordered_map>

#include "core/check.h"
#include "core/difference.h"
#include "core/sha256.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

bool take_operation(const Value& value, TraceOperation& out) {
  Taker taker(value);
  taker.text("operation", out.operation);
  taker.optional_text("target", out.target);
  taker.optional_text("effectId", out.effect_id);
  taker.optional_text("phase", out.phase);
  taker.optional_text("authorityId", out.authority_id);
  if (const Value* arguments = taker.take("arguments")) {
    taker.require(arguments->is_object());
    out.arguments = *arguments;
  }
  taker.require(has_visible_character(out.operation));
  taker.require(out.target.empty() || has_visible_character(out.target));
  taker.require(out.phase.empty() || has_visible_character(out.phase));
  taker.require(out.effect_id.empty() || is_visible_name(out.effect_id));
  taker.require(out.authority_id.empty() || is_visible_name(out.authority_id));
  return taker.whole();
}

void add_finding(std::vector<Finding>& findings, std::string_view code, std::string_view field,
                 std::string item, Value detail) {
  findings.push_back({.code = std::string(code),
                      .side = Side::kAfter,
                      .link = std::nullopt,
                      .field = std::string(field),
                      .item = std::move(item),
                      .detail = std::move(detail)});
}

Value reason(std::string_view text) { return Value::object({{"reason", text}}); }

// A verdict has the faults of AFTER and of the trace on one side, so the latter say what they are.
void mark_and_sort(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (finding.detail.is_null()) {
      finding.detail = Value::object();
    }
    finding.detail.set("document", "trace");
  }
  std::sort(findings.begin(), findings.end());
}

void judge_tree(const Value& value, const ReadOptions& options, TraceDocument& document) {
  std::vector<Finding>& findings = document.findings;
  if (value.is_null()) {
    add_finding(findings, "required_missing", {}, {}, reason("nothing_came"));
    return;
  }
  if (!value.is_object()) {
    add_finding(findings, "invalid_value", {}, {}, reason("the document is no object"));
    return;
  }
  const Value* schema = value.find("schema");
  if (schema != nullptr && *schema != Value(kResumeTraceV1)) {
    add_finding(findings, "schema_unknown", "schema", {}, {});
    return;
  }
  judge_shape(value, *shape_of(kResumeTraceV1), Side::kAfter, options, findings);
  if (findings.empty()) {
    document.trace = resume_trace_from(value);
    if (!document.trace) {
      add_finding(findings, "unexplained_difference", {}, {}, {});
    }
  }
}

std::string operation_pointer(std::size_t index) { return "/operations/" + std::to_string(index); }

class Check {
 public:
  Check(const Manifest& manifest, const ResumeTrace& trace)
      : manifest_(manifest), operations_(trace.operations) {}

  std::vector<Finding> run() {
    check_targets();
    if (findings_.empty()) {
      check_order();
      check_phases();
      check_effects();
      check_authorities();
    }
    std::sort(findings_.begin(), findings_.end());
    return std::move(findings_);
  }

 private:
  void add(std::string_view code, std::size_t index, Value detail) {
    add_finding(findings_, code, "operations", operation_pointer(index), std::move(detail));
  }

  void check_targets() {
    if (manifest_.version == Version::kV1) {
      return;
    }
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (operations_[i].target.empty()) {
        add_finding(findings_, "required_missing", "operations", operation_pointer(i) + "/target",
                    Value::object({{"document", "trace"}}));
      }
    }
  }

  static std::string text_of(const TraceOperation& operation) {
    return operation.target.empty() ? operation.operation
                                    : operation.operation + " " + operation.target;
  }

  bool is_next_action(const TraceOperation& operation) const {
    const NextAction& action = manifest_.next_exact_action;
    if (manifest_.version == Version::kV1) {
      return text_of(operation) == action.text;
    }
    return operation.operation == action.operation && operation.target == action.target &&
           operation.arguments == action.arguments;
  }

  Value difference(const TraceOperation& first) const {
    const NextAction& action = manifest_.next_exact_action;
    Value detail = Value::object();
    bool alike = false;
    if (manifest_.version == Version::kV1) {
      const std::string text = text_of(first);
      detail.add("length_action_characters", count_code_points(action.text));
      detail.add("length_operation_characters", count_code_points(text));
      alike = looks_alike(action.text, text);
    } else {
      Value differs = Value::array();
      if (first.operation != action.operation) {
        differs.append("operation");
        alike = alike || looks_alike(action.operation, first.operation);
      }
      if (first.target != action.target) {
        differs.append("target");
        alike = alike || looks_alike(action.target, first.target);
      }
      if (first.arguments != action.arguments) {
        differs.append("arguments");
      }
      detail.add("differs", std::move(differs));
    }
    if (alike) {
      detail.add("lookalike", true);
    }
    return detail;
  }

  // The action comes first; until it came, nothing is written.
  void check_order() {
    const auto action =
        std::find_if(operations_.begin(), operations_.end(),
                     [this](const TraceOperation& operation) { return is_next_action(operation); });
    if (action == operations_.begin()) {  // or there are no operations
      return;
    }
    Value detail = difference(operations_.front());
    if (action != operations_.end()) {
      detail.add("action_at",
                 operation_pointer(static_cast<std::size_t>(action - operations_.begin())));
    }
    add("resume_first_operation_differs", 0, std::move(detail));
    for (auto operation = operations_.begin(); operation != action; ++operation) {
      if (!operation->effect_id.empty()) {
        add("resume_writes_grew", static_cast<std::size_t>(operation - operations_.begin()),
            Value::object({{"effectId", shown_name(operation->effect_id)}}));
      }
    }
  }

  void check_phases() {
    const auto completed = index_by_name(names_of(manifest_.completed_phases));
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const std::string& phase = operations_[i].phase;
      const auto found = completed.find(phase);
      if (!phase.empty() && found != completed.end()) {
        add("resume_phase_repeated", i,
            Value::object({{"recorded", "/completedPhases/" + std::to_string(found->second)}}));
      }
    }
  }

  // Each operation whose id is recorded in the manifest already, or stands in the trace before it.
  void check_once(std::string_view code, std::string TraceOperation::*id,
                  std::string_view id_member, std::string_view list, const Names& recorded_ids) {
    const auto recorded = index_by_name(recorded_ids);
    std::unordered_map<std::string_view, std::size_t> earlier;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const std::string& name = operations_[i].*id;
      if (name.empty()) {
        continue;
      }
      Value detail = Value::object({{id_member, shown_name(name)}});
      const auto [first, is_first] = earlier.emplace(name, i);
      const auto found = recorded.find(name);
      if (found != recorded.end()) {
        detail.add("recorded", "/" + std::string(list) + "/" + std::to_string(found->second));
      } else if (!is_first) {
        detail.add("earlier", operation_pointer(first->second));
      } else {
        continue;
      }
      add(code, i, std::move(detail));
    }
  }

  // A write whose status is unknown may have happened: it is looked up, never sent again.
  void check_effects() {
    check_once("resume_effect_repeated", &TraceOperation::effect_id, "effectId", "externalWrites",
               names_of(manifest_.external_writes, &ExternalWrite::effect_id));
  }

  void check_authorities() {
    check_once("resume_authority_reused", &TraceOperation::authority_id, "authorityId",
               "consumedAuthorities",
               names_of(manifest_.consumed_authorities, &ConsumedAuthority::authority_id));
  }

  const Manifest& manifest_;
  const std::vector<TraceOperation>& operations_;
  std::vector<Finding> findings_;
};

}  // namespace

Value to_value(const ResumeTrace& trace) {
  Value operations = Value::array();
  for (const TraceOperation& operation : trace.operations) {
    Value item = Value::object({{"operation", operation.operation}});
    const auto add_text = [&item](std::string_view name, const std::string& text) {
      if (!text.empty()) {
        item.add(name, text);
      }
    };
    add_text("target", operation.target);
    if (!operation.arguments.is_null()) {
      item.add("arguments", operation.arguments);
    }
    add_text("effectId", operation.effect_id);
    add_text("phase", operation.phase);
    add_text("authorityId", operation.authority_id);
    operations.append(std::move(item));
  }
  return Value::object({{"schema", kResumeTraceV1}, {"operations", std::move(operations)}});
}

std::optional<ResumeTrace> resume_trace_from(const Value& value) {
  Taker taker(value);
  std::string schema;
  ResumeTrace trace;
  taker.text("schema", schema);
  taker.list("operations", trace.operations, take_operation);
  taker.require(schema == kResumeTraceV1);
  return taker.whole() ? std::optional(std::move(trace)) : std::nullopt;
}

TraceDocument read_resume_trace_value(const Value& value, const ReadOptions& options) {
  TraceDocument document;
  judge_tree(value, options, document);
  mark_and_sort(document.findings);
  return document;
}

TraceDocument read_resume_trace(std::optional<std::string_view> bytes, const ReadOptions& options) {
  if (!bytes || bytes->empty()) {
    return read_resume_trace_value(Value(), options);
  }
  TraceDocument document;
  JsonReading reading = read_json(*bytes, options.limits);
  if (reading.value) {
    judge_tree(*reading.value, options, document);
  }
  add_json_faults(std::move(reading.faults), Side::kAfter, document.findings);
  mark_and_sort(document.findings);
  document.sha256 = sha256_hex(*bytes);
  return document;
}

std::vector<Finding> check_resume(const Manifest& manifest, const ResumeTrace& trace) {
  return Check(manifest, trace).run();
}

void check_resume(Verdict& verdict, const Document& after, const TraceDocument& trace) {
  CHECK(!verdict.decision);
  const bool judged = after.manifest && trace.trace;
  const std::vector<Finding> found =
      judged ? check_resume(*after.manifest, *trace.trace) : trace.findings;
  CHECK(trace.trace || !found.empty());
  // The exact bytes that were judged belong to the verdict (law 3).
  Value evidence = Value::object({{"kind", "resume_trace"}});
  if (!trace.sha256.empty()) {
    evidence.add("item", trace.sha256);
  }
  (judged ? verdict.evidence_used : verdict.evidence_unused).push_back(std::move(evidence));
  verdict.findings.insert(verdict.findings.end(), found.begin(), found.end());
  std::sort(verdict.findings.begin(), verdict.findings.end());
  verdict.pass = verdict.pass && found.empty();
}

}  // namespace holdfast
