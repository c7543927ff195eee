// The safe compaction: build the record before, run the compactor, judge, promote or keep.
//
// Model. What is current in the store is read first, and promotion expects exactly that. The record
// before is the current manifest; where the store holds none yet, it is the caller's or what is
// mechanical in the source (core/extract.h). The compactor is shown what has to be carried: the
// record with the facts of the evidence. Its manifest is judged by the built-in check, never by
// itself, at the first generation as a pair and later as a link.
//
// Invariants. Nothing of the compactor is trusted: an accident is an error, not a verdict. The
// lineage is written here. The bytes that were judged are the bytes that are proposed. Neither
// judging nor a refusal changes what is current.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/document.h"
#include "core/resume.h"
#include "core/session.h"
#include "core/store.h"
#include "core/verdict.h"
#include "harness/compactor_command.h"

namespace holdfast {

struct CompactionInput {
  std::string source;  // the file's bytes
  Session session;     // read from them
  std::optional<std::string> before;
  std::optional<std::string> evidence;
  std::size_t budget_characters = 4000;
};

struct RecordBefore {
  std::string bytes;
  bool is_current = false;           // it is the current generation's: what comes is a link
  std::vector<std::string> derived;  // pointers of values that the source does not have
};
// `current` is the current manifest's bytes, nullopt where the store holds none. Fault
// promotion_conflict: the caller's record is not the current one.
StoreResult<RecordBefore> record_before(const CompactionInput& input,
                                        const std::optional<std::string>& current);

using AskCompactor = std::function<Result<CompactAnswer>(const CompactorQuestion& question)>;

struct JudgedCompaction {
  // The compactor says that it cannot compact; how long its reason is. Nothing else is filled then.
  std::optional<std::size_t> declined_bytes;
  std::string source_sha256;
  std::string summary;
  std::string candidate;  // the manifest's bytes; empty where none came
  Document after;         // the candidate as it was judged
  Verdict verdict;
  Value audit;  // compaction-audit/v1: why each entry was kept or left out
};
// Errors: the compactor's.
Result<JudgedCompaction> compact_and_judge(const CompactionInput& input, const RecordBefore& before,
                                           const AskCompactor& ask);

struct PromotionPlan {
  CurrentGeneration expected;  // as it was before the compactor ran
  std::string promotion_id;
  std::string at;
  int wait_ms = 2000;  // for another process that holds the store's lock
};
// Proposes the candidate, attaches the verdict and promotes a pass. A candidate that is refused or
// comes too late is kept in the store.
PromotionResult promote_or_keep(Store& store, const JudgedCompaction& judged,
                                const PromotionPlan& plan);

}  // namespace holdfast
