// The lines of a ledger's file, read in pieces and made ready by several threads: cut apart, looked
// at by the quick way (core/ledger_scan.h) and digested. They are handed out one by one, in their
// order, by the thread that asked for them; what it gets does not depend on how many threads there
// are or how large the pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/ledger_lines.h"

namespace holdfast {

inline constexpr std::size_t kLedgerLineBytesMax = std::size_t{16} << 20;

struct LedgerBatchOptions {
  bool scan = true;            // false: all lines are left to the strict reader
  unsigned threads = 0;        // with the one that asks; 0: as many as help with this file here
  std::size_t size_bytes = 0;  // of a piece, without what is left of the one before; 0: as usual
};

struct ReadyLedgerLine {
  std::string_view bytes;  // without the line end
  bool quick = false;      // `view` holds it, with its `sha256`; otherwise ask the strict reader
  LedgerLineView view;
  std::string sha256;  // of `bytes` where `quick`
};

struct LedgerBatchesEnd {
  int error_number = 0;               // of the read that failed; 0 for none
  bool stopped = false;               // `take` said so
  bool too_large = false;             // the next line has more than kLedgerLineBytesMax
  std::uint64_t torn_size_bytes = 0;  // behind the last line end
};

// Reads an open file from where it stands. `take` says whether to go on; what it is given is valid
// during the call.
LedgerBatchesEnd for_each_ledger_line(int file, const LedgerBatchOptions& options,
                                      const std::function<bool(const ReadyLedgerLine&)>& take);

}  // namespace holdfast
