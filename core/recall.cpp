#include "core/recall.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/trace.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

Error refused(const std::string& what) {
  return {ErrorCode::kUsage, what, "",
          "recall shows a user's own entries and summaries of one session, and nothing else"};
}

Error link_error(const std::string& path) {
  return {ErrorCode::kInput, "is a symbolic link, which may lead out of the session's own files",
          path, "give the file itself"};
}

Result<Done> check_entry(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::is_symlink(status)) {
    return link_error(path.string());
  }
  if (!fs::exists(status)) {
    return Error{ErrorCode::kInput, "there is no such file", path.string(), "check the name"};
  }
  if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
    return Error{ErrorCode::kInput, "is no regular file", path.string(), "give a session's file"};
  }
  return Done{};
}

}  // namespace

bool may_be_recalled(const Entry& entry) {
  return is_instruction(entry) || entry.kind == "summary";
}

Result<std::vector<Recalled>> recall(const Session& session, const RecallQuery& query) {
  const std::string wanted = folded(query.words);
  std::vector<Recalled> found;
  std::uint32_t segment = 1;
  bool has_id = query.id.empty();
  bool has_boundary = !query.boundary.has_value();
  for (const Entry& entry : session.entries) {
    if (entry.kind == "boundary") {
      has_boundary = has_boundary || query.boundary == segment;
      ++segment;
      continue;
    }
    if (!query.id.empty()) {
      if (entry.entry_id != query.id) {
        continue;
      }
      has_id = true;
      if (!may_be_recalled(entry)) {
        return refused("the entry is of kind " + printable(entry.kind) + ", written by " +
                       std::string(to_text(entry.author)));
      }
    }
    if (!may_be_recalled(entry)) {
      continue;
    }
    // The summary of compaction N stands behind its boundary.
    const bool is_in = !query.boundary || (entry.kind == "summary" ? *query.boundary + 1 == segment
                                                                   : *query.boundary == segment);
    if (is_in && (wanted.empty() || folded(entry.text).find(wanted) != std::string::npos)) {
      found.push_back({&entry, segment});
    }
  }
  if (!has_id) {
    return refused("the session has no entry of this id");
  }
  if (!has_boundary) {
    return refused("the session has no boundary " + std::to_string(*query.boundary));
  }
  return found;
}

Result<Done> check_own_files(const std::string& path) {
  if (path == "-") {
    return Done{};
  }
  if (const Result<Done> checked = check_entry(path); !checked) {
    return checked;
  }
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return Done{};
  }
  fs::directory_iterator at(path, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (const Result<Done> checked = check_entry(at->path()); !checked) {
      return checked;
    }
  }
  if (error) {
    return Error{ErrorCode::kInput, "the folder cannot be read", path, "check its permissions"};
  }
  return Done{};
}

}  // namespace holdfast
