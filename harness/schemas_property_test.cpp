// What a reader accepts its published schema accepts, what the schema refuses the reader refuses;
// what the schema accepts and the reader refuses has a row in schema_limits_test.h. Then the same
// property, asked of schemas and readers that are broken on purpose: it has to see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>

#include "core/json.h"
#include "harness/schema_edits_test.h"
#include "harness/schema_limits_test.h"
#include "harness/schema_test.h"

namespace holdfast {
namespace {

constexpr std::size_t kDocuments = 20'000;  // of each kind
constexpr std::size_t kShownMax = 5;        // disagreements of a kind
constexpr std::uint64_t kSeed = 20260305;

// A document with what its reader says of it.
struct Judged {
  nlohmann::json document;
  bool reader_accepts = false;
  bool only_limits = true;           // each refusal has its row in the table
  bool catch_all = false;            // a refusal that no rule names
  std::vector<std::size_t> limits;   // the rows
  std::vector<std::string> unknown;  // the refusals without one: "code/reason at pointer"
};

Judged judge_document(const Value& value, const DocumentKind& kind, std::span<const Rule> used) {
  Judged judged;
  judged.document = to_nlohmann(value);
  const std::vector<Refusal> refusals = kind.read(value, used);
  judged.reader_accepts = refusals.empty();
  for (const Refusal& refusal : refusals) {
    judged.catch_all = judged.catch_all || refusal.code == "unexplained_difference";
    const std::size_t limit = limit_of(value, refusal, kind);
    if (limit == kSchemaLimitCount) {
      judged.unknown.push_back(refusal.code + "/" + refusal.reason + " at " + refusal.pointer);
    } else {
      judged.limits.push_back(limit);
    }
  }
  judged.only_limits = judged.unknown.empty();
  return judged;
}

std::vector<Judged> judged_documents(const DocumentKind& kind, std::size_t count,
                                     std::span<const Rule> used = rules::all()) {
  TestRandom random(kSeed);
  RandomEdits edits(random);
  std::vector<std::string> texts;
  for (const Value& good : kind.good) {
    collect_texts(good, texts);
  }
  std::vector<Judged> judged;
  judged.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Value document = random.pick(kind.good);
    edits.edit(document, texts);
    if (kind.mend && !random.one_in(4)) {
      kind.mend(document);
    }
    judged.push_back(judge_document(document, kind, used));
  }
  return judged;
}

// Why the two do not agree; empty where they do.
std::string disagreement(const Judged& judged, bool schema_accepts) {
  if (judged.catch_all) {
    return "a fault of the document that no rule names";
  }
  if (judged.reader_accepts && !schema_accepts) {
    return "the reader accepts, the schema refuses";
  }
  if (!judged.only_limits && schema_accepts) {
    return "the schema accepts, the reader refuses, and the table has no row for it: " +
           judged.unknown.front();
  }
  return {};
}

struct Shares {
  std::size_t both_accept = 0;
  std::size_t both_refuse = 0;
  std::size_t reader_alone_refuses = 0;
};

// More than a tenth of each side, so that a generator that leans over is seen. What a schema cannot
// say is rarer in small documents.
void expect_balance(const Shares& shares, std::size_t count, const std::string& name) {
  const std::string text = name + ": both accept " + std::to_string(shares.both_accept) +
                           ", both refuse " + std::to_string(shares.both_refuse) +
                           ", the reader alone refuses " +
                           std::to_string(shares.reader_alone_refuses);
  EXPECT_GT(shares.both_accept, count / 10) << text;
  EXPECT_GT(shares.both_refuse, count / 10) << text;
  EXPECT_GT(shares.reader_alone_refuses, count / 500) << text;
  std::printf("%s\n", text.c_str());
}

// How often each row of the table was needed.
std::vector<std::size_t> expect_agreement(std::size_t count) {
  std::vector<std::size_t> used_limits(kSchemaLimitCount, 0);
  for (const DocumentKind& kind : document_kinds()) {
    const JsonSchema schema(schema_json(kind.schema));
    EXPECT_EQ(schema.fault(), "");
    Shares shares;
    std::size_t disagreements = 0;
    for (const Judged& judged : judged_documents(kind, count)) {
      const bool accepts = schema.accepts(judged.document);
      const std::string why = disagreement(judged, accepts);
      if (!why.empty() && ++disagreements <= kShownMax) {
        ADD_FAILURE() << kind.name << ": " << why << "\n"
                      << judged.document.dump() << "\n"
                      << schema.explain(judged.document).substr(0, 400);
      }
      shares.both_accept += accepts && judged.reader_accepts;
      shares.both_refuse += !accepts && !judged.reader_accepts;
      shares.reader_alone_refuses += accepts && !judged.reader_accepts;
      for (const std::size_t limit : judged.limits) {
        used_limits[limit] += accepts;
      }
    }
    EXPECT_EQ(disagreements, 0u) << kind.name;
    expect_balance(shares, count, kind.name);
  }
  return used_limits;
}

TEST(Schemas, AgreeWithTheirReadersOnEditedDocuments) { expect_agreement(1'000); }

TEST(SlowSchemas, AgreeWithTheirReadersAndNeedEveryRowOfTheTable) {
  const std::vector<std::size_t> used = expect_agreement(kDocuments);
  for (std::size_t i = 0; i < kSchemaLimitCount; ++i) {
    EXPECT_GT(used[i], 0u) << "the row " << kSchemaLimits[i].code << "/" << kSchemaLimits[i].reason
                           << "/" << kSchemaLimits[i].cause << " was never needed";
  }
}

TEST(Schemas, AcceptEveryGoodDocument) {
  for (const DocumentKind& kind : document_kinds()) {
    const JsonSchema schema(schema_json(kind.schema));
    for (const Value& good : kind.good) {
      for (const Refusal& refusal : kind.read(good, rules::all())) {
        ADD_FAILURE() << kind.name << ": " << refusal.code << " " << refusal.reason << " at "
                      << refusal.pointer;
      }
      EXPECT_EQ(schema.explain(to_nlohmann(good)), "") << kind.name;
    }
  }
}

// The table in docs/formats.md, as "code/reason" pairs.
std::set<std::string> documented_limits() {
  const std::string page = read_source_file("docs/formats.md");
  std::size_t at = page.find("## What a schema cannot say");
  EXPECT_NE(at, std::string::npos);
  const std::size_t end = std::min(page.find("\n## ", at + 1), page.size());
  std::set<std::string> pairs;
  while ((at = page.find("\n| `", at)) != std::string::npos && at < end) {
    const std::string line = page.substr(at + 1, page.find('\n', at + 1) - at - 1);
    const std::size_t second = line.find('|', 1);
    const std::string code = line.substr(3, line.find('`', 3) - 3);
    const std::string reasons = line.substr(second + 1, line.find('|', second + 1) - second - 1);
    std::size_t quote = 0;
    bool any = false;
    while ((quote = reasons.find('`', quote)) != std::string::npos) {
      const std::size_t close = reasons.find('`', quote + 1);
      pairs.insert(code + "/" + reasons.substr(quote + 1, close - quote - 1));
      quote = close + 1;
      any = true;
    }
    if (!any) {
      pairs.insert(code + "/");
    }
    ++at;
  }
  return pairs;
}

TEST(Schemas, TheirLimitsAreThoseThatTheDocumentationLists) {
  std::set<std::string> expected;
  for (const SchemaLimit& limit : kSchemaLimits) {
    expected.insert(std::string(limit.code) + "/" + std::string(limit.reason));
  }
  EXPECT_EQ(documented_limits(), expected);
}

// Without one of its rules the reader takes documents that the schema refuses, or is stopped only
// by the typed manifest, which names nothing.
TEST(Schemas, AMissingRuleIsSeen) {
  for (const char* name : {"unknown_field", "required_missing", "invalid_list", "invalid_value",
                           "invalid_external_write"}) {
    std::vector<Rule> fewer;
    for (const Rule& rule : rules::all()) {
      if (rule.name != name) {
        fewer.push_back(rule);
      }
    }
    ASSERT_EQ(fewer.size() + 1, rules::all().size());
    const DocumentKind kind = document_kinds()[1];
    const JsonSchema schema(schema_json(kind.schema));
    const std::vector<Judged> documents = judged_documents(kind, 2'000, fewer);
    EXPECT_TRUE(std::any_of(documents.begin(), documents.end(),
                            [&](const Judged& judged) {
                              return !disagreement(judged, schema.accepts(judged.document)).empty();
                            }))
        << "nothing is seen without " << name;
  }
}

// A schema changed in one place, and what was changed.
struct BrokenSchema {
  std::string what;
  nlohmann::json schema;
};

// Every constraint taken out, one at a time, and every optional member made required or unknown.
void break_schema(const nlohmann::json& whole, const nlohmann::json::json_pointer& at,
                  std::vector<BrokenSchema>& broken) {
  const nlohmann::json& node = whole.at(at);
  const auto add = [&](const std::string& what, const auto& change) {
    nlohmann::json copy = whole;
    change(copy.at(at));
    broken.push_back({what + " at " + at.to_string(), std::move(copy)});
  };
  if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      break_schema(whole, at / i, broken);
    }
    return;
  }
  if (!node.is_object()) {
    return;
  }
  for (const char* key : {"additionalProperties", "enum", "const", "pattern", "minLength",
                          "maxLength", "minItems", "maxItems", "uniqueItems", "minimum", "type",
                          "propertyNames", "not", "then", "else", "oneOf", "anyOf", "allOf"}) {
    if (node.contains(key)) {
      add(std::string("without ") + key, [&](nlohmann::json& n) { n.erase(key); });
    }
  }
  for (std::size_t i = 0; node.contains("required") && i < node["required"].size(); ++i) {
    add("not required " + node["required"][i].get<std::string>(),
        [&](nlohmann::json& n) { n["required"].erase(i); });
  }
  for (std::size_t i = 0; node.contains("enum") && i < node["enum"].size(); ++i) {
    add("without the word " + node["enum"][i].dump(),
        [&](nlohmann::json& n) { n["enum"].erase(i); });
  }
  if (node.contains("properties") && node.contains("additionalProperties")) {
    for (const auto& member : node["properties"].items()) {
      add("without the member " + member.key(),
          [&](nlohmann::json& n) { n["properties"].erase(member.key()); });
      const nlohmann::json required = node.value("required", nlohmann::json::array());
      if (std::find(required.begin(), required.end(), member.key()) == required.end()) {
        add("required " + member.key(),
            [&](nlohmann::json& n) { n["required"].push_back(member.key()); });
      }
    }
  }
  for (const auto& member : node.items()) {
    break_schema(whole, at / member.key(), broken);
  }
}

// Changes that mean nothing: what they take out is said elsewhere too.
bool means_nothing(const std::string& what) {
  static const std::set<std::string> harmless = {
      "without type at /definitions/compaction",                // `oneOf` takes objects only
      "without type at /properties/lineage/properties/parent",  // `then` and `else`
      "without type at /properties/lineage/properties/coverage"};
  return harmless.count(what) != 0 ||
         (!reads_chain_cases() && what.find("/definitions/chain") != std::string::npos);
}

TEST(SlowSchemas, EveryChangedLineIsSeen) {
  std::set<std::string> stems;
  for (const DocumentKind& kind : document_kinds()) {
    stems.insert(kind.schema);
  }
  for (const std::string& stem : stems) {
    std::vector<Judged> documents;
    for (const DocumentKind& kind : document_kinds()) {
      if (kind.schema == stem) {
        std::vector<Judged> more = judged_documents(kind, kDocuments);
        std::move(more.begin(), more.end(), std::back_inserter(documents));
      }
    }
    std::vector<BrokenSchema> all;
    break_schema(schema_json(stem), nlohmann::json::json_pointer(), all);
    std::size_t seen = 0;
    for (const BrokenSchema& broken : all) {
      const JsonSchema schema(broken.schema);
      const bool is_seen = !schema.fault().empty() ||
                           std::any_of(documents.begin(), documents.end(), [&](const Judged& one) {
                             return !disagreement(one, schema.accepts(one.document)).empty();
                           });
      seen += is_seen;
      EXPECT_TRUE(is_seen || means_nothing(broken.what)) << stem << ": " << broken.what;
    }
    std::printf("%s: %zu of %zu changes seen\n", stem.c_str(), seen, all.size());
  }
}

}  // namespace
}  // namespace holdfast
