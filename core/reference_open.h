// The one step of the canonical check that tests replace: opening a path beneath a root. Only
// core/reference.cpp and its tests include this.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/reference.h"

namespace holdfast::internal {

// Takes the root's descriptor and a path that path_fault accepts. Gives a descriptor, or -1 with
// errno set.
using OpenBeneath = std::function<int(int root, const char* path)>;

// The system's own: openat2, following no symbolic link, never leaving the root, waiting for
// nothing.
int open_beneath(int root, const char* path);

// How often one check opens anew where the system asks for it, or the file has just been replaced.
inline constexpr int kOpenAttemptsMax = 100;

ReferenceCheck check_reference(const OpenBeneath& open, const std::string& root_directory,
                               std::string_view path, std::string_view sha256,
                               const ReferenceLimits& limits);

}  // namespace holdfast::internal
