#include "core/shape.h"

#include "core/manifest.h"
#include "core/resume.h"

namespace holdfast {
namespace {

constexpr Shape text(Form form, bool nullable = false) {
  return {.kind = Shape::Kind::kText, .form = form, .nullable = nullable};
}
constexpr Shape list_of(const Shape& item, std::span<const std::string_view> key = {},
                        bool may_be_empty = true) {
  return {.kind = Shape::Kind::kList, .item = &item, .key = key, .may_be_empty = may_be_empty};
}
constexpr Shape object(std::span<const ShapeMember> members, bool nullable = false) {
  return {.kind = Shape::Kind::kObject, .members = members, .nullable = nullable};
}

constexpr Shape kSchemaName = text(Form::kSchema);
constexpr Shape kProse = text(Form::kProse);
constexpr Shape kAction = text(Form::kAction);
constexpr Shape kSha256 = text(Form::kSha256);
constexpr Shape kPath = text(Form::kPath);
constexpr Shape kTime = text(Form::kTime);
constexpr Shape kName = text(Form::kName);
constexpr Shape kToken = text(Form::kToken);
constexpr Shape kWriteStatus = text(Form::kWriteStatus);
constexpr Shape kDirectiveState = text(Form::kDirectiveState);
constexpr Shape kObligationState = text(Form::kObligationState);
constexpr Shape kObligationKind = text(Form::kObligationKind);
constexpr Shape kDecisionDigest = text(Form::kDecisionDigest);
constexpr Shape kParent = text(Form::kChecksum, true);
constexpr Shape kCount = {.kind = Shape::Kind::kInteger, .form = Form::kCount};
constexpr Shape kOrdinal = {.kind = Shape::Kind::kInteger, .form = Form::kOrdinal};
constexpr Shape kArguments = {.kind = Shape::Kind::kFreeObject};
constexpr Shape kProseList = list_of(kProse);

constexpr std::string_view kEffectKey[] = {"effectId"};
constexpr std::string_view kReferenceKey[] = {"root", "path"};
constexpr std::string_view kEventKey[] = {"eventId"};
constexpr std::string_view kAuthorityKey[] = {"authorityId"};
constexpr std::string_view kObligationKey[] = {"obligationId"};
constexpr std::string_view kDirectiveKey[] = {"directiveId"};

// v1

constexpr ShapeMember kReferenceV1Members[] = {
    {"path", true, &kPath}, {"sha256", true, &kSha256}, {"readAt", true, &kProse}};
constexpr Shape kReferenceV1 = object(kReferenceV1Members);
constexpr ShapeMember kWriteV1Members[] = {
    {"operation", true, &kProse}, {"effectId", true, &kProse}, {"status", true, &kWriteStatus}};
constexpr Shape kWriteV1 = object(kWriteV1Members);
constexpr Shape kWritesV1 = list_of(kWriteV1, kEffectKey);

constexpr ShapeMember kManifestV1Members[] = {
    {"schema", false, &kSchemaName},
    {"taskId", true, &kProse},
    {"objective", true, &kProse},
    {"canonical", true, &kReferenceV1},
    {"completedPhases", true, &kProseList},
    {"nextExactAction", true, &kAction},
    {"externalWrites", true, &kWritesV1},
    {"consumedAuthorities", true, &kProseList},
    {"prohibitions", true, &kProseList},
    {"rollback", true, &kProse},
    {"completionChecks", true, &kProseList},
};
constexpr Shape kManifestV1Shape = object(kManifestV1Members);

// v2

constexpr ShapeMember kReferenceV2Members[] = {{"root", true, &kName},
                                               {"path", true, &kPath},
                                               {"sha256", true, &kSha256},
                                               {"readAt", true, &kTime}};
constexpr Shape kReferenceV2 = object(kReferenceV2Members);
constexpr Shape kReferencesV2 = list_of(kReferenceV2, kReferenceKey, false);

constexpr ShapeMember kEventMembers[] = {
    {"eventId", true, &kName}, {"kind", true, &kToken}, {"answers", false, &kName}};
constexpr Shape kEvent = object(kEventMembers);
constexpr Shape kEvents = list_of(kEvent, kEventKey);

constexpr ShapeMember kActionMembers[] = {
    {"operation", true, &kToken}, {"target", true, &kProse}, {"arguments", false, &kArguments}};
constexpr Shape kActionV2 = {.kind = Shape::Kind::kAction, .members = kActionMembers};

constexpr ShapeMember kWriteV2Members[] = {{"operation", true, &kToken},
                                           {"effectId", true, &kName},
                                           {"status", true, &kWriteStatus},
                                           {"receipt", false, &kProse}};
constexpr Shape kWriteV2 = object(kWriteV2Members);
constexpr Shape kWritesV2 = list_of(kWriteV2, kEffectKey);

constexpr ShapeMember kAuthorityMembers[] = {
    {"authorityId", true, &kName}, {"holder", true, &kProse}, {"effectId", true, &kName}};
constexpr Shape kAuthority = object(kAuthorityMembers);
constexpr Shape kAuthorities = list_of(kAuthority, kAuthorityKey);

constexpr ShapeMember kObligationMembers[] = {{"obligationId", true, &kName},
                                              {"kind", true, &kObligationKind},
                                              {"text", true, &kProse},
                                              {"state", true, &kObligationState}};
constexpr Shape kObligation = object(kObligationMembers);
constexpr Shape kObligations = list_of(kObligation, kObligationKey, false);

constexpr ShapeMember kDirectiveMembers[] = {
    {"directiveId", true, &kName},        {"sourceEntryId", true, &kName},
    {"sourceSha256", true, &kSha256},     {"text", true, &kProse},
    {"obligations", true, &kObligations}, {"state", true, &kDirectiveState}};
constexpr Shape kDirective = object(kDirectiveMembers);
constexpr Shape kDirectives = list_of(kDirective, kDirectiveKey);

constexpr ShapeMember kDecisionMembers[] = {
    {"digest", true, &kDecisionDigest}, {"observedAt", true, &kTime}, {"source", true, &kProse}};
constexpr Shape kDecision = object(kDecisionMembers);
constexpr Shape kDecisions = {.kind = Shape::Kind::kMap, .form = Form::kToken, .item = &kDecision};

constexpr ShapeMember kCoverageMembers[] = {
    {"fromSeq", true, &kOrdinal}, {"toSeq", true, &kOrdinal}, {"tailFromSeq", true, &kOrdinal}};
constexpr Shape kCoverage = object(kCoverageMembers, true);
constexpr ShapeMember kLedgerHeadMembers[] = {{"seq", true, &kOrdinal}, {"sha256", true, &kSha256}};
constexpr Shape kLedgerHead = object(kLedgerHeadMembers, true);
constexpr ShapeMember kLineageMembers[] = {{"generation", true, &kCount},
                                           {"parent", true, &kParent},
                                           {"sourceSha256", true, &kSha256},
                                           {"coverage", true, &kCoverage},
                                           {"ledgerHead", true, &kLedgerHead}};
constexpr Shape kLineage = object(kLineageMembers);

constexpr ShapeMember kManifestV2Members[] = {
    {"schema", true, &kSchemaName},
    {"taskId", true, &kName},
    {"objective", true, &kProse},
    {"canonical", true, &kReferencesV2},
    {"completedPhases", true, &kProseList},
    {"events", true, &kEvents},
    {"nextExactAction", true, &kActionV2},
    {"externalWrites", true, &kWritesV2},
    {"consumedAuthorities", true, &kAuthorities},
    {"directives", true, &kDirectives},
    {"decisions", true, &kDecisions},
    {"prohibitions", true, &kProseList},
    {"rollback", true, &kProse},
    {"completionChecks", true, &kProseList},
    {"lineage", true, &kLineage},
};
constexpr Shape kManifestV2Shape = object(kManifestV2Members);

// resume-trace/v1

constexpr ShapeMember kOperationMembers[] = {
    {"operation", true, &kProse}, {"target", false, &kProse}, {"arguments", false, &kArguments},
    {"effectId", false, &kName},  {"phase", false, &kProse},  {"authorityId", false, &kName}};
constexpr Shape kOperation = object(kOperationMembers);
constexpr Shape kOperations = list_of(kOperation);

constexpr ShapeMember kResumeTraceMembers[] = {{"schema", true, &kSchemaName},
                                               {"operations", true, &kOperations}};
constexpr Shape kResumeTraceShape = object(kResumeTraceMembers);

}  // namespace

const Shape* shape_of(std::string_view schema) {
  if (schema == kManifestV1) {
    return &kManifestV1Shape;
  }
  if (schema == kManifestV2) {
    return &kManifestV2Shape;
  }
  return schema == kResumeTraceV1 ? &kResumeTraceShape : nullptr;
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
