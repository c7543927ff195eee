#include "core/evidence.h"

#include <algorithm>

#include "core/manifest_parts.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::pair<std::string_view, ProgressKind> kProgressKinds[] = {
    {"phase_completed", ProgressKind::kPhaseCompleted},
    {"event_appended", ProgressKind::kEventAppended},
    {"write_recorded", ProgressKind::kWriteRecorded},
    {"authority_consumed", ProgressKind::kAuthorityConsumed},
    {"next_action_set", ProgressKind::kNextActionSet},
    {"canonical_read", ProgressKind::kCanonicalRead},
    {"list_changed", ProgressKind::kListChanged},
    {"text_set", ProgressKind::kTextSet},
};

bool visible(const std::string& text) { return has_visible_character(text); }

void take_optional_texts(Taker& taker, const Value& object, std::string_view name,
                         std::vector<std::string>& out) {
  if (object.find(name) != nullptr) {
    taker.texts(name, out);
    taker.require(!out.empty() && std::all_of(out.begin(), out.end(), visible));
  }
}

void take_write(Taker& taker, Version version, ExternalWrite& write) {
  std::string status;
  taker.text("operation", write.operation);
  taker.text("effectId", write.effect_id);
  taker.text("status", status);
  if (version == Version::kV2) {
    taker.optional_text("receipt", write.receipt);
  }
  write.status = status == "confirmed" ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
  taker.require(status == to_text(write.status) && visible(write.operation) &&
                visible(write.effect_id));
  taker.require(version == Version::kV1 ||
                write.receipt.empty() == (write.status == WriteStatus::kUnknown));
}

void take_reference(Taker& taker, Version version, CanonicalReference& reference) {
  if (version == Version::kV2) {
    taker.text("root", reference.root);
    taker.require(visible(reference.root));
  }
  taker.text("path", reference.path);
  taker.text("sha256", reference.sha256);
  taker.text("readAt", reference.read_at);
  taker.require(is_sha256_text(reference.sha256) && visible(reference.path) &&
                (version == Version::kV1 ? visible(reference.read_at)
                                         : is_utc_time(reference.read_at)));
}

bool take_progress(const Value& value, Version version, ProgressFact& fact) {
  Taker taker(value);
  std::string kind;
  taker.text("kind", kind);
  const auto* found = std::find_if(std::begin(kProgressKinds), std::end(kProgressKinds),
                                   [&](const auto& entry) { return entry.first == kind; });
  if (found == std::end(kProgressKinds)) {
    return false;
  }
  fact.kind = found->second;
  switch (fact.kind) {
    case ProgressKind::kPhaseCompleted:
      taker.text("phase", fact.text);
      taker.require(visible(fact.text));
      break;
    case ProgressKind::kEventAppended:
      taker.require(version == Version::kV2);
      taker.text("eventId", fact.event.event_id);
      taker.text("kind_of", fact.event.kind);
      taker.optional_text("answers", fact.event.answers);
      taker.require(is_visible_name(fact.event.event_id) && is_token(fact.event.kind));
      break;
    case ProgressKind::kWriteRecorded:
      take_write(taker, version, fact.write);
      break;
    case ProgressKind::kAuthorityConsumed:
      taker.text("authorityId", fact.authority.authority_id);
      if (version == Version::kV2) {
        taker.text("holder", fact.authority.holder);
        taker.text("effectId", fact.authority.effect_id);
        taker.require(visible(fact.authority.holder) && visible(fact.authority.effect_id));
      }
      taker.require(visible(fact.authority.authority_id));
      break;
    case ProgressKind::kNextActionSet: {
      const Value* action = taker.take("nextExactAction");
      taker.require(action != nullptr && action_from(*action, version).has_value());
      fact.next_action = action == nullptr ? Value() : *action;
      break;
    }
    case ProgressKind::kCanonicalRead:
      take_reference(taker, version, fact.reference);
      break;
    case ProgressKind::kListChanged:
      taker.text("list", fact.field);
      taker.require(fact.field == "prohibitions" || fact.field == "completionChecks");
      take_optional_texts(taker, value, "add", fact.add);
      take_optional_texts(taker, value, "remove", fact.remove);
      taker.require(!fact.add.empty() || !fact.remove.empty());
      taker.text("sourceEntryId", fact.source_entry_id);
      taker.require(visible(fact.source_entry_id));
      break;
    case ProgressKind::kTextSet:
      taker.text("field", fact.field);
      taker.require(fact.field == "objective" || fact.field == "rollback");
      taker.text("text", fact.text);
      taker.text("sourceEntryId", fact.source_entry_id);
      taker.require(visible(fact.text) && visible(fact.source_entry_id));
      break;
  }
  return taker.whole();
}

bool take_source(const Value& value, SourceEntry& source) {
  Taker taker(value);
  taker.text("entryId", source.entry_id);
  taker.text("author", source.author);
  taker.text("sha256", source.sha256);
  if (const Value* text = taker.take("text")) {
    taker.require(text->is_string());
    source.text = text->text();
  }
  return taker.whole() && visible(source.entry_id) && visible(source.author) &&
         is_sha256_text(source.sha256);
}

bool take_approval(const Value& value, Approval& approval) {
  Taker taker(value);
  std::string schema;
  taker.text("schema", schema);
  taker.text("name", approval.name);
  taker.text("from", approval.from);
  taker.text("to", approval.to);
  taker.text("approver", approval.approver);
  taker.text("authorityId", approval.authority_id);
  taker.text("at", approval.at);
  return taker.whole() && schema == "decision-approval/v1" && is_token(approval.name) &&
         decision_digest_form(approval.from) == DigestForm::kKnown &&
         decision_digest_form(approval.to) == DigestForm::kKnown && visible(approval.approver) &&
         is_visible_name(approval.authority_id) && is_utc_time(approval.at);
}

bool take_receipt(const Value& value, ReceiptEvidence& receipt) {
  Taker taker(value);
  taker.text("effectId", receipt.effect_id);
  taker.text("receipt", receipt.receipt);
  return taker.whole() && visible(receipt.effect_id) && visible(receipt.receipt);
}

bool take_mask(const Value& value, Mask& mask) {
  Taker taker(value);
  taker.text("pointer", mask.pointer);
  taker.text("replacement", mask.replacement);
  taker.list("spans", mask.spans,
             [](const Value& item, std::pair<std::int64_t, std::int64_t>& span) {
               if (!item.is_array() || item.size() != 2 || !item.items()[0].is_integer() ||
                   !item.items()[1].is_integer()) {
                 return false;
               }
               span = {item.items()[0].integer(), item.items()[1].integer()};
               return span.first >= 0 && span.second > span.first;
             });
  std::vector<std::string> tokens;
  taker.require(!mask.spans.empty() && split_pointer(mask.pointer, tokens) && !tokens.empty());
  std::sort(mask.spans.begin(), mask.spans.end());
  for (std::size_t i = 1; i < mask.spans.size(); ++i) {
    taker.require(mask.spans[i].first >= mask.spans[i - 1].second);
  }
  return taker.whole();
}

class EvidenceReader {
 public:
  EvidenceReader(const Value& value, Version version, std::vector<Finding>& findings)
      : value_(value), version_(version), findings_(findings) {}

  Evidence read() {
    if (!value_.is_object()) {
      fault("", "no_object");
      return {};
    }
    Evidence evidence;
    for (const std::string& name : value_.names()) {
      member(name, *value_.find(name), evidence);
    }
    return faults_ == 0 ? std::move(evidence) : Evidence{};
  }

 private:
  void fault(const std::string& pointer, std::string_view reason,
             std::string_view code = "evidence_invalid") {
    ++faults_;
    findings_.push_back({.code = std::string(code),
                         .side = Side::kBefore,
                         .link = std::nullopt,
                         .field = "evidence",
                         .item = pointer,
                         .detail = Value::object({{"reason", reason}})});
  }

  template <typename Item, typename Take>
  void list(const std::string& name, const Value& value, std::vector<Item>& out, Take take) {
    if (!value.is_array()) {
      fault("/" + name, "no_list");
      return;
    }
    out.resize(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!take(value.items()[i], out[i])) {
        fault("/" + name + "/" + std::to_string(i), "form");
      }
    }
  }

  void member(const std::string& name, const Value& value, Evidence& evidence) {
    constexpr std::string_view kMembers[] = {"ledger", "progress", "sources", "approvals",
                                             "used",   "receipts", "masks"};
    if (value.is_null() &&
        std::find(std::begin(kMembers), std::end(kMembers), name) != std::end(kMembers)) {
      return;
    }
    if (name == "ledger") {
      LedgerFault at;
      evidence.ledger = read_ledger(value, at);
      if (!evidence.ledger) {
        fault("/ledger/" + std::to_string(at.line == 0 ? 0 : at.line - 1), at.reason,
              "ledger_broken");
      }
    } else if (name == "progress") {
      list(name, value, evidence.progress, [this](const Value& item, ProgressFact& fact) {
        return take_progress(item, version_, fact);
      });
    } else if (name == "sources") {
      list(name, value, evidence.sources.emplace(), take_source);
    } else if (name == "approvals") {
      list(name, value, evidence.approvals, take_approval);
    } else if (name == "used") {
      list(name, value, evidence.used, [](const Value& item, std::string& id) {
        id = item.text();
        return item.is_string() && is_visible_name(id);
      });
    } else if (name == "receipts") {
      list(name, value, evidence.receipts, take_receipt);
    } else if (name == "masks") {
      list(name, value, evidence.masks, take_mask);
    } else {
      fault("/" + escape_pointer_token(name.substr(0, 64)), "unknown_member");
    }
  }

  const Value& value_;
  Version version_;
  std::vector<Finding>& findings_;
  std::size_t faults_ = 0;
};

}  // namespace

std::optional<Value> read_evidence_json(std::string_view bytes, const JsonLimits& limits,
                                        std::vector<Finding>& findings) {
  JsonReading reading = read_json(bytes, limits);
  for (JsonFault& fault : reading.faults) {
    findings.push_back(
        {.code = "evidence_invalid",
         .side = Side::kBefore,
         .link = std::nullopt,
         .field = "evidence",
         .item = std::move(fault.pointer),
         .detail = Value::object({{"offset_bytes", static_cast<std::int64_t>(fault.offset_bytes)},
                                  {"reason", std::move(fault.reason)}})});
  }
  return reading.faults.empty() ? std::move(reading.value) : std::nullopt;
}

Evidence read_evidence(const Value& value, Version version, std::vector<Finding>& findings) {
  return value.is_null() ? Evidence{} : EvidenceReader(value, version, findings).read();
}

}  // namespace holdfast
