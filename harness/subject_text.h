// Sentences about subjects that the line protocol and the one-shot mode share.
#pragma once

#include <string>

#include "harness/process.h"
#include "harness/subject.h"

namespace holdfast {

ProcessLimits process_limits(const SubjectLimits& limits);
// The exit status by which a shell says that there is nothing to run.
bool is_command_missing(const WaitStatus& status);
// Adds the last lines of standard error.
std::string with_last_words(std::string text, const std::string& stderr_tail);
// kSubject: there is nothing to run.
Error command_missing_error(const std::string& command, const std::string& stderr_tail);

}  // namespace holdfast
