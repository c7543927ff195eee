// One pass over the text from left to right, which ends at the first joint. Words, numbers, signs
// and wide (non-ASCII) characters are dispatched by their first byte.
//
// The invariants that make the rule predictable and its time linear:
// - A quoted span is passed over whole; only in one that is a program (`sh -c "…"`, run `…`) shell
//   joiners are looked for.
// - A sentence joiner joins only if something stands before it ("Then open the list" is one
// operation);
//   shell joiners and arrows count everywhere.
// - A list is a marker that opens the text or follows a colon, or a second marker anywhere. Dashes,
// stars
//   and ・ are markers only where they open.
// - Looking ahead or back never crosses what the next step would look at again, but for runs of
// white
//   space, each of which is crossed a bounded number of times.
#include "core/action_scan.h"

#include <algorithm>

#include "core/action_quotes.h"
#include "core/action_words.h"
#include "core/unicode.h"

namespace holdfast::internal {

namespace {

bool is_letter(char c) { return is_word_character(c) && !is_digit(c) && c != '_'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

bool is_in(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }

// Arrows that lead on: to the right or down.
bool is_arrow(char32_t c) {
  return is_in(c, U"→↓↠↣↦⇉⇒⇓⇛⇝⇢⇥⇨⇰⇾⟶⟹⟼⟾⟿⤳⬇⭢⮕") ||
         c == 0x2794 || (c >= 0x2798 && c <= 0x27AF) || (c >= 0x27B1 && c <= 0x27BE);
}

bool is_bullet(char32_t c) { return is_in(c, U"•‣⁃▪◦●■◆"); }

// Numbers in circles: ①, ⓪…⓿, ❶…➓. Those in brackets or with a full stop fold to plain ones.
bool is_circled_number(char32_t c) {
  return (c >= 0x2460 && c <= 0x2473) || (c >= 0x24EA && c <= 0x24FF) ||
         (c >= 0x2776 && c <= 0x2793);
}

bool is_punctuation(char32_t c) {
  return (c >= 0x2000 && c <= 0x206F) || (c >= 0x3001 && c <= 0x3004) ||
         (c >= 0x3008 && c <= 0x301F);
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text), quotes_(text) {}

  std::optional<Joint> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      std::optional<Joint> joint;
      if (is_digit(c)) {
        joint = number();
      } else if (is_word_character(c)) {
        joint = word();
      } else if (is_ascii(c)) {
        joint = sign(c);
      } else {
        joint = wide();
      }
      if (joint) {
        return joint;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Joint> word();
  std::optional<Joint> number();
  std::optional<Joint> sign(char c);
  std::optional<Joint> wide();
  std::optional<Joint> wide_sign(char32_t c, std::size_t end);
  bool quoted();
  std::optional<Joint> joint_in_program(const QuotedSpan& span) const;

  char char_at(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  bool space_at(std::size_t at) const { return at < text_.size() && is_space(text_[at]); }
  std::size_t end_of_word() const;
  bool begins_token() const;
  std::size_t step_marker() const;
  std::size_t bracket_marker() const;
  bool is_shell_joiner(std::size_t at) const;
  bool is_harmless_ampersand(std::size_t at) const;
  bool is_url_parameter(std::size_t at) const;
  bool is_program(const QuotedSpan& span) const;

  // A marker of a list of `size_bytes` at at_: a joint, or passed over.
  std::optional<Joint> marker(std::size_t size_bytes);
  // Moves on over something that an operation may consist of.
  void pass_over(std::size_t size_bytes) {
    at_ += size_bytes;
    opens_ = false;
    something_before_ = true;
  }
  Joint here(std::string_view reason) const { return {reason, at_}; }

  std::string_view text_;
  Quotes quotes_;
  std::size_t at_ = 0;
  bool opens_ = true;  // only white space since the start or a colon
  bool something_before_ = false;
  bool marker_before_ = false;
  bool in_url_ = false;
  bool in_url_query_ = false;
  std::string_view last_word_;
  std::string_view word_before_last_;
  std::optional<Joint> program_joint_;
};

std::size_t Scan::end_of_word() const {
  std::size_t end = at_;
  while (end < text_.size() && is_word_character(text_[end])) {
    ++end;
  }
  return end;
}

bool Scan::begins_token() const {
  const char32_t before = code_point_before(text_, at_);
  return before == 0 || is_in(before, U" \t:,;、。");
}

std::optional<Joint> Scan::marker(std::size_t size_bytes) {
  if (opens_ || marker_before_) {
    return here(kList);
  }
  marker_before_ = true;
  pass_over(size_bytes);
  return std::nullopt;
}

// "step 2:", 手順2：, ステップ 2. and the like at at_: the size without the mark at its end, or 0.
std::size_t Scan::step_marker() const {
  std::size_t end = at_;
  for (const std::string_view name :
       {"step", "phase", "手順", "工程", "ステップ", "フェーズ", "その"}) {
    if (is_word(text_.substr(at_, name.size()), name)) {
      end = at_ + name.size();
    }
  }
  if (end == at_) {
    return 0;
  }
  while (space_at(end)) {
    ++end;
  }
  const std::size_t digits = end;
  while (is_digit(char_at(end))) {
    ++end;
  }
  if (end == digits) {
    return 0;
  }
  const char mark = char_at(end);
  const bool marks = mark == ':' || mark == ')' || (mark == '.' && end + 1 < text_.size()) ||
                     text_.substr(end).starts_with("、");
  return marks ? end - at_ : 0;
}

std::optional<Joint> Scan::word() {
  const std::size_t end = end_of_word();
  if (in_url_) {
    pass_over(end - at_);
    return std::nullopt;
  }
  if (end - at_ == 1 && char_at(end) == ')' && begins_token()) {
    return marker(2);
  }
  if (const std::size_t size = step_marker(); size > 0) {
    return marker(size);
  }
  if (something_before_ && english_joiner(text_, at_, last_word_) > 0) {
    return here(kSentenceJoiner);
  }
  word_before_last_ = last_word_;
  last_word_ = text_.substr(at_, end - at_);
  pass_over(end - at_);
  return std::nullopt;
}

std::optional<Joint> Scan::number() {
  constexpr std::size_t kDigitsMax = 3;  // longer ones are years and amounts
  std::size_t end = at_;
  while (is_digit(char_at(end))) {
    ++end;
  }
  if (!in_url_ && end - at_ <= kDigitsMax && begins_token()) {
    const char mark = char_at(end);
    const char behind = char_at(end + 1);
    const std::string_view rest = text_.substr(end);
    // U+20E3 is the keycap of 1️⃣.
    if (mark == ')' || (mark == '.' && (is_space(behind) || !is_ascii(behind))) ||
        rest.starts_with("\u20E3") ||
        (rest.starts_with("、") && rest.size() > 3 && !is_digit(rest[3]))) {
      return marker(end - at_);
    }
  }
  pass_over(end_of_word() - at_);
  return std::nullopt;
}

// "(1)", "(12)", "(a)", "(iii)" at at_: its size, or 0.
std::size_t Scan::bracket_marker() const {
  if (at_ > 0 && is_word_character(text_[at_ - 1])) {
    return 0;
  }
  if (is_letter(char_at(at_ + 1)) && char_at(at_ + 2) == ')') {
    return 3;
  }
  std::size_t digits = at_ + 1;
  while (digits < at_ + 3 && is_digit(char_at(digits))) {
    ++digits;
  }
  std::size_t roman = at_ + 1;
  while (roman < at_ + 5 && is_in(static_cast<unsigned char>(char_at(roman)), U"ivxIVX")) {
    ++roman;
  }
  const std::size_t end = std::max(digits, roman);
  return end > at_ + 1 && char_at(end) == ')' ? end + 1 - at_ : 0;
}

// `&name=` in the query of a URL.
bool Scan::is_url_parameter(std::size_t at) const {
  std::size_t end = at + 1;
  while (is_word_character(char_at(end)) || char_at(end) == '-' || char_at(end) == '.') {
    ++end;
  }
  return end > at + 1 && char_at(end) == '=';
}

// R&D, Q&A, AT&T: one to three capitals on both sides, and no more.
bool Scan::is_harmless_ampersand(std::size_t at) const {
  constexpr std::size_t kCapitalsMax = 3;
  if (in_url_query_ && is_url_parameter(at)) {
    return true;
  }
  std::size_t begin = at;
  while (begin > 0 && at - begin <= kCapitalsMax && is_capital(text_[begin - 1])) {
    --begin;
  }
  std::size_t end = at + 1;
  while (end - at <= kCapitalsMax + 1 && is_capital(char_at(end))) {
    ++end;
  }
  const std::size_t left = at - begin;
  const std::size_t right = end - at - 1;
  return left >= 1 && left <= kCapitalsMax && right >= 1 && right <= kCapitalsMax &&
         (begin == 0 || !is_word_character(text_[begin - 1])) && !is_word_character(char_at(end));
}

bool Scan::is_shell_joiner(std::size_t at) const {
  switch (text_[at]) {
    case ';':
    case '|':
      return true;
    case '&':
      return !is_harmless_ampersand(at);
    case '$':
    case '<':
    case '>':
      return char_at(at + 1) == '(';
    default:
      return false;
  }
}

// A span behind `run`, `execute`, `exec`, `eval` or a shell's `-c`, or before を実行, is a program.
bool Scan::is_program(const QuotedSpan& span) const {
  std::size_t behind = span.end;
  while (space_at(behind)) {
    ++behind;
  }
  if (text_.substr(behind).starts_with("を実行")) {
    return true;
  }
  const std::size_t end = behind_spaces(text_, at_);
  if (last_word_.empty() || last_word_.data() + last_word_.size() != text_.data() + end) {
    return false;
  }
  for (const std::string_view runner : {"run", "execute", "exec", "eval"}) {
    if (is_word(last_word_, runner)) {
      return true;
    }
  }
  const std::size_t begin = end - last_word_.size();
  return last_word_.ends_with('c') && begin > 0 && text_[begin - 1] == '-' &&
         (word_before_last_.ends_with("sh") || word_before_last_ == "su");
}

std::optional<Joint> Scan::joint_in_program(const QuotedSpan& span) const {
  for (std::size_t at = span.inner_begin; at < span.inner_end; ++at) {
    if (is_shell_joiner(at)) {
      return Joint{kShellJoiner, at};
    }
  }
  return std::nullopt;
}

// Whether a quoted span opens at at_; then it is passed over, and program_joint_ is what it joins.
bool Scan::quoted() {
  const std::optional<QuotedSpan> span = quotes_.span_at(at_);
  if (!span) {
    return false;
  }
  if (is_program(*span)) {
    program_joint_ = joint_in_program(*span);
  }
  pass_over(span->end - at_);
  return true;
}

std::optional<Joint> Scan::sign(char c) {
  if (is_space(c)) {
    ++at_;
    in_url_ = in_url_query_ = false;
    return std::nullopt;
  }
  if (is_shell_joiner(at_)) {
    return here(kShellJoiner);
  }
  if ((c == '-' || c == '=') && char_at(at_ + 1) == '>') {
    return here(kArrow);
  }
  if ((c == '-' || c == '*' || c == '+') && opens_ && space_at(at_ + 1)) {
    return here(kList);
  }
  if (c == '(') {
    if (const std::size_t size = bracket_marker(); size > 0) {
      return marker(size);
    }
  }
  if ((c == '"' || c == '\'' || c == '`') && quoted()) {
    return program_joint_;
  }
  const bool behind_word = at_ > 0 && is_word_character(text_[at_ - 1]);
  const bool behind_digit = behind_word && is_digit(text_[at_ - 1]);
  in_url_ = in_url_ || (c == ':' && behind_word && text_.substr(at_).starts_with("://"));
  in_url_query_ = in_url_query_ || (in_url_ && c == '?');
  // 10:30 opens nothing.
  opens_ = c == ':' && (!behind_digit || space_at(at_ + 1));
  ++at_;
  return std::nullopt;
}

std::optional<Joint> Scan::wide() {
  constexpr char32_t kFirstKana = 0x3040;  // quotation marks, arrows and bullets lie below
  in_url_ = in_url_query_ = false;
  std::size_t end = at_;
  const char32_t c = next_code_point(text_, end);
  if (c < kFirstKana) {
    return wide_sign(c, end);
  }
  if (opens_ && c == U'・') {
    return here(kList);
  }
  if (const std::size_t size = step_marker(); size > 0) {
    return marker(size);
  }
  if (something_before_ && japanese_joiner(text_, at_) > 0) {
    return here(kSentenceJoiner);
  }
  pass_over(end - at_);
  return std::nullopt;
}

std::optional<Joint> Scan::wide_sign(char32_t c, std::size_t end) {
  if (quoted()) {
    return program_joint_;
  }
  if (is_arrow(c)) {
    return here(kArrow);
  }
  const bool is_dash = c == U'–' || c == U'—';
  if (is_dash && char_at(end) == '>') {
    return here(kArrow);
  }
  if (is_dash && opens_ && space_at(end)) {
    return here(kList);
  }
  // A bullet alone: ●● masks a name.
  std::size_t behind = end;
  const bool repeated = (end < text_.size() && next_code_point(text_, behind) == c) ||
                        code_point_before(text_, at_) == c;
  if (is_circled_number(c) || (is_bullet(c) && !repeated)) {
    return marker(end - at_);
  }
  if (is_punctuation(c)) {
    at_ = end;
    opens_ = false;
  } else {
    pass_over(end - at_);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Joint> find_joint(std::string_view shadow) { return Scan(shadow).run(); }

}  // namespace holdfast::internal
