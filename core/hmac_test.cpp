#include "core/hmac.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace holdfast {
namespace {

std::string repeated(std::size_t count, char byte) { return std::string(count, byte); }

std::string counting(char from, char to) {
  std::string bytes;
  for (char byte = from; byte <= to; ++byte) {
    bytes.push_back(byte);
  }
  return bytes;
}

std::string mac(std::string_view key, std::string_view message) {
  return to_hex(internal::hmac_sha256_of_any_key(key, message));
}

// RFC 4231, sections 4.2 to 4.8: the HMAC-SHA-256 answers.
TEST(Hmac, GivesTheKnownAnswers) {
  EXPECT_EQ(mac(repeated(20, 0x0b), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(mac("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(mac(repeated(20, '\xaa'), repeated(50, '\xdd')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  EXPECT_EQ(mac(counting(0x01, 0x19), repeated(50, '\xcd')),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  // The answer to the fifth is cut to 128 bits there.
  EXPECT_EQ(mac(repeated(20, 0x0c), "Test With Truncation").substr(0, 32),
            "a3b6167473100ee06e0c796c2955552b");
  EXPECT_EQ(mac(repeated(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(mac(repeated(131, '\xaa'),
                "This is a test using a larger than block-size key and a larger than block-size "
                "data. The key needs to be hashed before being used by the HMAC algorithm."),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST(Hmac, OfAKeyIsThatOfItsBytes) {
  const std::string bytes = counting(1, 32);
  const auto key = SecretKey::from_bytes(bytes);
  ASSERT_TRUE(key);
  for (const std::string_view message : {"", "a", "a longer message"}) {
    EXPECT_EQ(to_hex(hmac_sha256(*key, message)), mac(bytes, message));
  }
}

TEST(SecretKey, HasExactly32Bytes) {
  for (const std::size_t size_bytes : {0U, 1U, 16U, 31U, 33U, 64U}) {
    EXPECT_FALSE(SecretKey::from_bytes(counting(1, static_cast<char>(size_bytes)))) << size_bytes;
  }
  EXPECT_TRUE(SecretKey::from_bytes(counting(1, 32)));
}

TEST(SecretKey, IsNotOneByteAgainAndAgain) {
  EXPECT_FALSE(SecretKey::from_bytes(repeated(32, '\0')));
  EXPECT_FALSE(SecretKey::from_bytes(repeated(32, 'x')));
  EXPECT_TRUE(SecretKey::from_bytes(repeated(31, '\0') + "x"));
}

TEST(SecretKey, LeavesNothingBehindWhereItWasMovedFrom) {
  static_assert(!std::is_copy_constructible_v<SecretKey>);
  static_assert(!std::is_copy_assignable_v<SecretKey>);
  auto key = SecretKey::from_bytes(counting(1, 32));
  SecretKey other = std::move(*key);
  EXPECT_EQ(other.bytes(), counting(1, 32));
  EXPECT_EQ(key->bytes(), repeated(32, '\0'));
  auto third = SecretKey::from_bytes(counting(33, 64));
  *third = std::move(other);
  EXPECT_EQ(third->bytes(), counting(1, 32));
  EXPECT_EQ(other.bytes(), repeated(32, '\0'));
}

TEST(ConstantTime, SaysWhetherTheBytesAreEqual) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "xbc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abcd"));
  EXPECT_FALSE(equal_in_constant_time("", "a"));
}

TEST(Wipe, OverwritesTheBytes) {
  std::string secret = "swordfish";
  wipe(secret);
  EXPECT_EQ(secret, repeated(9, '\0'));
}

}  // namespace
}  // namespace holdfast
