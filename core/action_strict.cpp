// English:   verb [phrase] (preposition phrase){0,3} [.], at least one phrase
//            phrase = [determiner] word{1,5}, where a quoted span is a word
// Japanese:  phrase を [phrase に|へ|から] verb [。]
//            phrase = runs of kanji, katakana, Latin letters, digits or a quoted span, joined by
//            の に へ から, with い-adjectives
//
// It reads the text itself, not a shadow: outside quotes a disguised character is not in the
// grammar.
#include "core/action_strict.h"

#include <algorithm>
#include <initializer_list>

#include "core/action_quotes.h"
#include "core/action_words.h"
#include "core/unicode.h"

namespace holdfast::internal {

namespace {

bool is_among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view one) { return is_word(word, one); });
}

bool is_determiner(std::string_view word) {
  return is_among(word, {"the", "a", "an", "this", "that", "these", "those"});
}

bool is_preposition(std::string_view word) {
  return is_among(word, {"to", "from", "in", "into", "on", "onto", "of", "at", "for", "about", "as",
                         "under", "with"});
}

// Words that bring a second operation, a condition, a choice, a repetition, many targets or none.
bool is_undecidable_word(std::string_view word) {
  return is_among(
      word,
      {"and",     "or",      "nor",     "but",        "yet",      "so",     "plus",    "also",
       "either",  "both",    "neither", "not",        "if",       "unless", "until",   "till",
       "while",   "before",  "after",   "when",       "whenever", "once",   "twice",   "since",
       "because", "whereas", "though",  "than",       "all",      "any",    "each",    "every",
       "it",      "them",    "they",    "its",        "who",      "which",  "where",   "what",
       "how",     "by",      "via",     "through",    "per",      "again",  "without", "except",
       "well",    "instead", "rather",  "everything", "there",    "here",   "is",      "are",
       "be"});
}

// A word of letters, digits and the signs of names, paths and versions. A full stop before a
// capital may end a sentence.
bool is_plain_word(std::string_view word) {
  constexpr std::string_view kInside = "._-/:@#+~=%?&'";
  constexpr std::string_view kFirst = "._/#~@";
  bool has_word_character = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    has_word_character = has_word_character || is_word_character(c);
    if (!is_word_character(c) && kInside.find(c) == std::string_view::npos) {
      return false;
    }
    if (c == '.' && i + 1 < word.size() && word[i + 1] >= 'A' && word[i + 1] <= 'Z') {
      return false;
    }
  }
  const auto fits = [&](char c, std::string_view signs) {
    return is_word_character(c) || signs.find(c) != std::string_view::npos;
  };
  return has_word_character && fits(word.front(), kFirst) && fits(word.back(), "/+%");
}

class English {
 public:
  explicit English(std::string_view text) : text_(text), quotes_(text) {}

  std::optional<Joint> find() {
    if (text_.ends_with('.')) {
      text_.remove_suffix(1);
    }
    std::string_view word = next_word();
    if (verb_kind(word) == VerbKind::kNone) {
      return Joint{kUndecidable, 0};
    }
    for (word = next_word(); !word.empty(); word = next_word()) {
      if (!takes(word)) {
        return Joint{kUndecidable, static_cast<std::size_t>(word.data() - text_.data())};
      }
    }
    if (words_ == 0 || at_ < text_.size()) {
      return Joint{kUndecidable, at_};
    }
    return std::nullopt;
  }

 private:
  // A quoted span or what stands up to the next space; empty at the end.
  std::string_view next_word() {
    if (at_ > 0 && at_ < text_.size()) {
      ++at_;  // one space; a second one gives an empty word and is undecidable
    }
    const std::size_t begin = at_;
    const std::optional<QuotedSpan> span = quotes_.span_at(at_);
    quoted_ = span && (span->end == text_.size() || text_[span->end] == ' ');
    if (quoted_) {
      at_ = span->end;
    } else {
      at_ = std::min(text_.find(' ', at_), text_.size());
    }
    return text_.substr(begin, at_ - begin);
  }

  bool takes(std::string_view word) {
    constexpr int kPrepositionsMax = 3;
    constexpr int kWordsMax = 5;
    if (!quoted_ && is_determiner(word)) {
      const bool fits = words_ == 0 && !determined_;
      determined_ = true;
      return fits;
    }
    if (!quoted_ && is_preposition(word)) {
      // "Reply to …": the first may stand directly behind the verb.
      const bool fits = (words_ > 0 || (prepositions_ == 0 && !determined_)) &&
                        ++prepositions_ <= kPrepositionsMax;
      words_ = 0;
      determined_ = false;
      behind_to_ = is_word(word, "to");
      return fits;
    }
    ++words_;
    if (quoted_) {
      return words_ <= kWordsMax;
    }
    const VerbKind kind = verb_kind(word);
    // "to report" is a second operation, "to the report" is not; and without a determiner only the
    // first word may be one that is a verb too: "commit file push branch".
    const bool second_verb =
        kind == VerbKind::kVerb ||
        (kind == VerbKind::kVerbNoun && !determined_ && (behind_to_ || words_ > 1));
    return words_ <= kWordsMax && is_plain_word(word) && !is_undecidable_word(word) && !second_verb;
  }

  std::string_view text_;
  Quotes quotes_;
  std::size_t at_ = 0;
  bool quoted_ = false;
  bool determined_ = false;
  bool behind_to_ = false;
  int words_ = 0;
  int prepositions_ = 0;
};

constexpr std::string_view kObject = "を";

class Japanese {
 public:
  explicit Japanese(std::string_view text) : text_(text), quotes_(text) {}

  std::optional<Joint> find() {
    constexpr std::string_view kStop = "。";
    if (text_.ends_with(kStop)) {
      text_.remove_suffix(kStop.size());
    }
    pass_phrase();
    if (at_ == 0 || !text_.substr(at_).starts_with(kObject)) {
      return Joint{kUndecidable, at_};
    }
    at_ += kObject.size();
    verb_begin_ = at_;
    pass_phrase();
    if (!is_japanese_verb(text_.substr(verb_begin_))) {
      return Joint{kUndecidable, verb_begin_};
    }
    return std::nullopt;
  }

 private:
  enum class Last { kNothing, kContent, kKanji, kParticle, kAdjective };

  void pass_phrase() {
    Last last = Last::kNothing;
    while (at_ < text_.size()) {
      if (const std::optional<QuotedSpan> span = quotes_.span_at(at_); span) {
        at_ = span->end;
        last = Last::kContent;
      } else if (!pass_character(last)) {
        return;
      }
    }
  }

  bool pass(std::string_view token) {
    const bool there = text_.substr(at_).starts_with(token);
    at_ += there ? token.size() : 0;
    return there;
  }

  // Moves over a character, a particle or an adjective's ending that may follow `last`.
  bool pass_character(Last& last) {
    std::size_t end = at_;
    const char32_t c = next_code_point(text_, end);
    if (is_kanji(c) || is_katakana(c) || is_latin(at_)) {
      last = is_kanji(c) ? Last::kKanji : Last::kContent;
      at_ = end;
      return true;
    }
    if (c == U' ') {
      // Only beside Latin text; between Japanese words it joins as a comma does.
      const bool fits = (at_ > 0 && is_latin(at_ - 1)) || is_latin(end);
      at_ += fits ? 1 : 0;
      return fits;
    }
    if (last != Last::kContent && last != Last::kKanji) {
      return false;
    }
    if (pass("に") || pass("へ") || pass("から")) {
      last = Last::kParticle;
      verb_begin_ = at_;
      return true;
    }
    if (pass("の")) {
      last = Last::kParticle;
      return true;
    }
    if (last == Last::kKanji && (pass("しい") || pass("い"))) {
      last = Last::kAdjective;
      return true;
    }
    return false;
  }

  bool is_latin(std::size_t at) const {
    constexpr std::string_view kSigns = "._-/#@:?&=";
    return at < text_.size() &&
           (is_word_character(text_[at]) || kSigns.find(text_[at]) != std::string_view::npos);
  }

  std::string_view text_;
  Quotes quotes_;
  std::size_t at_ = 0;
  std::size_t verb_begin_ = 0;  // behind を, or behind the last particle of direction
};

}  // namespace

std::optional<Joint> find_undecidable(std::string_view text) {
  const std::optional<Joint> english = English(text).find();
  const bool has_object = text.find(kObject) != std::string_view::npos;
  return english && has_object ? Japanese(text).find() : english;
}

}  // namespace holdfast::internal
