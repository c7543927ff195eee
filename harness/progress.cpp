#include "harness/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace holdfast {
namespace {

constexpr double kTerminalSeconds = 0.1;
constexpr double kPlainSeconds = 5;
constexpr int kBarCells = 24;

}  // namespace

ProgressLine::ProgressLine(double time_s)
    : time_s_(time_s), terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const CampaignProgress& progress) {
  if (progress.elapsed_s - shown_at_s_ < (terminal_ ? kTerminalSeconds : kPlainSeconds)) {
    return;
  }
  shown_at_s_ = progress.elapsed_s;
  const double share = progress.cases_planned > 0 ? static_cast<double>(progress.cases) /
                                                        static_cast<double>(progress.cases_planned)
                                                  : progress.elapsed_s / time_s_;
  const double done = std::clamp(share, 0.0, 1.0);
  const double left_s = done > 0 ? progress.elapsed_s * (1 - done) / done : 0;
  const std::string numbers = fmt::format(
      "{} cases, {:.0f}/s, {} survivors, {:.0f} s left", progress.cases,
      static_cast<double>(progress.cases) / progress.elapsed_s, progress.survivors, left_s);
  if (terminal_) {
    const int full = static_cast<int>(done * kBarCells);
    fmt::print(stderr, "\r[{:=<{}}{: <{}}] {}\x1b[K", "", full, "", kBarCells - full, numbers);
  } else {
    fmt::print(stderr, "{}\n", numbers);
  }
  std::fflush(stderr);
}

void ProgressLine::finish() {
  if (terminal_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
  }
}

}  // namespace holdfast
