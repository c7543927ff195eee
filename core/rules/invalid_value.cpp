#include <algorithm>

#include "core/manifest_parts.h"
#include "core/reference.h"
#include "core/rule.h"
#include "core/time.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string_view unless(bool fine, std::string_view reason) { return fine ? "" : reason; }

// Empty where the text has the form that its member asks for.
std::string_view form_fault(std::string_view text, Form form) {
  switch (form) {
    case Form::kSha256:
      return unless(is_sha256_text(text), "not_64_lower_case_hex_digits");
    case Form::kPath:
      return path_fault(text);
    case Form::kTime:
      return unless(is_utc_time(text), "not_a_utc_time");
    case Form::kName:
      return unless(is_visible_name(text), "not_visible_nfc");
    case Form::kToken:
      return unless(is_token(text), "no_token");
    case Form::kDirectiveState:
      return unless(directive_state_from(text).has_value(), "state");
    case Form::kObligationState:
      return unless(is_one_of(text, {"open", "fulfilled"}), "state");
    case Form::kObligationKind:
      return unless(is_obligation_kind(text), "kind");
    case Form::kDecisionDigest:
      return unless(decision_digest_form(text) != DigestForm::kIllFormed, "no_decision_digest");
    case Form::kChecksum:
      return unless(checksum_form(text) != DigestForm::kIllFormed, "no_checksum");
    default:
      return "";
  }
}

std::string_view text_fault(const Node& node) {
  if (!node.value->is_string()) {
    return "no_text";
  }
  // A blank text is named by required_missing.
  return has_visible_character(node.value->text())
             ? form_fault(node.value->text(), node.shape->form)
             : "";
}

std::string_view integer_fault(const Node& node) {
  if (!node.value->is_integer()) {
    return "no_integer";
  }
  return unless(node.value->integer() >= (node.shape->form == Form::kOrdinal ? 1 : 0), "too_small");
}

std::string_view object_fault(const Node& node) {
  return unless(node.value->is_object(), "no_object");
}

std::string_view fault(const Node& node) {
  if (node.value->is_null() && node.shape->nullable) {
    return "";
  }
  switch (node.shape->kind) {
    case Shape::Kind::kText:
      return text_fault(node);
    case Shape::Kind::kInteger:
      return integer_fault(node);
    case Shape::Kind::kAction:  // a list of actions is named by next_action_not_exact_one
      return node.value->is_array() ? "" : object_fault(node);
    case Shape::Kind::kObject:
    case Shape::Kind::kMap:
    case Shape::Kind::kFreeObject:
      return object_fault(node);
    case Shape::Kind::kList:
      return "";
  }
  return "";
}

// "fulfilled" means every obligation; one that is open contradicts it.
bool is_fulfilled_with_open_obligation(const Node& node) {
  if (node.shape->form != Form::kDirectiveState || !node.value->is_string() ||
      node.value->text() != to_text(DirectiveState::kFulfilled) || node.parent == nullptr) {
    return false;
  }
  const Value* obligations = node.parent->value->find("obligations");
  return obligations != nullptr && obligations->is_array() &&
         std::any_of(obligations->items().begin(), obligations->items().end(),
                     [](const Value& obligation) {
                       const Value* state = obligation.find("state");
                       return state != nullptr && *state == Value("open");
                     });
}

}  // namespace

Rule invalid_value() {
  return {
      .summary = "A value of the wrong type or form.",
      .check_node = [](const Node& node, Report& report) {
        if (node.shape == nullptr || node.value == nullptr || node.is_item() || node.in_write()) {
          return;
        }
        if (node.parent != nullptr && node.parent->shape->kind == Shape::Kind::kMap &&
            form_fault(node.name, node.parent->shape->form) != "") {
          report.add(node.field(), node.pointer(), Value::object({{"reason", "name"}}));
        }
        if (const std::string_view reason = fault(node); !reason.empty()) {
          report.add(node.field(), node.pointer(), Value::object({{"reason", reason}}));
        } else if (is_fulfilled_with_open_obligation(node)) {
          report.add(node.field(), node.pointer(), Value::object({{"reason", "open_obligation"}}));
        }
      }};
}

}  // namespace holdfast::rules
