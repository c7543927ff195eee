#include "core/manifest.h"

#include "core/check.h"

namespace holdfast {

std::string_view to_text(Version version) {
  return version == Version::kV1 ? kManifestV1 : kManifestV2;
}

std::string_view to_text(WriteStatus status) {
  return status == WriteStatus::kConfirmed ? "confirmed" : "unknown";
}

std::string_view to_text(DirectiveState state) {
  switch (state) {
    case DirectiveState::kActive:
      return "active";
    case DirectiveState::kReplaced:
      return "replaced";
    case DirectiveState::kWithdrawn:
      return "withdrawn";
    case DirectiveState::kFulfilled:
      return "fulfilled";
  }
  return {};
}

std::optional<DirectiveState> directive_state_from(std::string_view text) {
  for (const DirectiveState state : {DirectiveState::kActive, DirectiveState::kReplaced,
                                     DirectiveState::kWithdrawn, DirectiveState::kFulfilled}) {
    if (to_text(state) == text) {
      return state;
    }
  }
  return std::nullopt;
}

const TextList& text_list(std::string_view name) {
  for (const TextList& list : kTextLists) {
    if (list.name == name) {
      return list;
    }
  }
  CHECK(false && "no text list of that name");
}

namespace {

template <typename Item, typename ToValue>
Value list_value(const std::vector<Item>& items, ToValue to_item) {
  Value list = Value::array();
  for (const Item& item : items) {
    list.append(to_item(item));
  }
  return list;
}

Value reference_value(const CanonicalReference& reference, Version version) {
  Value value = Value::object();
  if (version == Version::kV2) {
    value.add("root", reference.root);
  }
  value.add("path", reference.path);
  value.add("sha256", reference.sha256);
  value.add("readAt", reference.read_at);
  return value;
}

Value canonical_value(const Manifest& manifest) {
  if (manifest.version == Version::kV1) {
    CHECK(manifest.canonical.size() == 1);
    return reference_value(manifest.canonical.front(), Version::kV1);
  }
  return list_value(manifest.canonical, [](const CanonicalReference& reference) {
    return reference_value(reference, Version::kV2);
  });
}

Value action_value(const NextAction& action, Version version) {
  if (version == Version::kV1) {
    return action.text;
  }
  Value value = Value::object({{"operation", action.operation}, {"target", action.target}});
  if (!action.arguments.is_null()) {
    value.add("arguments", action.arguments);
  }
  return value;
}

Value write_value(const ExternalWrite& write) {
  Value value = Value::object({{"operation", write.operation},
                               {"effectId", write.effect_id},
                               {"status", to_text(write.status)}});
  if (!write.receipt.empty()) {
    value.add("receipt", write.receipt);
  }
  return value;
}

Value authority_value(const ConsumedAuthority& authority, Version version) {
  if (version == Version::kV1) {
    return authority.authority_id;
  }
  return Value::object({{"authorityId", authority.authority_id},
                        {"holder", authority.holder},
                        {"effectId", authority.effect_id}});
}

Value event_value(const Event& event) {
  Value value = Value::object({{"eventId", event.event_id}, {"kind", event.kind}});
  if (!event.answers.empty()) {
    value.add("answers", event.answers);
  }
  return value;
}

Value directive_value(const Directive& directive) {
  Value obligations = list_value(directive.obligations, [](const Obligation& obligation) {
    return Value::object({{"obligationId", obligation.obligation_id},
                          {"kind", obligation.kind},
                          {"text", obligation.text},
                          {"state", obligation.fulfilled ? "fulfilled" : "open"}});
  });
  return Value::object({{"directiveId", directive.directive_id},
                        {"sourceEntryId", directive.source_entry_id},
                        {"sourceSha256", directive.source_sha256},
                        {"text", directive.text},
                        {"obligations", std::move(obligations)},
                        {"state", to_text(directive.state)}});
}

Value decisions_value(const std::vector<DecisionRecord>& decisions) {
  Value value = Value::object();
  for (const DecisionRecord& decision : decisions) {
    value.add(decision.name, Value::object({{"digest", decision.digest},
                                            {"observedAt", decision.observed_at},
                                            {"source", decision.source}}));
  }
  return value;
}

Value lineage_value(const Lineage& lineage) {
  Value coverage;
  if (lineage.coverage) {
    coverage = Value::object({{"fromSeq", lineage.coverage->from_seq},
                              {"toSeq", lineage.coverage->to_seq},
                              {"tailFromSeq", lineage.coverage->tail_from_seq}});
  }
  Value head;
  if (lineage.ledger_head) {
    head =
        Value::object({{"seq", lineage.ledger_head->seq}, {"sha256", lineage.ledger_head->sha256}});
  }
  return Value::object({{"generation", lineage.generation},
                        {"parent", lineage.parent.empty() ? Value() : Value(lineage.parent)},
                        {"sourceSha256", lineage.source_sha256},
                        {"coverage", std::move(coverage)},
                        {"ledgerHead", std::move(head)}});
}

}  // namespace

Value to_value(const Manifest& manifest) {
  const Version version = manifest.version;
  Value value = Value::object();
  value.add("schema", to_text(version));
  value.add("taskId", manifest.task_id);
  value.add("objective", manifest.objective);
  value.add("canonical", canonical_value(manifest));
  value.add("completedPhases", Value::array_of(manifest.completed_phases));
  if (version == Version::kV2) {
    value.add("events", list_value(manifest.events, event_value));
  }
  value.add("nextExactAction", action_value(manifest.next_exact_action, version));
  value.add("externalWrites", list_value(manifest.external_writes, write_value));
  value.add("consumedAuthorities",
            list_value(manifest.consumed_authorities, [&](const ConsumedAuthority& authority) {
              return authority_value(authority, version);
            }));
  if (version == Version::kV2) {
    value.add("directives", list_value(manifest.directives, directive_value));
    value.add("decisions", decisions_value(manifest.decisions));
  }
  value.add("prohibitions", Value::array_of(manifest.prohibitions));
  value.add("rollback", manifest.rollback);
  value.add("completionChecks", Value::array_of(manifest.completion_checks));
  if (version == Version::kV2) {
    value.add("lineage", lineage_value(manifest.lineage));
  }
  return value;
}

}  // namespace holdfast
