// The canonical check: is the file that a manifest names still the one it read? Identity is the
// SHA-256 of the very bytes read, once; modification times decide nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast {

enum class ReferenceResult : std::uint8_t { kNotChecked, kUnchanged, kChanged, kMissing, kRefused };
std::string_view to_text(ReferenceResult result);

struct ReferenceLimits {
  std::uint64_t size_bytes_max = 64 * 1024 * 1024;
};

struct ReferenceCheck {
  std::string root;  // the configured root's name; empty in v1
  std::string path;
  std::string before_sha256;
  std::string current_sha256;  // empty unless the file was read
  ReferenceResult result = ReferenceResult::kNotChecked;
  std::string reason;  // a token for missing and refused, e.g. "symbolic_link", "too_large"
};

// The grammar of a path's spelling: relative, no empty, "." or ".." parts, no backslash, no control
// character, at most 4096 bytes and 255 a part. Returns a static token naming the fault, empty when
// fine.
std::string_view path_fault(std::string_view path);

// Opens `path` beneath the folder `root_directory` without following any symbolic link.
ReferenceCheck check_reference(const std::string& root_directory, std::string_view path,
                               std::string_view sha256, const ReferenceLimits& limits = {});

}  // namespace holdfast
