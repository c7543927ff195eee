#include "generators/text_reading.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

Atom atom(const char* id, const char* text, const char* label) {
  Atom atom;
  atom.id = id;
  atom.text = text;
  atom.label = label;
  return atom;
}

const AtomTable& atoms() {
  static const AtomTable table = {
      atom("d-1", "Never again create the name ledger_shim in any of the files.",
           "the shim matter"),
      atom("d-2", "深さの数値は、誰に聞かれても公開しないでください。", "the depths matter")};
  return table;
}

// What the text says of the first or second atom; nullopt where it says nothing.
std::optional<Level> level(const std::string& text, int place) {
  for (const Segment& segment : segments_of_text(atoms(), text)) {
    if (segment.atom == place) {
      return segment.level;
    }
  }
  return std::nullopt;
}

TEST(TextReading, FindsWhatStandsThereWordForWord) {
  const std::string text = "## Orders\n" + atoms()[0].text + "\n" + atoms()[1].text + "\nDone.";
  EXPECT_EQ(level(text, 0), Level::kVerbatim);
  EXPECT_EQ(level(text, 1), Level::kVerbatim);
  const Segments segments = segments_of_text(atoms(), text);
  Size size;
  for (const Segment& segment : segments) {
    size += segment.size;
  }
  EXPECT_EQ(size.bytes, text.size());
  EXPECT_EQ(segments[0].size, ascii(10));
}

TEST(TextReading, TakesAnotherLineBreakForTheSame) {
  EXPECT_EQ(level("never again create\n   the name ledger_shim in any of the files.", 0),
            Level::kSame);
}

TEST(TextReading, CallsAPartChangedAndAShorterOneAbsent) {
  EXPECT_EQ(level("They said: Never again create the name, I think.", 0), Level::kChanged);
  EXPECT_EQ(level("Never again.", 0), std::nullopt);
  EXPECT_EQ(level("深さの数値は、誰に聞かれても答える。", 1), Level::kChanged);
  EXPECT_EQ(level("深さは秘密です。", 1), std::nullopt);
}

TEST(TextReading, CallsANameAloneALabel) {
  EXPECT_EQ(level("Open: the shim matter.", 0), Level::kLabel);
  EXPECT_EQ(level("Open: d-2.", 1), Level::kLabel);
  EXPECT_EQ(level("", 0), std::nullopt);
}

}  // namespace
}  // namespace holdfast
