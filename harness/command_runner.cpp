#include "harness/command_runner.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/process.h"

namespace holdfast {
namespace {

class Runner final : public CommandRunner {
 public:
  Runner(std::string folder, CommandTimes times) : folder_(std::move(folder)), times_(times) {}

  std::optional<std::string> run(const std::vector<std::string>& command) override {
    if (!together_) {
      together_.emplace(times_.together_ms);
    }
    if (command.empty() || together_->passed()) {
      return std::nullopt;
    }
    std::vector<std::string> arguments = {"/usr/bin/env", "-C", folder_, "--"};
    arguments.insert(arguments.end(), command.begin(), command.end());
    ProcessLimits limits;
    // Only the last bytes are kept: what is longer than a decision may be has to show as too long.
    limits.line_bytes_max = 2 * kDecisionSourceBytesMax;
    const auto process = Process::start(arguments, limits);
    if (!process) {
      return std::nullopt;
    }
    const Deadline deadline(std::min(times_.each_ms, together_->remaining_ms()));
    const bool ended = (*process)->run_to_end(deadline);
    (*process)->stop(0);
    if (!ended || !(*process)->ended_by_itself() || (*process)->status().by_signal ||
        (*process)->status().number != 0) {
      return std::nullopt;
    }
    return (*process)->unread_output();
  }

 private:
  std::string folder_;
  CommandTimes times_;
  std::optional<Deadline> together_;
};

}  // namespace

std::unique_ptr<CommandRunner> make_command_runner(std::string folder, CommandTimes times) {
  return std::make_unique<Runner>(std::move(folder), times);
}

}  // namespace holdfast
