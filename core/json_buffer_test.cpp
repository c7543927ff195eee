#include "core/json_buffer.h"

#include "core/manifest_test.h"

namespace holdfast {
namespace {

// The rule, a byte at a time.
std::string plainly(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const std::string_view named = "\b\t\n\f\r\"\\";
    if (const auto at = named.find(c); at != std::string_view::npos) {
      out += std::string("\\") + "btnfr\"\\"[at];
    } else if (code < 0x20) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\u%04x", code);
      out += hex;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

TEST(JsonBuffer, EscapesEveryByteInEveryPlace) {
  for (std::size_t size = 1; size <= 26; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        JsonBuffer buffer;
        buffer.byte('[');
        buffer.string(text);
        buffer.literal("]\n");
        ASSERT_EQ(buffer.view(), "[" + plainly(text) + "]\n") << size << " " << at << " " << byte;
      }
    }
  }
}

TEST(JsonBuffer, WritesAnyText) {
  TestRandom random(701);
  JsonBuffer buffer;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random_text(random, 40);
    buffer.clear();
    buffer.string(text);
    ASSERT_EQ(buffer.view(), plainly(text));
    std::string appended = "before ";
    append_json_string(appended, text);
    ASSERT_EQ(appended, "before " + plainly(text));
  }
}

TEST(JsonBuffer, GrowsAndCanBeEmptied) {
  JsonBuffer buffer;
  EXPECT_EQ(buffer.view(), "");
  std::string expected;
  for (int i = 0; i < 100000; ++i) {
    buffer.raw("0123456789abcde");
    buffer.raw({});
    buffer.byte('f');
    expected += "0123456789abcdef";
  }
  EXPECT_EQ(buffer.view(), expected);
  buffer.clear();
  buffer.string("");
  EXPECT_EQ(buffer.text(), "\"\"");
}

}  // namespace
}  // namespace holdfast
