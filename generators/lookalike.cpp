// Model: the text as code points; each disguise says what it would put in place of one code point,
// or nothing. A disguise is drawn until one fits somewhere; invisible characters and a space at the
// end fit everywhere.
#include "generators/lookalike.h"

#include <iterator>
#include <vector>

#include "core/check.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::u32string_view kLatin = U"aceiopsxyABCEHKMOPTX";
constexpr std::u32string_view kCyrillic = U"асеіорѕхуАВСЕНКМОРТХ";
static_assert(kLatin.size() == kCyrillic.size());

constexpr std::u32string_view kComposed = U"éèüöäñçãïúóë";
constexpr std::u32string_view kBases = U"eeuoancaiuoe";
constexpr std::u32string_view kMarks =
    U"\u0301\u0300\u0308\u0308\u0308\u0303\u0327\u0303\u0308\u0301\u0301\u0308";
static_assert(kComposed.size() == kBases.size() && kComposed.size() == kMarks.size());

// Kana and kanji that look alike, and signs that a keyboard or a word processor exchanges.
constexpr std::u32string_view kSigns = U"ニ二カ力ロ口エ工一ー-–'\"・\u00A5";
constexpr std::u32string_view kSignTwins = U"二ニ力カ口ロ工エー一\u2010-’”･\\";
static_assert(kSigns.size() == kSignTwins.size());

constexpr std::u32string_view kInvisible =
    U"\u200B\u200C\u200D\u2060\u00AD\uFE0F\u3164\u2800\u180E\U000E0101";
constexpr std::u32string_view kSpaces = U"\u00A0\u3000\u2009\u202F\u205F";

std::u32string twin(char32_t c, std::u32string_view from, std::u32string_view to) {
  const std::size_t at = from.find(c);
  return at == std::u32string_view::npos ? std::u32string() : std::u32string(1, to[at]);
}

std::u32string full_width(char32_t c) {
  return c > 0x20 && c < 0x7F ? std::u32string(1, c - 0x21 + 0xFF01) : std::u32string();
}

// Full-width forms back to plain ones, so that Japanese texts have this disguise too.
std::u32string half_width(char32_t c) {
  return c >= 0xFF01 && c <= 0xFF5E ? std::u32string(1, c - 0xFF01 + 0x21) : std::u32string();
}

std::u32string decomposed(char32_t c) {
  if (const std::size_t at = kComposed.find(c); at != std::u32string_view::npos) {
    return {kBases[at], kMarks[at]};
  }
  // Hiragana and katakana alike: the voiced sound stands behind the plain one.
  constexpr std::u32string_view kVoiced =
      U"がぎぐげござじずぜぞだぢづでどばびぶべぼ"
      U"ガギグゲゴザジズゼゾダヂヅデドバビブベボ";
  constexpr std::u32string_view kHalfVoiced = U"ぱぴぷぺぽパピプペポ";
  if (kVoiced.find(c) != std::u32string_view::npos) {
    return {c - 1, U'\u3099'};
  }
  if (kHalfVoiced.find(c) != std::u32string_view::npos) {
    return {c - 2, U'\u309A'};
  }
  return {};
}

std::u32string other_space(char32_t c, Random& random) {
  return c == U' ' ? std::u32string(1, random.pick(kSpaces)) : std::u32string();
}

enum Disguise : std::uint64_t {
  kFullWidth,
  kHalfWidth,
  kCyrillicLetter,
  kDecomposed,
  kSignTwin,
  kOtherSpace,
  kInvisibleInside,
  kSpaceAtEnd,
  kDisguises,
};

std::u32string disguised(char32_t c, Disguise disguise, Random& random) {
  switch (disguise) {
    case kFullWidth:
      return full_width(c);
    case kHalfWidth:
      return half_width(c);
    case kCyrillicLetter:
      return twin(c, kLatin, kCyrillic);
    case kDecomposed:
      return decomposed(c);
    case kSignTwin:
      return twin(c, kSigns, kSignTwins);
    case kOtherSpace:
      return other_space(c, random);
    case kInvisibleInside:
      return {c, random.pick(kInvisible)};
    default:
      return {};
  }
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end,
                     const std::u32string& put) {
  std::string result(text.substr(0, begin));
  for (const char32_t c : put) {
    append_code_point(result, c);
  }
  result += text.substr(end);
  CHECK(result != text);
  return result;
}

}  // namespace

std::string lookalike(std::string_view text, Random& random) {
  std::vector<std::size_t> starts;  // of each code point, and the end
  for (std::size_t at = 0; at < text.size();) {
    starts.push_back(at);
    next_code_point(text, at);
  }
  starts.push_back(text.size());
  const std::size_t places = starts.size() - 1;
  constexpr int kDraws = 8;
  for (int i = 0; i < kDraws && places > 0; ++i) {
    const auto disguise = static_cast<Disguise>(random.below(kDisguises));
    if (disguise == kSpaceAtEnd) {
      break;
    }
    // The first place from a random one on, in a circle, that the disguise fits.
    const std::uint64_t from = random.below(places);
    for (std::size_t k = 0; k < places; ++k) {
      const std::size_t begin = starts[(from + k) % places];
      std::size_t end = begin;
      const std::u32string put = disguised(next_code_point(text, end), disguise, random);
      if (!put.empty()) {
        return replaced(text, begin, end, put);
      }
    }
  }
  return std::string(text) + ' ';
}

std::string invisible_text(Random& random) {
  std::string text;
  for (std::uint64_t left = random.below(5); left > 0; --left) {
    const std::uint64_t kind = random.below(4);
    append_code_point(text, kind == 0   ? U' '
                            : kind == 1 ? random.pick(kSpaces)
                                        : random.pick(kInvisible));
  }
  return text;
}

}  // namespace holdfast
