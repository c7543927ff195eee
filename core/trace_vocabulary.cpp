#include "core/trace_vocabulary.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace holdfast {
namespace {

constexpr auto kGrammar = std::to_array<std::string_view>(
    {"a",          "about",     "after",   "again",  "all",      "already", "also",    "am",
     "an",         "and",       "another", "any",    "anything", "are",     "as",      "at",
     "back",       "be",        "because", "been",   "before",   "being",   "better",  "both",
     "but",        "by",        "can",     "could",  "did",      "do",      "does",    "doing",
     "done",       "down",      "each",    "else",   "end",      "even",    "ever",    "every",
     "everything", "few",       "first",   "for",    "from",     "get",     "give",    "go",
     "goes",       "going",     "good",    "got",    "had",      "has",     "have",    "having",
     "he",         "hello",     "her",     "here",   "him",      "his",     "how",     "i",
     "id",         "if",        "ill",     "im",     "in",       "into",    "is",      "it",
     "its",        "ive",       "just",    "last",   "later",    "let",     "lets",    "like",
     "ll",         "many",      "may",     "maybe",  "me",       "might",   "more",    "most",
     "much",       "must",      "my",      "new",    "next",     "now",     "of",      "off",
     "ok",         "okay",      "old",     "on",     "one",      "or",      "other",   "our",
     "out",        "over",      "own",     "please", "put",      "quite",   "re",      "really",
     "rest",       "right",     "same",    "see",    "shall",    "she",     "should",  "so",
     "some",       "something", "still",   "such",   "sure",     "take",    "than",    "thanks",
     "that",       "thats",     "the",     "their",  "them",     "then",    "there",   "these",
     "they",       "thing",     "things",  "think",  "this",     "those",   "through", "to",
     "too",        "two",       "under",   "until",  "up",       "us",      "use",     "used",
     "using",      "ve",        "very",    "want",   "was",      "way",     "we",      "well",
     "were",       "what",      "when",    "where",  "whether",  "which",   "while",   "who",
     "why",        "will",      "with",    "would",  "yeah",     "yes",     "yet",     "you",
     "your"});

constexpr auto kCommon = std::to_array<std::string_view>({"actual",
                                                          "add",
                                                          "agent",
                                                          "agree",
                                                          "answer",
                                                          "ask",
                                                          "bug",
                                                          "build",
                                                          "case",
                                                          "chang",
                                                          "change",
                                                          "check",
                                                          "class",
                                                          "clean",
                                                          "code",
                                                          "commit",
                                                          "complete",
                                                          "context",
                                                          "correct",
                                                          "current",
                                                          "data",
                                                          "detail",
                                                          "differ",
                                                          "different",
                                                          "document",
                                                          "end",
                                                          "error",
                                                          "example",
                                                          "explain",
                                                          "fail",
                                                          "feature",
                                                          "feedback",
                                                          "file",
                                                          "find",
                                                          "fix",
                                                          "found",
                                                          "function",
                                                          "handle",
                                                          "help",
                                                          "implement",
                                                          "implementation",
                                                          "includ",
                                                          "include",
                                                          "instead",
                                                          "issue",
                                                          "item",
                                                          "keep",
                                                          "kind",
                                                          "know",
                                                          "left",
                                                          "line",
                                                          "list",
                                                          "look",
                                                          "main",
                                                          "make",
                                                          "mak",
                                                          "mean",
                                                          "mention",
                                                          "message",
                                                          "method",
                                                          "move",
                                                          "name",
                                                          "need",
                                                          "note",
                                                          "number",
                                                          "open",
                                                          "order",
                                                          "part",
                                                          "pass",
                                                          "path",
                                                          "pend",
                                                          "plan",
                                                          "point",
                                                          "possible",
                                                          "present",
                                                          "primary",
                                                          "problem",
                                                          "progress",
                                                          "project",
                                                          "prompt",
                                                          "pull",
                                                          "push",
                                                          "question",
                                                          "read",
                                                          "ready",
                                                          "remain",
                                                          "remove",
                                                          "remov",
                                                          "report",
                                                          "request",
                                                          "result",
                                                          "review",
                                                          "run",
                                                          "runn",
                                                          "said",
                                                          "section",
                                                          "session",
                                                          "set",
                                                          "show",
                                                          "start",
                                                          "state",
                                                          "statu",
                                                          "step",
                                                          "stop",
                                                          "summary",
                                                          "support",
                                                          "system",
                                                          "task",
                                                          "tell",
                                                          "test",
                                                          "text",
                                                          "type",
                                                          "understand",
                                                          "updat",
                                                          "update",
                                                          "user",
                                                          "value",
                                                          "work",
                                                          "write",
                                                          "written"});

constexpr auto kNegations = std::to_array<std::string_view>(
    {"arent",  "avoid",  "cannot",  "cant",   "couldnt", "didnt",   "doesnt",   "dont",
     "forbid", "hadnt",  "hasnt",   "havent", "isnt",    "mustnt",  "neither",  "never",
     "no",     "nobody", "none",    "nor",    "not",     "nothing", "shouldnt", "unless",
     "wasnt",  "werent", "without", "wont",   "wouldnt"});

constexpr auto kNumberWords = std::to_array<std::string_view>(
    {"double", "eight",   "eleven",   "fifteen", "fifty",  "five",   "forty", "four",
     "half",   "hundred", "nine",     "once",    "only",   "seven",  "six",   "sixty",
     "ten",    "thirty",  "thousand", "three",   "twelve", "twenty", "twice"});

constexpr auto kCommonWide = std::to_array<std::string_view>(
    {"お願い",   "サーバー", "ファイル", "コード", "テスト", "データ", "エラー", "プロジェクト",
     "ユーザー", "今回",     "作成",     "作業",   "依頼",   "修正",   "利用者", "変更",
     "完了",     "実行",     "実装",     "対応",   "更新",   "次回",   "現在",   "確認",
     "答",       "表示",     "設定",     "追加",   "部分",   "問題"});

enum List : std::uint8_t { kIsGrammar = 1, kIsCommon = 2, kIsNegation = 4, kIsNumber = 8 };

std::uint8_t lists_with(std::string_view word) {
  static const auto kLists = [] {
    std::unordered_map<std::string_view, std::uint8_t> lists;
    const auto add = [&](const auto& words, List list) {
      for (const std::string_view one : words) {
        lists[one] = static_cast<std::uint8_t>(lists[one] | list);
      }
    };
    add(kGrammar, kIsGrammar);
    add(kCommon, kIsCommon);
    add(kNegations, kIsNegation);
    add(kNumberWords, kIsNumber);
    return lists;
  }();
  const auto found = kLists.find(word);
  return found == kLists.end() ? 0 : found->second;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Years and short numbers stand for many things, and so do names such as "sha256" and "utf8".
bool is_id_like(std::string_view word, std::size_t digits) {
  if (digits == word.size()) {
    const bool is_year = digits == 4 && (word.starts_with("19") || word.starts_with("20"));
    return digits >= 4 && !is_year && word.find_first_not_of('0', 1) != std::string_view::npos;
  }
  return digits >= 3 && word.size() >= 7;
}

}  // namespace

std::string_view stem_of_word(std::string_view word) {
  const auto cut = [&](std::string_view ending, std::size_t size_min) {
    const bool cuts = word.size() >= size_min && word.ends_with(ending);
    if (cuts) {
      word.remove_suffix(ending.size());
    }
    return cuts;
  };
  if (!cut("ing", 6) && !cut("ed", 5) && !(word.ends_with("ss"))) {
    cut("s", 4);
  }
  return word;
}

WordKind kind_of_word(std::string_view word) {
  WordKind kind;
  const auto digits = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_digit));
  const std::uint8_t lists = lists_with(word);
  kind.is_number = digits > 0 || (lists & kIsNumber) != 0;
  kind.is_negation = (lists & kIsNegation) != 0;
  kind.is_id = digits > 0 && is_id_like(word, digits);
  if ((lists & (kIsGrammar | kIsNegation | kIsNumber)) != 0 || digits == word.size() ||
      word.size() == 1) {
    kind.weight = 0;
  } else if ((lists & kIsCommon) != 0 || (lists_with(stem_of_word(word)) & kIsCommon) != 0) {
    kind.weight = 1;
  }
  return kind;
}

bool is_common_wide(std::string_view characters) {
  return std::find(kCommonWide.begin(), kCommonWide.end(), characters) != kCommonWide.end();
}

}  // namespace holdfast
