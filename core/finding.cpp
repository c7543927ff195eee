#include "core/finding.h"

#include <algorithm>
#include <iterator>

#include "core/json.h"

namespace holdfast {

std::string_view to_text(Side side) { return side == Side::kBefore ? "before" : "after"; }

namespace {

// The order of gravity: what stops reading first, then what is lost, then what is added or moved. A
// code that is not here sorts behind these by its name, so a new rule needs no entry.
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
                                         "task_changed",
                                         "objective_changed",
                                         "prohibitions_dropped",
                                         "consumedAuthorities_dropped",
                                         "external_write_dropped_or_changed",
                                         "next_action_changed",
                                         "rollback_changed",
                                         "canonical_reference_changed",
                                         "completedPhases_dropped",
                                         "completionChecks_dropped",
                                         "completedPhases_invented",
                                         "consumedAuthorities_invented",
                                         "external_write_invented",
                                         "prohibitions_invented",
                                         "completionChecks_invented",
                                         "phases_reordered",
                                         "evidence_older",
                                         "unexplained_difference"};

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
