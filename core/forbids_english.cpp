// English. A few rules look for a forbidding word in a place where it gives an order: at the
// beginning of a clause, or behind "you", "please", "must". Statements ("it doesn't", "I never",
// "they don't") and questions ("why don't you") are no orders. docs/extract.md has the rule in
// words and its figures.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/forbids.h"
#include "core/forbids_words.h"

namespace holdfast {
namespace {

constexpr auto kPronouns = std::to_array<std::string_view>(
    {"i", "you", "we", "they", "he", "she", "it", "this", "that", "these", "those", "there",
     "people", "users", "tests", "anyone"});

// What follows an elided "I": "Don't know why it fails".
constexpr auto kMentalVerbs = std::to_array<std::string_view>(
    {"know", "think", "see",     "understand", "remember", "recall", "care",
     "mind", "worry", "forget",  "hesitate",   "need",     "have",   "like",
     "want", "seem",  "believe", "get",        "feel",     "bother", "even"});

constexpr auto kAdverbs = std::to_array<std::string_view>(
    {"ever", "just", "really", "please", "yet", "also", "simply", "blindly", "automatically"});

// What an agent does to files, branches and the world, and what code is told to do.
constexpr auto kActions = std::to_array<std::string_view>(
    {"touch",  "change",  "modify", "edit",     "delete",   "remove",  "push",       "commit",
     "merge",  "deploy",  "use",    "add",      "install",  "run",     "write",      "create",
     "rename", "publish", "send",   "call",     "access",   "hit",     "log",        "print",
     "store",  "import",  "depend", "rely",     "expose",   "include", "skip",       "disable",
     "alter",  "move",    "update", "upgrade",  "bump",     "rebase",  "force-push", "amend",
     "revert", "rewrite", "reset",  "refactor", "reformat", "format",  "mock",       "hardcode",
     "share",  "release", "start",  "stop",     "open",     "ask",     "overwrite"});

constexpr auto kDone = std::to_array<std::string_view>(
    {"touched",    "changed",     "modified",    "edited",    "deleted",  "removed",   "pushed",
     "committed",  "merged",      "deployed",    "used",      "added",    "installed", "run",
     "written",    "created",     "renamed",     "published", "sent",     "called",    "accessed",
     "logged",     "printed",     "stored",      "imported",  "exposed",  "included",  "skipped",
     "disabled",   "altered",     "moved",       "updated",   "upgraded", "rebased",   "reverted",
     "refactored", "reformatted", "overwritten", "shared",    "released"});

// "error: operation is not permitted" forbids nothing.
constexpr auto kReports =
    std::to_array<std::string_view>({"error", "exception", "says", "message", "fails", "failed",
                                     "got", "getting", "returned", "returns", "why", "403"});

constexpr auto kPast = std::to_array<std::string_view>({"did", "was", "were", "why"});
constexpr auto kNegations = std::to_array<std::string_view>(
    {"no", "nothing", "nobody", "none", "not", "never", "can't", "mustn't", "shouldn't", "don't"});

class English {
 public:
  explicit English(Tokens tokens) : tokens_(std::move(tokens)) {
    while (!tokens_.empty() && (tokens_.back().word == "." || tokens_.back().word == "!" ||
                                tokens_.back().word == ")" || tokens_.back().word == "\"")) {
      tokens_.pop_back();
    }
    is_question_ = !tokens_.empty() && tokens_.back().word == "?";
    for (const Token& token : tokens_) {
      is_report_ = is_report_ || is_one_of(token.word, kReports);
      is_past_ = is_past_ || is_one_of(token.word, kPast);
      is_negated_ = is_negated_ || is_one_of(token.word, kNegations);
    }
  }

  std::size_t forbidden_at() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!tokens_[i].is_mark && (order(i) || (!is_question_ && rule(i)))) {
        return tokens_[i].at;
      }
    }
    return kNotForbidden;
  }

 private:
  // The word `steps` from i, empty beyond the ends.
  std::string_view word(std::size_t i, int steps) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) + steps;
    const bool inside = at >= 0 && at < static_cast<std::ptrdiff_t>(tokens_.size());
    return inside ? std::string_view(tokens_[static_cast<std::size_t>(at)].word)
                  : std::string_view();
  }
  bool is_mark(std::size_t i, int steps) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) + steps;
    return at >= 0 && at < static_cast<std::ptrdiff_t>(tokens_.size()) &&
           tokens_[static_cast<std::size_t>(at)].is_mark;
  }
  // The next word that is no adverb.
  std::string_view verb(std::size_t i) const {
    ++i;
    while (i < tokens_.size() && is_one_of(tokens_[i].word, kAdverbs)) {
      ++i;
    }
    return i < tokens_.size() && !tokens_[i].is_mark ? std::string_view(tokens_[i].word)
                                                     : std::string_view();
  }
  // Whether an order can begin at i: at the beginning of a clause.
  bool initial(std::size_t i) const {
    constexpr auto kOpeners = std::to_array<std::string_view>(
        {"please",     "pls",       "plz",   "also",     "just",   "again",        "instead",
         "now",        "ok",        "okay",  "then",     "so",     "really",       "absolutely",
         "definitely", "important", "note",  "remember", "anyway", "btw",          "otherwise",
         "yes",        "no",        "yeah",  "hey",      "claude", "additionally", "finally",
         "first",      "secondly",  "lastly"});
    constexpr auto kAsides = std::to_array<std::string_view>(
        {"however", "though", "apparently", "obviously", "unfortunately", "sadly"});
    const std::string_view before = word(i, -1);
    if (before.empty()) {
      return true;
    }
    if (is_mark(i, -1)) {
      return before != "\"" && before != "'" && !(before == "," && is_one_of(word(i, -2), kAsides));
    }
    if (before == "and" || before == "but" || before == "or" || before == "yet") {
      return !is_statement(i - 1);
    }
    if (before == "you") {
      constexpr auto kDuty =
          std::to_array<std::string_view>({"sure", "ensure", "important", "essential", "crucial"});
      return is_one_of(word(i, word(i, -2) == "that" ? -3 : -2), kDuty);
    }
    return is_one_of(before, kOpeners) || (before == "said" && word(i, -2) == "i");
  }

  // Whether the clause before the conjunction at i has a subject of its own: "they pass but don't
  // …".
  bool is_statement(std::size_t i) const {
    constexpr auto kDeterminers = std::to_array<std::string_view>(
        {"the", "a", "an", "my", "our", "your", "their", "some", "many", "most"});
    constexpr std::size_t kClauseWordsMax = 40;
    std::size_t from = i;
    while (from > 0 && !tokens_[from - 1].is_mark && i - from < kClauseWordsMax) {
      --from;
    }
    const std::string_view head = word(from, 0);
    return from < i && head != "you" &&
           (is_one_of(head, kPronouns) || is_one_of(head, kDeterminers));
  }

  // Orders that a question mark does not undo: "please don't push, ok?", "can you not touch it?"
  bool order(std::size_t i) const {
    const std::string_view at = tokens_[i].word;
    if (at == "don't") {
      return initial(i) && is_dont_order(i);
    }
    if (at == "not") {
      // "can you not find it?" asks for an ability.
      return asks_you(i) && (word(i, -1) == "please" || is_one_of(verb(i), kActions));
    }
    if (at == "stop") {
      return is_gerund(verb(i)) && (initial(i) || asks_you(i));
    }
    return at == "never" && initial(i) && is_never_order(i);
  }

  bool asks_you(std::size_t i) const {
    constexpr auto kAsking = std::to_array<std::string_view>({"can", "could", "would", "will"});
    const int back = word(i, -1) == "please" ? -2 : -1;
    return word(i, back) == "you" && is_one_of(word(i, back - 1), kAsking);
  }

  bool is_dont_order(std::size_t i) const {
    const std::string_view next = verb(i);
    if (next.empty()) {
      return !is_question_;
    }
    if (next == "you") {
      return word(i, 2) == "dare" || word(i, 2) == "ever";
    }
    if (next == "want") {
      return wants_none(i);
    }
    return !is_one_of(next, kPronouns) && !is_one_of(next, kMentalVerbs);
  }

  // "(I) don't want you to …", "(we) don't want any …".
  bool wants_none(std::size_t i) const {
    constexpr auto kWhom =
        std::to_array<std::string_view>({"you", "any", "anyone", "anything", "anybody", "claude"});
    return word(i, 1) == "want" && is_one_of(word(i, 2), kWhom);
  }

  static bool is_gerund(std::string_view word) {
    constexpr auto kNone = std::to_array<std::string_view>(
        {"thing", "everything", "anything", "nothing", "something", "string", "during", "morning"});
    return word.size() > 4 && word.ends_with("ing") && !is_one_of(word, kNone);
  }

  // "pushing", "committing", "merging".
  static bool is_action_gerund(std::string_view word) {
    if (!word.ends_with("ing")) {
      return false;
    }
    const std::string stem(word.substr(0, word.size() - 3));
    const bool doubled = stem.size() > 2 && stem.back() == stem[stem.size() - 2];
    return is_one_of(stem, kActions) || is_one_of(stem + "e", kActions) ||
           (doubled && is_one_of(std::string_view(stem).substr(0, stem.size() - 1), kActions));
  }

  bool is_never_order(std::size_t i) const {
    constexpr auto kNone = std::to_array<std::string_view>(
        {"mind", "been", "had",     "seen",  "heard", "knew", "got",  "did",
         "done", "saw",  "thought", "went",  "ran",   "made", "said", "told",
         "gave", "took", "came",    "found", "again", "a"});
    const std::string_view next = verb(i);
    return !next.empty() && !next.ends_with("ed") && !is_one_of(next, kNone) &&
           !is_one_of(next, kPronouns);
  }

  bool rule(std::size_t i) const {
    const std::string_view at = tokens_[i].word;
    if (at == "don't" || at == "do") {
      return (wants_none(i) && (word(i, -1) == "i" || word(i, -1) == "we")) ||
             (at == "don't" && word(i, -1) == "you" && is_one_of(verb(i), kActions) &&
              (i == 1 || is_mark(i, -2)));
    }
    if (at == "mustn't" || at == "shan't" || at == "shouldn't" || at == "mayn't" || at == "can't") {
      return is_modal_order(i, at);
    }
    if (at == "never" || at == "no") {
      return is_modal_never(i, at);
    }
    if (at == "not") {
      return is_not_to(i) || is_not_allowed(i) || (word(i, -1) == "let's" && !verb(i).empty());
    }
    if (at == "avoid" || at == "refrain") {
      return is_avoid(i, at);
    }
    if (at == "without") {
      return is_without_asking(i);
    }
    if (at == "leave" || at == "keep") {
      return initial(i) && is_left_alone(i);
    }
    return is_forbidden(i, at) || is_rather_not(i, at) || is_under_none(i, at);
  }

  bool is_modal_order(std::size_t i, std::string_view at) const {
    constexpr auto kVague =
        std::to_array<std::string_view>({"it", "this", "that", "they", "there", "which"});
    const std::string_view subject = word(i, -1);
    const std::string_view next = verb(i);
    const bool by_you = subject == "you";
    const bool done = next == "be" && is_one_of(verb_after_be(i), kDone);
    if (at == "mustn't" || at == "shan't") {
      // "must not have finished" guesses, "must not have side effects" forbids.
      const std::string_view after = word(i, 2);
      return subject != "i" &&
             (word(i, 1) == "," || (!next.empty() && !is_one_of(next, kPronouns))) &&
             !(next == "have" && (after.ends_with("ed") || after == "been" || after == "done"));
    }
    if (subject == "i" || subject == "why" || next.empty() || next == "have" ||
        is_one_of(next, kPronouns)) {
      return false;
    }
    const bool acts = is_one_of(next, kActions);
    if (at == "shouldn't") {
      constexpr auto kStates = std::to_array<std::string_view>(
          {"need", "matter", "happen", "be", "take", "worry", "see", "get"});
      return done || (by_you && !is_one_of(next, kStates)) || (acts && !is_one_of(subject, kVague));
    }
    if (at == "mayn't") {
      return done || (by_you && acts);
    }
    return by_you && acts && (i == 1 || is_mark(i, -2));
  }

  std::string_view verb_after_be(std::size_t i) const {
    std::size_t at = i + 1;
    while (at < tokens_.size() && tokens_[at].word != "be") {
      ++at;
    }
    return at < tokens_.size() ? verb(at) : std::string_view();
  }

  // "must never", "you should never", "may no longer", "are no longer allowed", "No longer use …".
  bool is_modal_never(std::size_t i, std::string_view at) const {
    if (at == "no" && word(i, 1) != "longer") {
      return initial(i) && is_action_gerund(word(i, 1));
    }
    const std::size_t last = at == "no" ? i + 1 : i;
    const std::string_view before = word(i, -1);
    const std::string_view next = verb(last);
    constexpr auto kAllowed =
        std::to_array<std::string_view>({"allowed", "permitted", "acceptable", "authorized"});
    if (at == "no" && is_one_of(next, kAllowed)) {
      return true;
    }
    if (before == "to") {
      constexpr auto kDuty = std::to_array<std::string_view>(
          {"sure", "remember", "careful", "certain", "you", "want"});
      return is_one_of(word(i, -2), kDuty);
    }
    const bool acts = is_one_of(next, kActions);
    const bool done = next == "be" && is_one_of(verb(last + 1), kDone);
    if (before == "must") {
      return !next.empty();
    }
    if (before == "should" || before == "shall" || before == "may" || before == "can") {
      return done || acts || (before != "can" && word(i, -2) == "you" && next != "have");
    }
    if (before == "is" || before == "are") {
      return next == "to";
    }
    return at == "no" && initial(i) && acts;
  }

  // "make sure not to", "I told you not to", "is not to be changed"; "not" may stand behind "to".
  bool is_not_to(std::size_t i) const {
    constexpr auto kDuty = std::to_array<std::string_view>(
        {"sure", "careful", "remember", "try", "care", "prefer", "certain", "reminded"});
    constexpr auto kTelling = std::to_array<std::string_view>(
        {"ask", "asked", "tell", "told", "want", "need", "expect", "instructed", "like"});
    std::string_view before = word(i, -1);
    std::string_view telling = word(i, -2);
    if (before == "to") {
      before = word(i, -2);
      telling = word(i, -3);
    } else if (word(i, 1) != "to") {
      return false;
    }
    return is_one_of(before, kDuty) || (before == "you" && is_one_of(telling, kTelling));
  }

  // "You are not allowed to" is folded: "you aren't allowed". This is the unfolded rest.
  bool is_not_allowed(std::size_t i) const {
    return word(i, 1) == "allowed" && word(i, 2) == "to" && word(i, -1) == "be";
  }

  bool is_avoid(std::size_t i, std::string_view at) const {
    constexpr auto kBefore = std::to_array<std::string_view>({"must", "should", "please", "let's"});
    constexpr auto kDuty =
        std::to_array<std::string_view>({"sure", "try", "careful", "you", "certain"});
    constexpr auto kVague =
        std::to_array<std::string_view>({"it", "this", "that", "they", "which", "fix", "change"});
    if (word(i, 1).empty() || (at == "refrain" && word(i, 1) != "from")) {
      return false;
    }
    return initial(i) || (is_one_of(word(i, -1), kBefore) && !is_one_of(word(i, -2), kVague)) ||
           (word(i, -1) == "to" && is_one_of(word(i, -2), kDuty));
  }

  // "nothing is deployed without my approval": only beside a negation, since "you may push without
  // asking" permits.
  bool is_without_asking(std::size_t i) const {
    constexpr auto kConsent = std::to_array<std::string_view>(
        {"asking", "permission", "approval", "confirmation", "consent", "consulting", "checking",
         "telling", "confirming", "sign-off", "authorization", "go-ahead", "okay", "ok"});
    constexpr int kWordsBetweenMax = 5;  // "without your team lead's approval"
    bool consent = false;
    for (int step = 1; step <= kWordsBetweenMax && !is_mark(i, step); ++step) {
      consent = consent || is_one_of(word(i, step), kConsent);
    }
    return consent && is_negated_ && !is_past_;
  }

  bool is_left_alone(std::size_t i) const {
    constexpr std::size_t kObjectWordsMax = 12;
    constexpr auto kAlone = std::to_array<std::string_view>({"alone", "untouched", "unchanged"});
    for (std::size_t at = i + 2; at < tokens_.size() && at <= i + kObjectWordsMax; ++at) {
      if (is_one_of(tokens_[at].word, kAlone)) {
        return true;
      }
    }
    return false;
  }

  // "X is (strictly) forbidden", "you aren't allowed to"; not where a program says so.
  bool is_forbidden(std::size_t i, std::string_view at) const {
    constexpr auto kWords = std::to_array<std::string_view>(
        {"forbidden", "prohibited", "off-limits", "banned", "verboten"});
    const std::string_view before = word(i, -1);
    if (is_report_) {
      return false;
    }
    if (at == "aren't" || at == "isn't") {
      const std::string_view next = verb(i);
      return (next == "allowed" || next == "permitted" || next == "supposed" ||
              (next == "to" && word(i, 2) == "be")) &&
             (at == "isn't" || before == "you" || next == "to" || next != "supposed") &&
             !(at == "isn't" && next == "supposed");
    }
    const bool off_limits = at == "off" && word(i, 1) == "limits";
    return (is_one_of(at, kWords) || off_limits) &&
           (before == "is" || before == "are" || before == "strictly" || before == "absolutely" ||
            before == "completely");
  }

  // "I'd rather you didn't …", "I'd prefer you not …", "prefer that you don't …".
  bool is_rather_not(std::size_t i, std::string_view at) const {
    if (at != "rather" && at != "prefer") {
      return false;
    }
    int next = 1;
    while (word(i, next) == "that" || word(i, next) == "if") {
      ++next;
    }
    constexpr auto kNot = std::to_array<std::string_view>({"didn't", "don't", "not"});
    return word(i, next) == "you" && is_one_of(word(i, next + 1), kNot);
  }

  // "under no circumstances", "on no account", "hands off".
  bool is_under_none(std::size_t i, std::string_view at) const {
    return (at == "under" && word(i, 1) == "no" &&
            (word(i, 2) == "circumstances" || word(i, 2) == "circumstance")) ||
           (at == "on" && word(i, 1) == "no" && word(i, 2) == "account") ||
           (at == "hands" && word(i, 1) == "off" && initial(i));
  }

  Tokens tokens_;
  bool is_question_ = false;
  bool is_report_ = false;  // says what a program says
  bool is_past_ = false;
  bool is_negated_ = false;
};

}  // namespace

std::size_t forbidden_in_english(std::string_view sentence) {
  return English(english_tokens(sentence)).forbidden_at();
}

}  // namespace holdfast
