// Invariant: what this file takes, the strict reader and read_line (core/ledger_lines.cpp) take
// too, with the same result; core/ledger_scan_test.cpp compares them on edited lines. The canonical
// form is proved by three things: keys ascend, strings hold no byte that RFC 8785 would write
// otherwise, and the line is as long as its canonical form.
#include "core/ledger_scan.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace holdfast {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

bool is_plain_byte(unsigned char byte) { return byte >= 0x20 && byte != '\\' && byte < 0xEE; }

// No control characters, no escapes, and nothing from U+E000 on, among which are the noncharacters.
// Eight bytes at a time as long as they are ASCII.
bool is_plain(std::string_view line) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  constexpr std::uint64_t kHigh = kOnes * 0x80;
  std::size_t at = 0;
  for (; at + 8 <= line.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, line.data() + at, 8);
    const std::uint64_t escape = word ^ (kOnes * '\\');
    // A high bit is set where a byte is below 0x20, is a backslash, or is no ASCII.
    const std::uint64_t odd = ((word - kOnes * 0x20) | ((escape - kOnes) & ~escape) | word) & kHigh;
    if (odd == 0) {
      continue;
    }
    for (std::size_t i = at; i < at + 8; ++i) {
      if (!is_plain_byte(static_cast<unsigned char>(line[i]))) {
        return false;
      }
    }
  }
  for (; at < line.size(); ++at) {
    if (!is_plain_byte(static_cast<unsigned char>(line[at]))) {
      return false;
    }
  }
  return true;
}

std::size_t decimal_size(std::int64_t number) {
  std::size_t size = 1;
  for (; number > 9; number /= 10) {
    ++size;
  }
  return size;
}

// Members of a line, in their canonical order, and those that each kind has.
enum Member : std::uint32_t {
  kAt = 1U << 0,
  kBy = 1U << 1,
  kDetourId = 1U << 2,
  kDirectiveId = 1U << 3,
  kEvidence = 1U << 4,
  kKind = 1U << 5,
  kObligationId = 1U << 6,
  kObligations = 1U << 7,
  kPrev = 1U << 8,
  kReason = 1U << 9,
  kSeq = 1U << 10,
  kSourceEntryId = 1U << 11,
  kSourceSha256 = 1U << 12,
  kSpan = 1U << 13,
  kText = 1U << 14,
};
constexpr std::array<std::string_view, 15> kNames = {
    "at",           "by",          "detourId", "directiveId", "evidence", "kind",
    "obligationId", "obligations", "prev",     "reason",      "seq",      "sourceEntryId",
    "sourceSha256", "span",        "text"};

std::uint32_t member_of(std::string_view name) {
  const auto* found = std::lower_bound(kNames.begin(), kNames.end(), name);
  return found != kNames.end() && *found == name ? 1U << (found - kNames.begin()) : 0;
}

bool take_string(const element& value, std::string& out, std::size_t& size) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) {
    return false;
  }
  out.assign(text);
  size += text.size() + 2;
  return true;
}

bool take_integer(const element& value, std::int64_t& out, std::size_t& size) {
  if (value.get(out) != simdjson::SUCCESS || out > (std::int64_t{1} << 53) - 1 || out < 0) {
    return false;
  }
  size += decimal_size(out);
  return true;
}

// [from,to]
bool take_span(const element& value, std::pair<std::int64_t, std::int64_t>& out,
               std::size_t& size) {
  array items;
  if (value.get(items) != simdjson::SUCCESS || items.size() != 2) {
    return false;
  }
  size += 3;
  return take_integer(items.at(0), out.first, size) && take_integer(items.at(1), out.second, size);
}

// {"kind":…,"obligationId":…,"text":…}
bool take_obligation(const element& value, Obligation& out, std::size_t& size) {
  object members;
  if (value.get(members) != simdjson::SUCCESS || members.size() != 3) {
    return false;
  }
  static constexpr std::array<std::string_view, 3> kOrder = {"kind", "obligationId", "text"};
  std::size_t index = 0;
  for (const auto member : members) {
    std::string& text = index == 0 ? out.kind : index == 1 ? out.obligation_id : out.text;
    if (member.key != kOrder[index] || !take_string(member.value, text, size)) {
      return false;
    }
    size += kOrder[index].size() + 3;
    ++index;
  }
  size += 4;  // two braces and two commas
  out.fulfilled = false;
  return true;
}

bool take_obligations(const element& value, std::vector<Obligation>& out, std::size_t& size) {
  array items;
  if (value.get(items) != simdjson::SUCCESS || items.size() == 0) {
    return false;
  }
  out.resize(items.size());
  size += 2 + items.size() - 1;
  std::size_t index = 0;
  for (const element item : items) {
    if (!take_obligation(item, out[index++], size)) {
      return false;
    }
  }
  return true;
}

}  // namespace

struct LedgerScanner::State {
  simdjson::dom::parser parser;
  LedgerLineText text;

  bool take_member(std::uint32_t member, const element& value, LedgerLine& out, std::size_t& size) {
    switch (member) {
      case kAt:
        return take_string(value, text.at, size);
      case kBy:
        return take_string(value, out.by, size);
      case kDetourId:
        return take_string(value, out.detour_id, size);
      case kDirectiveId:
        return take_string(value, out.directive_id, size);
      case kEvidence:
      case kReason:
        return take_string(value, text.note, size);
      case kKind:
        return take_string(value, text.kind, size);
      case kObligationId:
        return take_string(value, out.obligation_id, size);
      case kObligations:
        return take_obligations(value, out.obligations, size);
      case kPrev:
        return take_string(value, out.prev, size);
      case kSeq:
        return take_integer(value, out.seq, size);
      case kSourceEntryId:
        return take_string(value, out.source_entry_id, size);
      case kSourceSha256:
        return take_string(value, out.source_sha256, size);
      case kSpan:
        return take_span(value, out.span, size);
      case kText:
        return take_string(value, out.text, size);
      default:
        return false;
    }
  }
};

LedgerScanner::LedgerScanner() : state_(std::make_unique<State>()) {}
LedgerScanner::~LedgerScanner() = default;

bool LedgerScanner::take(std::string_view line, LedgerLine& out) {
  object members;
  if (!is_plain(line) ||
      state_->parser.parse(line.data(), line.size(), false).get(members) != simdjson::SUCCESS) {
    return false;
  }
  std::size_t size = 1 + members.size();  // the braces, and the commas between members
  std::uint32_t seen = 0;
  for (const auto member : members) {
    const std::uint32_t bit = member_of(member.key);
    // Ascending, so none comes twice.
    if (bit == 0 || seen >= bit || !state_->take_member(bit, member.value, out, size)) {
      return false;
    }
    seen |= bit;
    size += member.key.size() + 3;
  }
  constexpr std::uint32_t kShared = kAt | kKind | kPrev | kSeq;
  const auto kind = ledger_kind_from(state_->text.kind);
  if (!kind || size != line.size()) {
    return false;
  }
  out.kind = *kind;
  std::uint32_t wanted = kShared;
  switch (*kind) {
    case LedgerKind::kIssued:
      wanted |= kDirectiveId | kObligations | kSourceEntryId | kSourceSha256 | kSpan | kText;
      break;
    case LedgerKind::kReplaced:
      wanted |= kBy | kDirectiveId | kSourceEntryId;
      break;
    case LedgerKind::kWithdrawn:
      wanted |= kDirectiveId | kSourceEntryId;
      break;
    case LedgerKind::kFulfilled:
      wanted |= kDirectiveId | kEvidence | kObligationId;
      break;
    case LedgerKind::kDetourOpened:
    case LedgerKind::kDetourClosed:
      wanted |= kDetourId | kReason;
      break;
  }
  return seen == wanted && has_ledger_form(out, state_->text);
}

}  // namespace holdfast
