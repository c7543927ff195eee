// The directive ledger as a file: JSON lines, appended and never rewritten.
//
// A line is appended under a lock (flock), in one write, and synced before the append is reported,
// after the whole file was verified: nobody can add to a damaged ledger, and of two processes that
// append at once both lines stand. A crash can leave only the bytes after the last line end torn.
// They are reported, and the next append moves them to a file of their own before it writes; any
// other damage refuses the ledger and says which line.
//
// Lines cut off the end leave a ledger that is whole in itself. They are noticed by whoever knows
// the head: a manifest's `ledgerHead`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/ledger_batches.h"
#include "core/ledger_lines.h"
#include "core/result.h"

namespace holdfast {

struct LedgerDamage {
  std::uint64_t line = 0;          // from 1
  std::uint64_t offset_bytes = 0;  // of its first byte
  std::string reason;              // a token
};

struct LedgerReading {
  LedgerFold fold;
  std::uint64_t size_bytes = 0;       // of the whole lines
  std::uint64_t torn_size_bytes = 0;  // behind the last line end; 0 for none
  std::optional<LedgerDamage> damage;
};

struct LedgerReadOptions {
  // Called with each line that was taken, in their order and by the thread that reads. What they
  // are given is valid during the call. `on_value` makes the reading some times slower.
  std::function<void(const LedgerLineView& line)> on_line = {};
  std::function<void(const LedgerLine& line, const Value& value)> on_value = {};
  LedgerBatchOptions batches = {};
};

// Reads the file in pieces. Errors: it cannot be opened or read.
Result<LedgerReading> read_ledger_file(const std::string& path,
                                       const LedgerReadOptions& options = {});

// Whether the ledger holds that head: a line of that number with that digest. A null head is held
// by any.
class HeadWatch {
 public:
  explicit HeadWatch(std::optional<LedgerHead> head) : head_(std::move(head)) {}
  void see(const LedgerLineView& line) {
    found_ = found_ || (head_ && line.seq == head_->seq && line.sha256 == head_->sha256);
  }
  bool holds() const { return !head_ || found_; }

 private:
  std::optional<LedgerHead> head_;
  bool found_ = false;
};

struct LedgerAppended {
  LedgerHead head;            // of the new line
  std::string torn_moved_to;  // where torn bytes were moved; empty for none
  std::uint64_t torn_size_bytes = 0;
  std::optional<Directive> directive;  // as the line leaves it, where it is still active
};

// Appends a line with `kind` and its members; `seq`, `prev` and `at` are filled in. Makes the file
// where there is none. Errors: the ledger is damaged, the line cannot follow, the disk failed. When
// it returns an error after writing began, the line may or may not stand: read the ledger.
Result<LedgerAppended> append_to_ledger(const std::string& path, const Value& members,
                                        std::string_view at);

}  // namespace holdfast
