// A verifier of context compactions for both versions of manifests, without evidence, and the shortest one that no
// broken result gets past: a result passes if it means what the record means. It takes the record for good, so
// that a fault that stands in both is not its business (conformance has such vectors, flagged `record`).
// Written from docs/formats.md alone. It needs nlohmann/json:
//
//   c++ -std=c++20 -O2 examples/correct_verifier.cpp -o correct_verifier
//   holdfast hunt --subject ./correct_verifier
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <stdexcept>

using nlohmann::json;
// Whether a text has nothing that a reader sees: white space, format and filler characters, a blank Braille cell.
bool is_blank(const json& v) {
  static const std::regex blank(R"(([\x01-\x20\x7f]|\xC2[\x80-\xA0\xAD]|\xCD\x8F|\xD8\x9C|\xE1(\x85[\x9F\xA0]|\x9A\x80|\x9E[\xB4\xB5]|\xA0[\x8B-\x8F])|\xE2(\x80[\x80-\x8F\xA8-\xAF]|\x81[\x9F-\xAF]|\xA0\x80)|\xE3(\x80\x80|\x85\xA4)|\xEF(\xB8[\x80-\x8F]|\xBB\xBF|\xBE\xA0|\xBF[\xB0-\xBB])|\xEE[^]{2}|\xF3\xA0[^]{2})*)");
  return std::regex_match(v.get_ref<const std::string&>(), blank);
}
// Base64 with padding, as Holdfast sends it.
std::string decoded(const std::string& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned held = 0;
  int bits = 0;
  for (const char c : text.substr(0, text.find('='))) {
    held = held << 6 | static_cast<unsigned>(digits.find(c));
    if ((bits += 6) >= 8) bytes += static_cast<char>(held >> (bits -= 8) & 0xFF);
  }
  return bytes;
}
// Whether a JSON document may hold the text: no NUL, and none of the code points that are no characters.
bool is_clean(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(at < text.size() ? text[at] : 0); };
    const bool ends_a_plane = byte(i) == 0xBF && (byte(i + 1) | 1) == 0xBF && i > 0 &&
                              ((byte(i - 1) == 0xEF) || (i > 1 && (byte(i - 2) & 0xF8) == 0xF0 && (byte(i - 1) & 0xF) == 0xF));
    const bool in_the_gap = byte(i) == 0xEF && byte(i + 1) == 0xB7 && byte(i + 2) >= 0x90 && byte(i + 2) <= 0xAF;
    if (byte(i) == 0 || ends_a_plane || in_the_gap) return false;
  }
  return true;
}
bool all_clean(const json& v) {
  if (v.is_string()) return is_clean(v.get_ref<const std::string&>());
  if (v.is_array()) return std::all_of(v.begin(), v.end(), all_clean);
  return !v.is_object() || std::all_of(v.items().begin(), v.items().end(),
                                       [](const auto& member) { return is_clean(member.key()) && all_clean(member.value()); });
}
// A text that may be malformed. nlohmann/json takes a member twice, any number, a byte-order mark, and deep nesting.
json strictly(const std::string& text) {
  std::vector<std::set<std::string>> names;
  const auto look = [&](int depth, json::parse_event_t event, json& v) {
    const bool too_deep = depth > 64;
    if (event == json::parse_event_t::object_start) names.emplace_back();
    if (event == json::parse_event_t::object_end) names.pop_back();
    const bool twice = event == json::parse_event_t::key && !names.back().insert(v).second;
    const bool number = event == json::parse_event_t::value && v.is_number() &&
                        (v.is_number_float() || std::abs(v.get<double>()) > 9007199254740991.0);
    if (too_deep || twice || number) throw std::invalid_argument("depth, member or number");
    return true;
  };
  const json value = json::parse(text, look);
  static const std::regex strings(R"("([^"\\]|\\.)*")");
  const bool minus_zero = text.find("-0") != std::string::npos && std::regex_replace(text, strings, "").find("-0") != std::string::npos;
  if (minus_zero || text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string::npos || !all_clean(value))
    throw std::invalid_argument("number or code point");
  return value;
}
json read(const json& question, const std::string& side) {
  json document = question.contains(side + "Base64") ? json(decoded(question[side + "Base64"])) : question.at(side);
  if (question.value("raw", false) && !document.is_null()) document = strictly(document);
  if (!document.is_object()) throw std::invalid_argument("no manifest");
  return document;
}
// Sorts as the time does; empty where it is none in UTC.
std::string instant(const std::string& text) {
  static const std::regex form(R"((\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z)");
  std::smatch part;
  if (!std::regex_match(text, part, form)) return "";
  const int year = std::stoi(part[1]), month = std::stoi(part[2]), day = std::stoi(part[3]);
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const int days[] = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1 || day > days[month - 1]) return "";
  const std::string seconds = text.substr(0, 19) + ".", fraction = part[5].length() > 0 ? part[5].str().substr(1) : "";
  return seconds + fraction.substr(0, fraction.find_last_not_of('0') + 1);
}
// Takes the free members out of the document: times by place, and what stands for nothing. The rest is its meaning.
std::map<std::string, std::string> take_free_members(json& m) {
  const bool v2 = m.value("schema", json()) == "resume-manifest/v2";
  std::map<std::string, std::string> times;
  const auto take = [&](json& holder, const char* name, const std::string& place) {
    const std::string text = holder.at(name);
    times[place] = instant(text);
    if ((v2 && times[place].empty()) || is_blank(text)) throw std::invalid_argument("time");
    holder.erase(name);
  };
  if (!v2) {
    if (!m.contains("schema")) m["schema"] = "resume-manifest/v1";
    take(m.at("canonical"), "readAt", "canonical");
  } else {
    for (json& source : m.at("canonical")) take(source, "readAt", json({source.at("root"), source.at("path")}).dump());
    for (auto& [name, decision] : m.at("decisions").items()) {
      take(decision, "observedAt", name);
      if (is_blank(decision.at("source"))) throw std::invalid_argument("source");
      decision.erase("source");
    }
    for (json& directive : m.at("directives")) std::sort(directive.at("obligations").begin(), directive.at("obligations").end());
  }
  for (const char* name : {"canonical", "externalWrites", "consumedAuthorities", "prohibitions", "completionChecks", "directives"})
    if (m.contains(name) && m[name].is_array()) std::sort(m[name].begin(), m[name].end());
  return times;
}
const char* fault(const json& question) {
  json before = read(question, "before"), after = read(question, "after");
  const auto earlier = take_free_members(before), later = take_free_members(after);
  for (const char* name : {"prohibitions", "completionChecks"}) {
    const std::set<json> items(after.at(name).begin(), after.at(name).end());
    const bool whole = after[name].is_array() && items.size() == after[name].size() && std::all_of(items.begin(), items.end(), [](const json& item) { return item.is_string() && !is_blank(item); });
    if (question.at("policy") == "monotone" && whole && std::includes(items.begin(), items.end(), before.at(name).begin(), before[name].end()))
      after[name] = before[name];
  }
  if (before.dump() != after.dump()) return "another meaning";
  const bool older = std::any_of(later.begin(), later.end(), [&](const auto& time) { return !time.second.empty() && time.second < earlier.at(time.first); });
  return older ? "older evidence" : nullptr;
}
int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const json question = json::parse(line);
    json answer = {{"type", "hello"}, {"protocol", 1}, {"name", "correct-verifier-cpp"}, {"version", "1"}, {"evidence", json::array()},
                   {"schemas", {"resume-manifest/v1", "resume-manifest/v2"}}, {"policies", {"exact", "monotone"}}};
    if (question["type"] != "hello") {
      const char* found = "no manifest";
      try {
        found = question.at("step") == "pair" ? fault(question) : nullptr;
      } catch (const std::exception&) {
      }
      answer = {{"id", question["id"]}, {"verdict", found ? "reject" : "accept"}, {"reasons", json::array()}};
      if (found) answer["reasons"].push_back(found);
      if (question.at("step") != "pair") answer = {{"id", question["id"]}, {"error", "only pairs are judged here"}};
    }
    std::cout << answer.dump() << std::endl;
  }
}
