#include "harness/process.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include "harness/printable.h"

namespace holdfast {
namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;
// What is kept of output that nobody reads line by line.
constexpr std::size_t kLastOutputBytesMax = 64 * 1024;
// After an exit the pipe holds what was written before it, at most its own capacity (1 MiB unless
// the machine's administrator allows more). More than that comes from a descendant and is not
// waited for.
constexpr int kReadsAfterExitMax = 17;

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

// A program may be started without standard streams; then a pipe would land on their numbers, and
// the child's redirections would overwrite each other.
bool move_above_standard_streams(UniqueFd& fd) {
  if (fd.get() <= STDERR_FILENO) {
    fd.reset(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  return fd.is_open();
}

bool make_pipe(Pipe& made) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return false;
  }
  made.read_end = UniqueFd(ends[0]);
  made.write_end = UniqueFd(ends[1]);
  return move_above_standard_streams(made.read_end) && move_above_standard_streams(made.write_end);
}

// Affects only our end: the two ends of a pipe do not share their flags.
bool make_nonblocking(const UniqueFd& fd) { return ::fcntl(fd.get(), F_SETFL, O_NONBLOCK) == 0; }

// Bytes read; 0 when there is nothing now or ever again, and then `fd` may have been closed.
std::size_t read_some(UniqueFd& fd, char* chunk) {
  while (fd.is_open()) {
    const ssize_t count = ::read(fd.get(), chunk, kChunkBytes);
    if (count > 0) {
      return static_cast<std::size_t>(count);
    }
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0 && errno == EAGAIN) {
      break;
    }
    fd.reset();
  }
  return 0;
}

void keep_last(std::string& text, std::size_t bytes_max) {
  if (text.size() > bytes_max) {
    text.erase(0, text.size() - bytes_max);
  }
}

}  // namespace

int Deadline::remaining_ms() const {
  const auto left = at_ - std::chrono::steady_clock::now();
  const auto left_ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::max<long long>(left_ms, 0));
}

Result<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& arguments,
                                                const ProcessLimits& limits) {
  Pipe input, output, error;
  if (!make_pipe(input) || !make_pipe(output) || !make_pipe(error) ||
      !make_nonblocking(input.write_end) || !make_nonblocking(output.read_end) ||
      !make_nonblocking(error.read_end)) {
    return Error{ErrorCode::kSubject,
                 "cannot make a pipe: " + std::generic_category().message(errno), arguments.front(),
                 "raise the limit of open files (ulimit -n) or use fewer workers"};
  }
  Result<ProcessTree> tree = ProcessTree::start(
      arguments, {input.read_end.get(), output.write_end.get(), error.write_end.get()});
  if (!tree) {
    return tree.error();
  }
  return std::unique_ptr<Process>(new Process(std::move(*tree), std::move(input.write_end),
                                              std::move(output.read_end), std::move(error.read_end),
                                              limits));
}

Process::Process(ProcessTree tree, UniqueFd input, UniqueFd output, UniqueFd error,
                 const ProcessLimits& limits)
    : limits_(limits),
      input_(std::move(input)),
      output_pipe_(std::move(output)),
      error_pipe_(std::move(error)),
      tree_(std::move(tree)) {}

Process::~Process() { stop(0); }

bool Process::take_line(std::string& line) {
  const std::size_t end = output_.find('\n', searched_bytes_);
  if (end == std::string::npos) {
    searched_bytes_ = output_.size();
    return false;
  }
  line.assign(output_, 0, end);
  output_.erase(0, end + 1);
  searched_bytes_ = 0;
  return true;
}

void Process::write_some() {
  while (!pending_.empty() && input_.is_open()) {
    const ssize_t count = ::write(input_.get(), pending_.data(), pending_.size());
    if (count >= 0) {
      pending_.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {  // EPIPE: nobody will ever read it
      input_.reset();
    }
  }
  input_refused_ = !pending_.empty();
}

std::size_t Process::read_output() {
  char chunk[kChunkBytes];
  const std::size_t count = read_some(output_pipe_, chunk);
  output_.append(chunk, count);
  if (keep_only_last_) {
    keep_last(output_, kLastOutputBytesMax);
  }
  return count;
}

std::size_t Process::read_error() {
  char chunk[kChunkBytes];
  const std::size_t count = read_some(error_pipe_, chunk);
  error_tail_.append(chunk, count);
  keep_last(error_tail_, limits_.stderr_tail_bytes_max);
  return count;
}

void Process::wait_and_move(int timeout_ms) {
  // A negative descriptor is ignored by poll().
  pollfd fds[] = {{ended_ ? -1 : tree_.root_fd(), POLLIN, 0},
                  {output_pipe_.get(), POLLIN, 0},
                  {error_pipe_.get(), POLLIN, 0},
                  {pending_.empty() ? -1 : input_.get(), POLLOUT, 0}};
  if (::poll(fds, std::size(fds), timeout_ms) <= 0) {
    return;
  }
  if (fds[3].revents != 0) {
    write_some();
  }
  if (fds[2].revents != 0) {
    read_error();
  }
  if (fds[1].revents != 0) {
    read_output();
  }
  if (fds[0].revents != 0) {
    for (int reads = 0; reads < kReadsAfterExitMax && read_output() > 0; ++reads) {
    }
    for (int reads = 0; reads < kReadsAfterExitMax && read_error() > 0; ++reads) {
    }
    ended_ = true;
  }
}

Process::Exchange Process::exchange(std::string_view input, std::string& line,
                                    const Deadline& deadline) {
  pending_ = input;
  input_refused_ = false;
  write_some();
  const Exchange outcome = exchange_pending(line, deadline);
  pending_ = {};
  return outcome;
}

Process::Exchange Process::exchange_pending(std::string& line, const Deadline& deadline) {
  bool have_line = false;
  while (true) {
    have_line = have_line || take_line(line);
    if (have_line && pending_.empty()) {
      return Exchange::kLine;
    }
    if (have_line && (input_refused_ || ended_)) {
      return Exchange::kUnread;
    }
    if (!have_line && output_.size() > limits_.line_bytes_max) {
      return Exchange::kLineTooLong;
    }
    if (ended_) {
      return Exchange::kEnded;
    }
    const int remaining_ms = deadline.remaining_ms();
    if (remaining_ms == 0) {
      return have_line                ? Exchange::kUnread
             : output_pipe_.is_open() ? Exchange::kDeadline
                                      : Exchange::kOutputClosed;
    }
    wait_and_move(remaining_ms);
  }
}

void Process::wait_for_end(const Deadline& deadline) {
  keep_only_last_ = true;
  bool in_time = true;
  while (!ended_ && in_time) {  // at least one look, also when there is no time
    const int remaining_ms = deadline.remaining_ms();
    in_time = remaining_ms > 0;
    wait_and_move(remaining_ms);
  }
}

bool Process::run_to_end(const Deadline& deadline) {
  input_.reset();
  wait_for_end(deadline);
  return ended_;
}

bool Process::has_line() {
  read_output();
  return output_.find('\n') != std::string::npos;
}

void Process::stop(int grace_ms) {
  if (std::exchange(stopped_, true)) {
    return;
  }
  input_.reset();
  wait_for_end(Deadline(grace_ms));
  ended_by_itself_ = ended_;
  if (!ended_) {
    tree_.remember();
    tree_.signal_group(SIGTERM);
    tree_.signal_group(SIGCONT);  // a stopped process would never see the first one
    wait_for_end(Deadline(limits_.terminate_grace_ms));
  }
  all_gone_ = tree_.kill();
  for (int reads = 0; reads < kReadsAfterExitMax && read_error() > 0; ++reads) {
  }
  output_pipe_.reset();
  error_pipe_.reset();
}

std::string Process::stderr_tail() const {
  std::string_view tail = error_tail_;
  // The cut may have gone through a character.
  while (error_tail_.size() == limits_.stderr_tail_bytes_max && !tail.empty() &&
         (static_cast<unsigned char>(tail.front()) & 0xC0) == 0x80) {
    tail.remove_prefix(1);
  }
  return printable_text(tail);
}

}  // namespace holdfast
