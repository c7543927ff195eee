// A private folder beneath TMPDIR, or /tmp, that is removed with all it holds when it goes out of
// scope.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"

namespace holdfast {

class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, std::string())) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }
  // A new file, readable by its owner only; returns its path. Not synced: it lives for one
  // question.
  Result<std::string> write(std::string_view name, std::string_view bytes) const;

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace holdfast
