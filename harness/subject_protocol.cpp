#include "harness/subject_protocol.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/unicode.h"
#include "harness/base64.h"
#include "harness/printable.h"

namespace holdfast {
namespace {

// A reason is a code. Longer ones, or more of them, are no reasons but a flood.
constexpr std::size_t kReasonBytesMax = 256;
constexpr std::size_t kReasonsMax = 1024;

struct Member {
  enum class Kind { kAbsent, kNull, kInteger, kText, kList, kObject, kOther };
  Kind kind = Kind::kAbsent;
  std::int64_t integer = 0;
  std::string text;
  std::vector<std::string> texts;                          // of a list
  std::vector<std::pair<std::string, std::string>> pairs;  // of an object
  bool only_texts = true;                                  // in the list or object
};

// The members of all messages that we read. Others are passed over.
constexpr std::array<std::string_view, 11> kMemberNames = {
    "type",     "protocol", "name", "version", "schemas", "policies",
    "evidence", "reasons",  "id",   "verdict", "error"};

class Message {
 public:
  const Member& operator[](std::string_view name) const { return *find(name); }
  Member* find(std::string_view name) {
    const auto at = std::find(kMemberNames.begin(), kMemberNames.end(), name);
    return at == kMemberNames.end() ? nullptr : &members_[at - kMemberNames.begin()];
  }
  const Member* find(std::string_view name) const { return const_cast<Message*>(this)->find(name); }

 private:
  std::array<Member, kMemberNames.size()> members_;
};

// Depth 0 is outside the message, 1 among its members, 2 within a member's list or object.
class MessageReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Message message;
  std::string fault;

  bool null() override { return scalar(Member::Kind::kNull); }
  bool boolean(bool) override { return scalar(Member::Kind::kOther); }
  bool number_integer(number_integer_t number) override { return integer(number); }
  bool number_unsigned(number_unsigned_t number) override {
    return number <= INT64_MAX ? integer(static_cast<std::int64_t>(number))
                               : scalar(Member::Kind::kOther);
  }
  bool number_float(number_float_t, const string_t&) override {
    return scalar(Member::Kind::kOther);
  }
  bool binary(binary_t&) override { return scalar(Member::Kind::kOther); }

  bool string(string_t& text) override {
    if (depth_ == 2 && current_ != nullptr) {
      if (current_->kind == Member::Kind::kList) {
        current_->texts.push_back(std::move(text));
      } else {
        current_->pairs.emplace_back(inner_key_, std::move(text));
      }
      return true;
    }
    if (depth_ == 1 && current_ != nullptr) {
      current_->text = std::move(text);
    }
    return scalar(Member::Kind::kText);
  }

  bool key(string_t& name) override {
    if (depth_ == 2) {
      inner_key_ = std::move(name);
    } else if (depth_ == 1) {
      current_ = message.find(name);
      if (current_ != nullptr && current_->kind != Member::Kind::kAbsent) {
        return stop("has the member \"" + name + "\" twice");
      }
    }
    return true;
  }

  bool start_object(std::size_t) override { return open(Member::Kind::kObject); }
  bool start_array(std::size_t) override { return open(Member::Kind::kList); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    return stop("is not JSON (reading stopped at byte " + std::to_string(position) +
                "); anything but answers belongs on standard error");
  }

 private:
  bool stop(std::string reason) {
    fault = std::move(reason);
    return false;
  }

  bool scalar(Member::Kind kind) {
    if (depth_ == 0) {
      return stop("is not a JSON object");
    }
    if (current_ != nullptr && depth_ == 1) {
      current_->kind = kind;
    } else if (current_ != nullptr && depth_ == 2) {
      current_->only_texts = false;
    }
    return true;
  }

  bool integer(std::int64_t number) {
    if (depth_ == 1 && current_ != nullptr) {
      current_->integer = number;
    }
    return scalar(Member::Kind::kInteger);
  }

  bool open(Member::Kind kind) {
    if (depth_ == 0 && kind != Member::Kind::kObject) {
      return stop("is not a JSON object");
    }
    if (++depth_ > kMessageDepthMax) {
      return stop("is nested deeper than " + std::to_string(kMessageDepthMax) + " levels");
    }
    if (current_ != nullptr && depth_ == 2) {
      current_->kind = kind;
    } else if (current_ != nullptr && depth_ == 3) {
      current_->only_texts = false;
    }
    return true;
  }

  bool close() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  Member* current_ = nullptr;  // the top-level member being read; null if nobody asks for it
  std::string inner_key_;
};

// The fault completes a sentence that begins with "the line".
std::optional<Message> read_message(std::string_view line, std::string& fault) {
  // nlohmann takes a NUL for the end of input and skips a byte-order mark; both are refused here.
  if (line.empty()) {
    fault = "is empty";
  } else if (line.find('\0') != std::string_view::npos) {
    fault = "holds a NUL byte";
  } else if (!is_valid_utf8(line)) {
    fault = "is not UTF-8";
  } else if (line.compare(0, 3, "\xEF\xBB\xBF") == 0) {
    fault = "begins with a byte-order mark";
  } else {
    MessageReader reader;
    if (nlohmann::json::sax_parse(line, &reader)) {
      return std::move(reader.message);
    }
    fault = std::move(reader.fault);
  }
  return std::nullopt;
}

// `,"before":…`; with `raw`, every document that is there travels as a text.
void append_document(std::string& line, std::string_view name, const SubjectDocument& document,
                     bool raw) {
  line.append(",\"").append(name);
  if (document.form == SubjectDocument::Form::kNothing) {
    line += "\":null";
  } else if (document.form == SubjectDocument::Form::kText && !is_valid_utf8(document.text)) {
    line.append("Base64\":\"").append(base64_encode(document.text)).append("\"");
  } else if (document.form == SubjectDocument::Form::kText) {
    line += "\":";
    append_json_string(line, document.text);
  } else if (raw) {
    line += "\":";
    append_json_string(line, write_compact_json(*document.value));
  } else {
    line.append("\":").append(write_compact_json(*document.value));
  }
}

// U+2028 and U+2029 may stand in JSON as they are, but readers of lines, that of Node among them,
// end a line there. Both occur within strings only, so that their escapes mean the same.
void escape_line_separators(std::string& line) {
  constexpr std::string_view kCommonBytes = "\xE2\x80";
  for (std::size_t at = line.find(kCommonBytes); at != std::string::npos;
       at = line.find(kCommonBytes, at + 1)) {
    const char last = line[at + 2];  // valid UTF-8, so it is there
    if (last == '\xA8' || last == '\xA9') {
      line.replace(at, 3, last == '\xA8' ? "\\u2028" : "\\u2029");
    }
  }
}

// A list of texts, or absent.
bool take_texts(const Member& member, std::vector<std::string>& texts) {
  texts = member.texts;
  return member.kind == Member::Kind::kAbsent ||
         (member.kind == Member::Kind::kList && member.only_texts);
}

// Why the message is no hello that can be used; empty if it is.
std::string hello_fault(const Message& message, Asked asked, Hello& hello) {
  const Member& type = message["type"];
  if (type.kind != Member::Kind::kText || type.text != "hello") {
    return R"(is not a hello: "type":"hello" is missing)";
  }
  const Member& protocol = message["protocol"];
  if (protocol.kind != Member::Kind::kInteger) {
    return R"(does not say its protocol: "protocol":1 is missing)";
  }
  if (protocol.integer != kSubjectProtocol) {
    return "speaks protocol " + std::to_string(protocol.integer) + ", and only protocol " +
           std::to_string(kSubjectProtocol) + " is known here";
  }
  SubjectDescription& description = hello.description;
  description.name = message["name"].text;
  description.version = message["version"].text;
  if (description.name.empty()) {
    return R"(does not say who it is: "name" is missing)";
  }
  const std::pair<const char*, std::vector<std::string>*> lists[] = {
      {"schemas", &description.schemas},
      {"policies", &description.policies},
      {"evidence", &description.evidence}};
  for (const auto& [name, texts] : lists) {
    if (!take_texts(message[name], *texts)) {
      return "has a \"" + std::string(name) + "\" that is not a list of texts";
    }
    if (asked == Asked::kVerify && texts->empty() && std::string_view(name) != "evidence") {
      return "declares no \"" + std::string(name) + "\", so nothing could be asked of it";
    }
  }
  const Member& reasons = message["reasons"];
  if (reasons.kind != Member::Kind::kAbsent &&
      (reasons.kind != Member::Kind::kObject || !reasons.only_texts)) {
    return R"(has a "reasons" that is not an object from its codes to Holdfast's)";
  }
  description.has_reason_map = !reasons.pairs.empty();
  hello.reasons = reasons.pairs;
  std::sort(hello.reasons.begin(), hello.reasons.end());
  const auto same_code = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto twice = std::adjacent_find(hello.reasons.begin(), hello.reasons.end(), same_code);
  if (twice != hello.reasons.end()) {
    return "gives two meanings to its reason " + quoted_token(twice->first);
  }
  return {};
}

std::string verdict_fault(const Message& message, AnswerReading& reading) {
  const Member& verdict = message["verdict"];
  const Member& reasons = message["reasons"];
  if (verdict.kind != Member::Kind::kText) {
    return R"(has neither a "verdict" nor an "error" that is a text)";
  }
  if (verdict.text != "accept" && verdict.text != "reject") {
    return "has an unknown verdict, " + quoted_token(verdict.text) +
           R"(; it is "accept" or "reject")";
  }
  if (reasons.kind != Member::Kind::kNull && !take_texts(reasons, reading.reasons)) {
    return R"(has "reasons" that are not a list of texts)";
  }
  if (reading.reasons.size() > kReasonsMax ||
      std::any_of(reading.reasons.begin(), reading.reasons.end(),
                  [](const std::string& r) { return r.size() > kReasonBytesMax; })) {
    return R"(has "reasons" that are no codes: too many or too long)";
  }
  if (verdict.text == "accept" && !reading.reasons.empty()) {
    return "accepts and gives reasons against it at once";
  }
  reading.kind = verdict.text == "accept" ? AnswerKind::kAccept : AnswerKind::kReject;
  return {};
}

std::string answer_fault(const Message& message, std::string_view expected_id,
                         AnswerReading& reading) {
  const Member& id = message["id"];
  if (id.kind != Member::Kind::kText) {
    return "has no \"id\" that is a text; each answer, an error too, repeats the question's id";
  }
  reading.id = id.text;
  if (id.text != expected_id) {
    return "has the wrong id: " + quoted_token(id.text) + " instead of " +
           quoted_token(expected_id);
  }
  const Member& error = message["error"];
  if (error.kind == Member::Kind::kAbsent || error.kind == Member::Kind::kNull) {
    return verdict_fault(message, reading);
  }
  if (message["verdict"].kind != Member::Kind::kAbsent) {
    return R"(has both a "verdict" and an "error")";
  }
  if (error.kind != Member::Kind::kText) {
    return R"(has an "error" that is not a text)";
  }
  reading.kind = AnswerKind::kIndeterminate;
  reading.error_text = printable_text(error.text);
  return {};
}

}  // namespace

std::string_view to_text(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::kAccept:
      return "accept";
    case AnswerKind::kReject:
      return "reject";
    case AnswerKind::kIndeterminate:
      return "indeterminate";
    case AnswerKind::kMalformed:
      return "malformed";
    case AnswerKind::kTimeout:
      return "timeout";
    case AnswerKind::kCrash:
      return "crash";
  }
  CHECK(false);
}

std::string hello_line() {
  return "{\"type\":\"hello\",\"protocol\":" + std::to_string(kSubjectProtocol) + "}\n";
}

std::string question_line(const Question& question) {
  const bool raw = question.before.form == SubjectDocument::Form::kText ||
                   question.after.form == SubjectDocument::Form::kText;
  std::string line = R"({"type":"verify","id":)";
  append_json_string(line, question.id);
  line += ",\"step\":";
  append_json_string(line, question.step);
  line += ",\"policy\":";
  append_json_string(line, question.policy);
  if (raw) {
    line += ",\"raw\":true";
  }
  append_document(line, "before", question.before, raw);
  append_document(line, "after", question.after, raw);
  line += ",\"evidence\":";
  line += question.evidence == nullptr ? "null" : write_compact_json(*question.evidence);
  line += "}\n";
  escape_line_separators(line);
  return line;
}

HelloReading read_hello(std::string_view line, Asked asked) {
  HelloReading reading;
  if (const std::optional<Message> message = read_message(line, reading.fault)) {
    Hello hello;
    reading.fault = hello_fault(*message, asked, hello);
    if (reading.fault.empty()) {
      reading.hello = std::move(hello);
    }
  }
  return reading;
}

AnswerReading read_answer(std::string_view line, std::string_view expected_id) {
  AnswerReading reading;
  if (const std::optional<Message> message = read_message(line, reading.fault)) {
    reading.fault = answer_fault(*message, expected_id, reading);
  }
  if (!reading.fault.empty()) {
    reading.reasons.clear();
  }
  return reading;
}

bool contains_canary(std::string_view text, std::string_view canary) {
  return !canary.empty() && text.find(canary) != std::string_view::npos;
}

}  // namespace holdfast
