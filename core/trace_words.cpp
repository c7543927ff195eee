#include "core/trace_words.h"

#include <algorithm>

#include "core/unicode.h"

namespace holdfast {
namespace {

using Flag = ScannedWord::Flag;

bool is_ascii_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_ascii_alnum(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || is_ascii_digit(c);
}
bool is_space(char32_t c) { return c == U' ' || c == U'\t' || c == 0xA0 || c == 0x3000; }

// Half-width katakana and full-width Latin are letters here and become what they stand for when the
// run is folded.
bool is_kana_or_ideograph(char32_t c) {
  return (c >= 0x3041 && c <= 0x30FF && c != 0x30FB && c != 0x30A0) || c == 0x3005 || c == 0x3007 ||
         (c >= 0x31F0 && c <= 0x31FF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}
bool is_hiragana(char32_t c) { return c >= 0x3041 && c <= 0x309F; }

// By ranges and not by category: a symbol taken for a letter is so on both sides.
bool is_word_character(char32_t c) {
  if (c < 0x80) {
    return is_ascii_alnum(c);
  }
  if (c < 0x2000) {
    return c >= 0xC0 && c != 0xD7 && c != 0xF7;
  }
  if (c >= 0xFF00 && c <= 0xFFEF) {
    return (c >= 0xFF10 && c <= 0xFF19) || (c >= 0xFF21 && c <= 0xFF3A) ||
           (c >= 0xFF41 && c <= 0xFF5A) || (c >= 0xFF66 && c <= 0xFFDC);
  }
  return (c >= 0x2C00 && c <= 0x2DFF) || is_kana_or_ideograph(c) || (c >= 0xA000 && c <= 0xD7FF) ||
         (c >= 0xFB00 && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFC) ||
         (c >= 0x10000 && c <= 0x1F000);
}

bool is_apostrophe(char32_t c) {
  return c == U'\'' || c == 0x2019 || c == 0x2018 || c == 0x02BC || c == 0xFF07;
}

// Marks that do not part a word from what stands beside it: a short text counts as kept only where
// it stands by itself.
bool is_soft_mark(char32_t c) {
  return is_space(c) || c == U',' || c == U'-' || c == U'/' || c == U'+' || c == U'&' ||
         c == U'=' || c == U'%' || c == U'@' || c == U'$' || c == U'\\' || c == 0x3001 ||
         c == 0xFF0C || c == 0x30FB;
}
bool is_wide_stop(char32_t c) { return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF0E; }
bool is_list_mark(char32_t c) {
  return c == U'-' || c == U'*' || c == U'+' || c == U'#' || c == U'>' || c == 0x2022 ||
         c == 0x30FB;
}

// next_code_point without its call for nearly all that is read.
inline char32_t take_code_point(std::string_view text, std::size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? text[at++] : next_code_point(text, at);
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { out_.letters.reserve(text.size()); }

  ScannedText scan() {
    pending_ = Flag::kEdgeBefore | Flag::kSentenceBefore | Flag::kLineBefore;
    while (at_ < text_.size()) {
      const std::size_t from = at_;
      const char32_t c = take_code_point(text_, at_);
      if (is_word_character(c)) {
        if (buffer_.empty()) {
          from_ = from;
          before_ = last_;
        }
        if (c < 0x80) {
          buffer_ +=
              c >= U'A' && c <= U'Z' ? static_cast<char>(c + (U'a' - U'A')) : static_cast<char>(c);
        } else {
          buffer_.append(text_, from, at_ - from);
          is_ascii_ = false;
        }
      } else if (!(is_apostrophe(c) && !buffer_.empty() && is_word_character(peek()))) {
        flush(c);
        between(c);
      }
      last_ = c;
    }
    flush(0);
    out_.flags_at_end = static_cast<std::uint8_t>(pending_ | Flag::kEdgeBefore | Flag::kLineBefore);
    return std::move(out_);
  }

 private:
  char32_t peek() const {
    std::size_t at = at_;
    return at < text_.size() ? take_code_point(text_, at) : U'\n';
  }

  void flush(char32_t next) {
    if (buffer_.empty()) {
      return;
    }
    const std::size_t to = at_ - (next == 0 ? 0 : size_of(next));
    const bool is_checkbox = buffer_ == "x" && before_ == U'[' && next == U']';
    if (!is_checkbox) {
      list_number(next);
      split(static_cast<std::uint32_t>(to));
      is_at_line_start_ = false;
      ends_line_with_colon_ = false;
    }
    buffer_.clear();
    is_ascii_ = true;
  }

  static std::size_t size_of(char32_t c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  void list_number(char32_t next) {
    const bool is_number =
        buffer_.size() <= 3 &&
        std::all_of(buffer_.begin(), buffer_.end(), [](char c) { return c >= '0' && c <= '9'; });
    const char32_t behind = peek();
    if (is_number && (next == U'.' || next == U')') && (is_space(behind) || behind == U'\n') &&
        !is_word_character(before_) && before_ != U'.') {
      pending_ |= Flag::kListNumber;
      if (is_at_line_start_) {
        pending_ |= Flag::kLineStart | Flag::kSentenceBefore | Flag::kLineBefore;
      }
    }
  }

  // Adds the words of the buffer.
  void split(std::uint32_t to) {
    if (!is_ascii_) {
      fold();
    }
    std::size_t word = out_.letters.size();
    const std::size_t end = word + buffer_.size();
    out_.letters += buffer_;
    if (is_ascii_) {
      add(word, end, to, 0);
      return;
    }
    const std::string_view letters(out_.letters);
    std::size_t at = word;
    while (at < end) {
      const std::size_t from = at;
      const char32_t c = take_code_point(letters, at);
      if (c < 0x80 || !is_kana_or_ideograph(c)) {
        continue;
      }
      add(word, from, to, 0);
      add(from, at, to,
          static_cast<std::uint8_t>(Flag::kWide | (is_hiragana(c) ? 0 : Flag::kWideContent)));
      word = at;
    }
    add(word, end, to, 0);
  }

  // Latin letters are lower case already.
  void fold() {
    bool is_folded = true;
    for (std::size_t at = 0; at < buffer_.size() && is_folded;) {
      const char32_t c = take_code_point(buffer_, at);
      is_folded = c < 0x80 || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FC) ||
                  (c >= 0x4E00 && c <= 0x9FFF);
    }
    if (!is_folded) {
      buffer_ = folded(buffer_);
    }
  }

  void add(std::size_t from, std::size_t end, std::uint32_t to, std::uint8_t flags) {
    if (from == end) {
      return;
    }
    out_.words.push_back({.at = static_cast<std::uint32_t>(from),
                          .size = static_cast<std::uint32_t>(end - from),
                          .from = static_cast<std::uint32_t>(from_),
                          .to = to,
                          .flags = static_cast<std::uint8_t>(flags | pending_)});
    pending_ = 0;
  }

  void between(char32_t c) {
    if (is_line_break(c)) {
      line_break(c);
      return;
    }
    if (is_at_line_start_ && is_list_mark(c) && is_space(peek())) {
      pending_ |= Flag::kEdgeBefore | Flag::kSentenceBefore | Flag::kLineBefore;
      return;
    }
    const bool is_between = is_word_character(last_) && is_word_character(peek());
    if (is_soft_mark(c) || ((c == U'.' || c == U':' || c == U'_') && is_between)) {
      return;
    }
    pending_ |= Flag::kEdgeBefore;
    if (c == 0x2026 || (c == U'.' && text_.substr(at_).starts_with(".."))) {
      pending_ |= Flag::kCutBefore;
    }
    const bool ends = c == U'.' || c == U'!' || c == U'?';
    if (is_wide_stop(c) || (ends && !is_word_character(peek()) && peek() != U'.')) {
      pending_ |= Flag::kLineBefore;
      if (!is_list_number_behind()) {
        pending_ |= Flag::kSentenceBefore;
      }
    }
    ends_line_with_colon_ = c == U':' || c == 0xFF1A || (ends_line_with_colon_ && c == U'*');
  }

  // The full stop of "3." ends no sentence.
  bool is_list_number_behind() const {
    return !out_.words.empty() && out_.words.back().has(Flag::kListNumber) &&
           out_.words.back().to + 1 == at_;
  }

  void line_break(char32_t c) {
    if (c == U'\n' && last_ == U'\r') {
      return;  // one break with the one before
    }
    pending_ |= Flag::kEdgeBefore | Flag::kLineBefore;
    if (is_at_line_start_ || ends_line_with_colon_) {
      pending_ |= Flag::kSentenceBefore;
    }
    is_at_line_start_ = true;
    ends_line_with_colon_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  ScannedText out_;
  std::string buffer_;       // the run of letters and digits that is being read
  bool is_ascii_ = true;     // whether it is
  std::size_t from_ = 0;     // where it begins
  char32_t before_ = U'\n';  // what stands before it
  char32_t last_ = U'\n';
  unsigned pending_ = 0;          // flags of the next word
  bool is_at_line_start_ = true;  // nothing but marks and spaces since the line break
  bool ends_line_with_colon_ = false;
};

}  // namespace

ScannedText scan_words(std::string_view text) { return Scanner(text).scan(); }

}  // namespace holdfast
