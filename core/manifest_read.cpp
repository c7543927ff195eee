// The reading half of core/manifest.h: a tree into the typed manifest, all or nothing.
#include "core/manifest.h"
#include "core/manifest_parts.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

bool take_reference(const Value& value, CanonicalReference& out, Version version) {
  Taker taker(value);
  if (version == Version::kV2) {
    taker.text("root", out.root);
  }
  taker.text("path", out.path);
  taker.text("sha256", out.sha256);
  taker.text("readAt", out.read_at);
  // What is free in meaning has a form all the same, and no comparison stands behind it.
  taker.require(version == Version::kV1 ? has_visible_character(out.read_at)
                                        : is_utc_time(out.read_at));
  return taker.whole();
}

bool take_action(const Value* value, NextAction& out, Version version) {
  if (value == nullptr) {
    return false;
  }
  if (version == Version::kV1) {
    out.text = value->text();
    return value->is_string();
  }
  Taker taker(*value);
  taker.text("operation", out.operation);
  taker.text("target", out.target);
  if (const Value* arguments = taker.take("arguments")) {
    taker.require(arguments->is_object());
    out.arguments = *arguments;
  }
  return taker.whole();
}

bool take_write(const Value& value, ExternalWrite& out, Version version) {
  Taker taker(value);
  std::string status;
  taker.text("operation", out.operation);
  taker.text("effectId", out.effect_id);
  taker.text("status", status);
  if (version == Version::kV2) {
    taker.optional_text("receipt", out.receipt);
  }
  out.status = status == "confirmed" ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
  taker.require(status == to_text(out.status));
  return taker.whole();
}

bool take_authority(const Value& value, ConsumedAuthority& out, Version version) {
  if (version == Version::kV1) {
    out.authority_id = value.text();
    return value.is_string();
  }
  Taker taker(value);
  taker.text("authorityId", out.authority_id);
  taker.text("holder", out.holder);
  taker.text("effectId", out.effect_id);
  return taker.whole();
}

bool take_event(const Value& value, Event& out) {
  Taker taker(value);
  taker.text("eventId", out.event_id);
  taker.text("kind", out.kind);
  taker.optional_text("answers", out.answers);
  return taker.whole();
}

bool take_obligation(const Value& value, Obligation& out) {
  Taker taker(value);
  std::string state;
  taker.text("obligationId", out.obligation_id);
  taker.text("kind", out.kind);
  taker.text("text", out.text);
  taker.text("state", state);
  out.fulfilled = state == "fulfilled";
  taker.require(out.fulfilled || state == "open");
  return taker.whole();
}

bool take_directive(const Value& value, Directive& out) {
  Taker taker(value);
  std::string state_text;
  taker.text("directiveId", out.directive_id);
  taker.text("sourceEntryId", out.source_entry_id);
  taker.text("sourceSha256", out.source_sha256);
  taker.text("text", out.text);
  taker.list("obligations", out.obligations, take_obligation);
  taker.text("state", state_text);
  const auto state = directive_state_from(state_text);
  taker.require(state.has_value());
  out.state = state.value_or(DirectiveState::kActive);
  return taker.whole();
}

bool take_decisions(const Value* value, std::vector<DecisionRecord>& out) {
  if (value == nullptr || !value->is_object()) {
    return false;
  }
  out.resize(value->size());
  for (std::size_t i = 0; i < value->size(); ++i) {
    Taker taker(value->items()[i]);
    out[i].name = value->names()[i];
    taker.text("digest", out[i].digest);
    taker.text("observedAt", out[i].observed_at);
    taker.text("source", out[i].source);
    taker.require(is_utc_time(out[i].observed_at) && has_visible_character(out[i].source));
    if (!taker.whole()) {
      return false;
    }
  }
  return true;
}

bool take_coverage(const Value* value, std::optional<Coverage>& out) {
  if (value == nullptr || value->is_null()) {
    return value != nullptr;
  }
  Taker taker(*value);
  out.emplace();
  taker.integer("fromSeq", out->from_seq);
  taker.integer("toSeq", out->to_seq);
  taker.integer("tailFromSeq", out->tail_from_seq);
  return taker.whole();
}

bool take_ledger_head(const Value* value, std::optional<LedgerHead>& out) {
  if (value == nullptr || value->is_null()) {
    return value != nullptr;
  }
  Taker taker(*value);
  out.emplace();
  taker.integer("seq", out->seq);
  taker.text("sha256", out->sha256);
  return taker.whole();
}

bool take_lineage(const Value* value, Lineage& out) {
  if (value == nullptr) {
    return false;
  }
  Taker taker(*value);
  taker.integer("generation", out.generation);
  taker.nullable_text("parent", out.parent);
  taker.text("sourceSha256", out.source_sha256);
  taker.require(take_coverage(taker.take("coverage"), out.coverage));
  taker.require(take_ledger_head(taker.take("ledgerHead"), out.ledger_head));
  return taker.whole();
}

void take_canonical(Taker& taker, Manifest& out) {
  if (out.version == Version::kV2) {
    taker.list("canonical", out.canonical, [](const Value& item, CanonicalReference& reference) {
      return take_reference(item, reference, Version::kV2);
    });
    return;
  }
  const Value* reference = taker.take("canonical");
  out.canonical.resize(1);
  taker.require(reference != nullptr &&
                take_reference(*reference, out.canonical.front(), Version::kV1));
}

}  // namespace

std::optional<NextAction> action_from(const Value& value, Version version) {
  NextAction action;
  return take_action(&value, action, version) ? std::optional(std::move(action)) : std::nullopt;
}

std::optional<Manifest> manifest_from(const Value& value) {
  Manifest manifest;
  Taker taker(value);
  if (const Value* schema = taker.take("schema")) {
    const bool v2 = schema->is_string() && schema->text() == kManifestV2;
    taker.require(v2 || (schema->is_string() && schema->text() == kManifestV1));
    manifest.version = v2 ? Version::kV2 : Version::kV1;
  }
  const Version version = manifest.version;
  taker.text("taskId", manifest.task_id);
  taker.text("objective", manifest.objective);
  taker.text("rollback", manifest.rollback);
  for (const TextList& list : kTextLists) {
    taker.texts(list.name, manifest.*list.member);
  }
  take_canonical(taker, manifest);
  taker.require(take_action(taker.take("nextExactAction"), manifest.next_exact_action, version));
  taker.list("externalWrites", manifest.external_writes,
             [&](const Value& item, ExternalWrite& out) { return take_write(item, out, version); });
  taker.list("consumedAuthorities", manifest.consumed_authorities,
             [&](const Value& item, ConsumedAuthority& out) {
               return take_authority(item, out, version);
             });
  if (version == Version::kV2) {
    taker.list("events", manifest.events, take_event);
    taker.list("directives", manifest.directives, take_directive);
    taker.require(take_decisions(taker.take("decisions"), manifest.decisions));
    taker.require(take_lineage(taker.take("lineage"), manifest.lineage));
  }
  if (!taker.whole()) {
    return std::nullopt;
  }
  return manifest;
}

}  // namespace holdfast
