// For tests of reports: records with any text in every place that a subject, a strategy file or a
// document can fill, and a strict reader that finds whatever got out of its place.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "harness/report_facts.h"
#include "harness/report_simulation.h"

namespace holdfast::testing {

struct RecordParts {
  std::string subject = "subject";  // name, version and identity
  std::string strategy = "change_objective";
  std::string reason = "task_changed";
  std::string diagnosis{};
  std::string document_text = "before";
  Outcome outcome = Outcome::kAccepted;
  std::uint64_t failures = 3;
  bool session = false;
  bool control_fails = false;
};

inline Value case_value(const RecordParts& parts) {
  const auto manifest = [&](const std::string& end) {
    return Value::object(
        {{"schema", "resume-manifest/v1"}, {"objective", parts.document_text + end}});
  };
  return Value::object({{"schema", "case/v1"},
                        {"id", "case-0123456789ab"},
                        {"kind", "compaction"},
                        {"comment", "The objective is another one."},
                        {"flags", Value::array()},
                        {"invariant", "objective"},
                        {"source", "generated"},
                        {"policy", "exact"},
                        {"before", manifest("")},
                        {"after", manifest(" and more")},
                        {"evidence", Value()},
                        {"expect", Value::object({{"verdict", "reject"},
                                                  {"codes", Value::array({"objective_changed"})}})},
                        {"provenance", Value()}});
}

inline Value bucket_value(const RecordParts& parts, const BucketKey& key) {
  return Value::object({{"type", "bucket"},
                        {"id", key.id()},
                        {"invariant", key.invariant},
                        {"strategy", key.strategy},
                        {"outcome", to_text(key.outcome)},
                        {"count", parts.failures},
                        {"first_case", 17},
                        {"reasons", Value::array({Value(parts.reason)})},
                        {"diagnosis", parts.diagnosis},
                        {"minimal", true},
                        {"shrink_calls", 4},
                        {"case", case_value(parts)}});
}

// run/v1: one strategy with 10 cases, one control with 5.
inline std::string record_of(const RecordParts& parts) {
  const std::uint64_t failed = parts.control_fails ? 0 : parts.failures;
  const std::uint64_t alarms = parts.control_fails ? parts.failures : 0;
  Value row = Value::object();
  if (failed < 10) {
    row.add("rejected", 10 - failed);
  }
  if (failed > 0) {
    row.add(to_text(parts.outcome), failed);
  }
  Value control = Value::object({{"control_accepted", 5 - alarms}});
  Value counts = row;
  counts.add("control_accepted", 5 - alarms);
  if (alarms > 0) {
    control.add("false_alarm", alarms);
    counts.add("false_alarm", alarms);
  }
  const BucketKey key = parts.control_fails
                            ? BucketKey{"none", "reorder_members", Outcome::kFalseAlarm}
                            : BucketKey{"objective", parts.strategy, parts.outcome};
  std::string lines;
  const auto add = [&](const Value& line) { lines += write_compact_json(line) + "\n"; };
  add(Value::object({{"schema", "run/v1"},
                     {"type", "header"},
                     {"seed", "7"},
                     {"holdfast", "0.1.0"},
                     {"unicode", "15.0.0"},
                     {"subject", Value::object({{"identity", "command: " + parts.subject},
                                                {"name", parts.subject},
                                                {"version", parts.subject},
                                                {"reason_map", true}})},
                     {"schemas", Value::array({"resume-manifest/v1"})},
                     {"policy", "exact"},
                     {"documents", parts.session ? "session" : "generated"},
                     {"session_sha256", parts.session ? Value(std::string(64, 'a')) : Value()},
                     {"list_items_max", 8},
                     {"block_cases", 500},
                     {"strategies", Value::array({Value(parts.strategy)})},
                     {"controls", Value::array({"reorder_members"})}}));
  add(Value::object({{"type", "block"},
                     {"block", 0},
                     {"cases", 15},
                     {"counts", counts},
                     {"void_kills", parts.control_fails},
                     {"stream_sha256", std::string(64, 'b')}}));
  if (parts.failures > 0) {
    add(bucket_value(parts, key));
  }
  Value matrix = Value::object();
  matrix.add(parts.strategy, row);
  add(Value::object({{"type", "totals"},
                     {"cases", 15},
                     {"counts", counts},
                     {"void_kills", parts.control_fails ? 10 : 0},
                     {"abandoned", false},
                     {"error", Value()},
                     {"matrix", matrix},
                     {"controls", Value::object({{"reorder_members", control}})}}));
  return lines;
}

inline ReportFacts facts_of(const RecordParts& parts, bool show_text = false) {
  const auto record = read_run(record_of(parts), "run.jsonl");
  EXPECT_TRUE(record.ok()) << record.error().text();
  const auto facts = report_facts(*record, ReportTimes{2'000, 2}, show_text);
  EXPECT_TRUE(facts.ok()) << facts.error().text();
  return *facts;
}

// simulation/v1: two items over three rounds; the second falls at round 2.
inline Value simulation_value(const std::string& text, std::string_view verdict = "reject") {
  const auto round = [&](std::uint64_t number, const char* fate, Value answer) {
    const bool accepted = answer == Value("accept");
    return Value::object({{"round", number},
                          {"entries", 9},
                          {"messages_before", 20},
                          {"messages_after", 10},
                          {"characters_before", 4'000},
                          {"characters_after", 2'000},
                          {"compacted", !answer.is_null()},
                          {"note", answer.is_null() ? text : ""},
                          {"items", Value::object({{"goal-1", "carried"}, {"write-2", fate}})},
                          {"order_lost", false},
                          {"invented", 0},
                          {"verdict", std::move(answer)},
                          {"reasons", Value::array({Value(text)})},
                          {"promoted", accepted}});
  };
  const bool accepted = verdict == "accept";
  const auto item = [&](const char* id, Value fell, Value to) {
    return Value::object({{"id", id},
                          {"kind", "write"},
                          {"label", text},
                          {"said", 1},
                          {"over", Value()},
                          {"fell", std::move(fell)},
                          {"fell_to", std::move(to)}});
  };
  return Value::object(
      {{"schema", "simulation/v1"},
       {"pipeline", "command " + text},
       {"verifier", text},
       {"seed", "7"},
       {"ledger", false},
       {"gate", true},
       {"controls", Value::array({Value::object(
                        {{"name", text}, {"refused", false}, {"reasons", Value::array()}})})},
       {"rounds", Value::array({round(1, "carried", Value()), round(2, "absent", Value(verdict)),
                                round(3, "carried", Value("accept"))})},
       {"items", Value::array({item("goal-1", Value(), Value()), item("write-2", 2, "absent")})},
       {"totals", Value::object({{"compactions", 2},
                                 {"promoted", accepted ? 2 : 1},
                                 {"refused", accepted ? 0 : 1},
                                 {"losses", 1},
                                 {"survivors", accepted ? 1 : 0},
                                 {"false_alarms", 0},
                                 {"accidents", 0}})}});
}

// Reads tags as a strict XML parser would: every tag closed in its order, every attribute quoted
// and once, no bare "&", "<" or "]]>", no control character. `html` knows elements that never
// close, a document type, and what a style sheet holds.
class TagReader {
 public:
  TagReader(std::string_view text, bool html) : text_(text), html_(html) {}

  // Empty where nothing is wrong.
  std::string fault() {
    while (fault_.empty() && at_ < text_.size()) {
      text_[at_] == '<' ? tag() : character();
    }
    if (fault_.empty() && !open_.empty()) {
      fault_ = "not closed: " + open_.back();
    }
    return fault_.empty() ? fault_ : fault_ + " near byte " + std::to_string(at_);
  }
  const std::vector<std::string>& elements() const { return elements_; }
  // "href=#x" as they came.
  const std::vector<std::string>& attributes() const { return attributes_; }

 private:
  void character() {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if ((c < 0x20 && c != '\n') || c == 0x7F) {
      fault_ = "a control character";
    } else if (c == '&') {
      reference();
      return;
    } else if (text_.compare(at_, 3, "]]>") == 0) {
      fault_ = "the end of a section";
    }
    ++at_;
  }

  void reference() {
    const std::size_t end = text_.find(';', at_);
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    const bool known = name == "amp" || name == "lt" || name == "gt" || name == "quot" ||
                       name == "#39" || (html_ && name == "nbsp");
    if (end == std::string_view::npos || !known) {
      fault_ = "a bare ampersand";
      return;
    }
    at_ = end + 1;
  }

  void tag() {
    if (text_.compare(at_, 5, "<?xml") == 0 || text_.compare(at_, 9, "<!DOCTYPE") == 0) {
      at_ = text_.find('>', at_) + 1;
      return;
    }
    const bool closing = text_.compare(at_, 2, "</") == 0;
    at_ += closing ? 2 : 1;
    const std::string name = word();
    if (name.empty()) {
      fault_ = "a bare less-than sign";
    } else if (closing) {
      close(name);
    } else {
      open(name);
    }
  }

  void close(const std::string& name) {
    if (open_.empty() || open_.back() != name || at_ >= text_.size() || text_[at_] != '>') {
      fault_ = "closed out of order: " + name;
      return;
    }
    open_.pop_back();
    ++at_;
  }

  void open(const std::string& name) {
    elements_.push_back(name);
    std::vector<std::string> names;
    while (fault_.empty() && at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
      const std::string attribute = word();
      if (attribute.empty() || text_.compare(at_, 2, "=\"") != 0 ||
          std::find(names.begin(), names.end(), attribute) != names.end()) {
        fault_ = "an attribute that is not in order: " + attribute;
        return;
      }
      names.push_back(attribute);
      at_ += 2;
      const std::size_t begin = at_;
      while (fault_.empty() && at_ < text_.size() && text_[at_] != '"') {
        text_[at_] == '<' ? void(fault_ = "a less-than sign in an attribute") : character();
      }
      attributes_.push_back(attribute + "=" + std::string(text_.substr(begin, at_ - begin)));
      ++at_;
    }
    if (text_.compare(at_, 2, "/>") == 0) {
      at_ += 2;
      return;
    }
    if (!fault_.empty() || at_ >= text_.size() || text_[at_] != '>') {
      fault_ = fault_.empty() ? "a tag that does not end: " + name : fault_;
      return;
    }
    ++at_;
    if (html_ && name == "style") {
      at_ = std::min(text_.find("</style>", at_), text_.size());
    }
    if (!html_ || (name != "meta" && name != "br")) {
      open_.push_back(name);
    }
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-')) {
      ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  bool html_;
  std::size_t at_ = 0;
  std::string fault_;
  std::vector<std::string> open_;
  std::vector<std::string> elements_;
  std::vector<std::string> attributes_;
};

// What a hostile subject would try, all valid in a JSON string.
inline const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> kTexts = {
      "<script>alert('canary')</script>",
      "\"><img src=x onerror=alert(1)>",
      "' onmouseover='x' a='",
      "</style><style>*{display:none}",
      "]]><!--",
      "--></title></head><body>",
      "&lt;&#x0;&bogus;&",
      "\n::error title=forged::forged\n::set-output name=a::b",
      "\r\n\x1b[31mred\x1b[0m\x07\x08\x7f",
      "\u202egnp.exe\u2066\u200b\u2028",
      "| --- | [a](javascript:alert(1)) ![i](http://h/p) @everyone #1 ``` ~~~",
      "日本語のｶﾅ\u3000と絵文字🧾",
      std::string(5'000, 'x') + "<b>",
  };
  return kTexts;
}

}  // namespace holdfast::testing
