// After a resume: did the run go on as its manifest says? A trace holds what was done since, in
// order, as the runtime recorded it, and is judged against the manifest that the run resumed from.
//
// The trace is evidence of the trusted side. What it does not hold is not judged: an empty trace
// passes, because a run that has not begun has done nothing wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document.h"
#include "core/finding.h"
#include "core/manifest.h"
#include "core/verdict.h"

namespace holdfast {

inline constexpr std::string_view kResumeTraceV1 = "resume-trace/v1";

// Texts are empty where the member is absent: no member may be an empty text.
struct TraceOperation {
  std::string operation;
  std::string target;
  Value arguments;           // an object, or null where there are none
  std::string effect_id;     // of the external write that the operation made
  std::string phase;         // that the operation belongs to
  std::string authority_id;  // of the one-time approval that it spent

  bool operator==(const TraceOperation&) const = default;
};

struct ResumeTrace {
  std::vector<TraceOperation> operations;

  bool operator==(const ResumeTrace&) const = default;
};

Value to_value(const ResumeTrace& trace);
// nullopt for anything that it cannot hold without loss.
std::optional<ResumeTrace> resume_trace_from(const Value& value);

// A trace after reading: valid, or the findings that say why it is not. They stand on the side
// `after`, and their detail has `"document":"trace"`, since their pointers lead into the trace.
struct TraceDocument {
  std::string sha256;  // of the bytes; empty when it came as a Value or not at all
  std::optional<ResumeTrace> trace;
  std::vector<Finding> findings;  // sorted
};

// Nothing, no bytes and `null` are `required_missing`.
TraceDocument read_resume_trace(std::optional<std::string_view> bytes,
                                const ReadOptions& options = {});
TraceDocument read_resume_trace_value(const Value& value, const ReadOptions& options = {});

// Sorted. Every operation of a v2 run has a target; where one has none, only that is reported.
std::vector<Finding> check_resume(const Manifest& manifest, const ResumeTrace& trace);

// Adds the judgement of the trace to the verdict, against `after`'s manifest where that is valid.
// To be called before check_canonical, whose decision depends on it.
void check_resume(Verdict& verdict, const Document& after, const TraceDocument& trace);

}  // namespace holdfast
