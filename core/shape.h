// The shape of a document kind as data: which members there are, of what form. The document rules
// in core/rules/ judge each node against it in one walk, and so work for every version.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/value.h"

namespace holdfast {

enum class Form : std::uint8_t {
  kSchema,           // the schema name itself
  kProse,            // any text with a visible character
  kAction,           // prose that names exactly one operation
  kSha256,           // 64 lower-case hex digits
  kPath,             // core/reference.h, path_fault
  kTime,             // RFC 3339 in UTC
  kName,             // visible characters in NFC: ids, roots
  kToken,            // [a-z][a-z0-9_.-]*
  kWriteStatus,      // confirmed, unknown
  kDirectiveState,   // active, replaced, withdrawn, fulfilled
  kObligationState,  // open, fulfilled
  kObligationKind,   // prohibition, scope, completion, method, explain_exception
  kDecisionDigest,   // d<N>:sha256:<hex> or d<N>:hmac-sha256:<keyId>:<hex>
  kChecksum,         // sc<N>:sha256:<hex>
  kCount,            // an integer from 0
  kOrdinal,          // an integer from 1
};

struct Shape;

struct ShapeMember {
  std::string_view name;
  bool required;
  const Shape* shape;
};

struct Shape {
  enum class Kind : std::uint8_t { kText, kInteger, kList, kObject, kMap, kAction, kFreeObject };
  Kind kind;
  Form form = Form::kProse;                 // of a text or an integer; of the names of a map
  const Shape* item = nullptr;              // of a list or a map
  std::span<const std::string_view> key{};  // of a list of objects: the members that name an item
  std::span<const ShapeMember> members{};   // of an object or an action; closed
  bool nullable = false;
  bool may_be_empty = true;  // of a list
};

// nullptr for an unknown schema name.
const Shape* shape_of(std::string_view schema);

// One node of the walk: a value that is there, or a member that the shape asks for and is not.
struct Node {
  const Value* value;     // nullptr where a member is absent
  const Shape* shape;     // nullptr where the shape knows no such member
  const Node* parent;     // nullptr at the root
  std::string_view name;  // of an object's member
  std::size_t index = 0;  // of a list's item
  bool required = true;

  bool is_item() const { return parent != nullptr && parent->shape->kind == Shape::Kind::kList; }
  // Whether the node is inside an item of `externalWrites` or such an item itself.
  bool in_write() const;
  std::string pointer() const;
  // The name of the top-level member that the node belongs to; empty for the root.
  std::string_view field() const;
};

}  // namespace holdfast
