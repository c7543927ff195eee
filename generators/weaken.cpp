#include "generators/weaken.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "generators/text_pool.h"

namespace holdfast {
namespace {

struct Softening {
  std::string_view strong;
  std::string_view soft;
};

constexpr Softening kSoftenings[] = {
    {"must not", "should not"},
    {"Must not", "Should not"},
    {"must", "should"},
    {"Must", "Should"},
    {"never", "rather not"},
    {"Never", "If you can avoid it, do not"},
    {"Do not", "Try not to"},
    {"do not", "preferably do not"},
    {"any", "any important"},
    {"All", "Most"},
    {"No payment", "No large payment"},
    {"without written approval", "without approval"},
    {"without written approval", "without notice"},
    {"without approval", "without notice"},
    {"禁止", "なるべく避ける"},
    {"してはならない", "しないほうがよい"},
    {"ではならない", "でないほうがよい"},
    {"ないこと", "ないのが望ましい"},
    {"絶対に", "なるべく"},
    {"一切", "あまり"},
    {"必ず", "できれば"},
    {"承認なしに", "連絡なしに"},
    {"の承認なしに", "に伝えずに"},
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Where the phrase stands as whole words; npos where it does not.
std::size_t find_phrase(std::string_view text, std::string_view phrase) {
  for (std::size_t at = text.find(phrase); at != std::string_view::npos;
       at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool cut_before = at > 0 && is_letter(text[at - 1]) && is_letter(phrase.front());
    const bool cut_behind = end < text.size() && is_letter(text[end]) && is_letter(phrase.back());
    if (!cut_before && !cut_behind) {
      return at;
    }
  }
  return std::string_view::npos;
}

std::optional<std::string> softened(std::string_view text, Random& random) {
  std::vector<std::string> choices;
  for (const Softening& softening : kSoftenings) {
    if (const std::size_t at = find_phrase(text, softening.strong); at != std::string_view::npos) {
      std::string& choice = choices.emplace_back(text);
      choice.replace(at, softening.strong.size(), softening.soft);
    }
  }
  if (choices.empty()) {
    return std::nullopt;
  }
  return random.pick(choices);
}

// Before the full stop.
std::string hedged(std::string text, Random& random) {
  static constexpr std::string_view kHedges[] = {" unless it is urgent", " where possible",
                                                 " for the time being", " (if in doubt)"};
  static constexpr std::string_view kHedgesJa[] = {"（急ぎの場合を除く）", "（できる限り）",
                                                   "（当面の間）"};
  const bool japanese = language_of(text) == Language::kJapanese;
  const std::string_view stop = japanese ? "。" : ".";
  const std::size_t at = text.size() - (text.ends_with(stop) ? stop.size() : 0);
  return text.insert(at, japanese ? random.pick(kHedgesJa) : random.pick(kHedges));
}

}  // namespace

std::string weakened(const std::string& text, Random& random) {
  if (random.chance(3, 4)) {
    if (std::optional<std::string> softer = softened(text, random)) {
      return *std::move(softer);
    }
  }
  return hedged(text, random);
}

}  // namespace holdfast
