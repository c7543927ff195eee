// A secret key from a private file: the bytes as they are, neither hex nor with a line end.
//
// The file is a regular one with one name, belongs to the user who runs the program, and nobody
// else may touch it (mode 0600 or stricter). What was opened is what is looked at, so that nothing
// can be exchanged in between; a symbolic link in the last part of the path is not followed. A key
// never comes from an argument, the environment or a log. It is to be kept where the agent cannot
// read it: whoever has the key can try values like whoever has plain digests.
#pragma once

#include <string>

#include "core/hmac.h"
#include "core/result.h"

namespace holdfast {

// Errors (kInput) say which of the conditions does not hold and how to repair it; none holds a byte
// of the file.
Result<SecretKey> read_key_file(const std::string& path);

}  // namespace holdfast
