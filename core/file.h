// Reading and writing whole files, with errors that say place and remedy. Everything that is not a
// canonical reference (core/reference.h) goes through here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace holdfast {

inline constexpr std::uint64_t kFileSizeBytesMax = std::uint64_t{4} << 30;

// A regular file or a pipe, up to the limit; "-" is standard input. Directories are refused by
// name.
Result<std::string> read_file(const std::string& path,
                              std::uint64_t size_bytes_max = kFileSizeBytesMax);

// Writes through a temporary file in the same folder, synced and renamed: never a partial file.
Result<Done> write_file(const std::string& path, std::string_view bytes);

// Makes the folder and its parents.
Result<Done> make_directory(const std::string& path);

}  // namespace holdfast
