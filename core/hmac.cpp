// A context is made for each call and freed with it: OpenSSL wipes the key in it then, while a
// context kept for the next call would keep the key for as long.
//
// OpenSSL can fail here only where the library itself is broken or set up without HMAC; there is no
// verdict to be had then, so that is a CHECK.
#include "core/hmac.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <memory>

#include "core/check.h"

namespace holdfast {
namespace {

struct FreeContext {
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};

// Never freed: threads that end late may still use it.
EVP_MAC* algorithm() {
  static EVP_MAC* const fetched = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  CHECK(fetched != nullptr);
  return fetched;
}

const unsigned char* data_of(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

std::optional<SecretKey> SecretKey::from_bytes(std::string_view bytes) {
  if (bytes.size() != kSecretKeyBytes ||
      std::all_of(bytes.begin(), bytes.end(), [&](char byte) { return byte == bytes[0]; })) {
    return std::nullopt;
  }
  SecretKey key;
  std::copy(data_of(bytes), data_of(bytes) + bytes.size(), key.bytes_.begin());
  return key;
}

SecretKey::~SecretKey() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

SecretKey::SecretKey(SecretKey&& other) noexcept : bytes_(other.bytes_) {
  OPENSSL_cleanse(other.bytes_.data(), other.bytes_.size());
}

SecretKey& SecretKey::operator=(SecretKey&& other) noexcept {
  if (this != &other) {
    bytes_ = other.bytes_;
    OPENSSL_cleanse(other.bytes_.data(), other.bytes_.size());
  }
  return *this;
}

std::string_view SecretKey::bytes() const {
  return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
}

Digest hmac_sha256(const SecretKey& key, std::string_view message) {
  return internal::hmac_sha256_of_any_key(key.bytes(), message);
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.empty() || CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0);
}

void wipe(std::string& secret) { OPENSSL_cleanse(secret.data(), secret.size()); }

Digest internal::hmac_sha256_of_any_key(std::string_view key, std::string_view message) {
  CHECK(!key.empty());
  const std::unique_ptr<EVP_MAC_CTX, FreeContext> context(EVP_MAC_CTX_new(algorithm()));
  CHECK(context != nullptr);
  char digest_name[] = "SHA256";
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest_name, 0),
      OSSL_PARAM_construct_end()};
  CHECK(EVP_MAC_init(context.get(), data_of(key), key.size(), parameters) == 1);
  if (!message.empty()) {  // an empty view may have no address at all
    CHECK(EVP_MAC_update(context.get(), data_of(message), message.size()) == 1);
  }
  Digest mac;
  std::size_t size_bytes = 0;
  CHECK(EVP_MAC_final(context.get(), mac.data(), &size_bytes, mac.size()) == 1);
  CHECK(size_bytes == mac.size());
  return mac;
}

}  // namespace holdfast
