#include "core/forbids_words.h"

#include <utility>

#include "core/unicode.h"

namespace holdfast {
namespace {

bool is_apostrophe(char32_t c) {
  return c == U'\'' || c == U'\u2019' || c == U'\u2018' || c == U'\u00B4' || c == U'\uFF07';
}

// The mark that closes a quotation which `c` opens, 0 for others. A straight apostrophe opens none.
char32_t closing_quote(char32_t c) {
  switch (c) {
    case U'"':
    case U'`':
      return c;
    case U'\u201C':
      return U'\u201D';
    case U'\u300C':
      return U'\u300D';
    case U'\u300E':
      return U'\u300F';
    default:
      return 0;
  }
}

// Letters of any script that separates words by spaces. Kana, ideographs and full-width forms are
// marks here.
bool is_letter(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9') ||
         (c >= 0xC0 && c < 0x2000);
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  Tokens tokens() {
    while (at_ < text_.size()) {
      const std::size_t from = at_;
      const char32_t c = next_code_point(text_, at_);
      if (const char32_t close = closing_quote(c); close != 0 && skip_to(close)) {
        flush();
        add_mark("\"", from);
      } else if (is_letter(c) || is_apostrophe(c) || (c == U'-' && !word_.empty())) {
        begin(from);
        append(c);
      } else if (c != U'*' && c != U'_') {  // emphasis: "do **not**"
        flush();
        if (!is_white_space(c)) {
          add_mark(c < 0x80 ? std::string(1, static_cast<char>(c)) : std::string("~"), from);
        }
      }
    }
    flush();
    return std::move(tokens_);
  }

 private:
  bool skip_to(char32_t close) {
    std::size_t at = at_;
    while (at < text_.size()) {
      if (next_code_point(text_, at) == close) {
        at_ = at;
        return true;
      }
    }
    return false;
  }

  void begin(std::size_t from) {
    if (word_.empty()) {
      word_at_ = from;
    }
  }

  void append(char32_t c) {
    if (is_apostrophe(c)) {
      word_ += '\'';
    } else if (c >= U'A' && c <= U'Z') {
      word_ += static_cast<char>(c - U'A' + U'a');
    } else {
      append_code_point(word_, c);
    }
  }

  void flush() {
    while (!word_.empty() && (word_.back() == '\'' || word_.back() == '-')) {
      word_.pop_back();
    }
    const std::size_t from = word_.find_first_not_of('\'');
    if (!word_.empty() && from != std::string::npos) {
      tokens_.push_back({word_.substr(from), word_at_, false});
    }
    word_.clear();
  }

  void add_mark(std::string mark, std::size_t at) {
    tokens_.push_back({std::move(mark), at, true});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Tokens tokens_;
  std::string word_;
  std::size_t word_at_ = 0;
};

// "do not" → "don't"; "dont" → "don't".
void fold_negations(Tokens& tokens) {
  constexpr auto kPairs = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"do", "don't"},
      {"does", "doesn't"},
      {"did", "didn't"},
      {"must", "mustn't"},
      {"should", "shouldn't"},
      {"shall", "shan't"},
      {"may", "mayn't"},
      {"can", "can't"},
      {"are", "aren't"},
      {"is", "isn't"},
      {"will", "won't"},
      {"could", "couldn't"},
  });
  constexpr auto kSpellings = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"dont", "don't"},
      {"cannot", "can't"},
      {"mustnt", "mustn't"},
      {"shouldnt", "shouldn't"},
      {"you're", "you are"},
      {"lets", "let's"},
  });
  Tokens folded;
  for (Token& token : tokens) {
    if (token.is_mark) {
      folded.push_back(std::move(token));
      continue;
    }
    for (const auto& [from, to] : kSpellings) {
      if (token.word == from) {
        token.word = to;
      }
    }
    if (token.word == "you are") {
      folded.push_back({"you", token.at, false});
      token.word = "are";
    }
    const auto pair = std::find_if(kPairs.begin(), kPairs.end(), [&](const auto& p) {
      return !folded.empty() && token.word == "not" && folded.back().word == p.first;
    });
    if (pair != kPairs.end()) {
      folded.back().word = pair->second;
    } else {
      folded.push_back(std::move(token));
    }
  }
  tokens = std::move(folded);
}

}  // namespace

Tokens english_tokens(std::string_view sentence) {
  Tokens tokens = Tokenizer(sentence).tokens();
  fold_negations(tokens);
  return tokens;
}

}  // namespace holdfast
