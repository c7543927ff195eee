// Reads /proc/<pid>/stat and environ; see proc(5).
#include "harness/process_list.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "harness/unique_fd.h"

namespace holdfast {
namespace {

// An environment may be large; the marker stands near its front, so more than this is never needed.
constexpr std::size_t kProcFileBytesMax = 1024 * 1024;

std::string read_proc_file(const std::string& path) {
  std::string bytes;
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char chunk[4096];
  while (file.is_open() && bytes.size() < kProcFileBytesMax) {
    const ssize_t count = ::read(file.get(), chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      break;
    }
    bytes.append(chunk, static_cast<std::size_t>(count));
  }
  return bytes;
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string_view next_word(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) {
    text = {};
    return {};
  }
  const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

// "pid (name) state parent group session ... started ..."; the name may hold anything, also ") R
// 1", so fields are counted from the last parenthesis.
std::optional<ProcessEntry> parse_stat(pid_t pid, std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) {
    return std::nullopt;
  }
  stat.remove_prefix(name_end + 1);
  constexpr int kState = 3, kParent = 4, kSession = 6, kStarted = 22;  // as proc(5) numbers them
  ProcessEntry entry;
  entry.pid = pid;
  bool good = true;
  for (int field = kState; field <= kStarted; ++field) {
    const std::string_view word = next_word(stat);
    if (field == kState) {
      entry.ended = word == "Z" || word == "X";
    } else if (field == kParent) {
      good = good && read_number(word, entry.parent);
    } else if (field == kSession) {
      good = good && read_number(word, entry.session);
    } else if (field == kStarted) {
      good = good && read_number(word, entry.started);
    }
  }
  return good ? std::optional(entry) : std::nullopt;
}

std::vector<pid_t> numbered_folders(const char* path) {
  std::vector<pid_t> numbers;
  DIR* const directory = ::opendir(path);  // close-on-exec, as glibc opens all of them
  if (directory == nullptr) {
    return numbers;
  }
  while (const dirent* const item = ::readdir(directory)) {
    pid_t number = 0;
    if (read_number(std::string_view(item->d_name), number)) {
      numbers.push_back(number);
    }
  }
  ::closedir(directory);
  return numbers;
}

}  // namespace

std::optional<ProcessEntry> find_process(pid_t pid) {
  return parse_stat(pid, read_proc_file("/proc/" + std::to_string(pid) + "/stat"));
}

std::vector<ProcessEntry> list_processes() {
  std::vector<ProcessEntry> entries;
  for (const pid_t pid : numbered_folders("/proc")) {
    if (const std::optional<ProcessEntry> entry = find_process(pid)) {
      entries.push_back(*entry);
    }
  }
  return entries;
}

std::optional<std::vector<pid_t>> list_own_children() {
  static const bool is_there = ::access("/proc/thread-self/children", R_OK) == 0;
  if (!is_there) {
    return std::nullopt;
  }
  std::vector<pid_t> children;
  for (const pid_t thread : numbered_folders("/proc/self/task")) {
    const std::string listed =
        read_proc_file("/proc/self/task/" + std::to_string(thread) + "/children");
    std::string_view rest = listed;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
      pid_t child = 0;
      if (!read_number(word, child)) {
        return std::nullopt;
      }
      children.push_back(child);
    }
  }
  return children;
}

std::string process_environment(pid_t pid) {
  return read_proc_file("/proc/" + std::to_string(pid) + "/environ");
}

std::optional<std::string> find_variable(const std::string& environment, const std::string& name) {
  const std::string prefix = name + "=";
  std::size_t begin = 0;
  while (begin < environment.size()) {
    const std::size_t end = std::min(environment.find('\0', begin), environment.size());
    if (environment.compare(begin, prefix.size(), prefix) == 0) {
      return environment.substr(begin + prefix.size(), end - begin - prefix.size());
    }
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace holdfast
