// What /proc says about the processes of this machine. Every answer may be out of date when it is
// read: callers compare `started` before they act.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace holdfast {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t session = 0;
  bool ended = false;              // a zombie, or dead
  unsigned long long started = 0;  // clock ticks since boot: with the pid, an identity
};

std::vector<ProcessEntry> list_processes();
std::optional<ProcessEntry> find_process(pid_t pid);
// The children of this process, those that it has not reaped yet too. Complete only while nobody
// reaps. Much faster than listing all processes; nothing where the kernel was built without it.
std::optional<std::vector<pid_t>> list_own_children();
// The environment as it was at the process's last exec, as NAME=VALUE with a NUL after each. Empty
// where the process has none, is in the midst of an exec, has ended, or may not be read.
std::string process_environment(pid_t pid);
std::optional<std::string> find_variable(const std::string& environment, const std::string& name);

}  // namespace holdfast
