#include "core/store_records.h"

#include "core/json.h"
#include "core/manifest_parts.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

std::string with_line_end(const Value& value) { return write_canonical_json(value) + "\n"; }

bool is_sha256_or_empty(const std::string& text) { return text.empty() || is_sha256_text(text); }

bool take_head(const Value* value, std::optional<LedgerHead>& out) {
  if (value == nullptr || value->is_null()) {
    return value != nullptr;
  }
  Taker taker(*value);
  LedgerHead head;
  taker.integer("seq", head.seq);
  taker.text("sha256", head.sha256);
  out = head;
  return taker.whole() && head.seq > 0 && is_sha256_text(head.sha256);
}

// Reads a document of that schema and asks for exactly its bytes.
template <typename Record, typename Take>
std::optional<Record> read_exactly(std::string_view bytes, std::string_view schema, Take take) {
  if (bytes.empty() || bytes.back() != '\n') {
    return std::nullopt;
  }
  const JsonReading reading = read_json(bytes.substr(0, bytes.size() - 1));
  if (!reading.value || !reading.value->is_object()) {
    return std::nullopt;
  }
  Taker taker(*reading.value);
  std::string name;
  taker.text("schema", name);
  Record record;
  if (!take(taker, record) || !taker.whole() || name != schema || bytes_of(record) != bytes) {
    return std::nullopt;
  }
  return record;
}

}  // namespace

bool VerdictRecord::passes() const {
  const Value* ok = verdict.find("ok");
  const Value* check = verdict.find("compaction_check");
  const Value* after = resolve_pointer(verdict, "/documents/after_sha256");
  const Value* schema = verdict.find("schema");
  return schema != nullptr && schema->is_string() && schema->text() == "verdict/v1" &&
         ok != nullptr && ok->is_boolean() && ok->boolean() && check != nullptr &&
         check->is_string() && check->text() == "pass" && after != nullptr && after->is_string() &&
         after->text() == candidate_sha256;
}

std::string bytes_of(const CurrentPointer& pointer) {
  Value head;
  if (pointer.continuity_head) {
    head = Value::object(
        {{"seq", pointer.continuity_head->seq}, {"sha256", pointer.continuity_head->sha256}});
  }
  return with_line_end(Value::object({{"schema", kStoreCurrentV1},
                                      {"generation", pointer.generation},
                                      {"recordSha256", pointer.record_sha256},
                                      {"continuityHead", std::move(head)}}));
}

std::string bytes_of(const GenerationRecord& record) {
  return with_line_end(
      Value::object({{"schema", kStoreGenerationV1},
                     {"generation", record.generation},
                     {"parentRecordSha256", text_or_null(record.parent_record_sha256)},
                     {"candidateSha256", text_or_null(record.candidate_sha256)},
                     {"verdictSha256", text_or_null(record.verdict_sha256)},
                     {"sourceSha256", text_or_null(record.source_sha256)},
                     {"promotionId", text_or_null(record.promotion_id)},
                     {"at", text_or_null(record.at)}}));
}

std::string bytes_of(const VerdictRecord& record) {
  return with_line_end(Value::object({{"schema", kStoreVerdictV1},
                                      {"candidateSha256", record.candidate_sha256},
                                      {"sourceSha256", record.source_sha256},
                                      {"expectedRecordSha256", record.expected_record_sha256},
                                      {"verdict", record.verdict}}));
}

std::string bytes_of(const RejectionRecord& record) {
  return with_line_end(Value::object({{"schema", kStoreRejectionV1},
                                      {"candidateSha256", record.candidate_sha256},
                                      {"verdictSha256", record.verdict_sha256}}));
}

std::optional<CurrentPointer> read_current(std::string_view bytes) {
  return read_exactly<CurrentPointer>(bytes, kStoreCurrentV1, [](Taker& taker, auto& out) {
    taker.integer("generation", out.generation);
    taker.text("recordSha256", out.record_sha256);
    return take_head(taker.take("continuityHead"), out.continuity_head) && out.generation >= 0 &&
           is_sha256_text(out.record_sha256);
  });
}

std::optional<GenerationRecord> read_generation(std::string_view bytes) {
  return read_exactly<GenerationRecord>(bytes, kStoreGenerationV1, [](Taker& taker, auto& out) {
    taker.integer("generation", out.generation);
    taker.nullable_text("parentRecordSha256", out.parent_record_sha256);
    taker.nullable_text("candidateSha256", out.candidate_sha256);
    taker.nullable_text("verdictSha256", out.verdict_sha256);
    taker.nullable_text("sourceSha256", out.source_sha256);
    taker.nullable_text("promotionId", out.promotion_id);
    taker.nullable_text("at", out.at);
    const bool first = out.generation == 0;
    return out.generation >= 0 && is_sha256_or_empty(out.parent_record_sha256) &&
           is_sha256_or_empty(out.candidate_sha256) && is_sha256_or_empty(out.verdict_sha256) &&
           is_sha256_or_empty(out.source_sha256) && first == out.parent_record_sha256.empty() &&
           first == out.candidate_sha256.empty() && first == out.verdict_sha256.empty() &&
           first == out.source_sha256.empty() && first == out.promotion_id.empty() &&
           first == out.at.empty() && (first || is_visible_name(out.promotion_id)) &&
           (first || is_utc_time(out.at));
  });
}

std::optional<VerdictRecord> read_verdict_record(std::string_view bytes) {
  return read_exactly<VerdictRecord>(bytes, kStoreVerdictV1, [](Taker& taker, auto& out) {
    taker.text("candidateSha256", out.candidate_sha256);
    taker.text("sourceSha256", out.source_sha256);
    taker.text("expectedRecordSha256", out.expected_record_sha256);
    const Value* verdict = taker.take("verdict");
    if (verdict == nullptr || !verdict->is_object()) {
      return false;
    }
    out.verdict = *verdict;
    return is_sha256_text(out.candidate_sha256) && is_sha256_text(out.source_sha256) &&
           is_sha256_text(out.expected_record_sha256);
  });
}

std::optional<RejectionRecord> read_rejection(std::string_view bytes) {
  return read_exactly<RejectionRecord>(bytes, kStoreRejectionV1, [](Taker& taker, auto& out) {
    taker.text("candidateSha256", out.candidate_sha256);
    taker.text("verdictSha256", out.verdict_sha256);
    return is_sha256_text(out.candidate_sha256) && is_sha256_text(out.verdict_sha256);
  });
}

}  // namespace holdfast
