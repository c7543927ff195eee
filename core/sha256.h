// SHA-256 through OpenSSL, and nowhere else.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace holdfast {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view bytes);
std::string to_hex(const Digest& digest);
void append_hex(std::string& out, const Digest& digest);
inline std::string sha256_hex(std::string_view bytes) { return to_hex(sha256(bytes)); }

// For inputs that come in parts.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void update(std::string_view bytes);
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace holdfast
