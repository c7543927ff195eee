// The manual page, made from the same table of flags as --help: the page cannot fall behind.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace holdfast {

// roff for man(1), all commands on one page.
std::string man_page(const CLI::App& app, const std::string& version);

}  // namespace holdfast
