// directive-ledger/v1: what users ordered, in an append-only, hash-chained list of lines. Active is
// what was issued and neither replaced nor withdrawn nor fulfilled in every one of its obligations
// by a line of its own. A summary, a sub-task's end, a green test or a detour closes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/closed_ids.h"
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

// The same with its texts in somebody else's bytes, for lines that are folded and forgotten, and
// with the members that are looked at and not kept. What is not of the line's kind is empty.
struct ObligationView {
  std::string_view obligation_id;
  std::string_view kind;
  std::string_view text;
};

struct LedgerLineView {
  LedgerKind kind = LedgerKind::kIssued;
  std::int64_t seq = 0;
  std::string_view prev;
  std::string_view sha256;
  std::string_view at;
  std::string_view directive_id;
  std::string_view source_entry_id;
  std::string_view source_sha256;
  std::pair<std::int64_t, std::int64_t> span;
  std::string_view text;
  std::vector<ObligationView> obligations;
  std::string_view by;
  std::string_view obligation_id;
  std::string_view detour_id;
  std::string_view note;  // the evidence of `fulfilled`, the reason of a detour

  void clear();  // keeps the memory of `obligations`
};

// Of a line that outlives it; `at` and `note` are left empty.
LedgerLineView view_of(const LedgerLine& line);

// Whether the values of a line, whose members are those of its kind, have their forms.
bool has_ledger_form(const LedgerLineView& line);

// Folds a ledger line by line: what it has to be, and which directives are active. Its memory is
// that of the active directives, and less than 32 bytes for each closed one, whose id must not come
// again (core/closed_ids.h).
class LedgerFold {
 public:
  // Takes the next line, whose RFC 8785 bytes are given. Empty, or a token that says why the line
  // cannot stand here: wrong form, a gap in `seq`, a broken chain, a line about a directive that
  // was never issued or is closed. The fold is not to be used after a fault, but for lines().
  // `line`, where there is one, is given the line that was taken.
  std::string_view take(const Value& value, std::string_view canonical_bytes,
                        LedgerLine* line = nullptr);
  // The same for a line that has its form already, and its `sha256`.
  std::string_view take(const LedgerLineView& line);

  std::optional<LedgerHead> head() const;        // nullopt before the first line
  std::int64_t lines() const { return lines_; }  // that were taken without a fault
  std::vector<const Directive*> active() const;  // in the order of their issue
  const Directive* find_active(std::string_view directive_id) const;
  std::uint64_t closed_count() const { return closed_.size(); }
  std::uint64_t open_detours() const { return open_detours_.size(); }

 private:
  struct Active {
    std::int64_t seq = 0;  // of its issue
    Directive directive;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using ActiveById = std::unordered_map<std::string, Active, TextHash, std::equal_to<>>;

  bool was_issued(std::string_view directive_id) const;
  std::string_view unknown_or_closed(std::string_view directive_id) const;
  std::string_view issue(const LedgerLineView& line);
  std::string_view close(const LedgerLineView& line);
  std::string_view fulfil(const LedgerLineView& line);
  std::string_view detour(const LedgerLineView& line);
  std::string_view apply(const LedgerLineView& line);

  std::int64_t lines_ = 0;
  std::string sha256_ = std::string(64, '0');  // of the last line: `prev` of the next one
  ActiveById active_;
  ClosedIds closed_;
  std::set<std::string, std::less<>> open_detours_;
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
