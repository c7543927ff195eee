// directive-ledger/v1: what users ordered, in an append-only, hash-chained list of lines. Active is
// what was issued and neither replaced nor withdrawn nor fulfilled in every one of its obligations
// by a line of its own. A summary, a sub-task's end, a green test or a detour closes nothing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
  std::string prev;
  std::string sha256;  // of the line's RFC 8785 bytes: `prev` of the next one
  std::string directive_id;
  std::string source_entry_id;
  std::string source_sha256;
  std::pair<std::int64_t, std::int64_t> span;  // half-open, bytes of the entry
  std::string text;
  std::vector<Obligation> obligations;
  std::string by;             // replaced
  std::string obligation_id;  // fulfilled
  std::string detour_id;      // detour_opened, detour_closed
};

// Members of a line that are looked at and not kept.
struct LedgerLineText {
  std::string kind;
  std::string at;
  std::string note;  // the evidence of `fulfilled`, the reason of a detour
};
std::optional<LedgerKind> ledger_kind_from(std::string_view text);
// Whether the values of a line, whose members are those of its kind, have their forms.
bool has_ledger_form(const LedgerLine& line, const LedgerLineText& text);

// Folds a ledger line by line: what it has to be, and which directives are active. Its memory is
// that of the active directives, and 16 bytes for each closed one, whose id must not come again.
class LedgerFold {
 public:
  // Takes the next line, whose RFC 8785 bytes are given. Empty, or a token that says why the line
  // cannot stand here: wrong form, a gap in `seq`, a broken chain, a line about a directive that
  // was never issued or is closed. The fold is not to be used after a fault.
  std::string_view take(const Value& value, std::string_view canonical_bytes);
  // The same for a line that has its form already, `sha256` apart. The line is moved from.
  std::string_view take(LedgerLine&& line, std::string_view canonical_bytes);

  const LedgerLine& last() const { return last_; }  // the line taken last
  std::optional<LedgerHead> head() const;           // nullopt before the first line
  std::int64_t lines() const { return last_.seq; }
  std::vector<const Directive*> active() const;  // in the order of their issue
  const Directive* find_active(std::string_view directive_id) const;
  std::uint64_t closed_count() const { return closed_.size(); }
  std::uint64_t open_detours() const { return open_detours_.size(); }

 private:
  using ClosedId = std::array<std::uint8_t, 16>;
  struct ClosedIdHash {
    std::size_t operator()(const ClosedId& id) const;
  };
  static ClosedId closed_id(std::string_view directive_id);
  bool was_issued(const std::string& directive_id) const;
  std::string_view issue(const LedgerLine& line);
  std::string_view close(const LedgerLine& line);
  std::string_view fulfil(const LedgerLine& line);
  std::string_view detour(const LedgerLine& line);
  std::string_view apply(const LedgerLine& line);

  LedgerLine last_;
  std::map<std::int64_t, Directive> active_;  // by the seq of its issue
  std::unordered_map<std::string, std::int64_t> places_;
  std::unordered_set<ClosedId, ClosedIdHash> closed_;
  std::set<std::string> open_detours_;
};

// A whole ledger as a JSON array. nullopt with the reason and the index of the line at fault.
struct LedgerFault {
  std::size_t line = 0;  // from 1
  std::string_view reason;
};
std::optional<std::vector<LedgerLine>> read_ledger(const Value& value, LedgerFault& fault);

// The directives that the lines yield, closed ones with them, in the order of their issue.
std::vector<Directive> ledger_directives(const std::vector<LedgerLine>& lines);

}  // namespace holdfast
