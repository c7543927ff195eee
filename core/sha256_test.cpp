// Known answers are from NIST's examples and additional test data for FIPS 180-4, and from its
// SHA256ShortMsg vectors; the sweep's answer was made with Perl's Digest::SHA, which shares no code
// with OpenSSL.
#include "core/sha256.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace holdfast {
namespace {

using std::string_view_literals::operator""sv;

struct Vector {
  std::string message;
  std::string_view hex;
};

std::vector<Vector> known_answers() {
  return {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
       "lmnopqrsmnopqrstnopqrstu",
       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
      {"\xbd", "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"},
      {"\xd3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"},
      {"\x11\xaf", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"},
      {"\xb4\x19\x0e", "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"},
      {"\x74\xba\x25\x21", "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"},
      {"\xc9\x8c\x8e\x55", "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"},
      {std::string(55, '\0'), "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
      {std::string(56, '\0'), "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"},
      {std::string(57, '\0'), "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"},
      {std::string(64, '\0'), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
      {std::string(1000, '\0'), "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53"},
      {std::string(1000, 'A'), "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4"},
      {std::string(1005, 'U'), "f4d62ddec0f3dd90ea1380fa16a5ff8dc4c54b21740650f24afc4120903552b0"},
      {std::string(1000000, '\0'),
       "d29751f2649b32ff572b5e0a9f541ea660a50f94ff0beedfb0b692b924cc8025"},
      {std::string(1000000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
}

// A message whose bytes all differ from their neighbours, so that a part taken twice or left out
// shows.
std::string pattern(std::size_t size_bytes) {
  std::string bytes;
  for (std::size_t i = 0; i < size_bytes; ++i) {
    bytes.push_back(static_cast<char>((i * 7 + size_bytes) & 0xff));
  }
  return bytes;
}

std::string in_parts(std::string_view bytes, std::size_t part_bytes) {
  Sha256 hash;
  for (std::size_t at = 0; at < bytes.size(); at += part_bytes) {
    hash.update(bytes.substr(at, part_bytes));
  }
  return to_hex(hash.finish());
}

TEST(Sha256, GivesThePublishedAnswersAtOnce) {
  for (const Vector& vector : known_answers()) {
    EXPECT_EQ(sha256_hex(vector.message), vector.hex) << "size " << vector.message.size();
  }
}

TEST(Sha256, GivesThePublishedAnswersByteByByte) {
  for (const Vector& vector : known_answers()) {
    EXPECT_EQ(in_parts(vector.message, 1), vector.hex) << "size " << vector.message.size();
  }
}

TEST(Sha256, AgreesWithAnotherImplementationAtEverySizeAroundABlock) {
  std::string all;
  for (std::size_t size_bytes = 0; size_bytes <= 300; ++size_bytes) {
    all += sha256_hex(pattern(size_bytes));
  }
  EXPECT_EQ(sha256_hex(all), "94bc81110d562891b0adac6bac4837f28ae9118c192446b6ac4414fdf4c6e629");
}

TEST(Sha256, DoesNotDependOnWhereTheInputIsCut) {
  const std::string bytes = pattern(200);
  const std::string whole = sha256_hex(bytes);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Sha256 hash;
    hash.update(std::string_view(bytes).substr(0, cut));
    hash.update(std::string_view());
    hash.update(std::string_view(bytes).substr(cut));
    ASSERT_EQ(to_hex(hash.finish()), whole) << "cut at " << cut;
  }
}

TEST(Sha256, TakesAViewWithoutAnAddress) {
  EXPECT_EQ(sha256(std::string_view()), sha256(""));
  Sha256 hash;
  hash.update(std::string_view());
  EXPECT_EQ(hash.finish(), sha256(""));
}

TEST(Sha256, CountsZeroBytes) { EXPECT_NE(sha256("a\0"sv), sha256("a"sv)); }

TEST(Sha256, KeepsHashesThatRunAtTheSameTimeApart) {
  Sha256 first;
  Sha256 second;
  first.update("ab");
  second.update("x");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  first.update("c");
  second.update("y");
  EXPECT_EQ(first.finish(), sha256("abc"));
  EXPECT_EQ(second.finish(), sha256("xy"));
}

TEST(Sha256, GivesTheSameFromThreadsThatRunTogether) {
  constexpr std::ptrdiff_t kThreads = 4;
  const std::string message(1000, 'A');
  std::latch start(kThreads);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::ptrdiff_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (int round = 0; round < 20000; ++round) {
        if (sha256_hex(message) !=
            "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4") {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Sha256, WritesHexInLowerCaseWithLeadingZeros) {
  Digest digest{};
  digest[0] = 0x0a;
  digest[31] = 0xf0;
  EXPECT_EQ(to_hex(digest), "0a" + std::string(60, '0') + "f0");
}

TEST(Sha256DeathTest, RefusesToGoOnAfterTheEnd) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Sha256 hash;
  hash.finish();
  EXPECT_DEATH(hash.update("late"), "CHECK failed");
  EXPECT_DEATH(hash.finish(), "CHECK failed");
}

}  // namespace
}  // namespace holdfast
