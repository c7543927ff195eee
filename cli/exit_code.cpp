#include "cli/exit_code.h"

#include <algorithm>
#include <iterator>

namespace holdfast {

ExitCode most_serious(std::initializer_list<ExitCode> codes) {
  static constexpr ExitCode kOrder[] = {ExitCode::kInternal,
                                        ExitCode::kUsage,
                                        ExitCode::kSubjectFailed,
                                        ExitCode::kControlFailed,
                                        ExitCode::kNondeterministic,
                                        ExitCode::kUnreadableCase,
                                        ExitCode::kFinding,
                                        ExitCode::kCoverageMissed,
                                        ExitCode::kClean};
  for (const ExitCode code : kOrder) {
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) {
      return code;
    }
  }
  return ExitCode::kClean;
}

ExitCode exit_code_for(const Error& error) {
  switch (error.code) {
    case ErrorCode::kUsage:
    case ErrorCode::kInput:
    case ErrorCode::kOutput:
      return ExitCode::kUsage;
    case ErrorCode::kSubject:
      return ExitCode::kSubjectFailed;
    case ErrorCode::kUnreadableCase:
      return ExitCode::kUnreadableCase;
  }
  return ExitCode::kInternal;
}

}  // namespace holdfast
