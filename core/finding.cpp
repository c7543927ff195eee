#include "core/finding.h"

#include <algorithm>
#include <iterator>

#include "core/json.h"

namespace holdfast {

std::string_view to_text(Side side) { return side == Side::kBefore ? "before" : "after"; }

namespace {

// The order of gravity: what stops reading first, then what is lost, then what is added or moved,
// then what was done after the resume, what cannot be taken back first. A code that is not here
// sorts behind these by its name, so a new rule needs no entry.
constexpr std::string_view kGravity[] = {"before_missing",
                                         "after_missing",
                                         "invalid_json",
                                         "duplicate_key",
                                         "too_deep",
                                         "too_large",
                                         "schema_unknown",
                                         "schema_mismatch",
                                         "unknown_field",
                                         "required_missing",
                                         "invalid_list",
                                         "invalid_value",
                                         "invalid_external_write",
                                         "next_action_not_exact_one",
                                         "event_pair_broken",
                                         "norm_version_unknown",
                                         "evidence_invalid",
                                         "ledger_broken",
                                         "lineage_stale",
                                         "lineage_parent_mismatch",
                                         "coverage_gap",
                                         "coverage_overlap",
                                         "directive_source_unknown",
                                         "task_changed",
                                         "objective_changed",
                                         "directive_dropped",
                                         "directive_closed_without_event",
                                         "directive_reference_only",
                                         "directive_reworded",
                                         "obligation_dropped",
                                         "obligation_changed",
                                         "prohibitions_dropped",
                                         "decision_dropped",
                                         "decision_conflicting",
                                         "consumedAuthorities_dropped",
                                         "authority_changed",
                                         "external_write_dropped_or_changed",
                                         "next_action_changed",
                                         "rollback_changed",
                                         "canonical_reference_changed",
                                         "completedPhases_dropped",
                                         "completionChecks_dropped",
                                         "directive_source_changed",
                                         "directive_reopened",
                                         "event_dropped",
                                         "event_changed",
                                         "events_reordered",
                                         "completedPhases_invented",
                                         "consumedAuthorities_invented",
                                         "external_write_invented",
                                         "prohibitions_invented",
                                         "completionChecks_invented",
                                         "event_invented",
                                         "directive_invented",
                                         "obligation_invented",
                                         "decision_invented",
                                         "phases_reordered",
                                         "evidence_older",
                                         "unexplained_difference",
                                         "resume_effect_repeated",
                                         "resume_authority_reused",
                                         "resume_writes_grew",
                                         "resume_first_operation_differs",
                                         "resume_phase_repeated"};

std::size_t gravity(std::string_view code) {
  return static_cast<std::size_t>(std::distance(
      std::begin(kGravity), std::find(std::begin(kGravity), std::end(kGravity), code)));
}

}  // namespace

std::strong_ordering Finding::operator<=>(const Finding& other) const {
  if (code != other.code) {
    const auto order = gravity(code) <=> gravity(other.code);
    return order != 0 ? order : code <=> other.code;
  }
  if (const auto order = link <=> other.link; order != 0) {
    return order;
  }
  if (const auto order = side <=> other.side; order != 0) {
    return order;
  }
  if (const auto order = field <=> other.field; order != 0) {
    return order;
  }
  if (const auto order = item <=> other.item; order != 0) {
    return order;
  }
  return write_canonical_json(detail) <=> write_canonical_json(other.detail);
}

Value to_value(const Finding& finding) {
  Value value = Value::object();
  value.add("code", finding.code);
  value.add("side", to_text(finding.side));
  value.add("link", finding.link ? Value(static_cast<std::int64_t>(*finding.link)) : Value());
  value.add("field", finding.field);
  if (!finding.item.empty()) {
    value.add("item", finding.item);
  }
  if (!finding.detail.is_null()) {
    value.add("detail", finding.detail);
  }
  return value;
}

}  // namespace holdfast
