// The quick way through a ledger's line, for files of millions. A line that was written by
// append_to_ledger is its own RFC 8785 form, and most hold neither escapes nor rare characters:
// such a line is taken by simdjson's DOM, which chooses the fastest code for the machine, without
// building a tree of ours. Every other line, and every line at which anything looks odd, is left to
// the strict reader, which also says what is wrong.
#pragma once

#include <memory>
#include <string_view>

#include "core/ledger_lines.h"

namespace holdfast {

class LedgerScanner {
 public:
  // Bytes behind a line that must be readable, whatever they are.
  static constexpr std::size_t kPaddingBytes = 64;

  LedgerScanner();
  ~LedgerScanner();
  LedgerScanner(const LedgerScanner&) = delete;
  LedgerScanner& operator=(const LedgerScanner&) = delete;

  // True where the line is a valid line in its canonical form; `out` then holds it, `sha256` apart.
  // False says nothing: ask the strict reader.
  bool take(std::string_view line, LedgerLine& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace holdfast
