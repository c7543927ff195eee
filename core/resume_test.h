// Help for the tests of what is done after a resume: the operation that the good manifests ask for,
// and later ones. For tests only.
#pragma once

#include <string>
#include <vector>

#include "core/manifest_test.h"
#include "core/resume.h"

namespace holdfast {

// The one that good_manifest() asks for, and that of good_manifest_v2().
inline TraceOperation next_action() {
  TraceOperation operation;
  operation.operation = "Open";
  operation.target = "sheet 5";
  return operation;
}
inline TraceOperation next_action_v2() {
  TraceOperation operation = next_action();
  operation.operation = "sheet.open";
  operation.arguments = Value::object({{"layer", "quay walls"}, {"zoom", 3}});
  return operation;
}

// A later operation, which nothing is wrong with.
template <typename Edit>
TraceOperation later(const Edit& edit) {
  TraceOperation operation;
  operation.operation = "sheet.save";
  operation.target = "sheet 5";
  edit(operation);
  return operation;
}
inline TraceOperation write(const std::string& effect) {
  return later([&](TraceOperation& operation) { operation.effect_id = effect; });
}
inline TraceOperation in_phase(const std::string& phase) {
  return later([&](TraceOperation& operation) { operation.phase = phase; });
}
inline TraceOperation spending(const std::string& authority) {
  return later([&](TraceOperation& operation) { operation.authority_id = authority; });
}

using Operations = std::vector<TraceOperation>;

template <typename Edit>
TraceOperation changed(const Edit& edit) {
  TraceOperation operation = next_action_v2();
  edit(operation);
  return operation;
}

}  // namespace holdfast
