// Expectations come from the Unicode standard's own lists, from an order of UTF-16 made in another
// way, and from Node, whose tables are ICU's and not utf8proc's.
#include "core/unicode.h"

#include <ctime>

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::string utf8(char32_t code_point) {
  std::string text;
  append_code_point(text, code_point);
  return text;
}

// For messages: a text in quotation marks.
std::string literal_of(const std::string& text) { return write_compact_json(Value(text)); }

std::string name_of(char32_t code_point) {
  return "code point " + std::to_string(static_cast<std::uint32_t>(code_point));
}

bool is_surrogate(char32_t code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

TEST(Unicode, WritesAndReadsEveryScalarValue) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_surrogate(c)) {
      continue;
    }
    const std::string text = utf8(c);
    const std::size_t size = c < 0x80 ? 1U : c < 0x800 ? 2U : c < 0x10000 ? 3U : 4U;
    ASSERT_EQ(text.size(), size) << name_of(c);
    std::size_t offset = 0;
    ASSERT_TRUE(next_code_point(text + "x", offset) == c) << name_of(c);
    ASSERT_EQ(offset, size);
    ASSERT_TRUE(is_valid_utf8(text)) << name_of(c);
  }
}

TEST(Unicode, RefusesWhatIsNoUtf8) {
  for (const std::string text : {"\x80",
                                 "\xBF",
                                 "\xC3",
                                 "\xC0\x80",
                                 "\xC1\xBF",
                                 "\xE0\x80\x80",
                                 "\xE0\x9F\xBF",
                                 "\xED\xA0\x80",
                                 "\xED\xBF\xBF",
                                 "\xE3\x81",
                                 "\xF0\x9F\x98",
                                 "\xF0\x80\x80\x80",
                                 "\xF0\x8F\xBF\xBF",
                                 "\xF4\x90\x80\x80",
                                 "\xF5\x80\x80\x80",
                                 "\xF8\x88\x80\x80\x80",
                                 "\xFE",
                                 "\xFF",
                                 "\xC3(",
                                 "\xE3(\x81",
                                 "\xE3\x81(",
                                 "\xF0(\x9F\x98",
                                 "a\x80z"}) {
    EXPECT_FALSE(is_valid_utf8(text)) << testing::PrintToString(text);
    EXPECT_FALSE(is_valid_utf8("ok " + text + " ok"));
  }
  EXPECT_TRUE(is_valid_utf8(""));
  EXPECT_TRUE(is_valid_utf8(std::string("a\0b", 3)));
}

TEST(Unicode, CountsCodePointsAndVisibleOnes) {
  const std::string text = "a \xE3\x81\x82\xF0\x9F\x98\x80\xE2\x80\x8B\xCC\x81\n";
  EXPECT_EQ(count_code_points(text), 7U);
  EXPECT_EQ(count_visible_characters(text), 4U);
  EXPECT_EQ(count_code_points(""), 0U);
}

TEST(Unicode, KnowsAllSixtySixNoncharacters) {
  std::size_t count = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    count += is_noncharacter(c) ? 1 : 0;
  }
  EXPECT_EQ(count, 66U);
  for (const char32_t c : {0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF}) {
    EXPECT_TRUE(is_noncharacter(c)) << name_of(c);
  }
  for (const char32_t c : {0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0x10FFFD, 0xFEFF}) {
    EXPECT_FALSE(is_noncharacter(c)) << name_of(c);
  }
}

TEST(Unicode, SeesNothingWhereAReaderSeesNothing) {
  for (const char32_t c :
       {0x00,   0x09,    0x0A,    0x0D,    0x1B,    0x20,   0x7F,   0x85,   0x9B,   0xA0,   0xAD,
        0x34F,  0x61C,   0x115F,  0x1160,  0x17B4,  0x180B, 0x180E, 0x2000, 0x2003, 0x200B, 0x200C,
        0x200D, 0x200E,  0x2028,  0x2029,  0x202A,  0x202E, 0x202F, 0x205F, 0x2060, 0x2064, 0x2066,
        0x2069, 0x206F,  0x2800,  0x3000,  0x3164,  0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xE000,
        0xF8FF, 0xE0001, 0xE0041, 0xE01EF, 0xF0000, 0x378,  0x1D173}) {
    EXPECT_FALSE(is_visible(c)) << name_of(c);
    EXPECT_FALSE(has_visible_character(utf8(c) + utf8(c))) << name_of(c);
    EXPECT_TRUE(has_visible_character(utf8(c) + "x" + utf8(c)));
  }
  for (const char32_t c : {0x21, 0x7E, 0xA1, 0xE9, 0x301, 0x3042, 0x4E00, 0xFF01, 0x1F600, 0x20000,
                           0x2801, 0x300C, 0xFFFD}) {
    EXPECT_TRUE(is_visible(c)) << name_of(c);
  }
  EXPECT_FALSE(has_visible_character(""));
}

// PropList.txt, White_Space: these 25 and no other.
TEST(Unicode, KnowsTheWhiteSpaceOfTheStandard) {
  const std::vector<char32_t> expected = {0x09,   0x0A,   0x0B,   0x0C,   0x0D,   0x20,   0x85,
                                          0xA0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
                                          0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028,
                                          0x2029, 0x202F, 0x205F, 0x3000};
  std::vector<char32_t> found;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_white_space(c)) {
      found.push_back(c);
    }
  }
  EXPECT_EQ(found, expected);
}

TEST(Unicode, KnowsEveryLineBreak) {
  std::vector<char32_t> found;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_line_break(c)) {
      found.push_back(c);
    }
  }
  EXPECT_EQ(found, (std::vector<char32_t>{0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029}));
}

TEST(Unicode, TellsComposedTextFromDecomposed) {
  for (const char* text : {"", "plain", "\xC3\xA9", "\xE3\x81\x8C", "\xEA\xB0\x80", "\xCC\x81",
                           "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", "\xEF\xBC\x81"}) {
    EXPECT_TRUE(is_nfc(text)) << text;
  }
  for (const char* text : {"e\xCC\x81", "\xE3\x81\x8B\xE3\x82\x99", "\xE1\x84\x80\xE1\x85\xA1",
                           "\xCD\xBE", "\xEF\xA8\x99", "\xE2\x84\xAB", "a\xCC\x81\xCC\xA3"}) {
    EXPECT_FALSE(is_nfc(text)) << text;
  }
}

TEST(Unicode, SaysWhenTwoTextsOnlyLookAlike) {
  const std::vector<std::pair<const char*, const char*>> alike = {
      {"Deploy", "deploy"},
      {"do  not", "do not"},
      {" trimmed ", "trimmed"},
      {"a\tb", "a b"},
      {"no\xC2\xA0"
       "break",
       "no break"},
      {"full\xE3\x80\x80width", "full width"},
      {"ABC123", "\xEF\xBC\xA1\xEF\xBC\xA2\xEF\xBC\xA3\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x93"},
      {"zero\xE2\x80\x8Bwidth", "zerowidth"},
      {"soft\xC2\xADhyphen", "softhyphen"},
      {"\xE2\x80\xAE"
       "bidi",
       "bidi"},
      {"e\xCC\x81", "\xC3\xA9"},
      {"\xEF\xBD\xB6\xEF\xBE\x9E", "\xE3\x82\xAC"},
      {"stra\xC3\x9F"
       "e",
       "STRASSE"},
      {"\xE2\x91\xA0", "1"},
      {"\xEF\xAC\x81", "fi"},
      {"\xE2\x9D\xA4\xEF\xB8\x8F", "\xE2\x9D\xA4"}};
  for (const auto& [a, b] : alike) {
    EXPECT_TRUE(looks_alike(a, b)) << a << " | " << b;
    EXPECT_TRUE(looks_alike(b, a)) << a << " | " << b;
  }
  const std::vector<std::pair<const char*, const char*>> different = {
      {"same", "same"}, {"a", "b"}, {"", "a"},
      {"ab", "a b"},    {"1", "2"}, {"\xE3\x81\x8B", "\xE3\x81\x8C"}};
  for (const auto& [a, b] : different) {
    EXPECT_FALSE(looks_alike(a, b)) << a << " | " << b;
  }
}

TEST(Unicode, FoldsAnyTextToValidUtf8) {
  TestRandom random(1);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random_text(random, 12);
    const std::string shadow = folded(text);
    ASSERT_TRUE(is_valid_utf8(shadow));
    ASSERT_EQ(has_visible_character(shadow), !shadow.empty());
    is_nfc(text);
  }
}

// utf8proc's own ordering of marks costs the square of their number: 64,000 took eight seconds.
TEST(Unicode, CostsNoSquareWhereMarksAreManyAndOutOfOrder) {
  const std::clock_t begin = std::clock();
  for (const std::vector<char32_t>& marks :
       {std::vector<char32_t>{0x323, 0x301}, std::vector<char32_t>{0x301, 0x323},
        std::vector<char32_t>{0xF73}, std::vector<char32_t>{0xF81, 0x344},
        std::vector<char32_t>{0x301, 0x200D, 0x323, 0x34F}, std::vector<char32_t>{0x301}}) {
    std::string text = "a";
    for (std::size_t i = 0; i < 200000; ++i) {
      append_code_point(text, marks[i % marks.size()]);
    }
    // Only one kind of mark in a row can be normalised already; the first joins the letter.
    EXPECT_FALSE(is_nfc(text)) << name_of(marks[0]);
    EXPECT_LE(folded(text).size(), 200U) << name_of(marks[0]);
    EXPECT_FALSE(looks_alike(text, text + "b"));
  }
  std::string ordered = "\xC3\xA1";
  for (int i = 0; i < 200000; ++i) {
    ordered += "\xCC\x81";
  }
  EXPECT_TRUE(is_nfc(ordered));
  EXPECT_LE(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10.0);
}

std::u16string utf16(const std::string& text) {
  std::u16string units;
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_code_point(text, offset);
    if (c < 0x10000) {
      units += static_cast<char16_t>(c);
    } else {
      units += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      units += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  return units;
}

TEST(Unicode, OrdersByUtf16CodeUnits) {
  TestRandom random(16);
  for (int i = 0; i < 50000; ++i) {
    const std::string prefix = random_text(random, 2);
    const std::string a = prefix + random_text(random, 2);
    const std::string b = prefix + random_text(random, 2);
    const int expected = utf16(a).compare(utf16(b));
    const auto order = compare_utf16(a, b);
    ASSERT_EQ(order < 0, expected < 0) << literal_of(a) << literal_of(b);
    ASSERT_EQ(order > 0, expected > 0) << literal_of(a) << literal_of(b);
    ASSERT_EQ(less_utf16(b, a), expected > 0);
  }
  // At the one border where UTF-8 and UTF-16 part.
  EXPECT_TRUE(less_utf16("\xF0\x90\x80\x80", "\xEE\x80\x80"));
  EXPECT_TRUE(less_utf16("\xF4\x8F\xBF\xBD", "\xEF\xBF\xBD"));
  EXPECT_TRUE(less_utf16("\xED\x9F\xBF", "\xF0\x90\x80\x80"));
  EXPECT_TRUE(less_utf16("a", "ab"));
  EXPECT_FALSE(less_utf16("a", "a"));
}

// Node's Unicode is usually a newer one. What its tables add are characters that are not assigned
// in ours: they may be seen there and not here, never the other way round.
TEST(Unicode, AgreesWithNodeAboutEveryCodePoint) {
  const auto printed = run_node(R"(
    const line = (holds) => {
      let text = '';
      for (let c = 0; c <= 0x10ffff; c++) {
        const surrogate = c >= 0xd800 && c <= 0xdfff;
        text += !surrogate && holds(String.fromCodePoint(c)) ? '1' : '0';
      }
      console.log(text);
    };
    console.log(process.versions.unicode);
    line((s) => s.normalize('NFC') === s);
    const hidden = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
    line((s) => !hidden.test(s));
    line((s) => /\p{White_Space}/u.test(s));)",
                                {});
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), 4U);
  std::size_t seen_only_there = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_surrogate(c)) {
      continue;
    }
    const auto there = [&](std::size_t line) { return (*printed)[line][c] == '1'; };
    ASSERT_EQ(is_white_space(c), there(3)) << name_of(c);
    ASSERT_LE(is_visible(c), there(2)) << name_of(c);
    seen_only_there += is_visible(c) != there(2) ? 1 : 0;
    ASSERT_TRUE(is_nfc(utf8(c)) == there(1) || is_visible(c) != there(2)) << name_of(c);
  }
  // Unicode 15.1 added 627 characters, 16.0 5,185 and 17.0 4,803.
  const std::string versions = unicode_version() + " and " + (*printed)[0];
  if (versions == "15.0.0 and 17.0") {
    EXPECT_EQ(seen_only_there, 627U + 5185U + 4803U);
  }
  EXPECT_LE(seen_only_there, 20000U) << versions;
}

TEST(Unicode, AgreesWithNodeAboutNormalFormsAndOrder) {
  TestRandom random(15);
  std::vector<std::string> lines;
  std::vector<std::string> expected;
  for (int i = 0; i < 10000; ++i) {
    // Marks behind letters, so that something composes or reorders.
    std::string a = random_text(random, 3);
    for (std::size_t j = random.below(5); j > 0; --j) {
      static const std::vector<char32_t> others = {0xF71, 0xF72, 0xF73,  0xF74,  0xF75,  0xF81,
                                                   0x5B0, 0x591, 0x3099, 0x1161, 0x11A8, 0x1D165};
      append_code_point(a, random.one_in(4) ? random.pick(others)
                                            : static_cast<char32_t>(0x300 + random.below(0x50)));
    }
    const std::string b = random_text(random, 4);
    lines.push_back(write_compact_json(Value::array({a, b})));
    expected.push_back(std::string(is_nfc(a) ? "1" : "0") + (less_utf16(a, b) ? "1" : "0"));
  }
  const auto printed = run_node(R"(
    for (const line of lines) {
      const [a, b] = JSON.parse(line);
      console.log((a.normalize('NFC') === a ? '1' : '0') + (a < b ? '1' : '0'));
    })",
                                lines);
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ((*printed)[i], expected[i]) << lines[i];
  }
}

}  // namespace
}  // namespace holdfast
