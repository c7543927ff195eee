#include "cli/judge_flags.h"

#include <sys/stat.h>

#include <CLI/CLI.hpp>

#include "core/file.h"
#include "core/manifest_parts.h"

namespace holdfast {

void JudgeFlags::declare_roots(CLI::App& app) {
  app.add_option("--root", roots,
                 "The folder beneath which canonical files lie: DIR, or NAME=DIR for a root that a "
                 "v2 manifest names; may be repeated");
}

void JudgeFlags::declare_action(CLI::App& app) {
  app.add_option("--action", action,
                 "How \"exactly one action\" is judged in text: listed or strict")
      ->check(CLI::IsMember({"listed", "strict"}))
      ->capture_default_str();
  app.add_option("--operations", operations,
                 "A file with the operations that the project knows, one a line; a v2 next action "
                 "with any other is refused");
}

Result<Roots> JudgeFlags::parse_roots() const {
  Roots parsed;
  for (const std::string& given : roots) {
    const std::size_t equals = given.find('=');
    const bool named = equals != std::string::npos && given.find('/') > equals;
    const std::string name = named ? given.substr(0, equals) : "";
    const std::string folder = named ? given.substr(equals + 1) : given;
    struct stat status {};
    if (folder.empty() || (named && name.empty()) || ::stat(folder.c_str(), &status) != 0 ||
        !S_ISDIR(status.st_mode)) {
      return Error{ErrorCode::kUsage, "is no folder", "--root " + given,
                   "give a folder that is there, as DIR or NAME=DIR"};
    }
    if (!parsed.emplace(name, folder).second) {
      return Error{ErrorCode::kUsage,
                   name.empty() ? "two folders are given for the root without a name"
                                : "two folders are given for one root",
                   "--root " + given, "give each root once, as NAME=DIR"};
    }
  }
  return parsed;
}

Result<ActionRules> JudgeFlags::action_rules() const {
  ActionRules rules;
  rules.mode = action == "strict" ? ActionMode::kStrict : ActionMode::kListed;
  if (operations.empty()) {
    return rules;
  }
  const Result<std::string> text = read_file(operations);
  if (!text) {
    return text.error();
  }
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size(); ++number) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    line.erase(std::min(line.find('#'), line.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) {
      continue;
    }
    line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
    if (!is_token(line)) {
      return Error{ErrorCode::kUsage, "this line names no operation",
                   operations + ":" + std::to_string(number + 1),
                   "write one operation a line, spelled [a-z][a-z0-9_.-]*"};
    }
    rules.operations.push_back(line);
  }
  if (rules.operations.empty()) {
    return Error{ErrorCode::kUsage, "the registry names no operation", operations,
                 "write one operation a line, or leave --operations out"};
  }
  return rules;
}

}  // namespace holdfast
