// What a schema cannot say: the reasons for which a reader may refuse a document that its published
// schema accepts. The same table stands in docs/formats.md. Each row looks for its cause in the
// document itself, so that a reason that is used for several faults covers only the one that is
// meant. For tests only.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/manifest_parts.h"
#include "core/time.h"
#include "core/unicode.h"
#include "harness/schema_documents_test.h"

namespace holdfast {

struct SchemaLimit {
  std::string_view code;
  std::string_view reason;  // "*": any
  std::string_view cause;   // where one reason stands for several faults
  bool (*holds)(const Value& document, const Value* at, const DocumentKind& kind);
};

inline bool is_blank_text(const Value* at) {
  return at != nullptr && at->is_string() && !at->text().empty() &&
         !has_visible_character(at->text());
}
inline bool is_any(const Value&, const Value* at, const DocumentKind&) { return at != nullptr; }
inline bool is_blank(const Value&, const Value* at, const DocumentKind&) {
  return is_blank_text(at);
}
// A second item of the same key: an equal item is refused by the schema.
inline bool is_object_item(const Value&, const Value* at, const DocumentKind&) {
  return at != nullptr && at->is_object();
}
inline bool is_no_name(const Value&, const Value* at, const DocumentKind&) {
  return at != nullptr && at->is_string() && !at->text().empty() && !is_visible_name(at->text());
}
inline bool is_text(const Value&, const Value* at, const DocumentKind&) {
  return at != nullptr && at->is_string();
}

// Any text at any depth for which `fault(name of its member, text)` holds.
template <typename Fault>
bool any_text_in(const Value& value, std::string_view name, const Fault& fault) {
  if (value.is_string()) {
    return fault(name, value.text());
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string_view inner = value.is_object() ? std::string_view(value.names()[i]) : name;
    if (any_text_in(value.items()[i], inner, fault)) {
      return true;
    }
  }
  return false;
}

inline bool holds_blank(const Value&, const Value* at, const DocumentKind&) {
  return at != nullptr && any_text_in(*at, "", [](std::string_view, const std::string& text) {
           return !text.empty() && !has_visible_character(text);
         });
}
inline bool holds_no_name(const Value&, const Value* at, const DocumentKind&) {
  return at != nullptr &&
         any_text_in(*at, "Id", [](std::string_view name, const std::string& text) {
           return name.size() >= 2 && name.substr(name.size() - 2) == "Id" &&
                  !is_visible_name(text);
         });
}
inline bool holds_no_calendar_time(const Value&, const Value* at, const DocumentKind&) {
  const Value* time = at == nullptr ? nullptr : at->find("at");
  return time != nullptr && time->is_string() && !is_utc_time(time->text());
}
inline bool holds_no_key_id(const Value&, const Value* at, const DocumentKind&) {
  return at != nullptr && any_text_in(*at, "", [](std::string_view, const std::string& text) {
           return text.compare(0, 15, "d1:hmac-sha256:") == 0 &&
                  decision_digest_form(text) != DigestForm::kKnown;
         });
}

// A span that is empty or runs backwards, or, in `spans`, overlaps another.
inline bool holds_wrong_spans(const Value&, const Value* at, const DocumentKind&) {
  const Value* spans = at == nullptr ? nullptr : at->find("spans");
  if (spans == nullptr) {
    return false;
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> sorted;
  for (const Value& span : spans->items()) {
    if (!span.is_array() || span.size() != 2) {
      return false;
    }
    sorted.emplace_back(span.items()[0].integer(), span.items()[1].integer());
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].first >= sorted[i].second || (i > 0 && sorted[i].first < sorted[i - 1].second)) {
      return true;
    }
  }
  return false;
}
inline bool holds_wrong_pointer(const Value&, const Value* at, const DocumentKind&) {
  std::vector<std::string> tokens;
  const Value* pointer = at == nullptr ? nullptr : at->find("pointer");
  return pointer != nullptr && pointer->is_string() && !split_pointer(pointer->text(), tokens);
}
inline bool span_is_not_as_long_as_text(const Value&, const Value* at, const DocumentKind&) {
  const Value* span = at == nullptr ? nullptr : at->find("span");
  const Value* text = at == nullptr ? nullptr : at->find("text");
  return span != nullptr && text != nullptr && span->size() == 2 &&
         span->items()[1].integer() - span->items()[0].integer() !=
             static_cast<std::int64_t>(text->text().size());
}
// The form of the other version: there it would be right.
inline bool is_of_other_version(const Value& document, const Value* at, const DocumentKind& kind) {
  const Value* progress = document.find("progress");
  if (at == nullptr || progress == nullptr || at < progress->items().data() ||
      at >= progress->items().data() + progress->size()) {
    return false;
  }
  const bool is_v1 = kind.name == "evidence of v1";
  std::vector<Finding> findings;
  read_evidence(Value::object({{"progress", Value::array({*at})}}),
                is_v1 ? Version::kV2 : Version::kV1, findings);
  return findings.empty();
}

inline constexpr SchemaLimit kSchemaLimits[] = {
    {"required_missing", "", "", is_blank},
    {"invalid_list", "blank", "", is_blank},
    {"invalid_list", "duplicate", "", is_object_item},
    {"invalid_value", "not_visible_nfc", "", is_no_name},
    {"invalid_value", "not_a_utc_time", "", is_text},
    {"invalid_value", "no_decision_digest", "", is_text},
    {"invalid_value", "open_obligation", "", is_text},
    {"invalid_value", "absolute_path", "", is_text},
    {"invalid_value", "path_too_long", "", is_text},
    {"invalid_value", "part_too_long", "", is_text},
    {"invalid_value", "control_character", "", is_text},
    {"invalid_value", "backslash", "", is_text},
    {"invalid_value", "empty_part", "", is_text},
    {"invalid_value", "trailing_slash", "", is_text},
    {"invalid_value", "dot_part", "", is_text},
    {"invalid_external_write", "blank", "", is_blank},
    {"invalid_external_write", "duplicate", "", is_object_item},
    {"invalid_external_write", "not_visible_nfc", "", is_no_name},
    {"event_pair_broken", "answers_no_earlier_event", "", is_object_item},
    {"event_pair_broken", "answered_twice", "", is_object_item},
    {"coverage_gap", "nothing_folded", "", is_object_item},
    {"coverage_gap", "not_behind_the_last_folded", "", is_any},
    {"coverage_overlap", "not_behind_the_last_folded", "", is_any},
    {"next_action_not_exact_one", "operation_in_arguments", "", is_any},
    {"next_action_not_exact_one", "*", "", is_text},
    {"evidence_invalid", "form", "blank", holds_blank},
    {"evidence_invalid", "form", "name", holds_no_name},
    {"evidence_invalid", "form", "time", holds_no_calendar_time},
    {"evidence_invalid", "form", "digest", holds_no_key_id},
    {"evidence_invalid", "form", "spans", holds_wrong_spans},
    {"evidence_invalid", "form", "pointer", holds_wrong_pointer},
    {"evidence_invalid", "form", "version", is_of_other_version},
    {"ledger_broken", "form", "blank", holds_blank},
    {"ledger_broken", "form", "name", holds_no_name},
    {"ledger_broken", "form", "time", holds_no_calendar_time},
    {"ledger_broken", "form", "span", span_is_not_as_long_as_text},
    {"ledger_broken", "seq", "", is_object_item},
    {"ledger_broken", "chain", "", is_object_item},
    {"ledger_broken", "issued_twice", "", is_object_item},
    {"ledger_broken", "duplicate_obligation", "", is_object_item},
    {"ledger_broken", "unknown_directive", "", is_object_item},
    {"ledger_broken", "unknown_obligation", "", is_object_item},
    {"ledger_broken", "unknown_replacement", "", is_object_item},
    {"ledger_broken", "closed_twice", "", is_object_item},
    {"ledger_broken", "fulfilled_twice", "", is_object_item},
    {"unreadable_case", "must be a text in base64", "", is_text},
};
inline constexpr std::size_t kSchemaLimitCount = std::size(kSchemaLimits);

// The row that allows the refusal, or kSchemaLimitCount.
inline std::size_t limit_of(const Value& document, const Refusal& refusal,
                            const DocumentKind& kind) {
  const Value* at = resolve_pointer(document, refusal.pointer);
  for (std::size_t i = 0; i < kSchemaLimitCount; ++i) {
    const SchemaLimit& limit = kSchemaLimits[i];
    if (limit.code == refusal.code && (limit.reason == "*" || limit.reason == refusal.reason) &&
        limit.holds(document, at, kind)) {
      return i;
    }
  }
  return kSchemaLimitCount;
}

}  // namespace holdfast
