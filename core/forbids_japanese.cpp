// Japanese, by the endings that forbid. The language joins verb and negation without spaces, so
// each rule is an ending, what must not stand before it, and what may stand behind it.
// 「なければならない」 and its kin oblige and do not forbid; 「かな」「だな」 muse;
// 「なら」「など」「ないでしょうか」 only look alike.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "core/forbids.h"
#include "core/session_text.h"

namespace holdfast {
namespace {

using Words = std::span<const std::string_view>;

bool starts_with_any(std::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

bool ends_with_any(std::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.ends_with(word); });
}

// What may stand at the end of a clause.
constexpr auto kStops = std::to_array<std::string_view>(
    {"。", "、", "！", "!",  "．", ".",  ",", "，", "）", ")", "」",
     "』", "；", ";",  "：", ":",  "\n", "…", "〜", "～", "*", "（"});

bool is_end(std::string_view rest) {
  rest = trim_text(rest);
  return rest.empty() || starts_with_any(rest, kStops);
}

// An end, perhaps behind a particle or a copula. A question ends in か or a question mark.
bool is_clause_end(std::string_view rest) {
  constexpr auto kTails =
      std::to_array<std::string_view>({"ですよ", "ですね", "です", "だよ", "だから", "だ", "よね",
                                       "よ", "ね", "な", "ぞ", "わ", "からね", "から"});
  for (const std::string_view tail : kTails) {
    if (rest.starts_with(tail) && is_end(rest.substr(tail.size()))) {
      return true;
    }
  }
  return is_end(rest);
}

struct Ending {
  std::string_view words;
  Words not_behind;   // the ending does not count behind one of these
  Words only_before;  // when given: it counts only before one of these, or at the end of a clause
};

// 「しないでよい」 means that one need not.
constexpr auto kRequests = std::to_array<std::string_view>(
    {"ください", "下さい", "くれ", "ほしい", "欲しい", "もらえ", "もらい", "いただ", "頂", "おいて",
     "頼", "お願い", "ちょうだい"});
constexpr auto kForgetting = std::to_array<std::string_view>({"忘れ"});  // that is a duty
constexpr auto kObliging = std::to_array<std::string_view>({"なく", "なけ", "ないと"});
// What happens to a program or what it can do: 「エラーが出ないこと」 is a requirement on the
// outcome, 「落ちないようにして」 asks for a repair.
constexpr auto kHappenings = std::to_array<std::string_view>(
    {"でき", "出来", "出", "起き", "起こら", "発生し", "落ち", "壊れ", "され", "られ", "動か",
     "変わら", "消え", "なら", "忘れ"});
constexpr auto kDoing =
    std::to_array<std::string_view>({"して", "する", "お願い", "願い", "頼", "気をつけ", "気を付け",
                                     "注意", "しろ", "せよ", "しま"});
constexpr auto kDeclared = std::to_array<std::string_view>(
    {"とする", "とします", "にする", "にします", "でお願い", "でよろしく"});
constexpr auto kAsked = std::to_array<std::string_view>(
    {"ください", "下さい", "くれ", "ほしい", "欲しい", "もらえ", "いただ", "おいて"});
constexpr auto kThinking = std::to_array<std::string_view>({"と", "です", "でしょう"});

constexpr auto kEndings = std::to_array<Ending>({
    {"ないで", kForgetting, kRequests},
    {"てはいけな", kObliging, {}},
    {"てはいけません", kObliging, {}},
    {"ではいけな", kObliging, {}},
    {"ではいけません", kObliging, {}},
    {"てはなら", kObliging, {}},
    {"ではならない", kObliging, {}},
    {"てはだめ", kObliging, {}},
    {"てはダメ", kObliging, {}},
    {"ちゃだめ", kObliging, {}},
    {"ちゃダメ", kObliging, {}},
    {"ちゃ駄目", kObliging, {}},
    {"ちゃいけ", kObliging, {}},
    {"じゃだめ", kObliging, {}},
    {"じゃいけ", kObliging, {}},
    {"べからず", {}, {}},
    {"べきではない", {}, kThinking},
    {"べきではありません", {}, {}},
    {"べきでない", {}, kThinking},
    {"べきじゃない", {}, kThinking},
    {"禁止", {}, kDeclared},
    {"禁止されている", {}, {}},
    {"禁止されています", {}, {}},
    {"禁止されております", {}, {}},
    {"禁ずる", {}, {}},
    {"禁じます", {}, {}},
    {"厳禁", {}, kDeclared},
    {"ないこと", kHappenings, {}},
    {"ないように", kHappenings, kDoing},
    {"ないようお願い", kHappenings, {}},
    {"ないよう注意", kHappenings, {}},
    {"ないよう気を", kHappenings, {}},
    {"やめて", {}, kAsked},
    {"控えて", {}, kAsked},
    {"避けて", {}, kAsked},
});

// Endings that need no check of what follows; all others do.
bool is_complete(std::string_view words) {
  constexpr auto kComplete = std::to_array<std::string_view>(
      {"てはいけな",   "てはいけません", "ではいけな",     "ではいけません", "てはなら",
       "ではならない", "てはだめ",       "てはダメ",       "ちゃだめ",       "ちゃダメ",
       "ちゃ駄目",     "ちゃいけ",       "じゃだめ",       "じゃいけ",       "べきではありません",
       "禁ずる",       "禁じます",       "ないようお願い", "ないよう注意",   "ないよう気を"});
  return std::find(kComplete.begin(), kComplete.end(), words) != kComplete.end();
}

bool is_question(std::string_view sentence) {
  constexpr auto kMarks =
      std::to_array<std::string_view>({"？", "?", "か", "か。", "かな", "かな。"});
  return ends_with_any(trim_text(sentence), kMarks);
}

// 「くれますか」「もらえませんか」 ask for it politely.
bool is_polite_request(std::string_view rest) {
  constexpr auto kPolite = std::to_array<std::string_view>(
      {"くれ", "もらえ", "いただけ", "頂け", "ください", "下さい", "もらって"});
  return starts_with_any(rest, kPolite);
}

// The place of an ending that forbids, searched from the front.
std::size_t ending_at(std::string_view sentence, const Ending& ending) {
  const bool question = is_question(sentence);
  for (std::size_t at = sentence.find(ending.words); at != std::string_view::npos;
       at = sentence.find(ending.words, at + 1)) {
    const std::string_view rest = sentence.substr(at + ending.words.size());
    if (ends_with_any(sentence.substr(0, at), ending.not_behind) ||
        (question && !is_polite_request(rest))) {
      continue;
    }
    const bool purpose = ending.words == "ないように" && rest.starts_with("、");
    if (is_complete(ending.words) || (is_clause_end(rest) && !purpose) ||
        starts_with_any(rest, ending.only_before)) {
      return at;
    }
  }
  return kNotForbidden;
}

// 「触るな」: a dictionary form and な at the end. 「動いてるな」「あるな」 and others muse.
std::size_t imperative_at(std::string_view sentence) {
  constexpr auto kVowelU =
      std::to_array<std::string_view>({"う", "く", "ぐ", "す", "つ", "ぬ", "ぶ", "む", "る"});
  constexpr auto kMusing = std::to_array<std::string_view>(
      {"てる",   "ている", "でる",   "でいる", "ある",   "なる",   "すぎる",
       "できる", "出来る", "わかる", "分かる", "思う",   "違う",   "いる",
       "見える", "言える", "よう",   "そう",   "忘れる", "られる", "がする"});
  constexpr std::string_view kNa = "な";
  if (is_question(sentence)) {
    return kNotForbidden;
  }
  for (std::size_t at = sentence.find(kNa); at != std::string_view::npos;
       at = sentence.find(kNa, at + 1)) {
    const std::string_view before = sentence.substr(0, at);
    const std::string_view rest = sentence.substr(at + kNa.size());
    const bool ends = is_end(rest) || (rest.starts_with("よ") && is_end(rest.substr(3)));
    if (ends && ends_with_any(before, kVowelU) && !ends_with_any(before, kMusing)) {
      return at;
    }
  }
  return kNotForbidden;
}

// 「絶対に…ない」: the adverb makes a plain negation an order.
std::size_t absolute_at(std::string_view sentence) {
  constexpr auto kAdverbs = std::to_array<std::string_view>(
      {"絶対に", "絶対", "決して", "けっして", "二度と", "一切", "勝手に"});
  constexpr auto kNegations = std::to_array<std::string_view>({"ない", "ません"});
  constexpr auto kStates = std::to_array<std::string_view>(
      {"間違い", "まちがい", "問題", "でき", "出来", "わから", "分から", "はずが", "じゃ", "では",
       "く", "され", "ありえ", "動か", "起き", "ことは", "られ"});
  constexpr auto kRefusals =
      std::to_array<std::string_view>({"だめ", "ダメ", "駄目", "NG", "やめ"});
  if (is_question(sentence)) {
    return kNotForbidden;
  }
  for (const std::string_view adverb : kAdverbs) {
    const std::size_t from = sentence.find(adverb);
    if (from == std::string_view::npos) {
      continue;
    }
    if (starts_with_any(sentence.substr(from + adverb.size()), kRefusals)) {
      return from;
    }
    for (const std::string_view negation : kNegations) {
      for (std::size_t at = sentence.find(negation, from); at != std::string_view::npos;
           at = sentence.find(negation, at + 1)) {
        if (is_clause_end(sentence.substr(at + negation.size())) &&
            !ends_with_any(sentence.substr(from, at - from), kStates)) {
          return from;
        }
      }
    }
  }
  return kNotForbidden;
}

// Quoted words are another's: 「…」 becomes a bracket pair of spaces, unless it is the whole
// sentence.
std::string without_quotations(std::string_view sentence) {
  constexpr auto kQuotes = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"「", "」"}, {"『", "』"}, {"`", "`"}});
  std::string text(sentence);
  for (const auto& [open, close] : kQuotes) {
    std::size_t at = text.find(open);
    while (at != std::string::npos) {
      const std::size_t end = text.find(close, at + open.size());
      if (end == std::string::npos) {
        break;
      }
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(at + open.size()),
                text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      at = text.find(open, end + close.size());
    }
  }
  return text;
}

}  // namespace

std::size_t forbidden_in_japanese(std::string_view sentence) {
  const std::string text = without_quotations(sentence);
  for (const Ending& ending : kEndings) {
    const std::size_t at = ending_at(text, ending);
    if (at != kNotForbidden) {
      return at;
    }
  }
  const std::size_t at = imperative_at(text);
  return at != kNotForbidden ? at : absolute_at(text);
}

}  // namespace holdfast
