#include "generators/arbitrary.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <sstream>

#include "core/checksum.h"
#include "core/document.h"
#include "core/json.h"
#include "generators/random.h"
#include "generators/text_pool.h"

namespace holdfast {
namespace {

// RapidCheck takes its seed from the environment only, and reads it at the first property. A seed
// that is given from outside stays.
const bool kSeeded = setenv("RC_PARAMS", "seed=20260512 max_success=200", 0) == 0;

bool is_valid(const Manifest& manifest) {
  return read_document_value(to_value(manifest), Side::kBefore).findings.empty();
}

RC_GTEST_PROP(Arbitrary, EveryManifestIsValid, (const Manifest& manifest)) {
  RC_ASSERT(kSeeded);
  RC_ASSERT(is_valid(manifest));
}

RC_GTEST_PROP(Arbitrary, WhatIsWrittenIsReadBack, (const Manifest& manifest)) {
  const Value value = to_value(manifest);
  for (const std::string& text :
       {write_compact_json(value), write_pretty_json(value), write_canonical_json(value)}) {
    const Document document = read_document(text, Side::kBefore);
    RC_ASSERT(document.manifest.has_value());
    RC_ASSERT(*document.manifest == manifest);
  }
}

RC_GTEST_PROP(Arbitrary, TheChecksumForgetsTheOrderOfUnorderedLists,
              (const Manifest& manifest, std::uint64_t seed)) {
  Manifest shuffled = manifest;
  holdfast::Random random(seed);
  for (const TextList& list : kTextLists) {
    if (!list.ordered) {
      random.shuffle(shuffled.*list.member);
    }
  }
  random.shuffle(shuffled.external_writes);
  RC_ASSERT(semantic_checksum(shuffled) == semantic_checksum(manifest));
  RC_ASSERT(same_meaning(shuffled, manifest));
}

RC_GTEST_PROP(Arbitrary, TheChecksumKeepsTheOrderOfPhases, (const Manifest& manifest)) {
  Manifest turned = manifest;
  std::reverse(turned.completed_phases.begin(), turned.completed_phases.end());
  RC_ASSERT((semantic_checksum(turned) == semantic_checksum(manifest)) ==
            (turned.completed_phases.size() < 2));
}

using Shrinkable = rc::Shrinkable<Manifest>;

Shrinkable shrinkable_of(std::uint64_t seed) {
  constexpr int kSizeMax = 100;
  return rc::gen::arbitrary<Manifest>()(rc::Random(seed), kSizeMax);
}

// What is left when every shrink is taken that `fails` still holds for.
Manifest minimum(Shrinkable from, const std::function<bool(const Manifest&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    auto shrinks = from.shrinks();
    while (auto next = shrinks.next()) {
      if (fails(next->value())) {
        from = *next;
        smaller = true;
        break;
      }
    }
  }
  return from.value();
}

Manifest smallest() {
  const auto first = [](TextKind kind) { return pool_text(kind, Language::kEnglish, 0); };
  Manifest manifest;
  manifest.task_id = first(TextKind::kTaskId);
  manifest.objective = first(TextKind::kObjective);
  manifest.canonical.resize(1);
  manifest.canonical[0] = {
      {}, first(TextKind::kPath), std::string(64, '0'), first(TextKind::kReadAt)};
  manifest.next_exact_action.text = first(TextKind::kAction);
  manifest.rollback = first(TextKind::kRollback);
  return manifest;
}

TEST(ArbitraryShrinking, KeepsEveryShrinkValid) {
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Shrinkable at = shrinkable_of(seed);
    // All shrinks of the value, then on from one of them, some steps deep.
    for (int step = 0; step < 12; ++step) {
      auto shrinks = at.shrinks();
      std::optional<Shrinkable> last;
      for (int i = 0; i < 60; ++i) {
        auto next = shrinks.next();
        if (!next) {
          break;
        }
        ASSERT_TRUE(is_valid(next->value())) << "seed " << seed;
        ++checked;
        last = *next;
      }
      if (!last) {
        break;
      }
      at = *last;
    }
  }
  EXPECT_GT(checked, 5'000);
}

TEST(ArbitraryShrinking, EndsAtTheSmallestManifest) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_EQ(minimum(shrinkable_of(seed), [](const Manifest&) { return true; }), smallest());
  }
}

TEST(ArbitraryShrinking, KeepsOnlyWhatTheFaultNeeds) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Shrinkable from = shrinkable_of(seed);
    if (from.value().prohibitions.size() < 2 || from.value().external_writes.empty()) {
      continue;
    }
    Manifest expected = smallest();
    const std::string first = pool_text(TextKind::kProhibition, Language::kEnglish, 0);
    expected.prohibitions = {first, first + " (2)"};
    EXPECT_EQ(
        minimum(from, [](const Manifest& manifest) { return manifest.prohibitions.size() >= 2; }),
        expected);
    const auto has_unknown = [](const Manifest& manifest) {
      return !manifest.external_writes.empty() &&
             manifest.external_writes.back().status == WriteStatus::kUnknown;
    };
    if (has_unknown(from.value())) {
      expected = smallest();
      expected.external_writes = {{pool_text(TextKind::kOperation, Language::kEnglish, 0),
                                   pool_text(TextKind::kEffectId, Language::kEnglish, 0),
                                   WriteStatus::kUnknown}};
      EXPECT_EQ(minimum(from, has_unknown), expected);
    }
  }
}

TEST(Arbitrary, ShowsAManifestAsItsDocument) {
  std::ostringstream shown;
  rc::show(smallest(), shown);
  EXPECT_EQ(shown.str(), write_pretty_json(to_value(smallest())));
}

}  // namespace
}  // namespace holdfast
