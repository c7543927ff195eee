#include "core/decision_digest.h"

#include <algorithm>
#include <initializer_list>

#include "core/json.h"
#include "core/manifest_parts.h"

namespace holdfast {
namespace {

// Frozen: another framing is another version.
constexpr std::string_view kVersion = "d1";
constexpr std::string_view kPlainTag = "holdfast decision plain";
constexpr std::string_view kKeyedTag = "holdfast decision keyed";
constexpr std::string_view kKeyIdTag = "holdfast decision key id";
constexpr std::string_view kPlainPrefix = "d1:sha256:";
constexpr std::string_view kKeyedPrefix = "d1:hmac-sha256:";
constexpr std::size_t kHexDigits = 64;
constexpr std::size_t kKeyIdDigits = 32;  // 128 bits: two keys do not share an id by chance

std::string framed(std::initializer_list<std::string_view> parts) {
  std::string bytes;
  for (const std::string_view part : parts) {
    const std::uint64_t size_bytes = part.size();
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<char>((size_bytes >> shift) & 0xff));
    }
    bytes += part;
  }
  return bytes;
}

std::string framed_value(std::string_view tag, const DecisionBinding& binding, const Value& value) {
  std::string canonical = canonical_decision(value);
  std::string bytes = framed({tag, kVersion, binding.name, binding.manifest_id, canonical});
  wipe(canonical);
  return bytes;
}

bool is_known(const std::vector<std::string>& key_ids, std::string_view key_id) {
  return std::find(key_ids.begin(), key_ids.end(), key_id) != key_ids.end();
}

}  // namespace

std::string canonical_decision(const Value& value) { return write_canonical_json(value); }

bool has_few_possibilities(const Value& value) {
  return value.is_null() || value.is_boolean() || value.is_integer();
}

std::string plain_decision_digest(const DecisionBinding& binding, const Value& value) {
  std::string bytes = framed_value(kPlainTag, binding, value);
  std::string digest(kPlainPrefix);
  append_hex(digest, sha256(bytes));
  wipe(bytes);
  return digest;
}

std::string keyed_decision_digest(const SecretKey& key, const DecisionBinding& binding,
                                  const Value& value) {
  std::string bytes = framed_value(kKeyedTag, binding, value);
  std::string digest = std::string(kKeyedPrefix) + key_id_of(key) + ":";
  append_hex(digest, hmac_sha256(key, bytes));
  wipe(bytes);
  return digest;
}

std::string key_id_of(const SecretKey& key) {
  return to_hex(hmac_sha256(key, framed({kKeyIdTag, kVersion}))).substr(0, kKeyIdDigits);
}

void KeyRing::add(SecretKey key) {
  std::string id = key_id_of(key);
  if (find(id) == nullptr) {
    keys_.push_back({std::move(id), std::move(key)});
  }
}

const SecretKey* KeyRing::find(std::string_view key_id) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(),
                                  [&](const Entry& entry) { return entry.id == key_id; });
  return found == keys_.end() ? nullptr : &found->key;
}

std::vector<std::string> KeyRing::ids() const {
  std::vector<std::string> found;
  for (const Entry& entry : keys_) {
    found.push_back(entry.id);
  }
  return found;
}

std::optional<DecisionDigestParts> split_decision_digest(std::string_view text) {
  if (decision_digest_form(text) != DigestForm::kKnown) {
    return std::nullopt;
  }
  DecisionDigestParts parts;
  parts.hex = text.substr(text.size() - kHexDigits);
  parts.keyed = text.substr(0, kKeyedPrefix.size()) == kKeyedPrefix;
  if (parts.keyed) {
    parts.key_id =
        text.substr(kKeyedPrefix.size(), text.size() - kKeyedPrefix.size() - kHexDigits - 1);
  }
  return parts;
}

DigestComparison compare_decision_digests(std::string_view before, std::string_view after,
                                          const std::vector<std::string>& known_key_ids) {
  const auto first = split_decision_digest(before);
  const auto second = split_decision_digest(after);
  if (!first || !second) {
    return DigestComparison::kUnknownVersion;
  }
  if (first->keyed != second->keyed) {
    return DigestComparison::kOtherForm;
  }
  if (first->keyed) {
    if (!is_known(known_key_ids, first->key_id) || !is_known(known_key_ids, second->key_id)) {
      return DigestComparison::kUnknownKey;
    }
    if (first->key_id != second->key_id) {
      return DigestComparison::kOtherKey;
    }
  }
  return equal_in_constant_time(first->hex, second->hex) ? DigestComparison::kEqual
                                                         : DigestComparison::kDifferent;
}

}  // namespace holdfast
