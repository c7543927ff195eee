// The shadow of a text, on which joiners are looked for: compatibility forms and case differences
// are gone (；becomes ;, ｔｈｅｎ becomes then), ignorable, format and control characters are taken
// out, white space is plain, and letters of other scripts that look like Latin ones are those. It
// is only ever searched: nothing is compared, stored or shown by it.
//
// Invariants: making it is deterministic and goes from left to right, so a place in the shadow is
// found in the text by making it once more up to there (no map is kept, and texts that pass cost
// none). ASCII letters keep their case, full-width ones too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast::internal {

class Shadow {
 public:
  enum class Ignorables {
    kRemove,  // t<U+200B>hen is "then"
    kSpace,   // x<U+200B>then<U+200B>y is "x then y"
  };

  Shadow(std::string_view text, Ignorables ignorables) : source_(text), ignorables_(ignorables) {}

  void make();
  const std::string& text() const { return text_; }
  // Whether anything was taken out, so that the two kinds of shadow differ.
  bool has_ignorables() const { return has_ignorables_; }
  // Where in the source the shadow's byte `at` comes from. Only for an unmade shadow of the same
  // kind.
  std::size_t source_offset(std::size_t at);

 private:
  void step();
  void take_out();
  void add_folded(std::string_view character);
  void add_voicing_mark(std::string_view mark);

  std::string_view source_;
  Ignorables ignorables_;
  std::size_t at_ = 0;
  std::string text_;
  bool has_ignorables_ = false;
};

// A text of printable ASCII, spaces and tabs is its own shadow.
bool is_own_shadow(std::string_view text);

}  // namespace holdfast::internal
