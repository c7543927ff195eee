// The compaction check against a comparison that shares nothing with it: random small edits by an
// editor that knows no rule, and nlohmann/json to say whether an edit is one of the free ones
// (white space, order of members, escapes; order of unordered lists; an absent schema; a time of
// reading that does not move back). The check has to accept exactly those. The test stands here
// because the core, its tests included, does not know nlohmann/json.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/compaction.h"
#include "core/json.h"
#include "core/unicode.h"
#include "generators/random.h"

namespace holdfast {
namespace {

// Codes about what only resume-manifest/v2 has; harness/deny_by_default_test.cpp edits both
// versions.
constexpr std::string_view kOfSecondVersion[] = {
    "event_",   "events_",  "directive_",        "obligation_",         "decision_",
    "lineage_", "coverage", "authority_changed", "norm_version_unknown"};

using nlohmann::json;

// Times of reading with their order; -1 is no time, -2 a text without a visible character.
const std::map<std::string, int>& read_times() {
  static const std::map<std::string, int> table = {{"2026-03-05T11:00:00Z", 10},
                                                   {"2026-03-05T20:00:00+09:00", 10},
                                                   {"2026-03-05T11:00:00.000Z", 10},
                                                   {"2026-03-05T11:00:00.5Z", 11},
                                                   {"2026-03-06T00:00:00Z", 12},
                                                   {"2027-01-01T00:00:00Z", 13},
                                                   {"2026-03-05T10:59:59.999999Z", 9},
                                                   {"2026-03-05T11:30:00+01:00", 8},
                                                   {"1999-12-31T23:59:59Z", 7},
                                                   {"2026-02-30T00:00:00Z", -1},
                                                   {"this morning", -1},
                                                   {"2026-03-05", -1},
                                                   {"", -2},
                                                   {" \t", -2},
                                                   {"\xE2\x80\x8B", -2}};
  return table;
}

Value base_manifest() {
  return *read_json(
              R"({"schema":"resume-manifest/v1","taskId":"task 7","objective":"Redraw 港の地図 \ud83d\uddfa.",
    "canonical":{"path":"maps/plan.md","sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "readAt":"2026-03-05T11:00:00Z"},"completedPhases":["one","two","three"],"nextExactAction":"Open sheet 5",
    "externalWrites":[{"operation":"mail.send","effectId":"fx-1","status":"confirmed"},
    {"operation":"mail.send","effectId":"fx-2","status":"unknown"}],"consumedAuthorities":["ok-1","ok-2"],
    "prohibitions":["do not publish","送らない","two"],"rollback":"two","completionChecks":["check a","check b"]})")
              .value;
}

// --- The comparison. Values are compared by their dumps: nlohmann's == takes 1 and 1.0 for one.

std::multiset<std::string> bag(const json& list) {
  std::multiset<std::string> items;
  for (const json& item : list) {
    items.insert(item.dump());
  }
  return items;
}

bool is_text_list(const json& list) {
  return list.is_array() && std::all_of(list.begin(), list.end(), [](const json& item) {
           return item.is_string() && has_visible_character(item.get<std::string>());
         });
}

bool may_grow_to(const json& before, const json& after) {
  if (!is_text_list(after)) {
    return false;
  }
  const std::multiset<std::string> items = bag(after);
  const std::multiset<std::string> record = bag(before);
  return std::includes(items.begin(), items.end(), record.begin(), record.end()) &&
         std::set<std::string>(items.begin(), items.end()).size() == items.size();
}

bool read_time_is_fine(const json& before, const json& after) {
  if (!after.is_string()) {
    return false;
  }
  const int was = read_times().at(before.get<std::string>());
  const auto is = read_times().find(after.get<std::string>());
  // The editor also moves other texts here; none of them is a time.
  return is == read_times().end() || (is->second != -2 && (is->second == -1 || is->second >= was));
}

bool is_free(const json& before, json after, bool monotone) {
  static const std::set<std::string> kUnordered = {"externalWrites", "consumedAuthorities",
                                                   "prohibitions", "completionChecks"};
  if (!after.is_object()) {
    return false;
  }
  if (!after.contains("schema")) {
    after["schema"] = "resume-manifest/v1";
  }
  if (after.size() != before.size()) {
    return false;
  }
  for (const auto& [name, was] : before.items()) {
    if (!after.contains(name)) {
      return false;
    }
    json is = after[name];
    json expected = was;
    if (name == "canonical") {
      if (!is.is_object() || !is.contains("readAt") ||
          !read_time_is_fine(was["readAt"], is["readAt"])) {
        return false;
      }
      is.erase("readAt");
      expected.erase("readAt");
    }
    const bool grows = monotone && (name == "prohibitions" || name == "completionChecks");
    const bool same = grows                    ? may_grow_to(was, is)
                      : kUnordered.count(name) ? is.is_array() && bag(was) == bag(is)
                                               : expected.dump() == is.dump();
    if (!same) {
      return false;
    }
  }
  return true;
}

// --- The editor.

// Each random part is drawn in a statement of its own: compilers differ in the order in which they
// evaluate the parts of a sum.
class Editor {
 public:
  explicit Editor(std::uint64_t seed) : random_(seed) {}

  void edit(Value& root) {
    // The member of an earlier edit may be gone or of another type.
    if (Value* canonical = root.find("canonical");
        canonical != nullptr && canonical->is_object() && random_.chance(1, 12)) {
      canonical->set("readAt", any_read_time());
      return;
    }
    Value* at = place(root);
    switch (random_.below(4)) {
      case 0:
        *at = any_value(root);
        break;
      case 1:
        change_text(*at);
        break;
      case 2:
        change_members(root, *at);
        break;
      default:
        shuffle(*at);
    }
  }

  // One of the many spellings of a document.
  std::string spell(const Value& value) {
    if (value.is_string()) {
      return random_.chance(1, 4) ? escaped(value.text()) : write_compact_json(value);
    }
    if (!value.is_array() && !value.is_object()) {
      return write_compact_json(value);
    }
    std::vector<std::size_t> order(value.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    if (value.is_object() && random_.chance(1, 3)) {
      random_.shuffle(order);
    }
    std::string text = value.is_array() ? "[" : "{";
    for (std::size_t i = 0; i < order.size(); ++i) {
      text += i == 0 ? "" : ",";
      text += space();
      if (value.is_object()) {
        text += spell(Value(value.names()[order[i]]));
        text += space();
        text += ":";
        text += space();
      }
      text += spell(value.items()[order[i]]);
      text += space();
    }
    return text + (value.is_array() ? "]" : "}");
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }

  std::string space() { return random_.chance(1, 8) ? (random_.chance(1, 2) ? "\n  " : " ") : ""; }

  static std::string escaped(const std::string& text) {
    std::string out = "\"";
    for (std::size_t offset = 0; offset < text.size();) {
      char32_t c = next_code_point(text, offset);
      char hex[16];
      if (c > 0xFFFF) {
        c -= 0x10000;
        std::snprintf(hex, sizeof hex, "\\u%04x\\u%04X", 0xD800U + static_cast<unsigned>(c >> 10),
                      0xDC00U + static_cast<unsigned>(c & 0x3FF));
      } else {
        std::snprintf(hex, sizeof hex, "\\u%04x", static_cast<unsigned>(c));
      }
      out += hex;
    }
    return out + "\"";
  }

  std::string any_read_time() {
    auto found = read_times().begin();
    std::advance(found, static_cast<std::ptrdiff_t>(below(read_times().size())));
    return found->first;
  }

  // Any value of the tree, the root apart.
  Value* place(Value& root) {
    Value* at = &root;
    do {
      at = &at->items()[below(at->size())];
    } while (at->size() > 0 && random_.chance(2, 3));
    return at;
  }

  Value any_value(Value& root) {
    switch (random_.below(6)) {
      case 0:
        return *place(root);
      case 1:
        return Value();
      case 2:
        return static_cast<int>(below(3));
      case 3:
        return random_.chance(1, 2) ? Value::array() : Value::object();
      case 4:
        return random_.chance(1, 2);
      default:
        return "text " + std::to_string(below(4));
    }
  }

  // The time of reading changes by its table alone, see edit().
  void change_text(Value& at) {
    if (!at.is_string() || read_times().count(at.text()) > 0) {
      return;
    }
    std::string& text = at.text();
    switch (random_.below(6)) {
      case 0:
        text += random_.chance(1, 2) ? " " : "\xE2\x80\x8B";
        break;
      case 1:
        std::transform(text.begin(), text.end(), text.begin(), [](char c) {
          return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        });
        break;
      case 2:
        text.insert(0, "not ");
        break;
      case 3:
        text = random_.chance(1, 2) ? "" : "\xE2\x80\x8B ";
        break;
      case 4:
        text += text;
        break;
      default:
        break;
    }
  }

  void change_members(Value& root, Value& at) {
    if (at.is_array()) {
      switch (random_.below(4)) {
        case 0:
          at.append(any_value(root));
          break;
        case 1:
          at.append("more " + std::to_string(below(3)));
          break;
        default:
          if (at.size() > 0) {
            at.items().erase(at.items().begin() + static_cast<std::ptrdiff_t>(below(at.size())));
          }
      }
      return;
    }
    Value& object = at.is_object() ? at : root;
    const std::string name = object.size() == 0 ? "x" : object.names()[below(object.size())];
    switch (random_.below(4)) {
      case 0:
        object.erase(name);
        break;
      case 1: {
        const char* added = random_.chance(1, 2) ? "note" : "schema";
        object.set(added, any_value(root));
        break;
      }
      case 2:
        root.erase("schema");
        break;
      default:
        if (object.size() > 0) {
          object.names()[below(object.size())] += "x";
        }
    }
  }

  void shuffle(Value& at) {
    if (at.is_array()) {
      random_.shuffle(at.items());
    }
  }

  Random random_;
};

void compare_random_edits(std::uint64_t seed, int count) {
  const Value base = base_manifest();
  const std::string before = write_compact_json(base);
  const json before_json = json::parse(before);
  const Document record = read_document(before, Side::kBefore);
  ASSERT_TRUE(record.manifest);
  Editor editor(seed);
  std::map<std::string, std::size_t> seen;
  for (int i = 0; i < count; ++i) {
    Value edited = base;
    for (int j = i % 3; j >= 0; --j) {
      editor.edit(edited);
    }
    const std::string after = editor.spell(edited);
    const Document result = read_document(after, Side::kAfter);
    for (const Policy policy : {Policy::kExact, Policy::kMonotone}) {
      CheckOptions options;
      options.policy = policy;
      options.checksums = i % 10 == 0;
      const Verdict verdict = check_compaction(record, result, options);
      const bool expected = is_free(before_json, json::parse(after), policy == Policy::kMonotone);
      ASSERT_EQ(verdict.pass, expected) << i << " " << to_text(policy) << "\n"
                                        << after << "\n"
                                        << to_text(verdict);
      ASSERT_EQ(verdict.pass, verdict.findings.empty());
      ++seen[std::string(to_text(policy)) + (expected ? " accepted" : " refused")];
      for (const Finding& finding : verdict.findings) {
        ++seen[finding.code];
      }
    }
  }
  // Both outcomes under both policies, and every rule that a document of the first version can
  // break.
  for (const char* outcome :
       {"exact accepted", "exact refused", "monotone accepted", "monotone refused"}) {
    EXPECT_GE(seen[outcome], static_cast<std::size_t>(count) / 10) << outcome;
  }
  EXPECT_GT(seen["monotone accepted"], seen["exact accepted"]);
  EXPECT_EQ(seen["unexplained_difference"], 0U) << "a difference that no rule names";
  for (const Rule& rule : rules::all()) {
    const bool of_second_version =
        std::any_of(std::begin(kOfSecondVersion), std::end(kOfSecondVersion),
                    [&](std::string_view begin) { return rule.name.starts_with(begin); });
    EXPECT_GE(seen[std::string(rule.name)],
              of_second_version || rule.name == "next_action_not_exact_one" ? 0U : 1U)
        << rule.name;
    EXPECT_TRUE(!of_second_version || seen[std::string(rule.name)] == 0) << rule.name;
  }
}

TEST(CompactionDifferential, AcceptsExactlyTheFreeEdits) { compare_random_edits(20260303, 20000); }

TEST(SlowCompactionDifferential, AcceptsExactlyTheFreeEditsAmongHalfAMillion) {
  compare_random_edits(20260305, 500000);
}

// The comparison above has to be seen to tell apart.
TEST(CompactionDifferential, HasAComparisonThatSeesDifferences) {
  const json before = json::parse(write_compact_json(base_manifest()));
  EXPECT_TRUE(is_free(before, before, false));
  json after = before;
  after.erase("schema");
  std::reverse(after["prohibitions"].begin(), after["prohibitions"].end());
  after["canonical"]["readAt"] = "2027-01-01T00:00:00Z";
  EXPECT_TRUE(is_free(before, after, false));
  after["prohibitions"].push_back("more");
  EXPECT_FALSE(is_free(before, after, false));
  EXPECT_TRUE(is_free(before, after, true));
  for (const char* pointer :
       {"/taskId", "/objective", "/canonical/path", "/canonical/sha256", "/completedPhases/0",
        "/externalWrites/0/status", "/prohibitions/0", "/rollback", "/completionChecks/0"}) {
    json changed = before;
    changed[json::json_pointer(pointer)] = "x";
    EXPECT_FALSE(is_free(before, changed, false)) << pointer;
    EXPECT_FALSE(is_free(before, changed, true)) << pointer;
  }
  json older = before;
  older["canonical"]["readAt"] = "1999-12-31T23:59:59Z";
  EXPECT_FALSE(is_free(before, older, true));
}

}  // namespace
}  // namespace holdfast
