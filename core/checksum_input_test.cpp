// The writer of the hashed bytes against the long way: a sorted copy, its tree, the general writer.
#include "core/checksum_input.h"

#include "core/manifest_test.h"

namespace holdfast {
namespace {

template <typename Item>
void sort_by(std::vector<Item>& items, std::string Item::*id) {
  std::stable_sort(items.begin(), items.end(),
                   [&](const Item& a, const Item& b) { return less_utf16(a.*id, b.*id); });
}

std::string by_tree(Manifest manifest, Normalisation normalisation) {
  const bool first = normalisation == Normalisation::kSc1;
  for (const TextList& list : kTextLists) {
    if (first || !list.ordered) {
      std::sort((manifest.*list.member).begin(), (manifest.*list.member).end(), less_utf16);
    }
  }
  sort_by(manifest.consumed_authorities, &ConsumedAuthority::authority_id);
  sort_by(manifest.external_writes, &ExternalWrite::effect_id);
  if (first) {
    Value value = to_value(manifest);
    value.erase("schema");
    return write_compact_json(value);
  }
  sort_by(manifest.canonical, &CanonicalReference::path);
  sort_by(manifest.canonical, &CanonicalReference::root);
  sort_by(manifest.directives, &Directive::directive_id);
  for (Directive& directive : manifest.directives) {
    sort_by(directive.obligations, &Obligation::obligation_id);
  }
  Value value = to_value(manifest);
  value.erase("lineage");
  if (manifest.version == Version::kV1) {
    value.find("canonical")->erase("readAt");
  } else {
    for (Value& reference : value.find("canonical")->items()) {
      reference.erase("readAt");
    }
    for (Value& decision : value.find("decisions")->items()) {
      decision.erase("observedAt");
      decision.erase("source");
    }
  }
  return "holdfast sc2\n" + write_canonical_json(value);
}

std::vector<std::string> texts(TestRandom& random) {
  std::vector<std::string> list;
  for (std::size_t i = random.below(20); i > 0; --i) {
    list.push_back((random.one_in(2) ? "shared beginning " : "") + random_text(random, 12) +
                   std::to_string(i));
  }
  return list;
}

Manifest random_v1(TestRandom& random) {
  Manifest manifest = good_manifest();
  manifest.task_id = random_text(random, 12);
  manifest.objective = random_text(random, 40);
  manifest.canonical[0].path = random_text(random, 12);
  manifest.canonical[0].read_at = random_text(random, 12);
  manifest.next_exact_action.text = random_text(random, 12);
  manifest.rollback = random_text(random, 12);
  manifest.completed_phases = texts(random);
  manifest.consumed_authorities = authorities(texts(random));
  manifest.prohibitions = texts(random);
  manifest.completion_checks = texts(random);
  manifest.external_writes.clear();
  for (const std::string& id : texts(random)) {
    manifest.external_writes.push_back(
        {random_text(random, 9),
         id,
         random.one_in(2) ? WriteStatus::kConfirmed : WriteStatus::kUnknown,
         {}});
  }
  return manifest;
}

Manifest random_v2(TestRandom& random) {
  Manifest manifest = good_manifest_v2();
  manifest.completed_phases = texts(random);
  manifest.prohibitions = texts(random);
  manifest.completion_checks = texts(random);
  for (const std::string& id : texts(random)) {
    manifest.canonical.push_back({random.one_in(2) ? "repo" : random_text(random, 3) + "r", id,
                                  std::string(64, 'd'), random_text(random, 5)});
    manifest.events.push_back({id, "user", random.one_in(2) ? "call-1" : ""});
    manifest.external_writes.push_back(
        {"mail.send", id, WriteStatus::kConfirmed, random.one_in(2) ? random_text(random, 5) : ""});
    manifest.consumed_authorities.push_back({id, random_text(random, 5), random_text(random, 5)});
    manifest.directives.push_back({id,
                                   random_text(random, 5),
                                   std::string(64, 'e'),
                                   random_text(random, 30),
                                   {},
                                   DirectiveState::kWithdrawn});
    for (const std::string& obligation : texts(random)) {
      manifest.directives.back().obligations.push_back(
          {obligation, "scope", random_text(random, 9), random.one_in(2)});
    }
    manifest.decisions.push_back({id, "d1:sha256:" + std::string(64, 'f'), "x", "y"});
  }
  random.shuffle(manifest.canonical);
  random.shuffle(manifest.directives);
  random.shuffle(manifest.decisions);
  if (random.one_in(3)) {
    manifest.next_exact_action.arguments = Value();
  } else {
    manifest.next_exact_action.arguments.set(
        random_text(random, 4),
        Value::object({{"b", Value::array({1, nullptr, "\xF0\x90\x80\x80"})},
                       {"\xEE\x80\x80", true},
                       {"\xF0\x90\x80\x80", random_text(random, 6)}}));
  }
  return manifest;
}

TEST(ChecksumInput, IsWhatTheGeneralWriterGives) {
  TestRandom random(501);
  for (int i = 0; i < 3000; ++i) {
    const Manifest v1 = random_v1(random);
    ASSERT_EQ(checksum_bytes(v1, Normalisation::kSc1), by_tree(v1, Normalisation::kSc1));
    ASSERT_EQ(checksum_bytes(v1, Normalisation::kSc2), by_tree(v1, Normalisation::kSc2));
  }
  for (int i = 0; i < 1000; ++i) {
    const Manifest v2 = random_v2(random);
    ASSERT_EQ(checksum_bytes(v2, Normalisation::kSc2), by_tree(v2, Normalisation::kSc2));
  }
}

TEST(ChecksumInput, HoldsMoreThanItKeeps) {
  Manifest manifest = good_manifest();
  manifest.objective = std::string(3'000'000, 'o') + "\n";
  manifest.rollback = std::string(500'000, '\x01');
  EXPECT_EQ(checksum_bytes(manifest, Normalisation::kSc2), by_tree(manifest, Normalisation::kSc2));
  EXPECT_EQ(checksum_bytes(good_manifest(), Normalisation::kSc2),
            by_tree(good_manifest(), Normalisation::kSc2));
}

}  // namespace
}  // namespace holdfast
