// Evidence that fits a document: the directive ledger that yields exactly its directives in their
// states, and the users' entries that they come from.
#pragma once

#include <vector>

#include "core/manifest.h"
#include "core/value.h"

namespace holdfast {

// The members of the ledger's lines, seq, prev and at apart: every directive issued, then closed as
// the document has it. A replaced directive needs a second one that replaces it.
std::vector<Value> ledger_members_for(const Manifest& document);
// Those members as a whole ledger.
Value chained_ledger(const std::vector<Value>& members);
// `sources` for every directive of the document: entries of the author, "user" for good ones.
Value sources_for(const Manifest& document);
// {ledger, sources}
Value evidence_for(const Manifest& document);
LedgerHead head_of_ledger(const Value& ledger);

}  // namespace holdfast
