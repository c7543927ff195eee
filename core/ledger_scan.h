// The quick way through a ledger's line, for files of millions. A line that was written by
// append_to_ledger is its own RFC 8785 form, and most hold neither escapes nor rare characters:
// such a line is matched byte for byte against the form of its kind, without building a tree or
// copying a text. Every other line, and every line at which anything looks odd, is left to the
// strict reader, which also says what is wrong.
#pragma once

#include <string_view>

#include "core/ledger_lines.h"

namespace holdfast {

// True where the line is a valid line in its canonical form; `out` then holds it, `sha256` apart,
// with its texts in `line`. False says nothing: ask the strict reader.
bool scan_ledger_line(std::string_view line, LedgerLineView& out);

}  // namespace holdfast
