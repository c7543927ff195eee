// Exit codes of the program: a contract with scripts. When several apply, the most serious wins:
// 70, 4, 3, 6, 7, 1, 5, 0.
#pragma once

#include <initializer_list>

#include "core/result.h"

namespace holdfast {

enum class ExitCode {
  kClean = 0,
  kFinding = 1,  // refused, survivor, false alarm, closed by accident; bytes that are no document
  kUsage = 2,    // usage, or an input that cannot be opened
  kDenied = 2,   // `hook` alone: the tool call is not to be made
  kControlFailed = 3,
  kSubjectFailed = 4,  // could not be started or broke the protocol
  kCoverageMissed = 5,
  kNondeterministic = 6,  // or order-dependent
  kUnreadableCase = 7,
  kInternal = 70,
};

ExitCode most_serious(std::initializer_list<ExitCode> codes);
ExitCode exit_code_for(const Error& error);

}  // namespace holdfast
