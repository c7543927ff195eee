#include "core/ledger_marks.h"

#include <algorithm>
#include <array>

#include "core/extract.h"
#include "core/forbids.h"
#include "core/json.h"
#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

Error usage(std::string what, std::string where, std::string remedy) {
  return {ErrorCode::kUsage, std::move(what), std::move(where), std::move(remedy)};
}

bool take_obligation(const Value& value, MarkedObligation& out) {
  Taker taker(value);
  taker.text("kind", out.kind);
  taker.text("text", out.text);
  return taker.whole() && is_obligation_kind(out.kind) && has_visible_character(out.text);
}

bool take_mark(const Value& value, Mark& out) {
  Taker taker(value);
  taker.text("entryId", out.entry_id);
  taker.optional_text("text", out.text);
  taker.optional_text("directiveId", out.directive_id);
  taker.list("obligations", out.obligations, take_obligation);
  return taker.whole() && !out.obligations.empty() && is_visible_name(out.entry_id) &&
         (out.directive_id.empty() || is_visible_name(out.directive_id));
}

bool is_boundary(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

using Span = std::pair<std::int64_t, std::int64_t>;

Result<Span> span_of(const Entry& entry, const Mark& mark, const std::string& where) {
  const auto size = static_cast<std::int64_t>(entry.text.size());
  if (mark.span) {
    const auto [from, to] = *mark.span;
    if (from < 0 || to <= from || to > size ||
        !is_boundary(entry.text, static_cast<std::size_t>(from)) ||
        !is_boundary(entry.text, static_cast<std::size_t>(to))) {
      return usage("the span " + std::to_string(from) + ":" + std::to_string(to) +
                       " does not fit the entry of " + std::to_string(size) + " bytes",
                   where, "count bytes of UTF-8 from 0, between characters");
    }
    return *mark.span;
  }
  if (mark.text.empty()) {
    return Span{0, size};
  }
  const std::size_t at = entry.text.find(mark.text);
  if (at == std::string::npos) {
    return usage("the marked text is not in the entry", where,
                 "copy it from the entry, byte for byte");
  }
  if (entry.text.find(mark.text, at + 1) != std::string::npos) {
    return usage("the marked text is in the entry more than once", where,
                 "mark a longer piece, or give --span");
  }
  return Span{static_cast<std::int64_t>(at), static_cast<std::int64_t>(at + mark.text.size())};
}

// Words by which a sentence looks like an obligation, in the order in which the kinds are tried.
// Folded texts are compared; a word of letters has to stand by itself.
struct Sign {
  std::string_view kind;
  std::string_view words;
};
constexpr std::array<Sign, 34> kSigns = {{
    {"explain_exception", "explain why"},
    {"explain_exception", "tell me why"},
    {"explain_exception", "say why"},
    {"explain_exception", "give the reason"},
    {"explain_exception", "explain at the end"},
    {"explain_exception", "理由"},
    {"explain_exception", "説明して"},
    {"completion", "make sure"},
    {"completion", "ensure"},
    {"completion", "must"},
    {"completion", "everywhere"},
    {"completion", "all of it"},
    {"completion", "until"},
    {"completion", "every"},
    {"completion", "必ず"},
    {"completion", "すべて"},
    {"completion", "全部"},
    {"completion", "全て"},
    {"completion", "終わるまで"},
    {"scope", "only"},
    {"scope", "just the"},
    {"scope", "nothing else"},
    {"scope", "だけ"},
    {"scope", "のみ"},
    {"scope", "以外"},
    {"method", "prefer"},
    {"method", "instead of"},
    {"method", "use"},
    {"method", "follow"},
    {"method", "show in code"},
    {"method", "を使って"},
    {"method", "優先"},
    {"method", "に従って"},
    {"method", "の代わりに"},
}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

bool holds_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos;
       at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool begins = !is_letter(words.front()) || at == 0 || !is_letter(text[at - 1]);
    const bool ends = !is_letter(words.back()) || end == text.size() || !is_letter(text[end]);
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<std::vector<Mark>> read_marks(std::string_view bytes, const std::string& where) {
  const JsonReading reading = read_json(bytes);
  if (!reading.value) {
    const JsonFault& fault = reading.faults.front();
    return usage("is no JSON document (" + std::string(fault.code) + " at byte " +
                     std::to_string(fault.offset_bytes) + ")",
                 where, "write {\"schema\":\"directive-marks/v1\",\"marks\":[…]}");
  }
  Taker taker(*reading.value);
  std::string schema;
  taker.text("schema", schema);
  const Value* list = taker.take("marks");
  if (!taker.whole() || schema != kMarksSchema || list == nullptr || !list->is_array()) {
    return usage("is no directive-marks/v1", where,
                 "write {\"schema\":\"directive-marks/v1\",\"marks\":[…]} and nothing else");
  }
  std::vector<Mark> marks(list->size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!take_mark(list->items()[i], marks[i])) {
      return usage("is no mark", where + "#/marks/" + std::to_string(i),
                   "write {entryId, text?, directiveId?, obligations: [{kind, text}…]}; kinds are "
                   "prohibition, scope, completion, method, explain_exception");
    }
  }
  return marks;
}

Value to_value(const std::vector<Mark>& marks) {
  Value list = Value::array();
  for (const Mark& mark : marks) {
    Value value = Value::object({{"entryId", mark.entry_id}});
    if (!mark.text.empty()) {
      value.add("text", mark.text);
    }
    if (!mark.directive_id.empty()) {
      value.add("directiveId", mark.directive_id);
    }
    Value obligations = Value::array();
    for (const MarkedObligation& obligation : mark.obligations) {
      obligations.append(Value::object({{"kind", obligation.kind}, {"text", obligation.text}}));
    }
    value.add("obligations", std::move(obligations));
    list.append(std::move(value));
  }
  return Value::object({{"schema", kMarksSchema}, {"marks", std::move(list)}});
}

Result<const Entry*> user_entry(const Session& session, std::string_view entry_id,
                                const std::string& where) {
  const Entry* found = nullptr;
  for (const Entry& entry : session.entries) {
    if (entry.entry_id == entry_id) {
      found = &entry;
      break;
    }
  }
  if (found == nullptr) {
    return usage("holds no entry " + std::string(shown_name(entry_id)), where,
                 "look the id up in the session");
  }
  if (found->author != Author::kUser || found->kind != "prompt") {
    return usage("entry " + std::string(shown_name(entry_id)) + " was written by the " +
                     std::string(to_text(found->author)) + " as a " + found->kind +
                     ", not by a user as a prompt",
                 where, "only what a user wrote can give, replace or withdraw a directive");
  }
  return found;
}

Result<Value> issued_members(const Session& session, const Mark& mark, const std::string& where) {
  const Result<const Entry*> entry = user_entry(session, mark.entry_id, where);
  if (!entry) {
    return entry.error();
  }
  const Result<Span> span = span_of(**entry, mark, where);
  if (!span) {
    return span.error();
  }
  if (mark.obligations.empty()) {
    return usage("the directive has no obligation", where,
                 "say what it obliges to, e.g. --obligation 'prohibition: …'");
  }
  Value obligations = Value::array();
  for (std::size_t i = 0; i < mark.obligations.size(); ++i) {
    obligations.append(Value::object({{"obligationId", "o-" + std::to_string(i + 1)},
                                      {"kind", mark.obligations[i].kind},
                                      {"text", mark.obligations[i].text}}));
  }
  const auto from = static_cast<std::size_t>(span->first);
  const std::string text =
      (*entry)->text.substr(from, static_cast<std::size_t>(span->second) - from);
  if (!has_visible_character(text)) {
    return usage("the marked text is blank", where, "mark words");
  }
  return Value::object({{"kind", "issued"},
                        {"directiveId", mark.directive_id},
                        {"sourceEntryId", mark.entry_id},
                        {"sourceSha256", sha256_hex((*entry)->text)},
                        {"span", Value::array({span->first, span->second})},
                        {"text", text},
                        {"obligations", std::move(obligations)}});
}

std::string_view proposed_kind(std::string_view sentence) {
  if (forbids(sentence)) {
    return "prohibition";
  }
  const std::string text = folded(sentence);
  for (const Sign& sign : kSigns) {
    if (holds_words(text, sign.words)) {
      return sign.kind;
    }
  }
  return {};
}

std::vector<Mark> propose_marks(const Session& session) {
  std::vector<Mark> marks;
  for (const Entry& entry : session.entries) {
    if (entry.author != Author::kUser || entry.kind != "prompt") {
      continue;
    }
    for (const std::string_view sentence : prose_sentences(entry.text)) {
      const std::string_view kind = proposed_kind(sentence);
      if (kind.empty() || entry.text.find(sentence) != entry.text.rfind(sentence)) {
        continue;
      }
      Mark& mark = marks.emplace_back();
      mark.entry_id = entry.entry_id;
      mark.text = sentence;
      mark.obligations.push_back({std::string(kind), std::string(sentence)});
    }
  }
  return marks;
}

}  // namespace holdfast
