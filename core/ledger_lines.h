// directive-ledger/v1: what users ordered, in an append-only, hash-chained list of lines. Active is
// what was issued and neither replaced nor withdrawn nor fulfilled in every one of its obligations
// by a line of its own. A summary, a sub-task's end, a green test or a detour closes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/manifest.h"
#include "core/value.h"

namespace holdfast {

enum class LedgerKind : std::uint8_t {
  kIssued,
  kReplaced,
  kWithdrawn,
  kFulfilled,
  kDetourOpened,
  kDetourClosed,
};

struct LedgerLine {
  LedgerKind kind = LedgerKind::kIssued;
  std::int64_t seq = 0;
  std::string sha256;  // of the line's RFC 8785 bytes: `prev` of the next one
  std::string directive_id;
  std::string source_entry_id;
  std::string source_sha256;
  std::pair<std::int64_t, std::int64_t> span;  // half-open, bytes of the entry
  std::string text;
  std::vector<Obligation> obligations;
  std::string by;             // replaced
  std::string obligation_id;  // fulfilled
};

// A whole ledger as a JSON array. nullopt with the reason and the index of the line at fault: wrong
// shape, a gap in `seq`, a broken chain, a line about an unknown directive or a closed one.
struct LedgerFault {
  std::size_t line = 0;  // from 1
  std::string_view reason;
};
std::optional<std::vector<LedgerLine>> read_ledger(const Value& value, LedgerFault& fault);

// The directives that the lines yield, closed ones with them, in the order of their issue.
std::vector<Directive> ledger_directives(const std::vector<LedgerLine>& lines);

}  // namespace holdfast
