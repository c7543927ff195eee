// Random manifests and the pool that their texts come from: always valid, never the same twice in a
// list, and with the characters that break careless verifiers.
#include "generators/realistic.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/action.h"
#include "core/document.h"
#include "core/json.h"
#include "core/manifest_parts.h"
#include "core/reference.h"
#include "core/sha256.h"
#include "core/time.h"
#include "core/unicode.h"
#include "generators/text_pool.h"

namespace holdfast {
namespace {

// Empty when the manifest is valid and survives its own JSON.
std::string fault_of(const Manifest& manifest) {
  const Document document = read_document_value(to_value(manifest), Side::kBefore);
  if (!document.findings.empty()) {
    return document.findings.front().code + ' ' + document.findings.front().item;
  }
  return *document.manifest == manifest ? "" : "another manifest came back";
}

TEST(RandomManifest, IsAlwaysValid) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    ASSERT_EQ(fault_of(random_manifest(random)), "") << "seed " << seed;
  }
}

TEST(RandomManifest, IsValidInStrangeShapes) {
  for (const std::size_t items_max : {0, 1, 33, 100, 1'000}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Random random(seed, items_max);
      const Manifest manifest = random_manifest(random, {.list_items_max = items_max});
      ASSERT_EQ(fault_of(manifest), "") << "seed " << seed << ", up to " << items_max;
      EXPECT_LE(manifest.external_writes.size(), items_max);
      EXPECT_LE(manifest.prohibitions.size(), items_max);
    }
  }
}

TEST(RandomManifest, SurvivesItsText) {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    const Manifest manifest = random_manifest(random);
    const Document document = read_document(write_compact_json(to_value(manifest)), Side::kBefore);
    ASSERT_TRUE(document.manifest.has_value()) << "seed " << seed;
    EXPECT_EQ(*document.manifest, manifest);
  }
}

// A change of texts, of the order of draws or of a distribution changes what every stored seed
// means; whoever makes one on purpose puts the new digest here.
TEST(RandomManifest, IsTheOneItAlwaysWas) {
  std::string all;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    all += write_compact_json(to_value(random_manifest(random)));
  }
  EXPECT_EQ(sha256_hex(all), "576e58f5d836b70266a55899638eacf51c540826da905cca20e0ca0521b23523");
}

TEST(RandomManifest, HasAllSortsOfContent) {
  std::set<std::string> seen;
  bool utf16_differs = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Manifest manifest = random_manifest(random);
    const std::string text = write_compact_json(to_value(manifest));
    const auto note = [&](std::string_view name, bool found) {
      if (found) {
        seen.emplace(name);
      }
    };
    const auto has = [&](std::string_view part) { return text.find(part) != std::string::npos; };
    note("quotes", has("\\\""));
    note("backslash", has("\\\\"));
    note("line end", has("\\n"));
    note("tab", has("\\t"));
    note("code span", has("`"));
    note("joiner", has("\u200D"));
    note("variation selector", has("\uFE0F"));
    note("ideographic selector", has("\U000E0101"));
    note("full width", has("Ｒ"));
    note("beyond the BMP", has("𠮷"));
    note("half-width kana", has("ﾒ"));
    note("no list item", manifest.prohibitions.empty());
    note("eight list items", manifest.prohibitions.size() == 8);
    note("readAt is no time", !parse_time(manifest.canonical[0].read_at));
    note("readAt is a time", parse_time(manifest.canonical[0].read_at).has_value());
    for (const ExternalWrite& write : manifest.external_writes) {
      note(to_text(write.status), true);
      for (const ExternalWrite& other : manifest.external_writes) {
        utf16_differs = utf16_differs || ((write.effect_id < other.effect_id) !=
                                          less_utf16(write.effect_id, other.effect_id));
      }
    }
  }
  EXPECT_EQ(seen.size(), 17u);
  EXPECT_TRUE(utf16_differs) << "no pair of ids sorts differently by UTF-16 and by UTF-8";
}

TEST(RandomManifestV2, IsAlwaysValid) {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    const Manifest manifest = random_manifest_v2(random);
    ASSERT_EQ(manifest.version, Version::kV2);
    ASSERT_EQ(fault_of(manifest), "") << "seed " << seed;
  }
}

TEST(RandomManifestV2, IsValidInStrangeShapes) {
  for (const std::size_t items_max : {0, 1, 33, 300}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Random random(seed, items_max);
      const Manifest manifest = random_manifest_v2(random, {.list_items_max = items_max});
      ASSERT_EQ(fault_of(manifest), "") << "seed " << seed << ", up to " << items_max;
      EXPECT_LE(manifest.events.size(), items_max);
      EXPECT_LE(manifest.directives.size(), items_max);
    }
  }
}

TEST(RandomManifestV2, SurvivesItsText) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const Manifest manifest = random_manifest_v2(random);
    const Document document = read_document(write_compact_json(to_value(manifest)), Side::kBefore);
    ASSERT_TRUE(document.manifest.has_value()) << "seed " << seed;
    EXPECT_EQ(*document.manifest, manifest);
  }
}

TEST(RandomManifestV2, IsTheOneItAlwaysWas) {
  std::string all;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    all += write_compact_json(to_value(random_manifest_v2(random)));
  }
  EXPECT_EQ(sha256_hex(all), "cd286fbb688dcfce8b6a50669dcdd9361cd2850cf871ec500cca1f928ef9bd4e");
}

using Seen = std::set<std::string>;

void note_if(bool found, std::string_view name, Seen& seen) {
  if (found) {
    seen.emplace(name);
  }
}

void note_events(const Manifest& manifest, Seen& seen) {
  std::set<std::string> answered;
  for (const Event& event : manifest.events) {
    seen.insert("event " + event.kind + (event.answers.empty() ? "" : " that answers"));
    note_if(!event.answers.empty() && !answered.insert(event.answers).second, "answered twice",
            seen);
  }
}

void note_directives(const Manifest& manifest, Seen& seen) {
  for (const Directive& directive : manifest.directives) {
    seen.insert("directive " + std::string(to_text(directive.state)));
    note_if(directive.obligations.size() > 1, "several obligations", seen);
    for (const Obligation& obligation : directive.obligations) {
      seen.insert("obligation " + obligation.kind);
      seen.insert(obligation.fulfilled ? "obligation fulfilled" : "obligation open");
      note_if(obligation.fulfilled && directive.state == DirectiveState::kActive,
              "an active directive's obligation is fulfilled", seen);
    }
  }
}

void note_lineage(const Lineage& lineage, Seen& seen) {
  seen.insert(lineage.generation == 0 ? "first generation" : "later generation");
  seen.insert(lineage.parent.empty() ? "no parent" : "parent");
  seen.insert(lineage.coverage ? "coverage" : "no coverage");
  seen.insert(lineage.ledger_head ? "ledger head" : "no ledger head");
}

// A write is confirmed exactly with a receipt: the reader refuses all else.
void note_others(const Manifest& manifest, Seen& seen) {
  note_if(manifest.canonical.size() == 1, "one source of truth", seen);
  note_if(manifest.canonical.size() > 1, "several sources of truth", seen);
  for (const ExternalWrite& write : manifest.external_writes) {
    seen.insert("write " + std::string(to_text(write.status)));
  }
  for (const DecisionRecord& decision : manifest.decisions) {
    seen.insert("decision " + decision.name);
    const bool keyed = decision.digest.find("hmac") != std::string::npos;
    seen.insert(keyed ? "keyed digest" : "plain digest");
  }
  const NextAction& action = manifest.next_exact_action;
  seen.insert(action.arguments.is_null() ? "no arguments" : "arguments");
  note_if(operation_runs_commands(action.operation) && !action.arguments.is_null(),
          "a command line", seen);
  note_if(!manifest.consumed_authorities.empty(), "consumed authority", seen);
}

TEST(RandomManifestV2, HasAllSortsOfContent) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Manifest manifest = random_manifest_v2(random);
    note_events(manifest, seen);
    note_directives(manifest, seen);
    note_lineage(manifest.lineage, seen);
    note_others(manifest, seen);
  }
  const Seen all = {"event call",
                    "event user",
                    "event notice",
                    "event summary",
                    "event recovery",
                    "event result that answers",
                    "event progress that answers",
                    "answered twice",
                    "directive active",
                    "directive replaced",
                    "directive withdrawn",
                    "directive fulfilled",
                    "several obligations",
                    "obligation prohibition",
                    "obligation scope",
                    "obligation completion",
                    "obligation method",
                    "obligation explain_exception",
                    "obligation open",
                    "obligation fulfilled",
                    "an active directive's obligation is fulfilled",
                    "first generation",
                    "later generation",
                    "no parent",
                    "parent",
                    "no coverage",
                    "coverage",
                    "no ledger head",
                    "ledger head",
                    "one source of truth",
                    "several sources of truth",
                    "write confirmed",
                    "write unknown",
                    "decision scope",
                    "decision approval-boundary",
                    "decision target",
                    "decision acceptance-test",
                    "decision constraint",
                    "keyed digest",
                    "plain digest",
                    "no arguments",
                    "arguments",
                    "a command line",
                    "consumed authority"};
  EXPECT_EQ(seen, all);
}

void expect_valid(TextKind kind, Language language, std::uint64_t number) {
  const std::string text = pool_text(kind, language, number);
  EXPECT_TRUE(is_valid_utf8(text) && has_visible_character(text)) << text;
  if (kind == TextKind::kAction) {
    EXPECT_EQ(judge_action(text).reason, "") << text;
  }
  if (kind == TextKind::kPath) {
    EXPECT_EQ(path_fault(text), "") << text;
  }
}

TEST(TextPool, HoldsOnlyValidTexts) {
  Random random(1);
  for (int kind = 0; kind < kTextKinds; ++kind) {
    for (const Language language : {Language::kEnglish, Language::kJapanese}) {
      for (std::uint64_t number = 0; number < 2'000; ++number) {
        expect_valid(static_cast<TextKind>(kind), language, number);
        expect_valid(static_cast<TextKind>(kind), language, random.next());
      }
      expect_valid(static_cast<TextKind>(kind), language, UINT64_MAX);
    }
  }
}

TEST(TextPool, HasThePlainestTextsFirst) {
  const auto english = [](TextKind kind) { return pool_text(kind, Language::kEnglish, 0); };
  EXPECT_EQ(english(TextKind::kTaskId), "task-1");
  EXPECT_EQ(english(TextKind::kObjective), "Publish release 2.1");
  EXPECT_EQ(english(TextKind::kReadAt), "2026-05-01T00:00:00Z");
  EXPECT_EQ(english(TextKind::kAction), "Run the tests");
  EXPECT_EQ(english(TextKind::kEffectId), "effect-1");
  EXPECT_EQ(english(TextKind::kProhibition), "Do not push to main");
}

TEST(TextPool, LeavesNoSlotOpen) {
  for (int kind = 0; kind < kTextKinds; ++kind) {
    for (std::uint64_t number = 0; number < 200; ++number) {
      for (const Language language : {Language::kEnglish, Language::kJapanese}) {
        const std::string text = pool_text(static_cast<TextKind>(kind), language, number);
        const std::size_t mark = text.find('%');
        EXPECT_TRUE(mark == std::string::npos || text[mark + 1] == ' ') << text;
      }
    }
  }
}

TEST(TextPool, KnowsTheLanguageOfItsTexts) {
  EXPECT_EQ(language_of("Café – naïve 🚀"), Language::kEnglish);
  EXPECT_EQ(language_of("mainで確認する"), Language::kJapanese);
  EXPECT_EQ(language_of("ひらがな"), Language::kJapanese);
}

}  // namespace
}  // namespace holdfast
