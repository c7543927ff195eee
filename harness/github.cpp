#include "harness/github.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/markup.h"
#include "harness/report_markdown.h"
#include "harness/unique_fd.h"

namespace holdfast::github {
namespace {

constexpr std::size_t kAnnotationsMax = 9;
// https://docs.github.com/actions: a step's summary may have 1 MiB.
constexpr std::size_t kSummaryBytesMax = std::size_t{1} << 20;

std::string command(std::string_view level, std::string_view title, std::string_view message) {
  return fmt::format("::{} title={}::{}\n", level, markup::github_property(title),
                     markup::github_message(message));
}

std::string_view level_of(Standing standing) {
  return standing == Standing::kHeld                                              ? "notice"
         : standing == Standing::kToLookAt || standing == Standing::kNothingAsked ? "warning"
                                                                                  : "error";
}

std::string headline(Standing standing, const std::string& headline, const std::string& summary,
                     const std::string& again) {
  return command(level_of(standing), "Holdfast: " + headline, summary + "\nAgain: " + again);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

bool is_active(const Environment& environment) {
  const auto value = environment("GITHUB_ACTIONS");
  return value && *value == "true";
}

std::string annotations(const ReportFacts& facts) {
  std::string out = headline(facts.standing, facts.headline, facts.summary, facts.again);
  std::size_t count = 0;
  for (const ReportBucket& bucket : facts.buckets) {
    if (++count > kAnnotationsMax) {
      continue;
    }
    const std::string comment = bucket.smallest ? bucket.smallest->comment + "\n" : "";
    out +=
        command(bucket.is_survivor() || bucket.is_control() ? "error" : "warning", bucket.key.id(),
                fmt::format("{}{}: {}", comment, counted(bucket.count, "case", "cases"),
                            describe(bucket.key.outcome)));
  }
  if (count > kAnnotationsMax) {
    out += command(
        "notice", "Holdfast",
        counted(count - kAnnotationsMax, "more kind of failure is", "more kinds of failures are") +
            " in the summary and the record");
  }
  return out;
}

std::string annotations(const SimulationFacts& facts) {
  return headline(facts.standing, facts.headline, facts.summary, facts.again);
}

Result<Done> append_summary(const Environment& environment, std::string_view markdown) {
  const auto path = environment("GITHUB_STEP_SUMMARY");
  if (!path || path->empty()) {
    return Done{};
  }
  const auto failed = [&](const std::string& what) {
    return Error{ErrorCode::kOutput, what + ": " + std::strerror(errno), *path,
                 "let GITHUB_STEP_SUMMARY name a file that can be written, or unset it"};
  };
  const UniqueFd fd(::open(path->c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  struct stat status {};
  if (fd.get() < 0 || ::fstat(fd.get(), &status) != 0) {
    return failed("the step summary cannot be opened");
  }
  std::string text(markdown);
  const auto used = static_cast<std::size_t>(status.st_size);
  if (used + text.size() + 2 > kSummaryBytesMax) {
    text = "Holdfast's report does not fit on this page; the record has everything.\n";
    if (used + text.size() + 2 > kSummaryBytesMax) {
      return Done{};
    }
  }
  if (!write_all(fd.get(), (used > 0 ? "\n" : "") + text)) {
    return failed("the step summary cannot be written");
  }
  return Done{};
}

Result<std::string> report_run(const Environment& environment, std::string_view record,
                               std::string_view times, const std::string& where) {
  if (!is_active(environment)) {
    return std::string();
  }
  const auto read = read_run(record, where);
  if (!read) {
    return read.error();
  }
  std::optional<ReportTimes> read_times;
  if (!times.empty()) {
    const auto parsed = read_run_times(times, where);
    if (!parsed) {
      return parsed.error();
    }
    read_times = *parsed;
  }
  const auto facts = report_facts(*read, read_times, false);
  if (!facts) {
    return facts.error();
  }
  const auto appended = append_summary(environment, run_markdown(*facts));
  if (!appended) {
    return appended.error();
  }
  return annotations(*facts);
}

}  // namespace holdfast::github
