// A value of the wrong type or form.
#include "core/reference.h"
#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Empty where the text has the form that its member asks for.
std::string_view form_fault(std::string_view text, Form form) {
  switch (form) {
    case Form::kSha256:
      return is_digest(text) ? "" : "not_64_lower_case_hex_digits";
    case Form::kPath:
      return path_fault(text);
    default:
      return "";
  }
}

}  // namespace

Rule invalid_value() {
  return {.summary = "A value of the wrong type or form.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.value == nullptr || node.is_item() ||
                node.shape->kind == Shape::Kind::kList || node.in_write()) {
              return;
            }
            std::string_view reason;
            if (node.shape->kind == Shape::Kind::kObject) {
              reason = node.value->is_object() ? "" : "no_object";
            } else if (!node.value->is_string()) {
              reason = "no_text";
            } else if (has_visible_character(node.value->text())) {  // blank: required_missing
              reason = form_fault(node.value->text(), node.shape->form);
            }
            if (!reason.empty()) {
              report.add(node.field(), node.pointer(), Value::object({{"reason", reason}}));
            }
          }};
}

}  // namespace holdfast::rules
