// The quick way and the strict one agree: what the scanner takes, the strict reader takes, and with
// the same result. The scanner may leave a line to the strict reader; it may take none that is not
// canonical.
#include "core/ledger_scan.h"

#include <algorithm>

#include "core/evidence_test.h"

namespace holdfast {
namespace {

// In memory of just its size, so that a look behind the line shows under a sanitizer.
bool scan(const std::string& line, LedgerLineView& out) {
  static std::vector<char> bytes;
  bytes = std::vector<char>(line.begin(), line.end());
  return scan_ledger_line({bytes.data(), bytes.size()}, out);
}

std::vector<std::string> good_lines() {
  std::vector<Value> values = good_ledger_lines();
  values.push_back(withdrawn("d-1", "u-9"));
  values.push_back(Value::object(
      {{"kind", "replaced"}, {"directiveId", "d-1"}, {"by", "d-3"}, {"sourceEntryId", "u-9"}}));
  for (const char* kind : {"detour_opened", "detour_closed"}) {
    values.push_back(Value::object({{"kind", kind}, {"detourId", "x"}, {"reason", "restart"}}));
  }
  std::vector<std::string> lines;
  const Value ledger = chained(values);
  for (const Value& line : ledger.items()) {
    lines.push_back(write_canonical_json(line));
  }
  return lines;
}

bool same(const LedgerLineView& a, const LedgerLineView& b) {
  return a.kind == b.kind && a.seq == b.seq && a.prev == b.prev &&
         a.directive_id == b.directive_id && a.source_entry_id == b.source_entry_id &&
         a.source_sha256 == b.source_sha256 && a.span == b.span && a.text == b.text &&
         a.by == b.by && a.obligation_id == b.obligation_id && a.detour_id == b.detour_id &&
         std::equal(a.obligations.begin(), a.obligations.end(), b.obligations.begin(),
                    b.obligations.end(), [](const ObligationView& x, const ObligationView& y) {
                      return x.kind == y.kind && x.obligation_id == y.obligation_id &&
                             x.text == y.text;
                    });
}

// By the strict reader alone, in a fold that expects this very line.
bool take_strictly(const std::string& line, bool& canonical, LedgerLine& taken) {
  const JsonReading reading = read_json(line);
  if (!reading.value) {
    return false;
  }
  canonical = write_canonical_json(*reading.value) == line;
  LedgerFold fold;
  const std::string_view reason = fold.take(*reading.value, line, &taken);
  return reason != "form" && reason != "kind";
}

TEST(LedgerScanner, TakesEveryKindOfLine) {
  LedgerLineView scanned;  // used again, as the reader does: nothing of the line before stays
  for (const std::string& line : good_lines()) {
    EXPECT_TRUE(scan(line, scanned)) << line;
    bool canonical = false;
    LedgerLine taken;
    EXPECT_TRUE(take_strictly(line, canonical, taken));
    EXPECT_TRUE(same(scanned, view_of(taken))) << line;
  }
}

TEST(LedgerScanner, TakesNothingThatTheStrictReaderRefusesOrThatIsNotCanonical) {
  TestRandom random(31);
  const std::vector<std::string> lines = good_lines();
  const std::vector<std::string> pieces = {" ",
                                           "\\u0041",
                                           "\\\"",
                                           "\"",
                                           ",",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           ":",
                                           "0",
                                           "-",
                                           "1.5",
                                           "1e3",
                                           "null",
                                           "true",
                                           "\t",
                                           "\xEF\xBF\xBE",
                                           "\xE3\x81\x82",
                                           "\xFF",
                                           "\"by\":\"d-1\",",
                                           "\"seq\":1",
                                           "x"};
  std::size_t taken = 0;
  for (int i = 0; i < 60000; ++i) {
    std::string line = random.pick(lines);
    for (std::size_t edits = 1 + random.below(2); edits > 0; --edits) {
      const std::size_t at = random.below(line.size());
      switch (random.below(4)) {
        case 0:
          line.erase(at, 1 + random.below(4));
          break;
        case 1:
          line.insert(at, random.pick(pieces));
          break;
        case 2:
          line[at] = static_cast<char>(0x20 + random.below(0x5F));
          break;
        default:
          line.replace(at, 1, random.pick(pieces));
      }
      if (line.empty()) {
        line = "{";
      }
    }
    LedgerLineView scanned;
    if (!scan(line, scanned)) {
      continue;
    }
    ++taken;
    bool canonical = false;
    LedgerLine strict;
    ASSERT_TRUE(take_strictly(line, canonical, strict)) << line;
    ASSERT_TRUE(canonical) << line;
    ASSERT_TRUE(same(scanned, view_of(strict))) << line;
  }
  EXPECT_GT(taken, 1000U);
}

TEST(LedgerScanner, LeavesRareCharactersAndOtherOrdersToTheStrictReader) {
  Value line = *read_json(good_lines()[0]).value;
  LedgerLineView scanned;
  for (const char* text : {"a\\b", "a\"b", "a\nb", "\xEF\xBC\x81"}) {
    line.set("text", text);
    line.set("span", Value::array({0, static_cast<std::int64_t>(std::string(text).size())}));
    EXPECT_FALSE(scan(write_canonical_json(line), scanned)) << text;
  }
  EXPECT_FALSE(scan(write_compact_json(*read_json(good_lines()[0]).value) + " ", scanned));
  Value moved = Value::object();
  const Value good = *read_json(good_lines()[2]).value;
  for (std::size_t i = good.size(); i-- > 0;) {
    moved.add(good.names()[i], good.items()[i]);
  }
  EXPECT_FALSE(scan(write_compact_json(moved), scanned));
}

}  // namespace
}  // namespace holdfast
