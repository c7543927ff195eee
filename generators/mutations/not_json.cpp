// The bytes are no JSON text that a strict reader takes: cut off, wrapped as language models wrap
// them, with bytes that are no UTF-8, half a surrogate pair, a NUL, a noncharacter.
#include <utility>

#include "core/json.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

using namespace std::string_view_literals;

void put_around(std::string& text, Random& random) {
  static constexpr std::string_view kBefore[] = {"\xEF\xBB\xBF", "Here is the manifest:\n",
                                                 "```json\n", "// manifest\n", ")]}'\n"};
  static constexpr std::string_view kBehind[] = {
      "}", "{}", "null", ",", " // end", "\n```", "\0"sv, "\n{\"schema\":\"resume-manifest/v1\"}"};
  if (random.chance(1, 2)) {
    text.insert(0, random.pick(kBefore));
  } else {
    text += random.pick(kBehind);
  }
}

// Between the tokens of the outermost object.
void put_between(std::string& text, Random& random) {
  static constexpr std::string_view kOpening[] = {"/* checked */",
                                                  ",",
                                                  "'notes':1,",
                                                  "notes:1,",
                                                  "\"notes\":NaN,",
                                                  "\"notes\":01,",
                                                  "\"notes\":+1,",
                                                  "\"notes\":undefined,",
                                                  "\f"};
  static constexpr std::string_view kClosing[] = {",", ",\"notes\"", ",\"notes\":", "]"};
  if (random.chance(1, 2)) {
    text.insert(1, random.pick(kOpening));
  } else {
    text.insert(text.size() - 1, random.pick(kClosing));
  }
}

void put_into_text(std::string& text, bool v2, Random& random) {
  static constexpr std::string_view kMarks[] = {"\"taskId\":\"", "\"objective\":\"",
                                                "\"rollback\":\"", "\"nextExactAction\":\"",
                                                "\"readAt\":\""};
  static constexpr std::string_view kWrong[] = {
      "\xFF",      "\xC0\xAF", "\xED\xA0\xBD", "\xF4\x90\x80\x80", "\x80",
      "\xE3\x81 ", "\\uD83D",  "\\uDE00",      "\\uD83D\\uD83D",   "\\u0000",
      "\0"sv,      "\\uFFFE",  "\xEF\xB7\x90", "\xF0\x9F\xBF\xBF", "\n",
      "\t",        "\\x41",    "\\u00g0",      "\\u{1F600}"};
  std::string_view mark = random.pick(kMarks);
  if (v2 && mark == kMarks[3]) {
    mark = "\"target\":\"";
  }
  text.insert(text.find(mark) + mark.size(), random.pick(kWrong));
}

}  // namespace

Strategy not_json() {
  return {.summary = "The bytes are no JSON text that a strict reader takes.",
          .invariant = "document",
          .codes = {"invalid_json"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            std::string text = write_compact_json(to_value(document));
            switch (random.below(4)) {
              case 0:
                text.resize(random.between(1, text.size() - 1));
                break;
              case 1:
                put_around(text, random);
                break;
              case 2:
                put_between(text, random);
                break;
              default:
                put_into_text(text, is_v2(document), random);
            }
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::mutations
