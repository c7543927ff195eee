#include "harness/case.h"

#include <algorithm>

#include "core/file.h"
#include "core/json.h"
#include "core/sha256.h"
#include "core/unicode.h"
#include "generators/story.h"
#include "harness/base64.h"

namespace holdfast {

CaseDocument CaseDocument::of(Value document) {
  return {SubjectDocument::Form::kValue, std::move(document), {}};
}

CaseDocument CaseDocument::of_text(std::string bytes) {
  return {SubjectDocument::Form::kText, {}, std::move(bytes)};
}

SubjectDocument CaseDocument::view() const { return {.form = form, .value = &value, .text = text}; }

std::string CaseDocument::bytes() const {
  switch (form) {
    case SubjectDocument::Form::kNothing:
      return {};
    case SubjectDocument::Form::kValue:
      return write_compact_json(value);
    case SubjectDocument::Form::kText:
      return text;
  }
  return {};
}

namespace {

// Whether the strict reader would take the bytes back as a JSON string.
bool fits_a_json_string(std::string_view bytes) {
  if (!is_valid_utf8(bytes) || bytes.find('\0') != std::string_view::npos) {
    return false;
  }
  for (std::size_t offset = 0; offset < bytes.size();) {
    if (is_noncharacter(next_code_point(bytes, offset))) {
      return false;
    }
  }
  return true;
}

void add_document(Value& value, std::string_view name, const CaseDocument& document) {
  if (document.form != SubjectDocument::Form::kText) {
    value.add(name, document.form == SubjectDocument::Form::kValue ? document.value : Value());
  } else if (fits_a_json_string(document.text)) {
    value.add(name, document.text);
  } else {
    value.add(std::string(name) + "Base64", base64_encode(document.text));
  }
}

Value link_value(const CaseLink& link) {
  Value value = Value::object();
  add_document(value, "manifest", link.manifest);
  if (!link.evidence.is_null()) {
    value.add("evidence", link.evidence);
  }
  if (link.before) {
    add_document(value, "before", *link.before);
  }
  return value;
}

Value body(const Case& c) {
  Value value = Value::object();
  value.add("policy", to_text(c.policy));
  if (find_story_kind(c.kind) != nullptr) {
    value.add("story", c.story);
    return value;
  }
  if (c.kind == "chain") {
    Value chain = Value::array();
    for (const CaseLink& link : c.chain) {
      chain.append(link_value(link));
    }
    value.add("chain", std::move(chain));
    if (c.log) {
      Value log = Value::array();
      for (const Value& evidence : *c.log) {
        log.append(evidence);
      }
      value.add("log", std::move(log));
    }
    return value;
  }
  add_document(value, "before", c.before);
  add_document(value, "after", c.after);
  value.add("evidence", c.evidence);
  return value;
}

// Takes members of a case one by one and keeps the first fault.
class CaseReader {
 public:
  CaseReader(const Value& value, const std::string& where) : value_(value), where_(where) {}

  Result<Case> read() {
    Case c;
    if (!value_.is_object()) {
      return error("", "a case must be an object");
    }
    std::string schema;
    text("schema", schema);
    if (schema != "case/v1" && !fault_) {
      return error("/schema", "not case/v1");
    }
    text("id", c.id);
    if (value_.find("kind") != nullptr) {
      text("kind", c.kind);
    }
    const bool is_story = find_story_kind(c.kind) != nullptr;
    if (!fault_ && !is_story && c.kind != "compaction" && c.kind != "chain") {
      return error("/kind", "is no kind of case that this version of Holdfast runs");
    }
    text("comment", c.comment);
    texts("flags", c.flags);
    text("invariant", c.invariant);
    text("source", c.source);
    policy(c.policy);
    if (is_story) {
      c.story = take_or_null("story");
    } else if (c.kind == "chain") {
      chain(c);
    } else {
      document("before", c.before);
      document("after", c.after);
      c.evidence = take_or_null("evidence");
    }
    c.provenance = take_or_null("provenance");
    expectation(c.expect);
    unknown_members();
    return fault_ ? Result<Case>(*fault_) : Result<Case>(std::move(c));
  }

 private:
  Error error(const std::string& pointer, const std::string& what) const {
    return {ErrorCode::kUnreadableCase, what, where_ + (pointer.empty() ? "" : "#" + pointer),
            "docs/formats.md describes case/v1"};
  }
  void refuse(const std::string& pointer, const std::string& what) {
    if (!fault_) {
      fault_ = error(pointer, what);
    }
  }

  const Value* take(std::string_view name) {
    taken_.emplace_back(name);
    return value_.find(name);
  }
  Value take_or_null(std::string_view name) {
    const Value* value = take(name);
    return value == nullptr ? Value() : *value;
  }

  void text(std::string_view name, std::string& out) {
    const Value* value = take(name);
    if (value == nullptr || !value->is_string()) {
      refuse("/" + std::string(name), "must be a text");
    } else {
      out = value->text();
    }
  }

  void texts(std::string_view name, std::vector<std::string>& out) {
    const Value* list = take(name);
    if (list == nullptr || !list->is_array()) {
      refuse("/" + std::string(name), "must be a list of texts");
      return;
    }
    for (const Value& item : list->items()) {
      if (!item.is_string()) {
        refuse("/" + std::string(name), "must hold texts only");
        return;
      }
      out.push_back(item.text());
    }
  }

  void policy(Policy& out) {
    std::string name;
    text("policy", name);
    if (name != "exact" && name != "monotone") {
      refuse("/policy", "must be \"exact\" or \"monotone\"");
    }
    out = name == "monotone" ? Policy::kMonotone : Policy::kExact;
  }

  void document(const std::string& name, CaseDocument& out) {
    const Value* encoded = take(name + "Base64");
    const Value* plain = take(name);
    if ((encoded == nullptr) == (plain == nullptr)) {
      refuse("/" + name, "must be given once, plain or as " + name + "Base64");
    } else if (encoded != nullptr) {
      auto bytes = encoded->is_string() ? base64_decode(encoded->text()) : std::nullopt;
      if (bytes) {
        out = CaseDocument::of_text(std::move(*bytes));
      } else {
        refuse("/" + name + "Base64", "must be a text in base64");
      }
    } else if (plain->is_string()) {
      out = CaseDocument::of_text(plain->text());
    } else if (!plain->is_null()) {
      out = CaseDocument::of(*plain);
    }
  }

  static CaseDocument plain_document(const Value& value) {
    return value.is_null()     ? CaseDocument()
           : value.is_string() ? CaseDocument::of_text(value.text())
                               : CaseDocument::of(value);
  }

  void chain(Case& c) {
    const Value* list = take("chain");
    if (list == nullptr || !list->is_array() || list->size() == 0) {
      refuse("/chain", "must be a list of {manifest, evidence?, before?}, the origin first");
      return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      link(list->items()[i], "/chain/" + std::to_string(i), c.chain.emplace_back());
    }
    if (const Value* log = take("log"); log != nullptr && !log->is_null()) {
      if (!log->is_array()) {
        refuse("/log", "must be a list of evidence, by link");
        return;
      }
      c.log = log->items();
    }
  }

  void link(const Value& value, const std::string& pointer, CaseLink& out) {
    const Value* manifest = value.find("manifest");
    const Value* evidence = value.find("evidence");
    const Value* before = value.find("before");
    const std::size_t known =
        std::size_t{1} + (evidence != nullptr ? 1 : 0) + (before != nullptr ? 1 : 0);
    if (manifest == nullptr || value.size() != known) {
      refuse(pointer, "must be {manifest, evidence?, before?}");
      return;
    }
    out.manifest = plain_document(*manifest);
    out.evidence = evidence == nullptr ? Value() : *evidence;
    if (before != nullptr) {
      out.before = plain_document(*before);
    }
  }

  void expectation(Expectation& out) {
    const Value* value = take("expect");
    if (value == nullptr || !value->is_object()) {
      refuse("/expect", "must be {\"verdict\", \"codes\"}");
      return;
    }
    const Value* verdict = value->find("verdict");
    const bool known = verdict != nullptr && verdict->is_string() &&
                       (verdict->text() == "accept" || verdict->text() == "reject");
    const Value* codes = value->find("codes");
    if (!known || codes == nullptr || !codes->is_array() || value->size() != 2) {
      refuse("/expect", "must be {\"verdict\": \"accept\" or \"reject\", \"codes\": […]}");
      return;
    }
    out.accept = verdict->text() == "accept";
    for (const Value& code : codes->items()) {
      if (!code.is_string()) {
        refuse("/expect/codes", "must hold texts only");
        return;
      }
      out.codes.push_back(code.text());
    }
    if (out.accept != out.codes.empty()) {
      refuse("/expect/codes",
             out.accept ? "must be empty for accept" : "must name at least one code");
    }
  }

  void unknown_members() {
    for (const std::string& name : value_.names()) {
      if (std::find(taken_.begin(), taken_.end(), name) == taken_.end()) {
        refuse("/" + escape_pointer_token(name), "is no member of a case");
      }
    }
  }

  const Value& value_;
  const std::string& where_;
  std::vector<std::string> taken_;
  std::optional<Error> fault_;
};

// Splits "FILE:LINE"; line 0 where there is none.
std::pair<std::string, std::size_t> split_line(const std::string& path) {
  const std::size_t colon = path.rfind(':');
  if (colon == std::string::npos || colon + 1 == path.size() || path.size() - colon > 10 ||
      path.find_first_not_of("0123456789", colon + 1) != std::string::npos) {
    return {path, 0};
  }
  return {path.substr(0, colon), std::stoul(path.substr(colon + 1))};
}

Result<std::string> case_text(const std::string& path) {
  const auto [file, line] = split_line(path);
  Result<std::string> bytes = read_file(file);
  if (!bytes || line == 0) {
    return bytes;
  }
  std::size_t begin = 0;
  for (std::size_t at = 1; at < line && begin != std::string::npos; ++at) {
    begin = bytes->find('\n', begin);
    begin = begin == std::string::npos ? begin : begin + 1;
  }
  if (begin == std::string::npos || begin >= bytes->size()) {
    return Error{ErrorCode::kUnreadableCase, "the file has no line " + std::to_string(line), file,
                 "count lines from 1"};
  }
  const std::size_t end = bytes->find('\n', begin);
  return bytes->substr(begin, end == std::string::npos ? end : end - begin);
}

}  // namespace

Value to_value(const Case& c) {
  Value value = Value::object();
  value.add("schema", "case/v1");
  value.add("id", c.id);
  value.add("kind", c.kind);
  value.add("comment", c.comment);
  value.add("flags", Value::array_of(c.flags));
  value.add("invariant", c.invariant);
  value.add("source", c.source);
  const Value documents = body(c);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    value.add(documents.names()[i], documents.items()[i]);
  }
  value.add("expect", Value::object({{"verdict", c.expect.accept ? "accept" : "reject"},
                                     {"codes", Value::array_of(c.expect.codes)}}));
  value.add("provenance", c.provenance);
  return value;
}

Result<Case> case_from(const Value& value, const std::string& where) {
  return CaseReader(value, where).read();
}

Result<Case> read_case(const std::string& path) {
  Result<std::string> bytes = case_text(path);
  if (!bytes) {
    return bytes.error();
  }
  const JsonReading reading = read_json(*bytes);
  if (!reading.value) {
    const JsonFault& fault = reading.faults.front();
    return Error{ErrorCode::kUnreadableCase,
                 std::string(fault.code) + " at byte " + std::to_string(fault.offset_bytes) + ": " +
                     fault.reason,
                 path, "give a case/v1 file"};
  }
  return case_from(*reading.value, path);
}

std::string case_id(std::string_view stem, const Case& c) {
  return std::string(stem) + "-" + sha256_hex(write_canonical_json(body(c))).substr(0, 12);
}

}  // namespace holdfast
