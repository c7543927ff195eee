// Talks with a command over its standard streams: one poll loop moves all three at once, so that
// two full pipes never block each other, and every wait has a deadline.
//
// The end of the command is seen by its exit (pidfd) as well as by the end of its output: a
// descendant that keeps the pipe open neither hides an exit nor holds us up.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "harness/process_tree.h"
#include "harness/unique_fd.h"

namespace holdfast {

// A point of the monotonic clock.
class Deadline {
 public:
  explicit Deadline(int from_now_ms)
      : at_(std::chrono::steady_clock::now() + std::chrono::milliseconds(from_now_ms)) {}
  bool passed() const { return std::chrono::steady_clock::now() >= at_; }
  // Rounded up, so that a wait never ends before the deadline.
  int remaining_ms() const;

 private:
  std::chrono::steady_clock::time_point at_;
};

struct ProcessLimits {
  int terminate_grace_ms = 200;  // from SIGTERM to SIGKILL
  std::size_t line_bytes_max = 16 * 1024 * 1024;
  std::size_t stderr_tail_bytes_max = 4 * 1024;
};

class Process {
 public:
  // `arguments[0]` is an absolute path.
  static Result<std::unique_ptr<Process>> start(const std::vector<std::string>& arguments,
                                                const ProcessLimits& limits);
  ~Process();  // stop(0)
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  enum class Exchange {
    kLine,    // all input taken, one whole line read
    kUnread,  // a line came, but the input was not read to its end
    kDeadline,
    kEnded,         // the command ended
    kOutputClosed,  // it closed its output, and still ran at the deadline
    kLineTooLong,
  };
  // Writes `input` and reads up to the first line end, which `line` comes without. Lines that are
  // already there count.
  Exchange exchange(std::string_view input, std::string& line, const Deadline& deadline);

  // Closes the input and reads until the command ends, keeping the last bytes of its output. False
  // at the deadline.
  bool run_to_end(const Deadline& deadline);

  // Takes in what has been written meanwhile, without waiting; true if a whole line is there.
  bool has_line();
  // Output that no line has been taken of; its last bytes, where there is too much.
  const std::string& unread_output() const { return output_; }

  // Closes the input, waits up to `grace_ms` for the command to end by itself, then SIGTERM, the
  // grace of the limits, SIGKILL; reaps the whole tree. Idempotent.
  void stop(int grace_ms);
  // These have meaning after stop(). Whether the command ended without a signal of ours:
  bool ended_by_itself() const { return ended_by_itself_; }
  const WaitStatus& status() const { return tree_.status(); }
  // It left processes behind, which were killed.
  bool had_leftovers() const { return ended_by_itself_ && tree_.had_leftovers(); }
  // Whether every process of the tree is gone.
  bool all_gone() const { return all_gone_; }

  // The last bytes of standard error so far, as printable text.
  std::string stderr_tail() const;

 private:
  Process(ProcessTree tree, UniqueFd input, UniqueFd output, UniqueFd error,
          const ProcessLimits& limits);

  Exchange exchange_pending(std::string& line, const Deadline& deadline);
  bool take_line(std::string& line);
  void write_some();
  std::size_t read_output();
  std::size_t read_error();
  void wait_and_move(int timeout_ms);
  void wait_for_end(const Deadline& deadline);

  ProcessLimits limits_;
  UniqueFd input_;
  UniqueFd output_pipe_;
  UniqueFd error_pipe_;
  ProcessTree tree_;
  std::string_view pending_;  // input that is not yet written; owned by the caller of exchange()
  bool input_refused_ = false;
  std::string output_;
  std::size_t searched_bytes_ = 0;  // of output_, known to hold no line end
  bool keep_only_last_ = false;     // nobody reads lines any more
  std::string error_tail_;
  bool ended_ = false;  // the root has exited, and its output has been read
  bool stopped_ = false;
  bool ended_by_itself_ = false;
  bool all_gone_ = false;
};

}  // namespace holdfast
