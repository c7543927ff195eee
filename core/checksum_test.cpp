// sc1 and sc2 against Node, which computes both from the documents' JSON with nothing of Holdfast.
#include "core/checksum.h"

#include "core/manifest_test.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

// Frozen: later edits of good_manifest() must not move the golden digests below.
Manifest golden_manifest() {
  Manifest manifest;
  manifest.task_id = "golden-1";
  manifest.objective = "Keep \"both\" copies \xE2\x80\xA8 and the \\ backslash.";
  manifest.canonical = {{{}, "plans/a.md", std::string(64, '7'), "2026-01-02T03:04:05Z"}};
  manifest.completed_phases = {"second by letter", "first by letter", "\xE6\xBA\x96\xE5\x82\x99"};
  manifest.next_exact_action.text = "Open sheet 5";
  manifest.external_writes = {{"mail.send", "\xEF\xAC\xB3", WriteStatus::kUnknown, {}},
                              {"mail.send", "\xF0\x9F\x98\x80", WriteStatus::kConfirmed, {}},
                              {"proof.upload", "b", WriteStatus::kConfirmed, {}}};
  manifest.consumed_authorities = authorities({"z", "\xEE\x80\x80", "\xF0\x90\x80\x80"});
  manifest.prohibitions = {"do not\tpublish", "B", "a", "10", "9"};
  manifest.rollback = "restore \x7F";
  return manifest;
}

std::vector<std::string> random_items(TestRandom& random, std::size_t count_max) {
  std::vector<std::string> items;
  for (std::size_t i = random.below(count_max + 1); i > 0; --i) {
    const std::string item = random_text(random, 5);
    if (std::find(items.begin(), items.end(), item) == items.end()) {
      items.push_back(item);
    }
  }
  return items;
}

Manifest random_manifest(TestRandom& random, bool simple_ids) {
  Manifest manifest;
  manifest.task_id = random_text(random, 8);
  manifest.objective = random_text(random, 20);
  manifest.canonical = {
      {{}, "a/" + random_text(random, 4), std::string(64, 'b'), random_text(random, 6)}};
  manifest.completed_phases = random_items(random, 6);
  manifest.next_exact_action.text = random_text(random, 9);
  manifest.consumed_authorities = authorities(random_items(random, 6));
  manifest.prohibitions = random_items(random, 6);
  manifest.rollback = random_text(random, 9);
  manifest.completion_checks = random_items(random, 6);
  std::vector<std::string> ids = random_items(random, 6);
  if (simple_ids) {
    ids.clear();
    for (std::size_t i = random.below(7); i > 0; --i) {
      std::string id;
      for (std::size_t j = 1 + random.below(4); j > 0; --j) {
        id += "abcdefghijklmnopqrstuvwxyz0123456789"[random.below(36)];
      }
      ids.push_back(id + std::to_string(i));
    }
  }
  for (const std::string& id : ids) {
    manifest.external_writes.push_back(
        {random_text(random, 4), id,
         random.one_in(2) ? WriteStatus::kConfirmed : WriteStatus::kUnknown});
  }
  return manifest;
}

// The published rule with the comparison of effect ids left open, and sc2, written for Node.
const std::string kFormulas = R"(
  const sha256 = (t) => require('crypto').createHash('sha256').update(t, 'utf8').digest('hex');
  const byUnits = (a, b) => (a.effectId < b.effectId ? -1 : a.effectId > b.effectId ? 1 : 0);
  const byLocale = (a, b) => a.effectId.localeCompare(b.effectId);
  const published = (m, compare) => sha256(JSON.stringify({
    taskId: m.taskId, objective: m.objective,
    canonical: {path: m.canonical.path, sha256: m.canonical.sha256, readAt: m.canonical.readAt},
    completedPhases: [...m.completedPhases].sort(),
    nextExactAction: m.nextExactAction,
    externalWrites: [...m.externalWrites].sort(compare)
      .map((w) => ({operation: w.operation, effectId: w.effectId, status: w.status})),
    consumedAuthorities: [...m.consumedAuthorities].sort(),
    prohibitions: [...m.prohibitions].sort(),
    rollback: m.rollback,
    completionChecks: [...m.completionChecks].sort(),
  }));
  const canonical = (v) => Array.isArray(v) ? '[' + v.map(canonical).join(',') + ']'
    : v !== null && typeof v === 'object'
      ? '{' + Object.keys(v).sort().map((k) => JSON.stringify(k) + ':' + canonical(v[k])).join(',') + '}'
      : JSON.stringify(v);
  const second = (m) => {
    m.schema = 'resume-manifest/v1';
    delete m.canonical.readAt;
    for (const list of ['consumedAuthorities', 'prohibitions', 'completionChecks']) m[list].sort();
    m.externalWrites.sort(byUnits);
    return sha256('holdfast sc2\n' + canonical(m));
  };
)";

std::string hex_of(const Manifest& manifest, Normalisation normalisation) {
  return semantic_checksum(manifest, normalisation).substr(std::string("sc1:sha256:").size());
}

// One random manifest a line, with or without its schema member.
std::vector<std::string> lines_of(const std::vector<Manifest>& manifests) {
  std::vector<std::string> lines;
  for (const Manifest& manifest : manifests) {
    Value value = to_value(manifest);
    if (lines.size() % 2 == 0) {
      value.erase("schema");
    }
    lines.push_back(write_compact_json(value));
  }
  return lines;
}

TEST(Checksum, GivesTheFirstRuleOfTheFixedFormulaInNode) {
  TestRandom random(101);
  std::vector<Manifest> manifests = {golden_manifest(), good_manifest()};
  while (manifests.size() < 500) {
    manifests.push_back(random_manifest(random, false));
  }
  const auto printed =
      run_node(kFormulas +
                   "for (const l of lines) console.log(published(JSON.parse(l), byUnits) + ' ' +"
                   " second(JSON.parse(l)));",
               lines_of(manifests));
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), manifests.size());
  for (std::size_t i = 0; i < manifests.size(); ++i) {
    ASSERT_EQ((*printed)[i], hex_of(manifests[i], Normalisation::kSc1) + " " +
                                 hex_of(manifests[i], Normalisation::kSc2))
        << text_of(manifests[i]);
  }
}

TEST(Checksum, GivesTheFirstRuleOfTheLiteralFormulaForPlainIds) {
  TestRandom random(102);
  std::vector<Manifest> manifests;
  while (manifests.size() < 400) {
    manifests.push_back(random_manifest(random, true));
  }
  const auto printed = run_node(
      kFormulas + "for (const l of lines) console.log(published(JSON.parse(l), byLocale));",
      lines_of(manifests));
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), manifests.size());
  for (std::size_t i = 0; i < manifests.size(); ++i) {
    ASSERT_EQ((*printed)[i], hex_of(manifests[i], Normalisation::kSc1)) << text_of(manifests[i]);
  }
}

// The published sort depends on the locale: it puts "a" before "B", code units do not. This pair is
// where sc1 departs from it on purpose.
TEST(Checksum, DepartsFromTheLiteralFormulaForIdsOfMixedCase) {
  Manifest manifest = golden_manifest();
  manifest.external_writes = {{"mail.send", "B", WriteStatus::kConfirmed},
                              {"mail.send", "a", WriteStatus::kConfirmed}};
  const auto printed =
      run_node(kFormulas +
                   "const m = () => JSON.parse(lines[0]);"
                   "console.log(published(m(), byUnits)); console.log(published(m(), byLocale));",
               lines_of({manifest}));
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), 2U);
  EXPECT_EQ((*printed)[0], hex_of(manifest, Normalisation::kSc1));
  EXPECT_NE((*printed)[1], hex_of(manifest, Normalisation::kSc1));
}

// Computed by Node with the formulas above, once; stored checksums stay valid for ever.
TEST(Checksum, KeepsTheGoldenDigests) {
  EXPECT_EQ(semantic_checksum(golden_manifest(), Normalisation::kSc1),
            "sc1:sha256:e38166495eb8d68d90d9abdfb76b66f12e048e376ab207b069dff045c63275a5");
  EXPECT_EQ(semantic_checksum(golden_manifest(), Normalisation::kSc2),
            "sc2:sha256:a1fb5b0e7f8636a2caac42a977e4e3097c337ac07abaa439fa3c8cd1a17ec223");
  EXPECT_EQ(semantic_checksum(golden_manifest()),
            semantic_checksum(golden_manifest(), Normalisation::kSc2));
}

TEST(Checksum, HashesExactlyTheBytesItShows) {
  const Manifest manifest = golden_manifest();
  EXPECT_EQ(checksum_input(manifest, Normalisation::kSc1).rfind("{\"taskId\":\"golden-1\",", 0),
            0U);
  EXPECT_EQ(checksum_input(manifest, Normalisation::kSc1).find("schema"), std::string::npos);
  const std::string second = checksum_input(manifest, Normalisation::kSc2);
  EXPECT_EQ(second.rfind("holdfast sc2\n{\"canonical\":{\"path\":", 0), 0U);
  EXPECT_EQ(second.find("readAt"), std::string::npos);
  EXPECT_NE(second.find("\"schema\":\"resume-manifest/v1\""), std::string::npos);
  EXPECT_EQ(semantic_checksum(manifest), "sc2:sha256:" + sha256_hex(second));
  // The unordered lists by code units, the phases as they are.
  EXPECT_NE(second.find(R"("prohibitions":["10","9","B","a","do not\tpublish"])"),
            std::string::npos);
  EXPECT_NE(second.find(R"("completedPhases":["second by letter","first by letter",)"),
            std::string::npos);
}

template <typename T>
void reverse(std::vector<T>& items) {
  std::reverse(items.begin(), items.end());
}

TEST(Checksum, IsBlindToFreeEditsUnderTheSecondRule) {
  const Manifest base = golden_manifest();
  Manifest manifest = base;
  reverse(manifest.external_writes);
  reverse(manifest.consumed_authorities);
  reverse(manifest.prohibitions);
  manifest.canonical[0].read_at = "yesterday";
  EXPECT_EQ(semantic_checksum(manifest), semantic_checksum(base));
  EXPECT_TRUE(same_meaning(manifest, base));
  EXPECT_NE(semantic_checksum(manifest, Normalisation::kSc1),
            semantic_checksum(base, Normalisation::kSc1));
}

// Every escape that JSON knows, in every text, with white space and members in reverse.
std::string spelled_out(const Value& value) {
  if (value.is_string()) {
    std::string text = "\"";
    for (std::size_t offset = 0; offset < value.text().size();) {
      char32_t c = next_code_point(value.text(), offset);
      char hex[16];
      if (c > 0xFFFF) {
        c -= 0x10000;
        std::snprintf(hex, sizeof hex, "\\u%04X\\u%04x", 0xD800U + static_cast<unsigned>(c >> 10),
                      0xDC00U + static_cast<unsigned>(c & 0x3FF));
      } else {
        std::snprintf(hex, sizeof hex, "\\u%04x", static_cast<unsigned>(c));
      }
      text += hex;
    }
    return text + "\"";
  }
  std::string text = value.is_array() ? "[\t" : "{\r\n";
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::size_t at = value.is_array() ? i : value.size() - 1 - i;
    text += i == 0 ? "" : " ,\n";
    text += value.is_array() ? "" : spelled_out(Value(value.names()[at])) + " : ";
    text += spelled_out(value.items()[at]);
  }
  return text + (value.is_array() ? " ]" : "\n}") + " ";
}

TEST(Checksum, IsBlindToTheSpellingOfADocument) {
  const Manifest base = good_manifest();
  Value value = to_value(base);
  for (const std::string& text :
       {spelled_out(value), write_pretty_json(value), write_canonical_json(value)}) {
    const Document document = read_after(text);
    ASSERT_TRUE(document.manifest) << text;
    EXPECT_EQ(semantic_checksum(*document.manifest), semantic_checksum(base));
  }
  value.erase("schema");
  const Document document = read_after(write_compact_json(value));
  ASSERT_TRUE(document.manifest);
  EXPECT_EQ(semantic_checksum(*document.manifest), semantic_checksum(base));
}

TEST(Checksum, SeesEveryOtherMember) {
  const Manifest base = golden_manifest();
  const std::vector<std::pair<const char*, void (*)(Manifest&)>> edits = {
      {"taskId", [](Manifest& m) { m.task_id += " "; }},
      {"objective", [](Manifest& m) { m.objective.pop_back(); }},
      {"path", [](Manifest& m) { m.canonical[0].path += "x"; }},
      {"sha256", [](Manifest& m) { m.canonical[0].sha256[63] = '8'; }},
      {"a phase", [](Manifest& m) { m.completed_phases[0] += "\xE2\x80\x8B"; }},
      {"the order of phases", [](Manifest& m) { reverse(m.completed_phases); }},
      {"a phase less", [](Manifest& m) { m.completed_phases.pop_back(); }},
      {"nextExactAction", [](Manifest& m) { m.next_exact_action.text = "open sheet 5"; }},
      {"an operation", [](Manifest& m) { m.external_writes[0].operation += "x"; }},
      {"an effect id", [](Manifest& m) { m.external_writes[0].effect_id += "x"; }},
      {"a status", [](Manifest& m) { m.external_writes[0].status = WriteStatus::kConfirmed; }},
      {"a write less", [](Manifest& m) { m.external_writes.pop_back(); }},
      {"an authority", [](Manifest& m) { m.consumed_authorities[0].authority_id = "Z"; }},
      {"an authority less", [](Manifest& m) { m.consumed_authorities.pop_back(); }},
      {"a prohibition", [](Manifest& m) { m.prohibitions[0] = "do not publish"; }},
      {"a prohibition more", [](Manifest& m) { m.prohibitions.emplace_back("c"); }},
      {"two prohibitions joined",
       [](Manifest& m) {
         m.prohibitions = {"do not\tpublish", "B\",\"a", "10", "9"};
       }},
      {"rollback", [](Manifest& m) { m.rollback = "restore "; }},
      {"a check more", [](Manifest& m) { m.completion_checks.emplace_back(""); }},
      {"an item moved to another list", [](Manifest& m) {
         m.completion_checks.push_back(m.prohibitions.back());
         m.prohibitions.pop_back();
       }}};
  std::vector<std::string> digests = {semantic_checksum(base)};
  for (const auto& [what, edit] : edits) {
    Manifest manifest = base;
    edit(manifest);
    EXPECT_FALSE(same_meaning(manifest, base)) << what;
    const std::string digest = semantic_checksum(manifest);
    EXPECT_EQ(std::find(digests.begin(), digests.end(), digest), digests.end()) << what;
    digests.push_back(digest);
  }
}

TEST(Checksum, ComparesMeaningAsItsDigestsDo) {
  TestRandom random(103);
  std::size_t equal = 0;
  for (int i = 0; i < 5000; ++i) {
    const Manifest a = random_manifest(random, random.one_in(2));
    Manifest b = a;
    random.shuffle(b.external_writes);
    random.shuffle(b.prohibitions);
    random.shuffle(b.consumed_authorities);
    random.shuffle(b.completion_checks);
    if (random.one_in(2)) {
      random.shuffle(b.completed_phases);
    }
    if (random.one_in(3) && !b.external_writes.empty()) {
      b.external_writes[0].operation += random.one_in(2) ? "" : "x";
    }
    if (random.one_in(4)) {
      std::swap(b.prohibitions, b.completion_checks);
    }
    const bool same = same_meaning(a, b);
    equal += same ? 1 : 0;
    ASSERT_EQ(same, semantic_checksum(a) == semantic_checksum(b));
    ASSERT_EQ(same, same_meaning(b, a));
  }
  EXPECT_GT(equal, 1000U);
  EXPECT_LT(equal, 4500U);
}

TEST(Checksum, IsRecomputedUnderItsOwnNumber) {
  const Manifest manifest = golden_manifest();
  Manifest later = manifest;
  later.canonical[0].read_at = "2026-06-01T00:00:00Z";
  Manifest other = manifest;
  other.rollback = "none";
  const std::string first = semantic_checksum(manifest, Normalisation::kSc1);
  const std::string second = semantic_checksum(manifest, Normalisation::kSc2);
  EXPECT_EQ(match_checksum(manifest, first), ChecksumMatch::kEqual);
  EXPECT_EQ(match_checksum(manifest, second), ChecksumMatch::kEqual);
  EXPECT_EQ(match_checksum(later, first), ChecksumMatch::kDiffers);
  EXPECT_EQ(match_checksum(later, second), ChecksumMatch::kEqual);
  EXPECT_EQ(match_checksum(other, second), ChecksumMatch::kDiffers);
  // The digest of one rule under the number of the other.
  EXPECT_EQ(match_checksum(manifest, "sc1" + second.substr(3)), ChecksumMatch::kDiffers);
}

TEST(Checksum, RefusesANumberThatNobodyKnows) {
  const std::string rest = semantic_checksum(golden_manifest()).substr(3);
  for (const char* name : {"sc0", "sc3", "sc20", "sc02", "sc00", "sc99999999999999999999"}) {
    EXPECT_EQ(match_checksum(golden_manifest(), name + rest), ChecksumMatch::kUnknownNormalisation)
        << name;
    EXPECT_FALSE(normalisation_from(name));
  }
  EXPECT_EQ(normalisation_from("sc1"), Normalisation::kSc1);
  EXPECT_EQ(normalisation_from("sc2"), Normalisation::kSc2);
}

TEST(Checksum, RefusesWhatIsNoChecksum) {
  const std::string good = semantic_checksum(golden_manifest());
  const std::string hex = good.substr(11);
  for (const std::string& text : {std::string(),
                                  std::string("sc2"),
                                  std::string("sc2:"),
                                  std::string("sc2:sha256:"),
                                  hex,
                                  ":sha256:" + hex,
                                  "sc:sha256:" + hex,
                                  "SC2:sha256:" + hex,
                                  "sc2:SHA256:" + hex,
                                  "sc2:sha512:" + hex,
                                  "sc2:sha256" + hex,
                                  "sc2::" + hex,
                                  "sc2 :sha256:" + hex,
                                  "scx:sha256:" + hex,
                                  "sc-2:sha256:" + hex,
                                  "sc2.0:sha256:" + hex,
                                  "xsc2:sha256:" + hex,
                                  good + "0",
                                  good + "\n",
                                  " " + good,
                                  good.substr(0, good.size() - 1),
                                  "sc2:sha256:" + hex.substr(0, 63) + "g",
                                  "sc2:sha256:" + hex.substr(0, 63) + "A",
                                  "sc2:sha256:" + std::string(64, ' '),
                                  "sc2:sha256:sc2:sha256:" + hex}) {
    EXPECT_EQ(match_checksum(golden_manifest(), text), ChecksumMatch::kIllFormed) << text;
  }
}

}  // namespace
}  // namespace holdfast
