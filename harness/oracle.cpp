#include "harness/oracle.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace holdfast {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kInvariantOfMember = {{
    {"taskId", "task"},
    {"objective", "objective"},
    {"canonical", "canonical"},
    {"completedPhases", "phase"},
    {"events", "event_order"},
    {"nextExactAction", "action"},
    {"externalWrites", "external_write"},
    {"consumedAuthorities", "authority"},
    {"directives", "directive"},
    {"decisions", "decision"},
    {"prohibitions", "prohibition"},
    {"rollback", "rollback"},
    {"completionChecks", "completion_check"},
    {"lineage", "lineage"},
}};
// `canonical` is a list in v2 alone.
constexpr std::array<std::string_view, 6> kUnorderedLists = {
    "canonical",    "externalWrites",   "consumedAuthorities",
    "prohibitions", "completionChecks", "directives"};
constexpr std::array<std::string_view, 2> kGrowingLists = {"prohibitions", "completionChecks"};

template <typename List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// NUL and the noncharacters U+FDD0..U+FDEF, U+nFFFE and U+nFFFF, in UTF-8: no document may hold
// them, and nlohmann takes them.
bool holds_forbidden_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (byte(i) == 0) {
      return true;
    }
    if (byte(i) == 0xEF && i + 2 < text.size() && byte(i + 1) == 0xB7 && byte(i + 2) >= 0x90 &&
        byte(i + 2) <= 0xAF) {
      return true;
    }
    const bool last_of_plane = i >= 2 && byte(i) >= 0xBE && byte(i - 1) == 0xBF &&
                               (byte(i - 2) == 0xEF || (byte(i - 2) & 0xCFU) == 0x8FU);
    // The lead byte EF, or a second byte 8F, 9F, AF, BF of a four-byte character.
    if (last_of_plane && (byte(i - 2) == 0xEF || (i >= 3 && byte(i - 3) >= 0xF0))) {
      return true;
    }
  }
  return false;
}

// nlohmann keeps the last of duplicate keys, takes a NUL for the end and dumps deep trees
// recursively, so its tree is built only after this handler has seen every key of a text without
// NUL.
class DuplicateFinder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t& text) override { return !holds_forbidden_character(text); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return push(); }
  bool key(string_t& name) override {
    return !holds_forbidden_character(name) && names_.back().insert(name).second;
  }
  bool end_object() override { return pop(); }
  bool start_array(std::size_t) override { return push(); }
  bool end_array() override { return pop(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override {
    return false;
  }

 private:
  bool push() {
    names_.emplace_back();
    return names_.size() <= 64;
  }
  bool pop() {
    names_.pop_back();
    return true;
  }
  std::vector<std::set<std::string>> names_;
};

std::optional<Json> parse(std::string_view text) {
  DuplicateFinder finder;
  if (text.find('\0') != std::string_view::npos || text.substr(0, 3) == "\xEF\xBB\xBF" ||
      !Json::sax_parse(text.begin(), text.end(), &finder)) {
    return std::nullopt;
  }
  return Json::parse(text.begin(), text.end(), nullptr, false);
}

struct Time {
  std::int64_t seconds;
  std::string fraction;  // without trailing zeros

  bool operator<(const Time& other) const {
    return std::tie(seconds, fraction) < std::tie(other.seconds, other.fraction);
  }
};

bool fits(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) {
    return false;
  }
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (pattern[i] == '0' ? !digit : text[i] != pattern[i]) {
      return false;
    }
  }
  return true;
}

// Minutes east of UTC that "Z", "+09:00" or "-03:30" says.
std::optional<int> offset_minutes(std::string_view zone) {
  if (zone == "Z") {
    return 0;
  }
  if (!fits(zone, "+00:00") && !fits(zone, "-00:00")) {
    return std::nullopt;
  }
  const int hours = (zone[1] - '0') * 10 + zone[2] - '0';
  const int minutes = (zone[4] - '0') * 10 + zone[5] - '0';
  if (hours > 23 || minutes > 59) {
    return std::nullopt;
  }
  return (zone[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

// "2026-03-05T11:00:00.25Z" or with an offset. Anything else is not compared as a time.
std::optional<Time> time_of(const Json& value) {
  static constexpr std::string_view kPattern = "0000-00-00T00:00:00";
  if (!value.is_string()) {
    return std::nullopt;
  }
  const std::string& text = value.get_ref<const std::string&>();
  if (!fits(std::string_view(text).substr(0, kPattern.size()), kPattern)) {
    return std::nullopt;
  }
  std::size_t zone = kPattern.size();
  std::string fraction;
  if (zone < text.size() && text[zone] == '.') {
    zone = std::min(text.find_first_not_of("0123456789", zone + 1), text.size());
    fraction = text.substr(kPattern.size() + 1, zone - kPattern.size() - 1);
    if (fraction.empty()) {
      return std::nullopt;
    }
    fraction.erase(fraction.find_last_not_of('0') + 1);
  }
  const auto offset = offset_minutes(std::string_view(text).substr(zone));
  const auto number = [&](std::size_t at, std::size_t size) {
    return std::stoi(text.substr(at, size));
  };
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (!offset || !date.ok() || number(0, 4) == 0 || number(11, 2) > 23 || number(14, 2) > 59 ||
      number(17, 2) > 60) {
    return std::nullopt;
  }
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  const std::int64_t minutes = (days * 24 + number(11, 2)) * 60 + number(14, 2) - *offset;
  return Time{minutes * 60 + number(17, 2), std::move(fraction)};
}

// Whether a reader sees anything in it. The blanks are those that an editor can come up with; the
// core asks the Unicode tables.
bool is_visible_text(const Json& value) {
  if (!value.is_string()) {
    return false;
  }
  static constexpr std::array<std::string_view, 20> kBlanks = {
      "\xC2\xA0",     "\xC2\xAD",         "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D",
      "\xE2\x80\x8E", "\xE3\x80\x80",     "\xEF\xBB\xBF", "\xE3\x85\xA4", "\xE2\xA0\x80",
      "\xE1\x85\x9F", "\xE1\x85\xA0",     "\xEF\xBE\xA0", "\xE2\x81\xA0", "\xEF\xB8\x8F",
      "\xE1\xA0\x8E", "\xF3\xA0\x84\x81", "\xE2\x80\x89", "\xE2\x80\xAF", "\xE2\x81\x9F"};
  const std::string& text = value.get_ref<const std::string&>();
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const auto* blank = std::find_if(
        kBlanks.begin(), kBlanks.end(),
        [&](std::string_view candidate) { return rest.substr(0, candidate.size()) == candidate; });
    if (blank != kBlanks.end()) {
      i += blank->size();
    } else if (static_cast<unsigned char>(text[i]) <= 0x20 || text[i] == 0x7F) {
      ++i;
    } else {
      return true;
    }
  }
  return false;
}

// Each member as a text that is equal exactly when the member means the same; items of lists apart.
struct Meaning {
  bool object = false;
  std::map<std::string, std::string> members;
  std::map<std::string, std::vector<std::string>> lists;
  // The times of observation, by what was observed; and whether each is one (v2 asks for it).
  std::map<std::pair<std::string, std::string>, Time> times;
  std::set<std::string> ill_timed;
};

// Takes a time out of the meaning: only its presence stays.
void take_time(Json& object, const char* name, const std::string& member, const std::string& of,
               bool required, Meaning& meaning) {
  if (!object.contains(name)) {
    return;
  }
  const auto time = time_of(object[name]);
  if (time) {
    meaning.times.emplace(std::pair(member, of), *time);
  }
  if (required && (!time || object[name].get_ref<const std::string&>().back() != 'Z')) {
    meaning.ill_timed.insert(member);
  }
  object[name] = is_visible_text(object[name]);
}

std::string text_or_dump(const Json& object, const char* name) {
  return object.contains(name) ? object[name].dump() : std::string();
}

// What is free by DESIGN 4, taken out of the members of a v2 document.
void take_free_v2(Json& document, Meaning& meaning) {
  if (Json& canonical = document["canonical"]; canonical.is_array()) {
    for (Json& reference : canonical) {
      if (reference.is_object()) {
        take_time(reference, "readAt", "canonical",
                  text_or_dump(reference, "root") + text_or_dump(reference, "path"), true, meaning);
      }
    }
  }
  if (Json& decisions = document["decisions"]; decisions.is_object()) {
    for (auto& [name, decision] : decisions.items()) {
      if (decision.is_object()) {
        take_time(decision, "observedAt", "decisions", name, true, meaning);
        if (decision.contains("source")) {
          decision["source"] = is_visible_text(decision["source"]);
        }
      }
    }
  }
  if (Json& directives = document["directives"]; directives.is_array()) {
    for (Json& directive : directives) {
      if (directive.is_object() && directive.contains("obligations") &&
          directive["obligations"].is_array()) {
        std::sort(directive["obligations"].begin(), directive["obligations"].end());
      }
    }
  }
}

Meaning meaning_of(Json document) {
  Meaning meaning;
  meaning.object = document.is_object();
  if (!meaning.object) {
    return meaning;
  }
  if (!document.contains("schema")) {
    document["schema"] = "resume-manifest/v1";
  }
  if (document["schema"] == "resume-manifest/v2") {
    take_free_v2(document, meaning);
  } else if (Json& canonical = document["canonical"]; canonical.is_object()) {
    take_time(canonical, "readAt", "canonical", "", false, meaning);
  }
  for (const auto& [name, value] : document.items()) {
    if (contains(kUnorderedLists, name) && value.is_array()) {
      std::vector<std::string>& items = meaning.lists[name];
      for (const Json& item : value) {
        items.push_back(item.dump());
      }
      std::sort(items.begin(), items.end());
    } else {
      meaning.members[name] = value.dump();
    }
  }
  return meaning;
}

bool includes(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

struct Oracle::State {
  std::optional<Meaning> before;
  bool monotone;
};

Oracle::Oracle(std::string_view before, bool monotone) : state_(new State{std::nullopt, monotone}) {
  if (std::optional<Json> document = parse(before)) {
    state_->before = meaning_of(std::move(*document));
  }
}

Oracle::~Oracle() { delete state_; }

bool Oracle::differs(std::string_view a, std::string_view b) {
  const std::optional<Json> first = parse(a);
  const std::optional<Json> second = parse(b);
  return !first || !second || *first != *second;
}

OracleJudgement Oracle::judge(std::string_view after) const {
  std::optional<Json> document = parse(after);
  if (!state_->before || !document || !document->is_object()) {
    return {{"document"}};
  }
  const Meaning& was = *state_->before;
  const Meaning is = meaning_of(std::move(*document));
  std::set<std::string> names;
  for (const Meaning* meaning : {&was, &is}) {
    for (const auto& [name, text] : meaning->members) {
      names.insert(name);
    }
    for (const auto& [name, items] : meaning->lists) {
      names.insert(name);
    }
  }
  std::set<std::string> violated;
  const auto violate = [&](std::string_view member) {
    const auto* known = std::find_if(kInvariantOfMember.begin(), kInvariantOfMember.end(),
                                     [&](const auto& entry) { return entry.first == member; });
    violated.emplace(known == kInvariantOfMember.end() ? "document" : known->second);
  };
  const auto member_of = [](const Meaning& meaning, const std::string& name) {
    const auto found = meaning.members.find(name);
    return found == meaning.members.end() ? std::string() : found->second;
  };
  for (const std::string& name : names) {
    const auto list_was = was.lists.find(name);
    const auto list_is = is.lists.find(name);
    if (list_was != was.lists.end() && list_is != is.lists.end()) {
      const bool grown = state_->monotone && contains(kGrowingLists, name) &&
                         includes(list_is->second, list_was->second);
      if (list_was->second != list_is->second && !grown) {
        violate(name);
      }
    } else if (list_was != was.lists.end() || list_is != is.lists.end() ||
               member_of(was, name) != member_of(is, name)) {
      violate(name);
    }
  }
  for (const auto& [observed, time] : is.times) {
    const auto before = was.times.find(observed);
    if (before != was.times.end() && time < before->second) {
      violate(observed.first);
    }
  }
  for (const std::string& member : is.ill_timed) {
    violate(member);
  }
  return {{violated.begin(), violated.end()}};
}

}  // namespace holdfast
