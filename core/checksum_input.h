// The bytes that a semantic checksum hashes, without a copy: the core's own way to them.
#pragma once

#include <string_view>

#include "core/checksum.h"

namespace holdfast {

// Valid until the thread's next call.
std::string_view checksum_bytes(const Manifest& manifest, Normalisation normalisation);

}  // namespace holdfast
