#include "core/shape.h"

#include "core/manifest.h"

namespace holdfast {
namespace {

constexpr Shape text(Form form) { return {.kind = Shape::Kind::kText, .form = form}; }

constexpr Shape kSchemaName = text(Form::kSchema);
constexpr Shape kProse = text(Form::kProse);
constexpr Shape kAction = text(Form::kAction);
constexpr Shape kSha256 = text(Form::kSha256);
constexpr Shape kPath = text(Form::kPath);
constexpr Shape kWriteStatus = text(Form::kWriteStatus);

constexpr Shape kProseList = {.kind = Shape::Kind::kList, .item = &kProse};

constexpr ShapeMember kReferenceMembers[] = {
    {"path", true, &kPath}, {"sha256", true, &kSha256}, {"readAt", true, &kProse}};
constexpr Shape kReference = {.kind = Shape::Kind::kObject, .members = kReferenceMembers};

constexpr ShapeMember kWriteMembers[] = {
    {"operation", true, &kProse}, {"effectId", true, &kProse}, {"status", true, &kWriteStatus}};
constexpr Shape kWrite = {.kind = Shape::Kind::kObject, .members = kWriteMembers};
constexpr Shape kWriteList = {.kind = Shape::Kind::kList, .item = &kWrite, .key = "effectId"};

constexpr ShapeMember kManifestV1Members[] = {
    {"schema", false, &kSchemaName},
    {"taskId", true, &kProse},
    {"objective", true, &kProse},
    {"canonical", true, &kReference},
    {"completedPhases", true, &kProseList},
    {"nextExactAction", true, &kAction},
    {"externalWrites", true, &kWriteList},
    {"consumedAuthorities", true, &kProseList},
    {"prohibitions", true, &kProseList},
    {"rollback", true, &kProse},
    {"completionChecks", true, &kProseList},
};
constexpr Shape kManifestV1Shape = {.kind = Shape::Kind::kObject, .members = kManifestV1Members};

}  // namespace

const Shape* shape_of(std::string_view schema) {
  return schema == kManifestV1 ? &kManifestV1Shape : nullptr;
}

bool Node::in_write() const {
  for (const Node* node = this; node != nullptr; node = node->parent) {
    if (node->is_item() && node->parent->name == "externalWrites") {
      return true;
    }
  }
  return false;
}

std::string Node::pointer() const {
  if (parent == nullptr) {
    return {};
  }
  const std::string above = parent->pointer();
  return is_item() ? above + "/" + std::to_string(index)
                   : above + "/" + escape_pointer_token(shown_name(name));
}

std::string_view Node::field() const {
  const Node* node = this;
  while (node->parent != nullptr && node->parent->parent != nullptr) {
    node = node->parent;
  }
  return node->parent == nullptr ? std::string_view() : shown_name(node->name);
}

}  // namespace holdfast
