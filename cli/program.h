// For tests: runs the built program as a user would, in a scratch folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace holdfast::testing {

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

class Program {
 public:
  Program() {
    char name[] = "/tmp/holdfast test XXXXXX";  // with a space, as users' folders have
    folder_ = mkdtemp(name);
  }
  ~Program() { std::filesystem::remove_all(folder_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::string& folder() const { return folder_; }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  std::string read(const std::string& name) const { return slurp(path(name)); }

  // `arguments` as typed in a shell, run inside the folder; SOURCE stands for the source tree.
  // `input` is a file for standard input.
  Ran run(const std::string& arguments, const std::string& prefix = "",
          const std::string& input = "/dev/null") const {
    const std::string command = "cd '" + folder_ +
                                "' && SOURCE='" HOLDFAST_SOURCE_DIR
                                "' HOLDFAST='" HOLDFAST_BINARY_DIR
                                "/holdfast' && export HOLDFAST SOURCE && "
                                // The tests may themselves be run in shards.
                                "unset GTEST_SHARD_INDEX GTEST_TOTAL_SHARDS JOB_COMPLETION_INDEX "
                                "JOB_COMPLETIONS SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT "
                                "CI_NODE_INDEX CI_NODE_TOTAL && " +
                                prefix + " \"$HOLDFAST\" " + arguments + " >.out 2>.err <'" + input + "'";
    const int status = std::system(command.c_str());
    Ran ran;
    ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ran.out = read(".out");
    ran.err = read(".err");
    std::filesystem::remove(path(".out"));
    std::filesystem::remove(path(".err"));
    return ran;
  }

  std::size_t file_count() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      count += entry.is_regular_file() ? 1 : 0;
    }
    return count;
  }

 private:
  static std::string slurp(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }

  std::string folder_;
};

inline std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace holdfast::testing
