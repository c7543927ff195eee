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

struct LimitSite {
  const Value& document;
  const std::string& pointer;
  const Value* at;  // what stands there, or nullptr
  const DocumentKind& kind;
};

struct SchemaLimit {
  std::string_view code;
  std::string_view reason;  // "*": any
  std::string_view cause;   // where one reason stands for several faults
  bool (*holds)(const LimitSite& site);
};

inline bool is_there(const LimitSite& site) { return site.at != nullptr; }
inline bool is_text(const LimitSite& site) { return site.at != nullptr && site.at->is_string(); }
inline bool is_object(const LimitSite& site) { return site.at != nullptr && site.at->is_object(); }

// Not empty, and nothing to see.
inline bool is_blank_text(std::string_view text) {
  return !text.empty() && !has_visible_character(text);
}
inline bool is_blank(const LimitSite& site) {
  return is_text(site) && is_blank_text(site.at->text());
}

// Without white space, and still no id.
inline bool is_no_name_text(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\n\v\f\r") == std::string_view::npos &&
         !is_visible_name(text);
}
inline bool is_no_name(const LimitSite& site) {
  return is_text(site) && is_no_name_text(site.at->text());
}

// A second item of the same id; an equal item is refused by the schema.
inline bool differs_from_its_twin(const LimitSite& site) {
  const Value* list =
      resolve_pointer(site.document, site.pointer.substr(0, site.pointer.rfind('/')));
  return is_object(site) && list != nullptr &&
         std::count(list->items().begin(), list->items().end(), *site.at) == 1;
}

// In form a time, but on a day that there is not.
inline bool is_no_day_text(std::string text) {
  if (text.size() < 20 || is_utc_time(text)) {
    return false;
  }
  text.replace(0, 4, "2000");
  const std::string day = text.substr(8, 2);
  text.replace(8, 2, "01");
  return is_utc_time(text) && day >= "01" && day <= "31";
}
inline bool is_no_day(const LimitSite& site) {
  return is_text(site) && is_no_day_text(site.at->text());
}

// In form a keyed digest, but of a key whose id is none.
inline bool is_no_key_id_text(const std::string& text) {
  return text.compare(0, 15, "d1:hmac-sha256:") == 0 && text.size() > 80 &&
         is_sha256_text(std::string_view(text).substr(text.size() - 64)) &&
         decision_digest_form(text) != DigestForm::kKnown;
}
inline bool is_no_key_id(const LimitSite& site) {
  return is_text(site) && is_no_key_id_text(site.at->text());
}

// The limit counts bytes, a schema counts characters.
inline bool is_long_in_bytes_only(const LimitSite& site) {
  return is_text(site) && count_code_points(site.at->text()) <= 4096;
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

inline bool holds_blank(const LimitSite& site) {
  return is_there(site) && any_text_in(*site.at, "", [](std::string_view, const std::string& text) {
           return is_blank_text(text);
         });
}
inline bool holds_no_name(const LimitSite& site) {
  return is_there(site) &&
         any_text_in(*site.at, "Id", [](std::string_view name, const std::string& text) {
           return name.size() >= 2 && name.substr(name.size() - 2) == "Id" && is_no_name_text(text);
         });
}
inline bool holds_no_day(const LimitSite& site) {
  const Value* time = is_there(site) ? site.at->find("at") : nullptr;
  return time != nullptr && time->is_string() && is_no_day_text(time->text());
}
inline bool holds_no_key_id(const LimitSite& site) {
  return is_there(site) && any_text_in(*site.at, "", [](std::string_view, const std::string& text) {
           return is_no_key_id_text(text);
         });
}

inline bool is_span(const Value* span) {
  return span != nullptr && span->is_array() && span->size() == 2 &&
         span->items()[0].is_integer() && span->items()[0].integer() >= 0 &&
         span->items()[1].is_integer();
}
// One that is empty or runs backwards, or two that overlap.
inline bool holds_wrong_spans(const LimitSite& site) {
  const Value* spans = is_there(site) ? site.at->find("spans") : nullptr;
  std::vector<std::pair<std::int64_t, std::int64_t>> sorted;
  for (std::size_t i = 0; spans != nullptr && i < spans->size(); ++i) {
    const Value& span = spans->items()[i];
    if (!is_span(&span)) {
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
inline bool holds_wrong_pointer(const LimitSite& site) {
  std::vector<std::string> tokens;
  const Value* pointer = is_there(site) ? site.at->find("pointer") : nullptr;
  return pointer != nullptr && pointer->is_string() && !split_pointer(pointer->text(), tokens);
}
inline bool span_is_not_as_long_as_text(const LimitSite& site) {
  const Value* span = is_there(site) ? site.at->find("span") : nullptr;
  const Value* text = is_there(site) ? site.at->find("text") : nullptr;
  return is_span(span) && text != nullptr && text->is_string() &&
         (span->items()[1].integer() <= span->items()[0].integer() ||
          span->items()[1].integer() - span->items()[0].integer() !=
              static_cast<std::int64_t>(text->text().size()));
}
inline bool counts_from_one(const LimitSite& site) {
  const Value* seq = is_there(site) ? site.at->find("seq") : nullptr;
  return seq != nullptr && seq->is_integer() && seq->integer() >= 1;
}
inline bool obligations_differ(const LimitSite& site) {
  const Value* list = is_there(site) ? site.at->find("obligations") : nullptr;
  return list != nullptr &&
         std::all_of(list->items().begin(), list->items().end(), [&](const Value& item) {
           return std::count(list->items().begin(), list->items().end(), item) == 1;
         });
}
// The form of the other version: there it would be right.
inline bool is_of_other_version(const LimitSite& site) {
  if (!is_there(site) || site.pointer.compare(0, 10, "/progress/") != 0) {
    return false;
  }
  std::vector<Finding> findings;
  read_evidence(Value::object({{"progress", Value::array({*site.at})}}),
                site.kind.name == "evidence of v1" ? Version::kV2 : Version::kV1, findings);
  return findings.empty();
}

inline constexpr SchemaLimit kSchemaLimits[] = {
    {"required_missing", "", "", is_blank},
    {"invalid_list", "blank", "", is_blank},
    {"invalid_list", "duplicate", "", differs_from_its_twin},
    {"invalid_value", "not_visible_nfc", "", is_no_name},
    {"invalid_value", "not_a_utc_time", "", is_no_day},
    {"invalid_value", "no_decision_digest", "", is_no_key_id},
    {"invalid_value", "open_obligation", "", is_text},
    {"invalid_value", "absolute_path", "", is_text},
    {"invalid_value", "path_too_long", "", is_long_in_bytes_only},
    {"invalid_value", "part_too_long", "", is_text},
    {"invalid_value", "control_character", "", is_text},
    {"invalid_value", "backslash", "", is_text},
    {"invalid_value", "empty_part", "", is_text},
    {"invalid_value", "trailing_slash", "", is_text},
    {"invalid_value", "dot_part", "", is_text},
    {"invalid_external_write", "blank", "", is_blank},
    {"invalid_external_write", "duplicate", "", differs_from_its_twin},
    {"invalid_external_write", "not_visible_nfc", "", is_no_name},
    {"event_pair_broken", "answers_no_earlier_event", "", is_object},
    {"event_pair_broken", "answered_twice", "", is_object},
    {"coverage_gap", "nothing_folded", "", is_object},
    {"coverage_gap", "not_behind_the_last_folded", "", is_there},
    {"coverage_overlap", "not_behind_the_last_folded", "", is_there},
    {"next_action_not_exact_one", "operation_in_arguments", "", is_there},
    {"next_action_not_exact_one", "*", "", is_text},
    {"evidence_invalid", "form", "blank", holds_blank},
    {"evidence_invalid", "form", "name", holds_no_name},
    {"evidence_invalid", "form", "time", holds_no_day},
    {"evidence_invalid", "form", "digest", holds_no_key_id},
    {"evidence_invalid", "form", "spans", holds_wrong_spans},
    {"evidence_invalid", "form", "pointer", holds_wrong_pointer},
    {"evidence_invalid", "form", "version", is_of_other_version},
    {"ledger_broken", "form", "blank", holds_blank},
    {"ledger_broken", "form", "name", holds_no_name},
    {"ledger_broken", "form", "time", holds_no_day},
    {"ledger_broken", "form", "span", span_is_not_as_long_as_text},
    {"ledger_broken", "seq", "", counts_from_one},
    {"ledger_broken", "chain", "", is_object},
    {"ledger_broken", "issued_twice", "", is_object},
    {"ledger_broken", "duplicate_obligation", "", obligations_differ},
    {"ledger_broken", "unknown_directive", "", is_object},
    {"ledger_broken", "unknown_obligation", "", is_object},
    {"ledger_broken", "unknown_replacement", "", is_object},
    {"ledger_broken", "closed_twice", "", is_object},
    {"ledger_broken", "fulfilled_twice", "", is_object},
    {"ledger_broken", "detour_not_open", "", is_object},
    {"ledger_broken", "detour_open_already", "", is_object},
    {"unreadable_case", "must be a text in base64", "", is_text},
};
inline constexpr std::size_t kSchemaLimitCount = std::size(kSchemaLimits);

// The row that allows the refusal, or kSchemaLimitCount.
inline std::size_t limit_of(const Value& document, const Refusal& refusal,
                            const DocumentKind& kind) {
  const LimitSite site{document, refusal.pointer, resolve_pointer(document, refusal.pointer), kind};
  for (std::size_t i = 0; i < kSchemaLimitCount; ++i) {
    const SchemaLimit& limit = kSchemaLimits[i];
    if (limit.code == refusal.code && (limit.reason == "*" || limit.reason == refusal.reason) &&
        limit.holds(site)) {
      return i;
    }
  }
  return kSchemaLimitCount;
}

}  // namespace holdfast
