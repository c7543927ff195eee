#include "harness/compact_pipeline.h"

#include <time.h>

#include <utility>

#include "core/audit.h"
#include "core/boundary_parts.h"
#include "core/checksum.h"
#include "core/compaction.h"
#include "core/evidence_masks.h"
#include "core/extract.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr int kLockPollMs = 10;

// The session as it is once this compaction's boundary stands behind it, with its summary.
Session with_boundary(Session session, const std::string& summary) {
  const auto number = static_cast<std::uint32_t>(boundary_parts(session).size() + 1);
  Entry boundary;
  boundary.entry_id = "this-boundary";
  boundary.kind = "boundary";
  boundary.seq = session.entries.empty() ? 1 : session.entries.back().seq + 1;
  boundary.boundary = number;
  Entry said;
  said.entry_id = "this-summary";
  said.kind = "summary";
  said.text = summary;
  said.seq = boundary.seq + 1;
  said.boundary = number;
  session.entries.push_back(std::move(boundary));
  session.entries.push_back(std::move(said));
  return session;
}

// What the compaction is to fold: all since the last one, and that one's summary.
CompactRequest request_of(const CompactionInput& input) {
  const Session marked = with_boundary(input.session, "");
  const std::vector<BoundaryParts> parts = boundary_parts(marked);
  const Entry* previous = parts.size() > 1 ? parts[parts.size() - 2].summary : nullptr;
  CompactRequest request;
  request.id = "compact-1";
  request.round = parts.size();
  request.budget_characters = input.budget_characters;
  if (previous != nullptr) {
    request.previous = previous->text;
  }
  for (const Entry* entry : parts.back().taken_in) {
    if (entry != previous) {
      request.entries.push_back(*entry);
    }
  }
  return request;
}

struct Due {
  Manifest manifest;                // what has to be carried
  std::vector<Finding> findings{};  // of evidence that cannot be applied
};

Due due_of(const Manifest& record, const Value* evidence_value, const CompactionInput& input,
           bool is_link) {
  Due due;
  Evidence evidence;
  if (evidence_value != nullptr) {
    evidence = read_evidence(*evidence_value, record.version, due.findings);
  }
  const Applied applied = apply_evidence(record, evidence, place_masks(evidence.masks, record),
                                         is_link ? Step::kLink : Step::kPair, record, due.findings);
  due.manifest = applied.expected;
  due.manifest.lineage = record.lineage;
  if (is_link && record.version == Version::kV2) {
    Lineage& lineage = due.manifest.lineage;
    const std::int64_t from = record.lineage.coverage ? record.lineage.coverage->tail_from_seq : 1;
    const std::int64_t to = input.session.entries.empty()
                                ? 0
                                : static_cast<std::int64_t>(input.session.entries.back().seq);
    lineage.generation = record.lineage.generation + 1;
    lineage.parent = semantic_checksum(record);
    lineage.source_sha256 = sha256_hex(input.source);
    lineage.coverage = Coverage{from, to, to + 1};
    lineage.ledger_head = applied.ledger_head ? applied.ledger_head : record.lineage.ledger_head;
  }
  return due;
}

// A manifest in the members' usual order where it is one, else as it came.
std::string candidate_bytes(Value value, const Manifest& due) {
  if (value.is_object() && due.version == Version::kV2) {
    value.set("lineage", *to_value(due).find("lineage"));
  }
  const std::optional<Manifest> manifest = manifest_from(value);
  return write_pretty_json(manifest ? to_value(*manifest) : value);
}

template <typename Call, typename IsBusy>
auto patiently(int wait_ms, Call call, IsBusy is_busy) {
  auto result = call();
  for (int waited_ms = 0; is_busy(result) && waited_ms < wait_ms; waited_ms += kLockPollMs) {
    const struct timespec pause = {0, kLockPollMs * 1'000'000};
    ::nanosleep(&pause, nullptr);
    result = call();
  }
  return result;
}
const auto kIsBusy = [](const auto& result) { return result.fault.code == "busy"; };

PromotionResult answer_of(PromotionAnswer answer, StoreFault fault) {
  return {answer, std::move(fault), std::nullopt};
}

// A verdict that the store does not take because it is about another record than the one that is
// current by now came too late: that is the same conflict as at the switch.
PromotionResult not_judged(Store& store, StoreFault fault, const PromotionPlan& plan) {
  const StoreResult<CurrentGeneration> now = store.current();
  if (now && now.value->pointer != plan.expected.pointer) {
    return {PromotionAnswer::kConflict,
            {"promotion_conflict", "another generation is current than was expected"},
            *now.value};
  }
  return answer_of(PromotionAnswer::kNotSwitched, std::move(fault));
}

}  // namespace

StoreResult<RecordBefore> record_before(const CompactionInput& input,
                                        const std::optional<std::string>& current) {
  if (current) {
    if (input.before && *input.before != *current) {
      return {std::nullopt,
              {"promotion_conflict", "the given manifest is not the one that is current"}};
    }
    return {RecordBefore{*current, true, {}}, {}};
  }
  if (input.before) {
    return {RecordBefore{*input.before, false, {}}, {}};
  }
  Extraction extraction = extract_manifest(input.session);
  return {RecordBefore{write_pretty_json(to_value(extraction.manifest)), false,
                       std::move(extraction.derived)},
          {}};
}

Result<JudgedCompaction> compact_and_judge(const CompactionInput& input, const RecordBefore& before,
                                           const AskCompactor& ask) {
  const Document record = read_document(before.bytes, Side::kBefore);
  CheckOptions options;
  options.step = before.is_current ? Step::kLink : Step::kPair;
  std::optional<Value> evidence;
  if (input.evidence) {
    evidence = read_evidence_json(*input.evidence, {}, options.evidence_findings);
    options.evidence = evidence ? &*evidence : nullptr;
  }
  CompactorQuestion question;
  question.request = request_of(input);
  Due due;
  if (record.manifest) {
    due = due_of(*record.manifest, options.evidence, input, before.is_current);
    question.manifest = to_value(due.manifest);
  }
  Result<CompactAnswer> answer = ask(question);
  if (!answer) {
    return answer.error();
  }
  JudgedCompaction judged;
  judged.source_sha256 = sha256_hex(input.source);
  if (!answer->error.empty()) {
    judged.declined_bytes = answer->error.size();
    return judged;
  }
  judged.summary = std::move(answer->summary);
  if (!answer->manifest.is_null()) {
    judged.candidate = candidate_bytes(std::move(answer->manifest), due.manifest);
  }
  judged.after = read_document(judged.candidate, Side::kAfter);
  judged.verdict = check_compaction(record, judged.after, options);
  Result<Value> audit = audit_boundary(with_boundary(input.session, judged.summary), 0,
                                       {judged.source_sha256, input.source.size()});
  CHECK(audit.ok());
  judged.audit = std::move(*audit);
  return judged;
}

PromotionResult promote_or_keep(Store& store, const JudgedCompaction& judged,
                                const PromotionPlan& plan) {
  CHECK(!judged.declined_bytes);
  if (judged.candidate.empty()) {
    return answer_of(PromotionAnswer::kRejected,
                     {"rejected", "no manifest came; there is nothing to keep"});
  }
  const StoreResult<std::string> proposed = patiently(
      plan.wait_ms, [&] { return store.propose(judged.candidate); }, kIsBusy);
  if (!proposed) {
    return answer_of(PromotionAnswer::kNotSwitched, proposed.fault);
  }
  const StoreResult<bool> passed = patiently(
      plan.wait_ms,
      [&] { return store.judge(*proposed.value, judged.source_sha256, to_value(judged.verdict)); },
      kIsBusy);
  if (!passed) {
    return not_judged(store, passed.fault, plan);
  }
  if (!*passed.value) {
    return answer_of(
        PromotionAnswer::kRejected,
        {"rejected", "the verdict is no pass; the candidate is kept among the rejected"});
  }
  return patiently(
      plan.wait_ms,
      [&] {
        return store.promote({*proposed.value, plan.expected.pointer.generation,
                              plan.expected.pointer.record_sha256, plan.promotion_id, plan.at});
      },
      kIsBusy);
}

}  // namespace holdfast
