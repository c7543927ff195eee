// Invariant: what this file takes, the strict reader and read_line (core/ledger_lines.cpp) take
// too, with the same result; core/ledger_scan_test.cpp compares them on edited lines. That the line
// is canonical needs no proof of its own: names, order and punctuation are those of the form, a
// string holds no byte that RFC 8785 would write otherwise, and a number has one spelling.
#include "core/ledger_scan.h"

#include <simdjson.h>

#include <cstring>

namespace holdfast {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
constexpr std::uint64_t kHighBits = kOnes * 0x80;
constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

// A high bit for each byte that is below 0x20 or a backslash or 0xEE and more. Exact in each byte:
// nothing is carried from one to the next.
std::uint64_t not_plain(std::uint64_t word) {
  const std::uint64_t low = word & ~kHighBits;
  const std::uint64_t control = ~(low + kOnes * 0x60) & ~word;
  const std::uint64_t differing = word ^ (kOnes * '\\');
  const std::uint64_t backslash = ~(((differing & ~kHighBits) + ~kHighBits) | differing);
  const std::uint64_t rare = (low + kOnes * 0x12) & word;
  return (control | backslash | rare) & kHighBits;
}

// No control characters, no escapes, and nothing from U+E000 on, among which are the noncharacters;
// and UTF-8. Most lines are ASCII, for which that needs no second look.
bool is_plain(std::string_view line) {
  std::uint64_t odd = 0;
  std::uint64_t all = 0;
  std::size_t at = 0;
  for (; at + kWordBytes <= line.size(); at += kWordBytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, line.data() + at, kWordBytes);
    odd |= not_plain(word);
    all |= word;
  }
  std::uint64_t rest = kOnes * ' ';
  std::memcpy(&rest, line.data() + at, line.size() - at);
  odd |= not_plain(rest);
  all |= rest;
  return odd == 0 && ((all & kHighBits) == 0 || simdjson::validate_utf8(line.data(), line.size()));
}

// Walks along a plain line. After the first thing that is not there it is not to be used.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : rest_(line) {}

  bool at_end() const { return rest_.empty(); }
  bool skip(std::string_view expected) {
    if (rest_.substr(0, expected.size()) != expected) {
      return false;
    }
    rest_.remove_prefix(expected.size());
    return true;
  }
  // Whether `expected` is next; nothing is skipped.
  bool sees(std::string_view expected) const {
    return rest_.substr(0, expected.size()) == expected;
  }
  // `before` and then a string. There are no escapes, so it ends at the next quote.
  bool text(std::string_view before, std::string_view& out) {
    if (!skip(before) || !skip("\"")) {
      return false;
    }
    const std::size_t size = rest_.find('"');
    if (size == std::string_view::npos) {
      return false;
    }
    out = rest_.substr(0, size);
    rest_.remove_prefix(size + 1);
    return true;
  }
  // `before` and then an integer of 0 to 2^53 - 1; a negative one is left to the strict reader.
  bool integer(std::string_view before, std::int64_t& out) {
    constexpr std::size_t kDigitsMax = 16;
    if (!skip(before)) {
      return false;
    }
    std::size_t size = 0;
    out = 0;
    for (; size < rest_.size() && size <= kDigitsMax && rest_[size] >= '0' && rest_[size] <= '9';
         ++size) {
      out = out * 10 + (rest_[size] - '0');
    }
    if (size == 0 || size > kDigitsMax || (rest_[0] == '0' && size > 1) ||
        out > (std::int64_t{1} << 53) - 1) {
      return false;
    }
    rest_.remove_prefix(size);
    return true;
  }

 private:
  std::string_view rest_;
};

bool take_obligations(Cursor& cursor, std::vector<ObligationView>& out) {
  if (!cursor.skip(R"(,"obligations":[)")) {
    return false;
  }
  do {
    ObligationView& one = out.emplace_back();
    if (!(cursor.text(R"({"kind":)", one.kind) &&
          cursor.text(R"(,"obligationId":)", one.obligation_id) &&
          cursor.text(R"(,"text":)", one.text) && cursor.skip("}"))) {
      return false;
    }
  } while (cursor.skip(","));
  return cursor.skip("]");
}

bool take_prev(Cursor& cursor, LedgerLineView& out) { return cursor.text(R"(,"prev":)", out.prev); }

bool take_seq(Cursor& cursor, LedgerLineView& out) { return cursor.integer(R"(,"seq":)", out.seq); }

bool take_source(Cursor& cursor, LedgerLineView& out) {
  return cursor.text(R"(,"sourceEntryId":)", out.source_entry_id);
}

bool take_issued(Cursor& cursor, LedgerLineView& out) {
  out.kind = LedgerKind::kIssued;
  return take_obligations(cursor, out.obligations) && take_prev(cursor, out) &&
         take_seq(cursor, out) && take_source(cursor, out) &&
         cursor.text(R"(,"sourceSha256":)", out.source_sha256) &&
         cursor.integer(R"(,"span":[)", out.span.first) && cursor.integer(",", out.span.second) &&
         cursor.text(R"(],"text":)", out.text);
}

bool take_withdrawn(Cursor& cursor, LedgerLineView& out) {
  out.kind = LedgerKind::kWithdrawn;
  return take_prev(cursor, out) && take_seq(cursor, out) && take_source(cursor, out);
}

bool take_replaced(Cursor& cursor, LedgerLineView& out) {
  out.kind = LedgerKind::kReplaced;
  return cursor.text(R"(,"by":)", out.by) && cursor.text(R"(,"directiveId":)", out.directive_id) &&
         cursor.skip(R"(,"kind":"replaced")") && take_prev(cursor, out) && take_seq(cursor, out) &&
         take_source(cursor, out);
}

bool take_fulfilled(Cursor& cursor, LedgerLineView& out) {
  out.kind = LedgerKind::kFulfilled;
  return cursor.text(R"(,"evidence":)", out.note) && cursor.skip(R"(,"kind":"fulfilled")") &&
         cursor.text(R"(,"obligationId":)", out.obligation_id) && take_prev(cursor, out) &&
         take_seq(cursor, out);
}

bool take_detour(Cursor& cursor, LedgerLineView& out) {
  if (!cursor.text(R"(,"detourId":)", out.detour_id)) {
    return false;
  }
  if (cursor.skip(R"(,"kind":"detour_opened")")) {
    out.kind = LedgerKind::kDetourOpened;
  } else if (cursor.skip(R"(,"kind":"detour_closed")")) {
    out.kind = LedgerKind::kDetourClosed;
  } else {
    return false;
  }
  return take_prev(cursor, out) && cursor.text(R"(,"reason":)", out.note) && take_seq(cursor, out);
}

// What follows `at` in the kind's canonical order tells the kinds apart.
bool take_members(Cursor& cursor, LedgerLineView& out) {
  if (cursor.sees(R"(,"by":)")) {
    return take_replaced(cursor, out);
  }
  if (cursor.sees(R"(,"detourId":)")) {
    return take_detour(cursor, out);
  }
  if (!cursor.text(R"(,"directiveId":)", out.directive_id)) {
    return false;
  }
  if (cursor.skip(R"(,"kind":"issued")")) {
    return take_issued(cursor, out);
  }
  return cursor.skip(R"(,"kind":"withdrawn")") ? take_withdrawn(cursor, out)
                                               : take_fulfilled(cursor, out);
}

}  // namespace

bool scan_ledger_line(std::string_view line, LedgerLineView& out) {
  out.clear();
  Cursor cursor(line);
  return is_plain(line) && cursor.text(R"({"at":)", out.at) && take_members(cursor, out) &&
         cursor.skip("}") && cursor.at_end() && has_ledger_form(out);
}

}  // namespace holdfast
