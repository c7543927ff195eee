// The facts of a round, applied in order (core/evidence_applied.h).
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/evidence_applied.h"
#include "core/manifest_parts.h"

namespace holdfast {
namespace {

// What the manifest holds already, so that a fact costs no search.
class Index {
 public:
  explicit Index(const Manifest& manifest)
      : phases(manifest.completed_phases.begin(), manifest.completed_phases.end()) {
    for (const Event& event : manifest.events) {
      events.insert(event.event_id);
    }
    for (const ConsumedAuthority& authority : manifest.consumed_authorities) {
      authorities.insert(authority.authority_id);
    }
    for (std::size_t i = 0; i < manifest.external_writes.size(); ++i) {
      writes.emplace(manifest.external_writes[i].effect_id, i);
    }
    for (const std::string_view list : {"prohibitions", "completionChecks"}) {
      const auto& texts = manifest.*text_list(list).member;
      items[std::string(list)].insert(texts.begin(), texts.end());
    }
  }

  std::unordered_set<std::string> phases;
  std::unordered_set<std::string> events;
  std::unordered_set<std::string> authorities;
  std::unordered_map<std::string, std::size_t> writes;
  std::unordered_map<std::string, std::unordered_set<std::string>> items;
};

bool record_write(Manifest& manifest, const ExternalWrite& write, Index& index) {
  const auto [place, fresh] =
      index.writes.emplace(write.effect_id, manifest.external_writes.size());
  if (fresh) {
    manifest.external_writes.push_back(write);
    return true;
  }
  ExternalWrite& known = manifest.external_writes[place->second];
  if (known.status == WriteStatus::kConfirmed && write.status == WriteStatus::kUnknown) {
    return false;
  }
  known = write;
  return true;
}

bool change_list(Manifest& manifest, const ProgressFact& fact, Index& index) {
  std::vector<std::string>& list = manifest.*text_list(fact.field).member;
  std::unordered_set<std::string>& known = index.items[fact.field];
  std::unordered_set<std::string> removed;
  for (const std::string& text : fact.remove) {
    if (known.erase(text) == 0) {
      return false;
    }
    removed.insert(text);
  }
  std::erase_if(list, [&](const std::string& text) { return removed.count(text) > 0; });
  for (const std::string& text : fact.add) {
    if (!known.insert(text).second) {
      return false;
    }
    list.push_back(text);
  }
  return true;
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

bool apply(Manifest& manifest, const ProgressFact& fact, Index& index) {
  switch (fact.kind) {
    case ProgressKind::kPhaseCompleted:
      manifest.completed_phases.push_back(fact.text);
      return index.phases.insert(fact.text).second;
    case ProgressKind::kEventAppended:
      manifest.events.push_back(fact.event);
      return index.events.insert(fact.event.event_id).second;
    case ProgressKind::kWriteRecorded:
      return record_write(manifest, fact.write, index);
    case ProgressKind::kAuthorityConsumed:
      manifest.consumed_authorities.push_back(fact.authority);
      return index.authorities.insert(fact.authority.authority_id).second;
    case ProgressKind::kNextActionSet:
      manifest.next_exact_action = *action_from(fact.next_action, manifest.version);
      return true;
    case ProgressKind::kCanonicalRead:
      return read_canonical(manifest, fact.reference);
    case ProgressKind::kListChanged:
      return change_list(manifest, fact, index);
    case ProgressKind::kTextSet:
      (fact.field == "objective" ? manifest.objective : manifest.rollback) = fact.text;
      return true;
  }
  return false;
}

}  // namespace

bool apply_progress(Manifest& manifest, const std::vector<ProgressFact>& progress,
                    std::vector<Finding>& findings) {
  Index index(manifest);
  for (std::size_t i = 0; i < progress.size(); ++i) {
    if (!apply(manifest, progress[i], index)) {
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
