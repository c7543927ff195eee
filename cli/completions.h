// Completions for shells, made from the same table of flags as --help.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace holdfast {

// `shell` is bash, zsh or fish; empty for any other.
std::string completions(const CLI::App& app, std::string_view shell);

}  // namespace holdfast
