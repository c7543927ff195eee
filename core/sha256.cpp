// SHA-256 through OpenSSL's EVP interface. Two costs of that interface are larger than the hashing
// of a short text and are paid once: the look-up of the algorithm (for the program) and the making
// of a context (for each thread). A context that has finished is initialised again rather than made
// anew.
//
// OpenSSL can fail here only where the library itself is broken or set up without SHA-256; there is
// no verdict to be had without digests, so that is a CHECK.
#include "core/sha256.h"

#include <openssl/evp.h>

#include "core/check.h"

namespace holdfast {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

// Never freed: contexts of threads that end late may still use it.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  CHECK(fetched != nullptr);
  return fetched;
}

Context make_context() {
  Context context(EVP_MD_CTX_new());
  CHECK(context != nullptr);
  return context;
}

void start(EVP_MD_CTX* context) { CHECK(EVP_DigestInit_ex2(context, algorithm(), nullptr) == 1); }

void add(EVP_MD_CTX* context, std::string_view bytes) {
  if (bytes.empty()) {
    return;  // an empty view may have no address at all
  }
  CHECK(EVP_DigestUpdate(context, bytes.data(), bytes.size()) == 1);
}

Digest end(EVP_MD_CTX* context) {
  Digest digest;
  unsigned int size_bytes = 0;
  CHECK(EVP_DigestFinal_ex(context, digest.data(), &size_bytes) == 1);
  CHECK(size_bytes == digest.size());
  return digest;
}

}  // namespace

Digest sha256(std::string_view bytes) {
  thread_local const Context context = make_context();
  start(context.get());
  add(context.get(), bytes);
  return end(context.get());
}

void append_hex(std::string& out, const Digest& digest) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::array<char, 2 * std::tuple_size_v<Digest>> hex;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    hex[2 * i] = kDigits[digest[i] >> 4];
    hex[2 * i + 1] = kDigits[digest[i] & 0x0f];
  }
  out.append(hex.data(), hex.size());
}

std::string to_hex(const Digest& digest) {
  std::string hex;
  append_hex(hex, digest);
  return hex;
}

struct Sha256::State {
  Context context = make_context();
  bool finished = false;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { start(state_->context.get()); }

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
  CHECK(!state_->finished);
  add(state_->context.get(), bytes);
}

Digest Sha256::finish() {
  CHECK(!state_->finished);
  state_->finished = true;
  return end(state_->context.get());
}

}  // namespace holdfast
