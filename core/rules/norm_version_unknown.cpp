#include "core/manifest_parts.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule norm_version_unknown() {
  return {.summary = "A digest names a normalisation version that this program does not know.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.value == nullptr || !node.value->is_string() ||
                node.shape->kind != Shape::Kind::kText) {
              return;
            }
            const std::string& text = node.value->text();
            const bool unknown = (node.shape->form == Form::kDecisionDigest &&
                                  decision_digest_form(text) == DigestForm::kUnknownNumber) ||
                                 (node.shape->form == Form::kChecksum &&
                                  checksum_form(text) == DigestForm::kUnknownNumber);
            if (unknown) {
              report.add(node.field(), node.pointer());
            }
          }};
}

}  // namespace holdfast::rules
