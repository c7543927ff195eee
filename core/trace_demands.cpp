#include "core/trace_demands.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/extract.h"
#include "core/trace_vocabulary.h"
#include "core/trace_words.h"

namespace holdfast {
namespace {

// Read in " word word " form, so that each phrase is whole words. These limit in a sentence with a
// number,
constexpr auto kLimits = std::to_array<std::string_view>(
    {" at most ",       " at least ",       " no more than ", " not more than ", " no less than ",
     " no fewer than ", " more than ",      " less than ",    " fewer than ",    " faster than ",
     " up to ",         " maximum ",        " max ",          " minimum ",       " min ",
     " limit ",         " limits ",         " limited to ",   " budget ",        " exceed ",
     " deadline ",      " no longer than ", " older than ",   " longer than "});
// these right before it,
constexpr auto kBeforeNumber = std::to_array<std::string_view>(
    {"under", "below", "above", "within", "between", "every", "until", "after", "before"});
// and these by themselves.
constexpr auto kOnly = std::to_array<std::string_view>(
    {" only use ", " use only ", " only in ", " only if ", " only when ", " only after ",
     " and nothing else ", " nothing but ", " skip "});
constexpr auto kAcceptance = std::to_array<std::string_view>(
    {" make sure ",         " ensure ",         " verify that ",
     " must pass ",         " should pass ",    " tests pass ",
     " has to pass ",       " have to pass ",   " must be green ",
     " is done when ",      " are done when ",  " done when ",
     " finished when ",     " acceptance ",     " it must ",
     " they must ",         " has to be ",      " have to be ",
     " needs to be ",       " must be ",        " must have ",
     " must print ",        " must return ",    " before you commit ",
     " before you push ",   " before merging ", " definition of done ",
     " until none remain ", " until all "});
// Behind a number, or with one.
constexpr auto kWideLimits = std::to_array<std::string_view>(
    {"以下", "以内", "以上", "未満", "まで", "上限", "下限", "最大", "最小", "超え", "超過", "ごと",
     "だけ", "のみ", "限り", "期限", "予算"});
constexpr auto kWideOnly = std::to_array<std::string_view>(
    {"だけを使", "のみを使", "だけ使", "のみ使", "だけにして", "に限る", "に限って"});
constexpr auto kWideAcceptance = std::to_array<std::string_view>(
    {"必ず", "こと。", "完了条件", "合格", "通ること", "通るまで", "満たす", "満たし", "確かめて",
     "なければならない", "なければなりません", "なくてはならない", "なくてはなりません"});

template <std::size_t kSize>
bool holds(std::string_view text, const std::array<std::string_view, kSize>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

template <std::size_t kSize>
bool is_one_of(std::string_view word, const std::array<std::string_view, kSize>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Reading {
  std::string words = " ";  // folded, with one space between them
  bool has_number = false;
  bool has_bound = false;  // a number behind "under" and the like
  bool is_question = false;
};

Reading read(std::string_view sentence) {
  Reading reading;
  const ScannedText scanned = scan_words(sentence);
  std::string_view last;
  for (const ScannedWord& word : scanned.words) {
    const std::string_view letters = scanned.text(word);
    reading.words.append(letters);
    if (!word.has(ScannedWord::kWide)) {
      reading.words += ' ';
      const bool is_number = kind_of_word(letters).is_number && letters != "only";
      reading.has_number = reading.has_number || is_number;
      reading.has_bound = reading.has_bound || (is_number && is_one_of(last, kBeforeNumber));
    }
    last = letters;
  }
  reading.is_question =
      sentence.find('?') != std::string_view::npos || sentence.find("？") != std::string_view::npos;
  return reading;
}

}  // namespace

std::optional<Demand> demand_of(std::string_view sentence) {
  if (forbids(sentence)) {
    return Demand::kProhibition;
  }
  const Reading reading = read(sentence);
  const bool is_limit =
      reading.has_bound || holds(reading.words, kOnly) || holds(reading.words, kWideOnly) ||
      (reading.has_number && (holds(reading.words, kLimits) || holds(reading.words, kWideLimits)));
  if (reading.is_question) {
    return std::nullopt;
  }
  if (is_limit) {
    return Demand::kLimit;
  }
  if (holds(reading.words, kAcceptance) || holds(sentence, kWideAcceptance)) {
    return Demand::kAcceptance;
  }
  return std::nullopt;
}

}  // namespace holdfast
