// No text, however hostile, gets out of the place it is put in.
#include "harness/markup.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/unicode.h"
#include "generators/random.h"

namespace holdfast::markup {
namespace {

using Escape = std::function<std::string(std::string_view)>;

struct Named {
  const char* name;
  Escape escape;
  bool lines;  // line feeds are kept
};

const std::vector<Named>& all_escapes() {
  static const std::vector<Named> kAll = {
      {"visible", visible, false},
      {"visible_lines", visible_lines, true},
      {"html", html, false},
      {"html_lines", html_lines, true},
      {"xml", xml, false},
      {"xml_lines", xml_lines, true},
      {"markdown", markdown, false},
      {"markdown_code", markdown_code, false},
      {"markdown_block", [](std::string_view text) { return markdown_block(text); }, true},
      {"github_message", github_message, false},
      {"github_property", github_property, false},
  };
  return kAll;
}

std::string without(std::string text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) {
    text.erase(at, part.size());
  }
  return text;
}

// Bytes at random, with what is dangerous somewhere more often than chance would have it.
std::string hostile_bytes(Random& random) {
  static const std::vector<std::string> kPieces = {"<script>alert(1)</script>",
                                                   "]]>",
                                                   "-->",
                                                   "\"",
                                                   "'",
                                                   "&amp;",
                                                   "&#x0;",
                                                   "</code>",
                                                   "```",
                                                   "|",
                                                   "\n",
                                                   "\r\n",
                                                   "\r",
                                                   "\n::error::x",
                                                   "%0A",
                                                   "::set-output name=a::b",
                                                   "\x1b[31m",
                                                   "\x9b",
                                                   std::string(1, '\0'),
                                                   "\xff",
                                                   "\xc3",
                                                   "\xed\xa0\x80",
                                                   "\u202e",
                                                   "\u2028",
                                                   "\u200b",
                                                   "\ufffe",
                                                   "[a](javascript:x)",
                                                   "![i](http://h/p)",
                                                   "@everyone",
                                                   "#1",
                                                   "https://example.invalid",
                                                   "日本",
                                                   "e\u0301",
                                                   "\\",
                                                   "\t",
                                                   "<!--",
                                                   "$x$",
                                                   "</textarea>",
                                                   "]]]]><![CDATA[>"};
  std::string bytes;
  for (std::uint64_t i = random.below(9); i > 0; --i) {
    if (random.below(4) == 0) {
      bytes += static_cast<char>(random.below(256));
    } else {
      bytes += kPieces[random.below(kPieces.size())];
    }
  }
  return bytes;
}

TEST(Markup, IsValidUtf8WithoutControlCharactersForAnyBytes) {
  Random random(11);
  for (int i = 0; i < 5'000; ++i) {
    const std::string bytes = hostile_bytes(random);
    for (const Named& named : all_escapes()) {
      const std::string text = named.escape(bytes);
      ASSERT_TRUE(is_valid_utf8(text)) << named.name;
      for (std::size_t offset = 0; offset < text.size();) {
        const char32_t c = next_code_point(text, offset);
        ASSERT_TRUE(c == U' ' || is_visible(c) || (named.lines && c == U'\n'))
            << named.name << " lets U+" << std::hex << static_cast<std::uint32_t>(c) << " through";
      }
    }
  }
}

TEST(Markup, LeavesNothingThatItsFormatGivesAMeaning) {
  Random random(12);
  for (int i = 0; i < 5'000; ++i) {
    const std::string bytes = hostile_bytes(random);
    for (const Escape& escape : {Escape(html), Escape(html_lines), Escape(xml)}) {
      ASSERT_EQ(escape(bytes).find_first_of("<>\"'"), std::string::npos);
    }
    ASSERT_EQ(markdown(bytes).find_first_of("<>\"|`*[]!@$~\\"), std::string::npos);
    for (const char* address : {"://", "www.", ":set", "javascript:x"}) {
      ASSERT_EQ(markdown(bytes).find(address), std::string::npos);
    }
    // What is left of "#" and "&" belongs to references.
    std::string rest = markdown(bytes);
    for (std::size_t at = rest.find('&'); at != std::string::npos; at = rest.find('&', at + 1)) {
      ASSERT_NE(rest.find(';', at), std::string::npos);
    }
    ASSERT_EQ(without(rest, "&#").find('#'), std::string::npos);
    ASSERT_EQ(github_message(bytes).find_first_of("\r\n"), std::string::npos);
    ASSERT_EQ(github_property(bytes).find_first_of("\r\n:,"), std::string::npos);
  }
}

TEST(Markup, EndsABlockOnlyWithItsOwnFence) {
  Random random(13);
  for (int i = 0; i < 5'000; ++i) {
    const std::string block = markdown_block(hostile_bytes(random), "text");
    const std::string fence = block.substr(0, block.find('t'));
    ASSERT_GE(fence.size(), 3U);
    ASSERT_EQ(block.substr(block.size() - fence.size() - 1), fence + "\n");
    ASSERT_EQ(block.find(fence, fence.size()), block.size() - fence.size() - 1) << block;
  }
}

TEST(Markup, LeavesPlainTextAsItIs) {
  const std::string plain = "Update the 売上 report 2026 Größe";
  for (const Named& named : all_escapes()) {
    EXPECT_NE(named.escape(plain).find(plain), std::string::npos) << named.name;
  }
}

TEST(Markup, EscapesOnlyAnUnderscoreThatCouldBeEmphasis) {
  EXPECT_EQ(markdown("change_next_action"), "change_next_action");
  EXPECT_EQ(markdown("_a_ b_"), "&#95;a&#95; b&#95;");
  EXPECT_EQ(markdown("a__b"), "a&#95;&#95;b");
}

TEST(Markup, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(visible("a\x1b[31m\xff\u200b"), "a\\u{001B}[31m\\x{FF}\\u{200B}");
  EXPECT_EQ(visible("a\nb"), "a\\u{000A}b");
  EXPECT_EQ(visible_lines("a\nb\r"), "a\nb\\u{000D}");
  EXPECT_EQ(visible(std::string_view("\xe3\x81", 2)), "\\x{E3}\\x{81}") << "a character cut off";
}

TEST(Markup, SpellsACommandOfARunner) {
  EXPECT_EQ(github_message("50% done\n::error::x"), "50%25 done%0A::error::x");
  EXPECT_EQ(github_property("a:b,c%"), "a%3Ab%2Cc%25");
}

}  // namespace
}  // namespace holdfast::markup
