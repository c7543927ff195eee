#include "core/audit.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/boundary_parts.h"
#include "core/sha256.h"
#include "core/trace_text.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

// Arguments and results of tools are data: no wording of theirs is expected in a summary.
bool is_compared(const Entry& entry) { return entry.kind != "call" && entry.kind != "result"; }

Value item_of(const Entry& entry, std::string_view reason) {
  return Value::object(
      {{"entryId", is_visible_name(entry.entry_id) ? Value(entry.entry_id)
                                                   : Value("seq-" + std::to_string(entry.seq))},
       {"reason", reason}});
}

struct Lists {
  Value kept = Value::array();
  Value folded = Value::array();
  Value dropped = Value::array();
};

Lists judge(const BoundaryParts& part) {
  TextMeasure measure;
  for (const Entry* entry : part.taken_in) {
    measure.add(is_compared(*entry) ? std::string_view(entry->text) : std::string_view());
  }
  const bool has_words = is_readable(part);
  const std::vector<Measured> states = measure.measure(
      has_words ? std::string_view(part.summary->text) : std::string_view(), part.taken_in.size());
  const std::unordered_set<const Entry*> kept(part.kept.begin(), part.kept.end());
  Lists lists;
  for (std::size_t i = 0; i < part.taken_in.size(); ++i) {
    const Entry& entry = *part.taken_in[i];
    if (kept.contains(&entry)) {
      lists.kept.append(item_of(entry, "kept_in_tail"));
    } else if (part.summary == nullptr) {
      lists.dropped.append(item_of(entry, "no_summary"));
    } else if (!has_words) {
      lists.folded.append(item_of(entry, "unreadable_summary"));
    } else if (!is_compared(entry) || !measure.has_words(i)) {
      lists.folded.append(item_of(entry, is_compared(entry) ? "without_words" : "tool_traffic"));
    } else if (states[i].state == Survival::kVerbatim) {
      lists.kept.append(item_of(entry, "verbatim_in_summary"));
    } else if (states[i].state == Survival::kAbsent) {
      lists.dropped.append(item_of(entry, to_text(states[i].state)));
    } else {
      lists.folded.append(item_of(entry, to_text(states[i].state)));
    }
  }
  return lists;
}

std::uint64_t bytes_of(const std::vector<const Entry*>& entries) {
  std::uint64_t bytes = 0;
  for (const Entry* entry : entries) {
    bytes += entry->text.size();
  }
  return bytes;
}

Value document(const Session& session, const BoundaryParts& part, const AuditSource& source,
               std::uint32_t number) {
  Lists lists = judge(part);
  Value put_back = Value::array();
  for (const Entry* entry : part.put_back) {
    put_back.append(item_of(*entry, "put_back_from_disk"));
  }
  const bool has_digest =
      part.summary != nullptr && part.summary->text.size() >= kSummaryDigestBytesMin;
  const std::uint64_t came_out =
      (part.summary != nullptr ? 1U : 0U) + part.kept.size() + part.put_back.size();
  const std::uint64_t came_out_bytes = (part.summary != nullptr ? part.summary->text.size() : 0U) +
                                       bytes_of(part.kept) + bytes_of(part.put_back);
  std::string format = session.format;
  std::replace(format.begin(), format.end(), '/', '-');
  return Value::object(
      {{"schema", "compaction-audit/v1"},
       {"boundary", Value(std::uint64_t{number})},
       {"source",
        Value::object(
            {{"format", format}, {"sha256", source.sha256}, {"size_bytes", source.size_bytes}})},
       {"taken_in", Value::object({{"entries", Value(std::uint64_t{part.taken_in.size()})},
                                   {"size_bytes", bytes_of(part.taken_in)},
                                   {"from_seq", part.taken_in.empty() ? part.boundary->seq
                                                                      : part.taken_in[0]->seq},
                                   {"to_seq", part.boundary->seq - 1}})},
       {"kept", std::move(lists.kept)},
       {"folded", std::move(lists.folded)},
       {"dropped", std::move(lists.dropped)},
       {"put_back", std::move(put_back)},
       {"came_out",
        Value::object(
            {{"entries", came_out},
             {"size_bytes", came_out_bytes},
             {"summary_sha256", has_digest ? Value(sha256_hex(part.summary->text)) : Value()}})}});
}

}  // namespace

Result<Value> audit_boundary(const Session& session, std::uint32_t boundary,
                             const AuditSource& source) {
  const std::vector<BoundaryParts> parts = boundary_parts(session);
  if (parts.empty() || boundary > parts.size()) {
    return Error{ErrorCode::kUsage,
                 parts.empty() ? std::string("the session holds no compaction")
                               : "the session has no boundary " + std::to_string(boundary),
                 "",
                 parts.empty() ? "give a session that was compacted"
                               : "give 1 to " + std::to_string(parts.size())};
  }
  const std::size_t number = boundary == 0 ? parts.size() : boundary;
  return document(session, parts[number - 1], source, static_cast<std::uint32_t>(number));
}

}  // namespace holdfast
