// Starts a command as the root of a process tree of its own, and ends that tree completely: the
// root, its descendants, and those that ran away from it with setsid.
//
// Model. The root leads a new session, so no descendant can join the harness's own session or
// group. The harness is a child subreaper: whoever outlives its parent becomes a child of the
// harness, never of init. Each process that is not ours belongs to a tree when, in this order,
//   1. it is the root or is in the root's session;
//   2. it has been adopted by the harness, and its environment carries the tree's marker;
//   3. it has been adopted, and no other tree is alive;
//   4. its parent belongs.
// One that sheds both its session and its environment is thus found at the latest when the last
// tree ends.
//
// Invariants. Nothing waits for "any child": a root is reaped by the thread that owns it and by
// nobody else, and its pid stays a zombie's, thus cannot be given to another process, until its
// tree is gone. A process in the harness's own session is never touched. Signals go through pidfds
// after the identity (start time) has been read again, so that a reused pid is not hit.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/result.h"
#include "harness/process_list.h"
#include "harness/unique_fd.h"

namespace holdfast {

struct StandardStreams {
  int input;
  int output;
  int error;
};

struct WaitStatus {
  bool known = false;  // false while it runs, and where it could not be reaped
  bool by_signal = false;
  int number = 0;            // exit status or signal
  std::string text() const;  // "status 3", "signal 9 (SIGKILL)"
};

class ProcessTree {
 public:
  // `arguments[0]` is an absolute path. The child has empty signal mask and default signal actions,
  // no descriptor but the three streams, no core dumps, TZ=UTC and LC_ALL=C.UTF-8; the rest of the
  // environment and the working directory are the harness's. Ignores SIGPIPE in this process from
  // the first call on.
  static Result<ProcessTree> start(const std::vector<std::string>& arguments,
                                   const StandardStreams& streams);

  ProcessTree(ProcessTree&& other) noexcept;
  ProcessTree& operator=(ProcessTree&&) = delete;
  ~ProcessTree();  // kill()

  // Readable for poll() once the root has ended.
  int root_fd() const { return root_fd_.get(); }
  // Signals the root's process group.
  void signal_group(int signal_number) const;
  // Remembers who belongs now, so that kill() finds those whose parent dies before it is called.
  void remember();
  // Kills and reaps the whole tree. False if something was still there after the time limit.
  // Idempotent.
  bool kill();
  // Meaningful after kill().
  const WaitStatus& status() const { return status_; }
  // Whether the root had ended before kill() and others lived on.
  bool had_leftovers() const { return had_leftovers_; }

 private:
  struct Member {
    pid_t pid;
    unsigned long long started;
  };

  ProcessTree(pid_t root, UniqueFd root_fd, std::string marker);
  bool is_surely_empty() const;
  bool has_survivors() const;
  std::vector<ProcessEntry> members() const;
  // Kills and reaps whom it finds; true if nobody was left.
  bool sweep();

  pid_t root_ = 0;  // 0 once reaped or moved from
  UniqueFd root_fd_;
  std::string marker_;
  std::vector<Member> remembered_;
  WaitStatus status_;
  bool had_leftovers_ = false;
};

}  // namespace holdfast
