// Law 1 shown: an editor that knows JSON and no rule makes arbitrary edits to good manifests of
// both versions. What the oracle calls another meaning the core must refuse, and what it calls the
// same meaning the core must accept. A second editor makes only free edits, of which the first
// makes few.
//
// HOLDFAST_DENY_CASES sets how many of each are tried; the default run takes 100,000, the slow one
// ten million.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/compaction.h"
#include "core/json.h"
#include "generators/realistic.h"
#include "harness/oracle.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kCasesPerManifest = 20;

// ---- the editor

void collect(Value& value, std::vector<Value*>& nodes) {
  nodes.push_back(&value);
  for (Value& item : value.items()) {
    collect(item, nodes);
  }
}

Value any_value(Random& random, const std::vector<Value*>& nodes) {
  switch (random.below(9)) {
    case 0:
      return {};
    case 1:
      return random.chance(1, 2);
    case 2:
      return static_cast<std::int64_t>(random.below(100)) - 2;
    case 3:
      return "";
    case 4:
      return " \xE2\x80\x8B\xE3\x80\x80";
    case 5:
      return "x";
    case 6:
      return Value::array();
    case 7:
      return Value::object();
    default:
      return *random.pick(nodes);  // something that stands elsewhere in the document
  }
}

std::size_t any_boundary(const std::string& text, Random& random) {
  auto at = static_cast<std::size_t>(random.between(0, text.size()));
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
    ++at;
  }
  return at;
}

std::string edited_text(std::string text, Random& random) {
  static constexpr std::string_view kInserted[] = {
      " ", "x", "0", "\xE2\x80\x8B", "\xE3\x80\x80", "\xC2\xA0", "é", "e\xCC\x81", "\n", "Z", "不"};
  const std::size_t at = any_boundary(text, random);
  switch (random.below(6)) {
    case 0:
      return text.insert(at, random.pick(kInserted));
    case 1: {  // a character less
      const std::size_t end = at + 1 < text.size() ? any_boundary(text, random) : text.size();
      return text.erase(std::min(at, end), std::max(at, end) - std::min(at, end));
    }
    case 2:  // another digit or letter
      if (at < text.size() && static_cast<unsigned char>(text[at]) < 0x7F) {
        text[at] = random.chance(1, 2) ? static_cast<char>('0' + random.below(10))
                                       : static_cast<char>('a' + random.below(26));
      }
      return text;
    case 3:
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
      return text;
    case 4:
      return text + text;
    default:
      return text.substr(0, at);
  }
}

void edit_array(Value& array, Random& random, const std::vector<Value*>& nodes) {
  std::vector<Value>& items = array.items();
  const auto place = [&] { return static_cast<std::size_t>(random.below(items.size())); };
  const std::uint64_t kind = items.empty() ? 0 : random.below(6);
  if (kind == 0) {
    Value value = any_value(random, nodes);
    items.push_back(std::move(value));
  } else if (kind == 1) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place()));
  } else if (kind == 2) {
    Value copy = items[place()];
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(place()), std::move(copy));
  } else if (kind == 3) {
    const std::size_t one = place();
    std::swap(items[one], items[place()]);
  } else if (kind == 4) {
    std::rotate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(place()), items.end());
  } else {  // moved
    const std::size_t from = place();
    Value moved = std::move(items[from]);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(from));
    const auto to = static_cast<std::ptrdiff_t>(random.between(0, items.size()));
    items.insert(items.begin() + to, std::move(moved));
  }
}

void edit_object(Value& object, Random& random, const std::vector<Value*>& nodes) {
  static constexpr std::string_view kNames[] = {"note",      "operation", "receipt", "answers",
                                                "arguments", "readAt",    "state",   "id"};
  const std::string name = object.size() == 0 ? "" : random.pick(object.names());
  const std::uint64_t kind = object.size() == 0 ? 0 : random.below(5);
  if (kind == 0) {
    const std::string_view added = random.pick(kNames);
    Value value = any_value(random, nodes);
    object.set(added, std::move(value));
  } else if (kind == 1) {
    object.erase(name);
  } else if (kind == 2) {  // another name for the same value
    Value value = *object.find(name);
    object.erase(name);
    object.set(edited_text(name, random), std::move(value));
  } else if (kind == 3) {  // the members in another order
    std::reverse(object.names().begin(), object.names().end());
    std::reverse(object.items().begin(), object.items().end());
  } else {  // two members exchanged
    Value& other = *object.find(random.pick(object.names()));
    std::swap(*object.find(name), other);
  }
}

void edit_any(Value& document, Random& random) {
  std::vector<Value*> nodes;
  collect(document, nodes);
  Value& node = *random.pick(nodes);
  if (random.chance(1, 6)) {
    Value value = any_value(random, nodes);
    node = std::move(value);
  } else if (node.is_string()) {
    node = edited_text(node.text(), random);
  } else if (node.is_integer()) {
    node = node.integer() + static_cast<std::int64_t>(random.below(3)) - 1;
  } else if (node.is_boolean()) {
    node = !node.boolean();
  } else if (node.is_array()) {
    edit_array(node, random, nodes);
  } else if (node.is_object()) {
    edit_object(node, random, nodes);
  } else {
    Value value = any_value(random, nodes);
    node = std::move(value);
  }
}

// ---- free edits

void shuffle(Value* list, Random& random) {
  if (list != nullptr) {
    random.shuffle(list->items());
  }
}

void reverse_members(Value& value, Random& random) {
  if (value.is_object() && random.chance(1, 2)) {
    std::reverse(value.names().begin(), value.names().end());
    std::reverse(value.items().begin(), value.items().end());
  }
  for (Value& item : value.items()) {
    reverse_members(item, random);
  }
}

void edit_free(Value& document, Random& random) {
  for (const std::string_view list : {"externalWrites", "consumedAuthorities", "prohibitions",
                                      "completionChecks", "directives"}) {
    shuffle(document.find(list), random);
  }
  Value& canonical = *document.find("canonical");
  if (canonical.is_object()) {
    *canonical.find("readAt") = "2031-01-02T03:04:05.5Z";
    if (random.chance(1, 2)) {
      document.erase("schema");
    }
  } else {
    for (Value& reference : canonical.items()) {
      *reference.find("readAt") = "2031-01-02T03:04:05.5Z";
    }
    shuffle(&canonical, random);
    for (Value& directive : document.find("directives")->items()) {
      shuffle(directive.find("obligations"), random);
    }
    for (Value& decision : document.find("decisions")->items()) {
      *decision.find("observedAt") = "2031-01-02T03:04:05Z";
      *decision.find("source") = "seen again";
    }
  }
  reverse_members(document, random);
}

// ---- the property

struct Tally {
  std::uint64_t refused = 0;
  std::uint64_t accepted = 0;
  std::uint64_t unexplained = 0;
  std::uint64_t unnamed_alone = 0;  // refused by law 1 alone, all comparing rules being off
  std::map<std::string, std::uint64_t> by_code;
  std::string failure;

  void fail(const std::string& text) {
    if (failure.empty()) {
      failure = text;
    }
  }
};

std::vector<Rule> document_rules() {
  std::vector<Rule> rules;
  for (Rule rule : rules::all()) {
    rule.check_pair = nullptr;
    if (rule.check_node != nullptr) {
      rules.push_back(rule);
    }
  }
  return rules;
}

class Property {
 public:
  explicit Property(std::uint64_t seed) : seed_(seed) {}

  Tally run(std::uint64_t begin, std::uint64_t end, bool free) {
    for (std::uint64_t i = begin; i < end && tally_.failure.empty(); ++i) {
      if (i % kCasesPerManifest == 0 || !before_.manifest) {
        begin_manifest(i / kCasesPerManifest);
        if (oracle_ == nullptr) {
          break;
        }
      }
      Random random(seed_, i);
      Value after = value_;
      if (free) {
        edit_free(after, random);
      } else {
        for (std::uint64_t edits = random.chance(1, 4) ? 2 : 1; edits > 0; --edits) {
          edit_any(after, random);
        }
      }
      judge(i, after, free);
    }
    return std::move(tally_);
  }

 private:
  void begin_manifest(std::uint64_t group) {
    Random random(seed_, (std::uint64_t{1} << 62) + group);
    const Manifest manifest = group % 2 == 0 ? random_manifest(random, {.list_items_max = 4})
                                             : random_manifest_v2(random, {.list_items_max = 4});
    value_ = to_value(manifest);
    before_ = read_document_value(value_, Side::kBefore);
    if (!before_.manifest) {
      tally_.fail("a generated manifest is refused: " + before_.findings[0].code + " " +
                  before_.findings[0].item);
      return;
    }
    oracle_ = std::make_unique<Oracle>(write_compact_json(value_), false);
  }

  void judge(std::uint64_t index, const Value& after, bool free) {
    const std::string text = write_compact_json(after);
    const OracleJudgement judgement = oracle_->judge(text);
    const Document document = read_document_value(after, Side::kAfter);
    CheckOptions options;
    options.checksums = index % 100 == 0;
    const Verdict verdict = check_compaction(before_, document, options);
    const auto report = [&](const std::string& what) {
      std::string invariants;
      for (const std::string& invariant : judgement.violated) {
        invariants += " " + invariant;
      }
      tally_.fail("case " + std::to_string(index) + ": " + what + "; the oracle says" +
                  (invariants.empty() ? " equal" : invariants) + "\n" + to_text(verdict) +
                  write_compact_json(value_) + "\n" + text);
    };
    if (free && !judgement.equal()) {
      report("a free edit is none");
    } else if (judgement.equal() != verdict.pass) {
      report(verdict.pass ? "another meaning passes" : "the same meaning is refused");
    }
    count(verdict);
    if (!verdict.pass && document.manifest && !without_rules(document)) {
      report("law 1 alone lets it pass");
    }
  }

  void count(const Verdict& verdict) {
    ++(verdict.pass ? tally_.accepted : tally_.refused);
    if (!verdict.pass) {
      ++tally_.by_code[verdict.findings[0].code];
      tally_.unexplained += verdict.findings[0].code == "unexplained_difference" ? 1 : 0;
    }
  }

  // With every comparing rule off only law 1 is left. Times of observation are no part of the
  // meaning, so what only moves one back is refused by its rule and nothing else.
  bool without_rules(const Document& document) {
    CheckOptions options;
    options.rules = document_rules_;
    options.checksums = false;
    const Verdict verdict = check_compaction(before_, document, options);
    if (!verdict.pass) {
      ++tally_.unnamed_alone;
      return verdict.findings.size() == 1 && verdict.findings[0].code == "unexplained_difference";
    }
    const Verdict named = check_compaction(before_, document);
    return std::all_of(named.findings.begin(), named.findings.end(),
                       [](const Finding& finding) { return finding.code == "evidence_older"; });
  }

  std::uint64_t seed_;
  Value value_;
  Document before_;
  std::unique_ptr<Oracle> oracle_;
  std::vector<Rule> document_rules_ = document_rules();
  Tally tally_;
};

Tally run(std::uint64_t cases, bool free) {
  constexpr std::uint64_t kParts = 2;
  std::vector<Tally> tallies(kParts);
  std::vector<std::thread> threads;
  for (std::uint64_t part = 0; part < kParts; ++part) {
    threads.emplace_back([&, part] {
      const std::uint64_t begin = cases * part / kParts / kCasesPerManifest * kCasesPerManifest;
      const std::uint64_t end = cases * (part + 1) / kParts / kCasesPerManifest * kCasesPerManifest;
      tallies[part] = Property(free ? 12 : 11).run(begin, end, free);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  Tally sum;
  for (const Tally& tally : tallies) {
    sum.refused += tally.refused;
    sum.accepted += tally.accepted;
    sum.unexplained += tally.unexplained;
    sum.unnamed_alone += tally.unnamed_alone;
    for (const auto& [code, count] : tally.by_code) {
      sum.by_code[code] += count;
    }
    if (!tally.failure.empty()) {
      sum.fail(tally.failure);
    }
  }
  return sum;
}

std::uint64_t cases_or(std::uint64_t fallback) {
  const char* given = std::getenv("HOLDFAST_DENY_CASES");
  return given == nullptr ? fallback : std::strtoull(given, nullptr, 10);
}

void print(const Tally& tally) {
  std::printf("%llu refused, %llu accepted; %llu that no rule names, %llu refused by law 1 alone\n",
              static_cast<unsigned long long>(tally.refused),
              static_cast<unsigned long long>(tally.accepted),
              static_cast<unsigned long long>(tally.unexplained),
              static_cast<unsigned long long>(tally.unnamed_alone));
  for (const auto& [code, count] : tally.by_code) {
    std::printf("  %8llu %s\n", static_cast<unsigned long long>(count), code.c_str());
  }
}

void refuse_arbitrary(std::uint64_t cases) {
  const Tally tally = run(cases, false);
  print(tally);
  EXPECT_TRUE(tally.failure.empty()) << tally.failure;
  // An editor that stopped editing would pass everything.
  EXPECT_GT(tally.refused, cases * 3 / 4);
  EXPECT_GT(tally.accepted, cases / 200);
  EXPECT_GT(tally.unnamed_alone, cases / 10);
}

void accept_free(std::uint64_t cases) {
  const Tally tally = run(cases, true);
  print(tally);
  EXPECT_TRUE(tally.failure.empty()) << tally.failure;
  EXPECT_EQ(tally.refused, 0U);
  EXPECT_GE(tally.accepted + kCasesPerManifest, cases);
}

TEST(DenyByDefault, RefusesEveryEditThatIsNotFree) { refuse_arbitrary(cases_or(100'000)); }
TEST(DenyByDefault, AcceptsEveryFreeEdit) { accept_free(cases_or(100'000)); }
TEST(SlowDenyByDefault, RefusesTenMillionEditsThatAreNotFree) {
  refuse_arbitrary(cases_or(10'000'000));
}
TEST(SlowDenyByDefault, AcceptsTenMillionFreeEdits) { accept_free(cases_or(10'000'000)); }

}  // namespace
}  // namespace holdfast
