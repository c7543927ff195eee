#include "cli/trace_run.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cli/output.h"
#include "cli/trace_print.h"
#include "core/file.h"
#include "core/session_text.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::size_t kColumnsDefault = 100;
constexpr std::size_t kColumnsMin = 60;
constexpr std::size_t kColumnsMax = 400;

// Of the terminal, or COLUMNS.
std::size_t terminal_columns() {
  struct winsize size = {};
  std::size_t columns = kColumnsDefault;
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    columns = size.ws_col;
  } else if (const char* text = std::getenv("COLUMNS"); text != nullptr) {
    const long wanted = std::strtol(text, nullptr, 10);
    columns = wanted > 0 ? static_cast<std::size_t>(wanted) : columns;
  }
  return std::clamp(columns, kColumnsMin, kColumnsMax);
}

Result<std::vector<std::string>> read_conditions(const std::string& file) {
  const Result<std::string> bytes = read_file(file);
  if (!bytes) {
    return bytes.error();
  }
  std::vector<std::string> conditions;
  std::string_view rest = *bytes;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = trim_text(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.empty()) {
      continue;
    }
    const std::string where = file + ", line " + std::to_string(line);
    if (!is_valid_utf8(text)) {
      return Error{ErrorCode::kInput, "the condition is no UTF-8", where, "save the file as UTF-8"};
    }
    if (scan_words(text).words.empty()) {
      return Error{ErrorCode::kInput, "the condition has neither letters nor digits", where,
                   "give a sentence, or leave the line blank"};
    }
    conditions.emplace_back(text);
  }
  if (conditions.empty()) {
    return Error{ErrorCode::kInput, "the file holds no condition", file, "give one a line"};
  }
  return conditions;
}

Result<Done> keep_boundary(TraceTable& table, std::uint32_t number) {
  const auto found =
      std::find_if(table.boundaries.begin(), table.boundaries.end(),
                   [&](const TraceBoundary& boundary) { return boundary.number == number; });
  if (found == table.boundaries.end()) {
    return Error{ErrorCode::kUsage, "the session has no boundary " + std::to_string(number),
                 "--boundary",
                 table.boundaries.empty() ? "it was not compacted"
                                          : "it has " + std::to_string(table.boundaries.size())};
  }
  const auto at = static_cast<std::size_t>(found - table.boundaries.begin());
  for (std::vector<TraceItem>* items : {&table.items, &table.demands}) {
    for (TraceItem& item : *items) {
      item.cells = {std::move(item.cells[at])};
      const std::optional<Measured>& cell = item.cells[0];
      item.fell_at.reset();
      if (cell && !is_whole(cell->state)) {
        item.fell_at = number;
      }
    }
  }
  table.boundaries = {table.boundaries[at]};
  return Done{};
}

ExitCode measure(const TraceFlags& flags) {
  const Result<PairsMeasured> measured = measure_pairs(flags.measure, flags.sessions);
  if (!measured) {
    return fail(measured.error());
  }
  if (flags.json) {
    print_json(pairs_value(*measured));
  } else {
    print(pairs_text(*measured));
  }
  return ExitCode::kClean;
}

}  // namespace

ExitCode trace_run(const TraceFlags& flags) {
  if (flags.session.empty() == flags.measure.empty()) {
    return fail({ErrorCode::kUsage, "trace needs a SESSION, or --measure FILE", "",
                 "holdfast trace --help shows both"});
  }
  if (!flags.measure.empty()) {
    return measure(flags);
  }
  const std::optional<Survival> limit =
      flags.fail_on.empty() ? std::nullopt : survival_from(flags.fail_on);
  if (!flags.fail_on.empty() && !limit) {
    return fail(
        {ErrorCode::kUsage, "this is no state", "--fail-on",
         "give kept_in_tail, put_back_from_disk, partial, label_only, unreadable_summary or "
         "absent"});
  }
  std::vector<std::string> conditions;
  if (!flags.conditions.empty()) {
    Result<std::vector<std::string>> read = read_conditions(flags.conditions);
    if (!read) {
      return fail(read.error());
    }
    conditions = std::move(*read);
  }
  const Result<Session> session = read_session(flags.session);
  if (!session) {
    return fail(session.error());
  }
  TraceTable table = trace_session(*session, conditions);
  if (flags.boundary > 0) {
    if (const Result<Done> kept = keep_boundary(table, flags.boundary); !kept) {
      return fail(kept.error());
    }
  }
  if (flags.json) {
    print_json(trace_value(table, *session));
  } else {
    print(trace_text(table, *session, {.columns = terminal_columns(), .color = use_color()}));
  }
  const std::optional<Survival> worst = worst_state(table);
  return limit && worst && *worst >= *limit ? ExitCode::kFinding : ExitCode::kClean;
}

}  // namespace holdfast
