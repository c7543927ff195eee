#include "cli/output.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "core/json.h"

namespace holdfast {

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_json(const Value& value) { print(write_pretty_json(value)); }

ExitCode fail(const Error& error) {
  note(error.text());
  return exit_code_for(error);
}

void note(std::string_view line) {
  std::fprintf(stderr, "holdfast: %.*s\n", static_cast<int>(line.size()), line.data());
}

bool use_color() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace holdfast
