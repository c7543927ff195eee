#include "core/decision_digest.h"

#include <gtest/gtest.h>

#include <set>

#include "core/json.h"
#include "core/manifest_parts.h"

namespace holdfast {
namespace {

constexpr DecisionBinding kScope = {"task-1", "scope"};

SecretKey key_of(char first) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) {
    bytes.push_back(static_cast<char>(first + i));
  }
  return std::move(*SecretKey::from_bytes(bytes));
}

Value value_of(std::string_view json) { return *read_json(json).value; }

// Frozen: computed apart from this program (Python's hashlib, hmac and struct) from the framing in
// the header.
TEST(DecisionDigest, GivesTheKnownAnswers) {
  EXPECT_EQ(plain_decision_digest(kScope, "src/ only"),
            "d1:sha256:c7fb087251e00222f554c82ced63fb1a9749a3f098af144d861bf0ba69783602");
  EXPECT_EQ(plain_decision_digest(kScope, value_of(R"({"b":[1,null,true],"a":"é"})")),
            "d1:sha256:6d0db6230c4e439c0caf1e228b091c7d208945c73147700bfef329810fd0e7db");
  EXPECT_EQ(key_id_of(key_of(1)), "8d6b72c26cf901be41dd9a43e56bd890");
  EXPECT_EQ(keyed_decision_digest(key_of(1), kScope, true),
            "d1:hmac-sha256:8d6b72c26cf901be41dd9a43e56bd890:"
            "e5964f7dce3900c15e247bd8b29fa67aee00a8b71af3ef69dd23b42f9a9219db");
}

TEST(DecisionDigest, HasAFormThatDocumentsKnow) {
  const std::string plain = plain_decision_digest(kScope, "x");
  const std::string keyed = keyed_decision_digest(key_of(1), kScope, "x");
  EXPECT_EQ(decision_digest_form(plain), DigestForm::kKnown);
  EXPECT_EQ(decision_digest_form(keyed), DigestForm::kKnown);
  const auto parts = split_decision_digest(keyed);
  ASSERT_TRUE(parts);
  EXPECT_TRUE(parts->keyed);
  EXPECT_EQ(parts->key_id, key_id_of(key_of(1)));
  EXPECT_EQ("d1:hmac-sha256:" + std::string(parts->key_id) + ":" + std::string(parts->hex), keyed);
  EXPECT_FALSE(split_decision_digest(plain)->keyed);
  EXPECT_FALSE(split_decision_digest("d2" + plain.substr(2)));
  EXPECT_FALSE(split_decision_digest("d1:sha256:12"));
  // A key id may hold colons; the last one ends it.
  EXPECT_EQ(split_decision_digest("d1:hmac-sha256:a:b:" + std::string(64, '0'))->key_id, "a:b");
}

TEST(DecisionDigest, IsTheSameForTheSameMeaningOnly) {
  const auto digest = [](std::string_view json) {
    return plain_decision_digest(kScope, value_of(json));
  };
  EXPECT_EQ(digest(R"({"a":1,"b":[2,"é"]})"), digest("{ \"b\": [2, \"\\u00e9\"], \"a\": 1 }"));
  const std::set<std::string> all = {
      digest("null"),       digest(R"("null")"), digest(R"("")"),    digest("[]"),
      digest("{}"),         digest("0"),         digest(R"("0")"),   digest("false"),
      digest("true"),       digest("[1,2]"),     digest("[2,1]"),    digest(R"("a")"),
      digest(R"("a ")"),    digest(R"("A")"),    digest(R"("a\n")"), digest("\"e\\u0301\""),
      digest("\"\\u00e9\"")};
  EXPECT_EQ(all.size(), 17U);
}

TEST(DecisionDigest, IsBoundToUseNameAndManifest) {
  const SecretKey key = key_of(1);
  std::set<std::string> hexes;
  // Parts that would run together without their lengths are among them.
  for (const DecisionBinding& binding :
       {kScope, DecisionBinding{"task-2", "scope"}, DecisionBinding{"task-1", "target"},
        DecisionBinding{"etask-1", "scop"}, DecisionBinding{"", "scopetask-1"},
        DecisionBinding{"scope", "task-1"}}) {
    const std::string plain = plain_decision_digest(binding, "x");
    const std::string keyed = keyed_decision_digest(key, binding, "x");
    hexes.insert(std::string(split_decision_digest(plain)->hex));
    hexes.insert(std::string(split_decision_digest(keyed)->hex));
  }
  hexes.insert(
      std::string(split_decision_digest(keyed_decision_digest(key_of(2), kScope, "x"))->hex));
  EXPECT_EQ(hexes.size(), 13U);
}

// The reason for the keyed form, as an attack: whoever has the record and the list of possible
// values tries them all.
std::optional<Value> guess(const std::string& record, const std::vector<Value>& possible,
                           const std::vector<const SecretKey*>& keys) {
  for (const Value& value : possible) {
    if (plain_decision_digest(kScope, value) == record) {
      return value;
    }
    for (const SecretKey* key : keys) {
      if (keyed_decision_digest(*key, kScope, value) == record) {
        return value;
      }
    }
  }
  return std::nullopt;
}

TEST(DecisionDigest, OfTwoPossibleValuesIsGuessedWherePlainAndNotWhereKeyed) {
  const SecretKey key = key_of(1);
  const SecretKey other = key_of(2);
  const std::vector<Value> possible = {"production", "staging", true, false, nullptr};
  for (const Value& value : possible) {
    EXPECT_EQ(guess(plain_decision_digest(kScope, value), possible, {}), value);
    const std::string keyed = keyed_decision_digest(key, kScope, value);
    EXPECT_FALSE(guess(keyed, possible, {}));
    EXPECT_FALSE(guess(keyed, possible, {&other}));
    EXPECT_EQ(guess(keyed, possible, {&other, &key}), value) << "the attack itself works";
  }
}

TEST(DecisionDigest, NeverHoldsTheValue) {
  const SecretKey key = key_of(1);
  for (const std::string& value : {std::string("swordfish"), std::string("task-1"),
                                   std::string("deadbeefdeadbeef"), std::string(500, 'q')}) {
    EXPECT_EQ(plain_decision_digest(kScope, value).find(value), std::string::npos);
    EXPECT_EQ(keyed_decision_digest(key, kScope, value).find(value), std::string::npos);
  }
}

TEST(DecisionDigest, ComparesOnlyWhatCanBeCompared) {
  const SecretKey key = key_of(1);
  const SecretKey new_key = key_of(2);
  const std::string plain = plain_decision_digest(kScope, "a");
  const std::string keyed = keyed_decision_digest(key, kScope, "a");
  const std::string other_value = keyed_decision_digest(key, kScope, "b");
  const std::string other_key = keyed_decision_digest(new_key, kScope, "a");
  const std::vector<std::string> one = {key_id_of(key)};
  const std::vector<std::string> both = {key_id_of(key), key_id_of(new_key)};

  EXPECT_EQ(compare_decision_digests(plain, plain, {}), DigestComparison::kEqual);
  EXPECT_EQ(compare_decision_digests(plain, plain_decision_digest(kScope, "b"), {}),
            DigestComparison::kDifferent);
  EXPECT_EQ(compare_decision_digests(keyed, keyed, one), DigestComparison::kEqual);
  EXPECT_EQ(compare_decision_digests(keyed, other_value, one), DigestComparison::kDifferent);
  EXPECT_EQ(compare_decision_digests(keyed, keyed, {}), DigestComparison::kUnknownKey)
      << "the same characters prove nothing";
  EXPECT_EQ(compare_decision_digests(keyed, other_value, {}), DigestComparison::kUnknownKey);
  EXPECT_EQ(compare_decision_digests(keyed, other_key, one), DigestComparison::kUnknownKey);
  EXPECT_EQ(compare_decision_digests(keyed, other_key, both), DigestComparison::kOtherKey);
  EXPECT_EQ(compare_decision_digests(plain, keyed, both), DigestComparison::kOtherForm);
  EXPECT_EQ(compare_decision_digests("d2" + plain.substr(2), plain, {}),
            DigestComparison::kUnknownVersion);
  EXPECT_EQ(compare_decision_digests("", "", {}), DigestComparison::kUnknownVersion);
}

TEST(KeyRing, WritesWithItsFirstKeyAndReadsWithAll) {
  KeyRing ring;
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.writing(), nullptr);
  ring.add(key_of(2));
  ring.add(key_of(1));
  ring.add(key_of(2));
  EXPECT_EQ(ring.ids(), (std::vector<std::string>{key_id_of(key_of(2)), key_id_of(key_of(1))}));
  EXPECT_EQ(ring.writing()->bytes(), key_of(2).bytes());
  ASSERT_NE(ring.find(key_id_of(key_of(1))), nullptr);
  EXPECT_EQ(ring.find(key_id_of(key_of(1)))->bytes(), key_of(1).bytes());
  EXPECT_EQ(ring.find("nobody"), nullptr);
}

}  // namespace
}  // namespace holdfast
