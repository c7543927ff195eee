#include "core/manifest.h"

#include "core/check.h"

namespace holdfast {

std::string_view to_text(WriteStatus status) {
  return status == WriteStatus::kConfirmed ? "confirmed" : "unknown";
}

const TextList& text_list(std::string_view name) {
  for (const TextList& list : kTextLists) {
    if (list.name == name) {
      return list;
    }
  }
  CHECK(false && "no text list of that name");
}

Value to_value(const Manifest& manifest) {
  Value writes = Value::array();
  for (const ExternalWrite& write : manifest.external_writes) {
    writes.append(Value::object({{"operation", write.operation},
                                 {"effectId", write.effect_id},
                                 {"status", to_text(write.status)}}));
  }
  Value canonical = Value::object({{"path", manifest.canonical.path},
                                   {"sha256", manifest.canonical.sha256},
                                   {"readAt", manifest.canonical.read_at}});
  Value value = Value::object();
  value.add("schema", kManifestV1);
  value.add("taskId", manifest.task_id);
  value.add("objective", manifest.objective);
  value.add("canonical", std::move(canonical));
  value.add("completedPhases", Value::array_of(manifest.completed_phases));
  value.add("nextExactAction", manifest.next_exact_action);
  value.add("externalWrites", std::move(writes));
  value.add("consumedAuthorities", Value::array_of(manifest.consumed_authorities));
  value.add("prohibitions", Value::array_of(manifest.prohibitions));
  value.add("rollback", manifest.rollback);
  value.add("completionChecks", Value::array_of(manifest.completion_checks));
  return value;
}

namespace {

// Takes members out of a closed object: every one that is taken is counted, so that one left over
// shows.
class Taker {
 public:
  explicit Taker(const Value& object) : object_(object), ok_(object.is_object()) {}

  void text(std::string_view name, std::string& out) {
    const Value* value = take(name);
    if (value != nullptr && value->is_string()) {
      out = value->text();
    } else {
      ok_ = false;
    }
  }

  void texts(std::string_view name, std::vector<std::string>& out) {
    const Value* list = take(name);
    if (list == nullptr || !list->is_array()) {
      ok_ = false;
      return;
    }
    out.reserve(list->size());
    for (const Value& item : list->items()) {
      ok_ = ok_ && item.is_string();
      out.push_back(item.text());
    }
  }

  const Value* take(std::string_view name) {
    const Value* value = object_.find(name);
    taken_ += value != nullptr ? 1 : 0;
    return value;
  }

  bool whole() const { return ok_ && taken_ == object_.size(); }

 private:
  const Value& object_;
  std::size_t taken_ = 0;
  bool ok_;
};

bool take_reference(const Value* value, CanonicalReference& out) {
  if (value == nullptr) {
    return false;
  }
  Taker taker(*value);
  taker.text("path", out.path);
  taker.text("sha256", out.sha256);
  taker.text("readAt", out.read_at);
  return taker.whole();
}

bool take_writes(const Value* list, std::vector<ExternalWrite>& out) {
  if (list == nullptr || !list->is_array()) {
    return false;
  }
  out.resize(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    Taker taker(list->items()[i]);
    std::string status;
    taker.text("operation", out[i].operation);
    taker.text("effectId", out[i].effect_id);
    taker.text("status", status);
    if (!taker.whole() || (status != "confirmed" && status != "unknown")) {
      return false;
    }
    out[i].status = status == "confirmed" ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
  }
  return true;
}

}  // namespace

std::optional<Manifest> manifest_from(const Value& value) {
  Manifest manifest;
  Taker taker(value);
  if (const Value* schema = taker.take("schema");
      schema != nullptr && !(schema->is_string() && schema->text() == kManifestV1)) {
    return std::nullopt;
  }
  taker.text("taskId", manifest.task_id);
  taker.text("objective", manifest.objective);
  taker.text("nextExactAction", manifest.next_exact_action);
  taker.text("rollback", manifest.rollback);
  for (const TextList& list : kTextLists) {
    taker.texts(list.name, manifest.*list.member);
  }
  const bool parts = take_reference(taker.take("canonical"), manifest.canonical) &&
                     take_writes(taker.take("externalWrites"), manifest.external_writes);
  if (!parts || !taker.whole()) {
    return std::nullopt;
  }
  return manifest;
}

}  // namespace holdfast
