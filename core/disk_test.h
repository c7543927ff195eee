// Help for tests that need a disk: a folder that is removed afterwards, a child process to lose
// rights or to hit limits in, and system calls that fail on demand. For tests only.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/descriptor.h"

namespace holdfast {

class Scratch {
 public:
  Scratch() : folder_(testing::TempDir() + "/holdfast-XXXXXX") {
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr) << folder_;
    // Children that have given up root are to reach it.
    ::chmod(folder_.c_str(), 0755);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string operator/(std::string_view name) const { return folder_ + "/" + std::string(name); }
  const std::string& folder() const { return folder_; }

  std::vector<std::string> names(const std::string& below = "") const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/" + below)) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::string folder_;
};

// Both go past the code under test on purpose.
inline void put(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  ASSERT_TRUE(file.good()) << path;
}

inline std::string get(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return file.is_open() ? bytes.str() : "(cannot be opened)";
}

// A socket with a name in the scratch folder. Bound through a descriptor of the folder, because the
// name of a socket may have 107 bytes only.
inline Descriptor listen_at(const Scratch& scratch, const std::string& name) {
  const Descriptor folder(::open(scratch.folder().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = "/proc/self/fd/" + std::to_string(folder.get()) + "/" + name;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  EXPECT_EQ(::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return listener;
}

// What `work` returns when a child process runs it. A child that dies gives "(signal N)".
inline std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string answer = work();
    // Not write(2), which may have been made to fail.
    const iovec part = {const_cast<char*>(answer.data()), answer.size()};
    const bool written = ::writev(ends[1], &part, 1) == static_cast<ssize_t>(answer.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string answer;
  char part[4096];
  for (ssize_t count = 0; (count = ::read(ends[0], part, sizeof part)) > 0;) {
    answer.append(part, static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? "(signal " + std::to_string(WTERMSIG(status)) + ")" : answer;
}

inline constexpr std::string_view kCannot = "(cannot)";

// `work` by a user whom permissions bind: in a child that becomes nobody where the test runs as
// root. kCannot where that user does not get as far as the scratch folder.
inline std::string without_root(const Scratch& scratch, const std::function<std::string()>& work) {
  return in_child([&]() -> std::string {
    constexpr unsigned int kNobody = 65534;
    if (::geteuid() == 0 &&
        (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
      return std::string(kCannot);
    }
    if (::access(scratch.folder().c_str(), R_OK | X_OK) != 0) {
      return std::string(kCannot);
    }
    return work();
  });
}

// From now on the system call fails in this process, where `first_argument` is not negative only
// with that first argument. False where the system has no such filters.
inline bool fail_system_call(long number, int error_number, int first_argument = -1) {
  constexpr unsigned int kLowHalf = std::endian::native == std::endian::little ? 0 : 4;
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned int>(number), 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + kLowHalf),
      BPF_JUMP(first_argument < 0 ? BPF_JMP | BPF_JA : BPF_JMP | BPF_JEQ | BPF_K,
               first_argument < 0 ? 0U : static_cast<unsigned int>(first_argument), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned int>(error_number)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {sizeof program / sizeof program[0], program};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// `work` in a child in which the system calls fail. kCannot where the system has no such filters.
inline std::string with_failing(const std::vector<long>& system_calls, int error_number,
                                const std::function<std::string()>& work, int first_argument = -1) {
  return in_child([&]() -> std::string {
    for (const long number : system_calls) {
      if (!fail_system_call(number, error_number, first_argument)) {
        return std::string(kCannot);
      }
    }
    return work();
  });
}

inline constexpr const char* kNoFilters = "the system has no filters for system calls";
inline constexpr const char* kNoOtherUser = "no user without rights can reach the scratch folder";

// Neighbours differ, and so do chunks of 64 KiB: a part taken twice or left out shows.
inline std::string every_byte(std::size_t size_bytes) {
  std::string bytes;
  for (std::size_t i = 0; i < size_bytes; ++i) {
    bytes.push_back(static_cast<char>((i + i / 251) & 0xff));
  }
  return bytes;
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace holdfast
