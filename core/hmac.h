// HMAC-SHA-256 through OpenSSL's EVP interface, and what belongs to secret keys: a key that wipes
// itself, comparison in constant time.
//
// OpenSSL takes a key of any length, also an empty one, without a word. Here a key is 32 bytes by
// its type, so that no short one can be used by accident. Knowing a MAC shows that its maker knew
// the key; it is no signature.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/sha256.h"

namespace holdfast {

inline constexpr std::size_t kSecretKeyBytes = 32;

// Moved, never copied; its bytes are wiped where it ends and where it was moved from.
class SecretKey {
 public:
  // nullopt unless these are exactly 32 bytes that are not all the same: a file of zeros is what a
  // failed key generation leaves behind.
  static std::optional<SecretKey> from_bytes(std::string_view bytes);

  ~SecretKey();
  SecretKey(SecretKey&& other) noexcept;
  SecretKey& operator=(SecretKey&& other) noexcept;
  SecretKey(const SecretKey&) = delete;
  SecretKey& operator=(const SecretKey&) = delete;

  std::string_view bytes() const;

 private:
  SecretKey() = default;
  std::array<std::uint8_t, kSecretKeyBytes> bytes_ = {};
};

Digest hmac_sha256(const SecretKey& key, std::string_view message);

// False for differing lengths; of equal lengths the time tells nothing about where they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// Overwrites the bytes in a way that the compiler may not leave out.
void wipe(std::string& secret);

namespace internal {
// Any key that is not empty. For hmac_sha256 and for known answers, whose keys have other lengths.
Digest hmac_sha256_of_any_key(std::string_view key, std::string_view message);
}  // namespace internal

}  // namespace holdfast
