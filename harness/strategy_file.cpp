#include "harness/strategy_file.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/file.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

// Sorted by name, so that the order of a folder does not show in a case stream.
Result<std::vector<std::string>> json_files(const std::string& directory) {
  DIR* folder = opendir(directory.c_str());
  if (folder == nullptr) {
    return Error{ErrorCode::kInput,
                 std::string("the folder cannot be opened: ") + std::strerror(errno), directory,
                 "give a folder of strategy/v1 files with --strategies"};
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    // A hidden file is what an editor or an archiver left.
    if (name.size() > 5 && name[0] != '.' && name.substr(name.size() - 5) == ".json") {
      names.push_back(name);
    }
  }
  closedir(folder);
  if (names.empty()) {
    return Error{ErrorCode::kInput, "the folder holds no *.json file", directory,
                 "a strategy/v1 file is described in docs/strategies.md"};
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::vector<std::string> StrategySet::file_names() const {
  std::vector<std::string> names;
  for (const auto& file : files_) {
    names.push_back(file->name);
  }
  return names;
}

const StrategyFile* StrategySet::file_of(std::string_view name) const {
  const auto found =
      std::find_if(files_.begin(), files_.end(), [&](const auto& f) { return f->name == name; });
  return found == files_.end() ? nullptr : found->get();
}

Result<Done> StrategySet::add(StrategyFile file) {
  const auto same = std::find_if(all_.begin(), all_.end(), [&](const Strategy& strategy) {
    return strategy.name == file.name;
  });
  if (same != all_.end()) {
    const StrategyFile* other = file_of(file.name);
    return Error{ErrorCode::kInput,
                 "the name is taken by " + (other != nullptr ? other->path : "a built-in strategy"),
                 file.path + ":/name", "give each strategy a name of its own"};
  }
  files_.push_back(std::make_unique<const StrategyFile>(std::move(file)));
  const StrategyFile& kept = *files_.back();
  all_.push_back({.name = kept.name,
                  .summary = kept.summary,
                  .invariant = kept.invariant,
                  .codes = {kept.codes.begin(), kept.codes.end()},
                  .make = [&kept](const Manifest& document, Random& random) {
                    return make_change(kept, document, random);
                  }});
  return Done{};
}

Result<std::unique_ptr<StrategySet>> StrategySet::load(const std::string& directory) {
  std::unique_ptr<StrategySet> set(new StrategySet());
  const auto compiled = strategies_of("compaction");
  set->all_.assign(compiled.begin(), compiled.end());
  if (directory.empty()) {
    return set;
  }
  const auto names = json_files(directory);
  if (!names) {
    return names.error();
  }
  for (const std::string& name : *names) {
    const std::string path = directory + (directory.back() == '/' ? "" : "/") + name;
    const auto bytes = read_file(path);
    if (!bytes) {
      return bytes.error();
    }
    auto file = strategy_file_from(*bytes, path);
    if (!file) {
      return file.error();
    }
    file->sha256 = sha256_hex(*bytes);
    if (const auto added = set->add(std::move(*file)); !added) {
      return added.error();
    }
  }
  return set;
}

}  // namespace holdfast
