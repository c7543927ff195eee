#include "core/utf16_order.h"

#include <numeric>

#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::vector<std::uint32_t> by_comparison(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return less_utf16(texts[a], texts[b]);
  });
  return order;
}

std::vector<std::uint32_t> sorted(Utf16Order& order, const std::vector<std::string>& texts) {
  order.clear();
  for (const std::string& text : texts) {
    order.add(text);
  }
  return order.sort();
}

TEST(Utf16Order, IsTheOrderOfTheComparisonAndStable) {
  TestRandom random(601);
  Utf16Order order;
  for (int round = 0; round < 4000; ++round) {
    // Few different texts, so that there are equal ones; shared beginnings of any length, which may
    // end within a character.
    const std::string shared = random_text(random, 12);
    std::vector<std::string> texts;
    for (std::size_t i = random.below(random.one_in(10) ? 200 : 20); i > 0; --i) {
      texts.push_back(!texts.empty() && random.one_in(5)
                          ? random.pick(texts)
                          : shared + random_text(random, random.one_in(3) ? 2 : 12));
    }
    ASSERT_EQ(sorted(order, texts), by_comparison(texts));
  }
}

TEST(Utf16Order, PutsSurrogatesBeforeThePrivateUseArea) {
  const std::string private_use = "\xEE\x80\x80";
  const std::string halfwidth = "\xEF\xBD\xB1";
  const std::string linear_b = "\xF0\x90\x80\x80";
  const std::string last = "\xF4\x8F\xBF\xBD";
  const std::string hangul = "\xED\x9F\xBF";
  const std::vector<std::string> texts = {halfwidth, private_use, last, linear_b, hangul, "", "a"};
  Utf16Order order;
  EXPECT_EQ(sorted(order, texts), (std::vector<std::uint32_t>{5, 6, 4, 3, 2, 1, 0}));
  for (std::size_t before = 0; before < 20; ++before) {
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      longer.push_back(std::string(before, 'x') + text);
    }
    EXPECT_EQ(sorted(order, longer), (std::vector<std::uint32_t>{5, 6, 4, 3, 2, 1, 0})) << before;
  }
}

TEST(Utf16Order, TellsATextFromItsOwnBeginning) {
  Utf16Order order;
  EXPECT_EQ(sorted(order, {"abcdefghijk", "abcdefgh", "abcdefghi", ""}),
            (std::vector<std::uint32_t>{3, 1, 2, 0}));
  // A zero byte looks like the end of a text in a key.
  const std::string zero("a\0", 2);
  EXPECT_EQ(sorted(order, {zero, "a", zero + "b"}), (std::vector<std::uint32_t>{1, 0, 2}));
  EXPECT_TRUE(sorted(order, {}).empty());
}

}  // namespace
}  // namespace holdfast
