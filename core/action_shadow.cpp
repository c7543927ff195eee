#include "core/action_shadow.h"

#include "core/action_words.h"
#include "core/check.h"
#include "core/unicode.h"

namespace holdfast::internal {

namespace {

// Characters that fold to themselves, nearly all of Japanese, Chinese and Korean text: a shortcut
// only, and a test compares it with folded().
bool is_stable(char32_t c) {
  return (c >= 0x3001 && c <= 0x3029) || (c >= 0x3041 && c <= 0x3096) ||
         (c >= 0x30A1 && c <= 0x30FE) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x2190 && c <= 0x21FF);
}

// ① folds to 1, and with the circle the list would be lost.
bool is_circled(char32_t c) { return (c >= 0x2460 && c <= 0x2473) || (c >= 0x24EA && c <= 0x24FF); }

bool is_full_width_ascii(char32_t c) { return c >= 0xFF01 && c <= 0xFF5E; }

// Case-folded letters that look like Latin ones, as small or as capital letters (Cyrillic, Greek,
// Armenian; only letters that the English joiners use), and signs that look like a bar or a
// semicolon.
char32_t plain_look_alike(char32_t c) {
  constexpr std::u32string_view kOther = U"аеосхуѕһтнвԁԝӏінοεαντηχոօհǀ‖∣∥│┃❘⁏؛";
  constexpr std::u32string_view kPlain = U"aeocxyshthbdwlihoeavthxnoh|||||||;;";
  static_assert(kOther.size() == kPlain.size());
  const std::size_t at = kOther.find(c);
  return at == std::u32string_view::npos ? c : kPlain[at];
}

constexpr std::string_view kVoiced = "\u3099";
constexpr std::string_view kHalfVoiced = "\u309A";

}  // namespace

bool is_own_shadow(std::string_view text) {
  bool plain = true;
  // Without an early end, so that it is done many bytes at a time.
  for (const char c : text) {
    plain &= (c >= ' ' && c < 0x7F) || c == '\t';
  }
  return plain;
}

void Shadow::make() {
  text_.reserve(source_.size());
  while (at_ < source_.size()) {
    step();
  }
}

std::size_t Shadow::source_offset(std::size_t at) {
  CHECK(at_ == 0);
  std::size_t begin = 0;
  while (text_.size() <= at && at_ < source_.size()) {
    begin = at_;
    step();
  }
  return begin;
}

void Shadow::take_out() {
  has_ignorables_ = true;
  if (ignorables_ == Ignorables::kSpace) {
    text_ += ' ';
  }
}

void Shadow::step() {
  const std::size_t begin = at_;
  const char32_t c = next_code_point(source_, at_);
  const std::string_view character = source_.substr(begin, at_ - begin);
  if (is_white_space(c)) {
    text_ += ' ';
  } else if (c < 0x80) {
    if (c < ' ' || c == 0x7F) {
      take_out();
    } else {
      text_ += static_cast<char>(c);
    }
  } else if (is_full_width_ascii(c)) {
    text_ += static_cast<char>(c - 0xFF01 + '!');
  } else if (is_stable(c) || is_circled(c)) {
    text_ += character;
  } else {
    add_folded(character);
  }
}

void Shadow::add_folded(std::string_view character) {
  const std::string folded_character = folded(character);
  if (folded_character.empty()) {
    take_out();
    return;
  }
  if (folded_character == kVoiced || folded_character == kHalfVoiced) {
    add_voicing_mark(folded_character);
    return;
  }
  std::size_t at = 0;
  const char32_t c = next_code_point(folded_character, at);
  if (at == folded_character.size()) {
    append_code_point(text_, plain_look_alike(c));
  } else {
    text_ += folded_character;
  }
}

// か and U+3099 are が, also where an ignorable stands between them.
void Shadow::add_voicing_mark(std::string_view mark) {
  const std::size_t end = behind_spaces(text_, text_.size());
  const char32_t last = code_point_before(text_, end);
  if (last < 0x3041 || last > 0x30FE) {
    text_ += mark;
    return;
  }
  std::string voiced;
  append_code_point(voiced, last);
  const std::size_t last_size = voiced.size();
  voiced += mark;
  text_.replace(end - last_size, last_size, folded(voiced));
}

}  // namespace holdfast::internal
