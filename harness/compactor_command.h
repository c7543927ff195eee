// One question to a command that compacts, for the pipeline that promotes what comes of it
// (harness/compact_pipeline.h). The command is started, shaken hands with, asked once, and has to
// end by itself, with 0, at the end of its input.
//
// Stricter than a simulation, whose rounds are many and promote nothing: a second answer, other
// output behind the answer, a name that stands twice in one object, and an exit with anything but 0
// are faults. Which of two manifests was meant could not be told.
#pragma once

#include <string>

#include "core/result.h"
#include "core/value.h"
#include "harness/compact_protocol.h"
#include "harness/pipeline.h"

namespace holdfast {

struct CompactorQuestion {
  CompactRequest request;
  Value manifest;  // what has to be carried; sent as `context.manifest`
};

// With the line end.
std::string compactor_line(const CompactorQuestion& question);

// Why the line cannot be told apart from another one: a name twice in one object. Empty: it can.
std::string duplicate_fault(std::string_view line);

// Errors: it could not be started, broke the protocol, or ended otherwise than with 0. With
// `quiet`, none of them repeats what the command wrote to its standard error.
Result<CompactAnswer> ask_compactor(const std::string& command, const CompactorQuestion& question,
                                    const CompactLimits& limits, bool quiet);

}  // namespace holdfast
