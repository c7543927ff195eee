// The verbs of the strict grammar (core/action_words.h). A verb that is missing here makes a text
// undecidable, never wrong, so the lists may stay short.
#include <algorithm>
#include <array>
#include <initializer_list>

#include "core/action_words.h"
#include "core/unicode.h"

namespace holdfast::internal {

namespace {

// Sorted, for the binary search.
constexpr auto kVerbs = std::to_array<std::string_view>({
    "add",     "amend",    "append",    "apply",     "approve",   "archive", "ask",      "assign",
    "attach",  "book",     "cancel",    "clear",     "close",     "compare", "compile",  "compute",
    "confirm", "create",   "delete",    "deploy",    "disable",   "enable",  "execute",  "fetch",
    "fix",     "generate", "inspect",   "install",   "invite",    "launch",  "measure",  "migrate",
    "notify",  "open",     "publish",   "rebase",    "rebuild",   "refresh", "reject",   "remove",
    "rename",  "render",   "reopen",    "replace",   "reread",    "rerun",   "resolve",  "restart",
    "restore", "resume",   "retry",     "revert",    "revoke",    "rotate",  "save",     "select",
    "send",    "submit",   "summarise", "summarize", "translate", "unlock",  "validate", "verify",
    "write",
});

constexpr auto kVerbNouns = std::to_array<std::string_view>({
    "answer",  "build",    "call",  "change", "check",   "clone",  "commit", "copy",   "count",
    "display", "download", "draft", "drop",   "edit",    "email",  "export", "file",   "format",
    "import",  "list",     "load",  "lock",   "log",     "mark",   "merge",  "move",   "patch",
    "pause",   "pin",      "plan",  "post",   "print",   "pull",   "push",   "query",  "read",
    "record",  "release",  "reply", "report", "request", "reset",  "review", "run",    "schedule",
    "search",  "set",      "share", "show",   "sign",    "start",  "stop",   "switch", "sync",
    "tag",     "test",     "trim",  "update", "upgrade", "upload", "view",   "watch",
});

static_assert(std::is_sorted(kVerbs.begin(), kVerbs.end()));
static_assert(std::is_sorted(kVerbNouns.begin(), kVerbNouns.end()));

struct JapaneseVerb {
  std::string_view plain;   // 開く
  std::string_view polite;  // 開き + ます
  std::string_view te;      // 開いて + ください
};

constexpr auto kJapaneseVerbs = std::to_array<JapaneseVerb>({
    {"開く", "開き", "開いて"},   {"閉じる", "閉じ", "閉じて"}, {"読む", "読み", "読んで"},
    {"書く", "書き", "書いて"},   {"送る", "送り", "送って"},   {"消す", "消し", "消して"},
    {"直す", "直し", "直して"},   {"作る", "作り", "作って"},   {"見る", "見", "見て"},
    {"比べる", "比べ", "比べて"}, {"調べる", "調べ", "調べて"}, {"呼ぶ", "呼び", "呼んで"},
    {"止める", "止め", "止めて"}, {"始める", "始め", "始めて"}, {"動かす", "動かし", "動かして"},
    {"移す", "移し", "移して"},   {"戻す", "戻し", "戻して"},   {"加える", "加え", "加えて"},
    {"外す", "外し", "外して"},   {"選ぶ", "選び", "選んで"},   {"押す", "押し", "押して"},
    {"変える", "変え", "変えて"}, {"尋ねる", "尋ね", "尋ねて"}, {"待つ", "待ち", "待って"},
    {"探す", "探し", "探して"},   {"写す", "写し", "写して"},   {"渡す", "渡し", "渡して"},
    {"行う", "行い", "行って"},   {"数える", "数え", "数えて"}, {"除く", "除き", "除いて"},
});

constexpr JapaneseVerb kSuru = {"する", "し", "して"};

bool is_form_of(const JapaneseVerb& verb, std::string_view text) {
  if (text == verb.plain) {
    return true;
  }
  if (text.starts_with(verb.te)) {
    const std::string_view rest = text.substr(verb.te.size());
    if (rest == "ください" || rest == "下さい") {
      return true;
    }
  }
  return text.starts_with(verb.polite) && text.substr(verb.polite.size()) == "ます";
}

// Longest noun before する, in characters. Longer ones are compounds (保存後送信), about which
// nothing is known; kanji and katakana do not mix for the same reason (コミット後プッシュ).
constexpr std::size_t kKanjiNounMax = 4;
constexpr std::size_t kKatakanaNounMax = 12;

// The size of the noun that the text begins with, or 0.
std::size_t noun_size(std::string_view text, bool (*is_of_noun)(char32_t), std::size_t most) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++count) {
    std::size_t next = end;
    if (!is_of_noun(next_code_point(text, next))) {
      break;
    }
    if (count == most) {
      return 0;
    }
    end = next;
  }
  return end;
}

}  // namespace

VerbKind verb_kind(std::string_view word) {
  constexpr std::size_t kLongest = 9;
  if (word.empty() || word.size() > kLongest) {
    return VerbKind::kNone;
  }
  std::array<char, kLongest> lower{};
  std::transform(word.begin(), word.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const std::string_view key(lower.data(), word.size());
  if (std::binary_search(kVerbs.begin(), kVerbs.end(), key)) {
    return VerbKind::kVerb;
  }
  return std::binary_search(kVerbNouns.begin(), kVerbNouns.end(), key) ? VerbKind::kVerbNoun
                                                                       : VerbKind::kNone;
}

bool is_japanese_verb(std::string_view text) {
  for (const JapaneseVerb& verb : kJapaneseVerbs) {
    if (is_form_of(verb, text)) {
      return true;
    }
  }
  for (const std::size_t size :
       {noun_size(text, is_kanji, kKanjiNounMax), noun_size(text, is_katakana, kKatakanaNounMax)}) {
    if (size > 0 && is_form_of(kSuru, text.substr(size))) {
      return true;
    }
  }
  return false;
}

}  // namespace holdfast::internal
