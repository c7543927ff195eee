// Digests of decisions. A decision's value is never stored: what is stored is a digest by which a
// later value shows as equal or not.
//
//   d1:sha256:<hex>               plain
//   d1:hmac-sha256:<keyId>:<hex>  keyed
//
// d1, the normaliser, is RFC 8785 over the value as the strict JSON reader gives it. Nothing in a
// text is trimmed, folded or normalised; null is a value and differs from an absent one, which has
// no digest; the text "null" differs from null.
//
// What is hashed is framed, so that no two inputs share their bytes: each part behind its length in
// 8 bytes, the highest first, in this order: a tag for the use (plain, keyed, key id), the
// normaliser's version, the decision's name, the manifest's id, the value. So a digest of one use,
// version, decision or task never equals one of another, even for the same value. The same decision
// over time does show as equal; that is its purpose.
//
// A plain digest of a value with few possibilities is as good as the value: whoever can list them
// hashes them all. Those need the keyed form, and the key has to be where the agent is not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hmac.h"
#include "core/value.h"

namespace holdfast {

// What a digest is bound to beside the value. The manifest's id is its `taskId`: it stays the same
// over all generations, so that the sides of a boundary can be compared.
struct DecisionBinding {
  std::string_view manifest_id;
  std::string_view name;
};

// d1
std::string canonical_decision(const Value& value);

// Null, true and false, and numbers: so few, or so easily listed, that only a key helps. Of texts
// nobody can say that but whoever knows them; the contract says it.
bool has_few_possibilities(const Value& value);

std::string plain_decision_digest(const DecisionBinding& binding, const Value& value);
std::string keyed_decision_digest(const SecretKey& key, const DecisionBinding& binding,
                                  const Value& value);

// 32 hex digits, derived from the key under a tag of its own.
std::string key_id_of(const SecretKey& key);

// One key to write with, others still to read with after it was replaced.
class KeyRing {
 public:
  // The first key is the one to write with. A key that is there already is left out.
  void add(SecretKey key);
  bool empty() const { return keys_.empty(); }
  const SecretKey* writing() const { return keys_.empty() ? nullptr : &keys_.front().key; }
  const SecretKey* find(std::string_view key_id) const;
  std::vector<std::string> ids() const;

 private:
  struct Entry {
    std::string id;
    SecretKey key;
  };
  std::vector<Entry> keys_;
};

struct DecisionDigestParts {
  bool keyed = false;
  std::string_view key_id;  // empty for a plain one
  std::string_view hex;
};
// nullopt for another version and for what is no digest. The views lead into `text`.
std::optional<DecisionDigestParts> split_decision_digest(std::string_view text);

enum class DigestComparison : std::uint8_t {
  kEqual,
  kDifferent,
  // Never equal and never different:
  kUnknownVersion,  // or no digest at all
  kUnknownKey,      // made with a key that is not here: it may be anybody's
  kOtherKey,        // both keys are here, but they are two
  kOtherForm,       // one plain, one keyed
};
DigestComparison compare_decision_digests(std::string_view before, std::string_view after,
                                          const std::vector<std::string>& known_key_ids);

}  // namespace holdfast
