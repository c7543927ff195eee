// The facts of a round, applied in order (core/evidence_applied.h).
#include <algorithm>

#include "core/evidence_applied.h"
#include "core/manifest_parts.h"

namespace holdfast {
namespace {

template <typename Items, typename Member>
auto find_by(Items& items, Member member, const std::string& id) {
  return std::find_if(items.begin(), items.end(),
                      [&](const auto& item) { return item.*member == id; });
}

bool append_new(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) != list.end()) {
    return false;
  }
  list.push_back(text);
  return true;
}

bool record_write(Manifest& manifest, const ExternalWrite& write) {
  const auto found = find_by(manifest.external_writes, &ExternalWrite::effect_id, write.effect_id);
  if (found == manifest.external_writes.end()) {
    manifest.external_writes.push_back(write);
    return true;
  }
  if (found->status == WriteStatus::kConfirmed && write.status == WriteStatus::kUnknown) {
    return false;
  }
  *found = write;
  return true;
}

bool change_list(Manifest& manifest, const ProgressFact& fact) {
  std::vector<std::string>& list = manifest.*text_list(fact.field).member;
  for (const std::string& text : fact.remove) {
    const auto found = std::find(list.begin(), list.end(), text);
    if (found == list.end()) {
      return false;
    }
    list.erase(found);
  }
  return std::all_of(fact.add.begin(), fact.add.end(),
                     [&](const std::string& text) { return append_new(list, text); });
}

bool read_canonical(Manifest& manifest, const CanonicalReference& reference) {
  for (CanonicalReference& known : manifest.canonical) {
    if (known.root == reference.root && known.path == reference.path) {
      known = reference;
      return true;
    }
  }
  if (manifest.version == Version::kV1) {
    manifest.canonical.front() = reference;
  } else {
    manifest.canonical.push_back(reference);
  }
  return true;
}

bool apply(Manifest& manifest, const ProgressFact& fact) {
  switch (fact.kind) {
    case ProgressKind::kPhaseCompleted:
      return append_new(manifest.completed_phases, fact.text);
    case ProgressKind::kEventAppended: {
      const bool fresh =
          find_by(manifest.events, &Event::event_id, fact.event.event_id) == manifest.events.end();
      manifest.events.push_back(fact.event);
      return fresh;
    }
    case ProgressKind::kWriteRecorded:
      return record_write(manifest, fact.write);
    case ProgressKind::kAuthorityConsumed: {
      const bool fresh =
          find_by(manifest.consumed_authorities, &ConsumedAuthority::authority_id,
                  fact.authority.authority_id) == manifest.consumed_authorities.end();
      manifest.consumed_authorities.push_back(fact.authority);
      return fresh;
    }
    case ProgressKind::kNextActionSet:
      manifest.next_exact_action = *action_from(fact.next_action, manifest.version);
      return true;
    case ProgressKind::kCanonicalRead:
      return read_canonical(manifest, fact.reference);
    case ProgressKind::kListChanged:
      return change_list(manifest, fact);
    case ProgressKind::kTextSet:
      (fact.field == "objective" ? manifest.objective : manifest.rollback) = fact.text;
      return true;
  }
  return false;
}

}  // namespace

bool apply_progress(Manifest& manifest, const std::vector<ProgressFact>& progress,
                    std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < progress.size(); ++i) {
    if (!apply(manifest, progress[i])) {
      findings.push_back({.code = "evidence_invalid",
                          .side = Side::kBefore,
                          .link = std::nullopt,
                          .field = "evidence",
                          .item = "/progress/" + std::to_string(i),
                          .detail = Value::object({{"reason", "repeated"}})});
      return false;
    }
  }
  return true;
}

}  // namespace holdfast
