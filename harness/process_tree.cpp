#include "harness/process_tree.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>

#include "harness/process_list.h"

namespace holdfast {
namespace {

constexpr char kMarkerVariable[] = "HOLDFAST_SUBJECT_ID";
// A killed process may take long to go (a large memory image, a stuck disk); then we stop waiting.
constexpr std::chrono::seconds kKillTimeMax{5};

std::string system_message(int error) { return std::generic_category().message(error); }

// The roots that are alive or not yet reaped. Starting, reaping and the questions about both hold
// the lock, so that no thread takes another one's root for an orphan.
struct Registry {
  std::mutex mutex;
  std::set<pid_t> roots;
  unsigned long long started_count = 0;
  // Children that this process had before it started any tree: not ours to touch.
  std::set<std::pair<pid_t, unsigned long long>> children_at_first;
};

void set_signal_actions() {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &action, nullptr);
  // A parent may have made us ignore SIGCHLD; then no exit status would ever reach us.
  ::sigaction(SIGCHLD, nullptr, &action);
  if (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0) {
    action = {};
    action.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &action, nullptr);
  }
}

Registry& registry() {
  static Registry* const instance = [] {
    auto* const made = new Registry;  // outlives static destruction, since trees may be ended there
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    set_signal_actions();
    for (const ProcessEntry& entry : list_processes()) {
      if (entry.parent == ::getpid()) {
        made->children_at_first.emplace(entry.pid, entry.started);
      }
    }
    return made;
  }();
  return *instance;
}

// Holdfast may itself be under test by Holdfast: markers nest as paths, so that the outer one still
// recognises what the inner one started.
std::string make_marker(unsigned long long number) {
  const char* const outer = std::getenv(kMarkerVariable);
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::string own =
      std::to_string(::getpid()) + "." + std::to_string(now) + "." + std::to_string(number);
  return outer == nullptr ? own : std::string(outer) + "/" + own;
}

std::vector<std::string> make_environment(const std::string& marker) {
  // First, so that reading it back stays cheap.
  std::vector<std::string> variables = {std::string(kMarkerVariable) + "=" + marker, "TZ=UTC",
                                        "LC_ALL=C.UTF-8"};
  for (char** item = environ; *item != nullptr; ++item) {
    const std::string_view variable = *item;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (name != kMarkerVariable && name != "TZ" && name != "LC_ALL") {
      variables.emplace_back(variable);
    }
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

// posix_spawn, since between fork and exec a program with threads may do almost nothing.
int spawn(pid_t& pid, std::vector<std::string> arguments, std::vector<std::string> environment,
          const StandardStreams& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.error, STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Everything of ours is close-on-exec already; this is for descriptors that we inherited
  // ourselves.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes,
      static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> envp = pointers_to(environment);
  const int error = ::posix_spawn(&pid, argv[0], &actions, &attributes, argv.data(), envp.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

bool has_ended(const UniqueFd& pidfd, int wait_ms) {
  pollfd ended{pidfd.get(), POLLIN, 0};
  return ::poll(&ended, 1, wait_ms) == 1;
}

void kill_exactly(const ProcessEntry& entry) {
  const UniqueFd handle(open_pidfd(entry.pid));
  const std::optional<ProcessEntry> now = find_process(entry.pid);
  if (handle.is_open() && now && now->started == entry.started) {
    ::syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0);
  }
}

// True once nothing is left to reap there.
bool reap_orphan(pid_t pid) {
  Registry& shared = registry();
  const std::lock_guard lock(shared.mutex);
  if (shared.roots.count(pid) != 0) {
    return true;  // the number has been given to a root meanwhile
  }
  int status = 0;
  return ::waitpid(pid, &status, WNOHANG) != 0;
}

bool carries_marker(pid_t pid, const std::string& marker) {
  // In the midst of an exec, a process shows no environment for a moment.
  constexpr int kLooksMax = 20;
  for (int look = 0; look < kLooksMax; ++look) {
    const std::string environment = process_environment(pid);
    if (!environment.empty()) {
      const std::optional<std::string> carried = find_variable(environment, kMarkerVariable);
      return carried && (*carried + "/").compare(0, marker.size() + 1, marker + "/") == 0;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

WaitStatus decode(int status) {
  WaitStatus decoded;
  decoded.known = true;
  decoded.by_signal = WIFSIGNALED(status);
  decoded.number = decoded.by_signal ? WTERMSIG(status) : WEXITSTATUS(status);
  return decoded;
}

std::string signal_text(int number) {
  static constexpr std::pair<int, const char*> kNames[] = {
      {SIGHUP, "HUP"},   {SIGINT, "INT"},   {SIGQUIT, "QUIT"}, {SIGILL, "ILL"},
      {SIGTRAP, "TRAP"}, {SIGABRT, "ABRT"}, {SIGBUS, "BUS"},   {SIGFPE, "FPE"},
      {SIGKILL, "KILL"}, {SIGSEGV, "SEGV"}, {SIGPIPE, "PIPE"}, {SIGALRM, "ALRM"},
      {SIGTERM, "TERM"}, {SIGXCPU, "XCPU"}, {SIGXFSZ, "XFSZ"}, {SIGSYS, "SYS"}};
  std::string text = "signal " + std::to_string(number);
  for (const auto& [known, name] : kNames) {
    if (known == number) {
      text += std::string(" (SIG") + name + ")";
    }
  }
  return text;
}

}  // namespace

std::string WaitStatus::text() const {
  if (!known) {
    return "an unknown status";
  }
  if (by_signal) {
    return signal_text(number);
  }
  constexpr int kShellSignalBase = 128;  // how a shell reports that its child died by a signal
  std::string text = "status " + std::to_string(number);
  if (number > kShellSignalBase && number < kShellSignalBase + 32) {
    text += ", in a shell " + signal_text(number - kShellSignalBase);
  }
  return text;
}

Result<ProcessTree> ProcessTree::start(const std::vector<std::string>& arguments,
                                       const StandardStreams& streams) {
  Registry& shared = registry();
  const std::lock_guard lock(shared.mutex);
  const std::string marker = make_marker(++shared.started_count);
  pid_t pid = 0;
  if (const int error = spawn(pid, arguments, make_environment(marker), streams); error != 0) {
    return Error{ErrorCode::kSubject, "cannot start a process: " + system_message(error),
                 arguments.front(), ""};
  }
  shared.roots.insert(pid);
  const rlimit no_core{0, 0};
  ::prlimit(pid, RLIMIT_CORE, &no_core, nullptr);
  UniqueFd handle(open_pidfd(pid));
  if (!handle.is_open()) {
    const int error = errno;
    ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    shared.roots.erase(pid);
    return Error{ErrorCode::kSubject, "cannot watch a process: " + system_message(error),
                 arguments.front(), "pidfd_open is needed, which Linux has from version 5.3 on"};
  }
  return ProcessTree(pid, std::move(handle), marker);
}

ProcessTree::ProcessTree(pid_t root, UniqueFd root_fd, std::string marker)
    : root_(root), root_fd_(std::move(root_fd)), marker_(std::move(marker)) {}

ProcessTree::ProcessTree(ProcessTree&& other) noexcept
    : root_(std::exchange(other.root_, 0)),
      root_fd_(std::move(other.root_fd_)),
      marker_(std::move(other.marker_)),
      remembered_(std::move(other.remembered_)),
      status_(other.status_),
      had_leftovers_(other.had_leftovers_) {}

ProcessTree::~ProcessTree() { kill(); }

void ProcessTree::signal_group(int signal_number) const {
  if (root_ > 0) {
    ::kill(-root_, signal_number);
  }
}

std::vector<ProcessEntry> ProcessTree::members() const {
  Registry& shared = registry();
  const pid_t own = ::getpid();
  const pid_t own_session = ::getsid(0);
  const auto others_alive = [&shared] {
    const std::lock_guard lock(shared.mutex);
    return std::pair(shared.roots.size() > 1, shared.started_count);
  };
  const auto before = others_alive();
  const std::vector<ProcessEntry> entries = list_processes();
  const bool alone = !before.first && others_alive() == before;

  std::set<pid_t> roots;
  {
    const std::lock_guard lock(shared.mutex);
    roots = shared.roots;
  }
  const auto belongs_by_itself = [&](const ProcessEntry& entry) {
    if (entry.pid == root_ || entry.session == root_) {
      return true;
    }
    if (std::any_of(remembered_.begin(), remembered_.end(), [&entry](const Member& member) {
          return member.pid == entry.pid && member.started == entry.started;
        })) {
      return true;
    }
    const bool adopted = entry.parent == own && entry.session != own_session &&
                         roots.count(entry.pid) == 0 &&
                         shared.children_at_first.count({entry.pid, entry.started}) == 0;
    // One that has ended no longer has an environment to read, and nobody else would reap it.
    return adopted && (entry.ended || alone || carries_marker(entry.pid, marker_));
  };

  std::vector<ProcessEntry> found;
  std::vector<ProcessEntry> rest;
  for (const ProcessEntry& entry : entries) {
    (belongs_by_itself(entry) ? found : rest).push_back(entry);
  }
  for (std::size_t next = 0; next < found.size(); ++next) {  // and all whose parent belongs
    for (const ProcessEntry& entry : rest) {
      if (entry.parent == found[next].pid && entry.pid != own) {
        found.push_back(entry);
      }
    }
  }
  return found;
}

void ProcessTree::remember() {
  for (const ProcessEntry& entry : members()) {
    remembered_.push_back({entry.pid, entry.started});
  }
}

// Once the root has ended, every other member has been adopted, or is a descendant of one that has.
// So if all children of this process are accounted for, there are none, and /proc need not be
// searched.
bool ProcessTree::is_surely_empty() const {
  if (!has_ended(root_fd_, 0)) {
    return false;
  }
  Registry& shared = registry();
  const std::lock_guard lock(shared.mutex);  // nobody reaps meanwhile
  const std::optional<std::vector<pid_t>> children = list_own_children();
  return children && std::all_of(children->begin(), children->end(),
                                 [&shared](pid_t child) { return shared.roots.count(child) != 0; });
}

bool ProcessTree::has_survivors() const {
  if (!has_ended(root_fd_, 0) || is_surely_empty()) {
    return false;
  }
  const std::vector<ProcessEntry> found = members();
  return std::any_of(found.begin(), found.end(), [this](const ProcessEntry& entry) {
    return !entry.ended && entry.pid != root_;
  });
}

bool ProcessTree::sweep() {
  if (is_surely_empty()) {
    return true;
  }
  bool clean = true;
  for (const ProcessEntry& entry : members()) {
    if (!entry.ended) {
      kill_exactly(entry);
      clean = false;
    } else if (entry.pid != root_) {
      // The child of a dying process becomes ours in a moment.
      clean = entry.parent == ::getpid() && reap_orphan(entry.pid) && clean;
    }
  }
  return clean;
}

bool ProcessTree::kill() {
  if (root_ == 0) {
    return true;
  }
  had_leftovers_ = has_survivors();
  const auto give_up = std::chrono::steady_clock::now() + kKillTimeMax;
  bool clean = false;
  for (int pause_ms = 1;; pause_ms = std::min(2 * pause_ms, 50)) {
    signal_group(SIGKILL);
    has_ended(root_fd_, 100);
    clean = sweep();
    if (clean || std::chrono::steady_clock::now() >= give_up) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
  }
  Registry& shared = registry();
  const std::lock_guard lock(shared.mutex);
  int status = 0;
  if (::waitpid(root_, &status, WNOHANG) == root_) {
    status_ = decode(status);
    shared.roots.erase(root_);
  }
  root_ = 0;
  return clean;
}

}  // namespace holdfast
