#include "harness/oracle.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

namespace holdfast {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kInvariantOfMember = {{
    {"taskId", "task"},
    {"objective", "objective"},
    {"canonical", "canonical"},
    {"completedPhases", "phase"},
    {"nextExactAction", "action"},
    {"externalWrites", "external_write"},
    {"consumedAuthorities", "authority"},
    {"prohibitions", "prohibition"},
    {"rollback", "rollback"},
    {"completionChecks", "completion_check"},
}};
constexpr std::array<std::string_view, 4> kUnorderedLists = {
    "externalWrites", "consumedAuthorities", "prohibitions", "completionChecks"};
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

// "2026-03-05T11:00:00.25Z" as a text that sorts in time order; only UTC, which is what the
// generators write. Anything else is not compared as a time.
std::optional<std::string> sortable_time(const Json& value) {
  static constexpr std::string_view kPattern = "0000-00-00T00:00:00";
  if (!value.is_string()) {
    return std::nullopt;
  }
  std::string text = value.get<std::string>();
  if (text.size() <= kPattern.size() || text.back() != 'Z') {
    return std::nullopt;
  }
  text.pop_back();
  for (std::size_t i = 0; i < kPattern.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kPattern[i] == '0' ? !digit : text[i] != kPattern[i]) {
      return std::nullopt;
    }
  }
  if (text.size() > kPattern.size()) {
    const std::string_view fraction = std::string_view(text).substr(kPattern.size());
    if (fraction.size() < 2 || fraction[0] != '.' ||
        fraction.find_first_not_of("0123456789", 1) != std::string_view::npos) {
      return std::nullopt;
    }
    text.erase(text.find_last_not_of("0.") + 1);
    text.resize(std::max(text.size(), kPattern.size()), '0');
  }
  return text;
}

// Each member as a text that is equal exactly when the member means the same; items of lists apart.
struct Meaning {
  bool object = false;
  std::map<std::string, std::string> members;
  std::map<std::string, std::vector<std::string>> lists;
  std::optional<std::string> read_at;
};

Meaning meaning_of(Json document) {
  Meaning meaning;
  meaning.object = document.is_object();
  if (!meaning.object) {
    return meaning;
  }
  if (!document.contains("schema")) {
    document["schema"] = "resume-manifest/v1";
  }
  if (Json& canonical = document["canonical"];
      canonical.is_object() && canonical.contains("readAt")) {
    meaning.read_at = sortable_time(canonical["readAt"]);
    // Its presence and type stay part of the meaning, its text does not.
    const bool visible = canonical["readAt"].is_string() &&
                         canonical["readAt"].get_ref<const std::string&>().find_first_not_of(' ') !=
                             std::string::npos;
    canonical["readAt"] = visible;
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
  if (was.read_at && is.read_at && *is.read_at < *was.read_at) {
    violated.insert("canonical");
  }
  return {{violated.begin(), violated.end()}};
}

}  // namespace holdfast
