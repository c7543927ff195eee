// Evidence: what the trusted side knows beside the record itself. It comes from the runtime's own
// records, never from the summary.
//
// Facts must show in the result, permissions may. Each reaches exactly as far as it says, once.
// Evidence that applies to nothing is listed as unused and widens nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/finding.h"
#include "core/json.h"
#include "core/ledger_lines.h"
#include "core/manifest.h"

namespace holdfast {

enum class ProgressKind : std::uint8_t {
  kPhaseCompleted,
  kEventAppended,
  kWriteRecorded,
  kAuthorityConsumed,
  kNextActionSet,
  kCanonicalRead,
  kListChanged,
  kTextSet,
};

// One thing that happened since the previous generation; the members of its kind count.
struct ProgressFact {
  ProgressKind kind = ProgressKind::kPhaseCompleted;
  std::string text;  // phase_completed: the phase; text_set: the new text
  Event event;
  ExternalWrite write;
  ConsumedAuthority authority;
  Value next_action;
  CanonicalReference reference;
  std::string field;  // list_changed: the list; text_set: the field
  std::vector<std::string> add;
  std::vector<std::string> remove;
  std::string source_entry_id;
};

struct SourceEntry {
  std::string entry_id;
  std::string author;  // only "user" may cause a directive
  std::string sha256;
  std::optional<std::string> text;
};

struct Approval {
  std::string name;
  std::string from;
  std::string to;
  std::string approver;
  std::string authority_id;
  std::string at;
};

struct ReceiptEvidence {
  std::string effect_id;
  std::string receipt;
};

struct Mask {
  std::string pointer;                                       // RFC 6901, into the record as given
  std::vector<std::pair<std::int64_t, std::int64_t>> spans;  // half-open, bytes of UTF-8, ascending
  std::string replacement;
};

struct Evidence {
  std::optional<std::vector<LedgerLine>> ledger;
  std::vector<ProgressFact> progress;
  std::optional<std::vector<SourceEntry>> sources;
  std::vector<Approval> approvals;
  std::vector<std::string> used;  // authorities that earlier links have spent
  std::vector<ReceiptEvidence> receipts;
  std::vector<Mask> masks;
};

// Bytes that are no JSON document are `evidence_invalid` too; nullopt then.
std::optional<Value> read_evidence_json(std::string_view bytes, const JsonLimits& limits,
                                        std::vector<Finding>& findings);

// Null is no evidence. Faults are findings of code `evidence_invalid` (or `ledger_broken`), each
// with the pointer into the evidence; the evidence is then empty.
Evidence read_evidence(const Value& value, Version version, std::vector<Finding>& findings);

}  // namespace holdfast
