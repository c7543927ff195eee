// Realistic texts for manifests, English and Japanese, chosen by number: software work, releases,
// mail, accounting, laboratory work. One table serves the random manifests, the RapidCheck
// generators (which shrink the number) and the strategies that invent something.
//
// Invariants: any number gives a text that is valid in its place; number 0 gives the plainest text,
// of ASCII in English; a next action names one operation in the sense of judge_action's `listed`
// mode and a path has no fault. Two numbers may give one text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast {

enum class TextKind : std::uint8_t {
  kTaskId,
  kObjective,
  kPath,
  kReadAt,
  kPhase,
  kAction,
  kOperation,
  kEffectId,
  kAuthority,
  kProhibition,
  kRollback,
  kCompletionCheck,
};
inline constexpr int kTextKinds = 12;

enum class Language : std::uint8_t { kEnglish, kJapanese };

std::string pool_text(TextKind kind, Language language, std::uint64_t number);

// Japanese where the text holds kana or kanji.
Language language_of(std::string_view text);

}  // namespace holdfast
