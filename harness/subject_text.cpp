#include "harness/subject_text.h"

#include <utility>

#include "harness/printable.h"

namespace holdfast {

ProcessLimits process_limits(const SubjectLimits& limits) {
  return {limits.terminate_grace_ms, limits.line_bytes_max, limits.stderr_tail_bytes_max};
}

bool is_command_missing(const WaitStatus& status) {
  constexpr int kNotExecutable = 126, kNotFound = 127;  // as POSIX has it for sh
  return status.known && !status.by_signal &&
         (status.number == kNotExecutable || status.number == kNotFound);
}

std::string with_last_words(std::string text, const std::string& stderr_tail) {
  constexpr std::size_t kLinesMax = 3, kBytesMax = 400;
  const std::string words = last_lines(stderr_tail, kLinesMax, kBytesMax);
  return words.empty() ? text : std::move(text) + "; its last words: " + words;
}

Error command_missing_error(const std::string& command, const std::string& stderr_tail) {
  constexpr std::size_t kLinesMax = 1, kBytesMax = 400;
  const std::string words = last_lines(stderr_tail, kLinesMax, kBytesMax);
  return Error{ErrorCode::kSubject,
               "the subject could not be started" + (words.empty() ? "" : ": " + words), command,
               "the command is run by /bin/sh -c; try it in a shell"};
}

}  // namespace holdfast
