#include "harness/regression_folder.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "core/file.h"
#include "core/json.h"
#include "core/manifest_parts.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNotesBytesMax = std::uint64_t{1} << 20;

Result<Value> read_notes(const std::string& folder) {
  const std::string path = folder + "/notes.json";
  std::error_code failed;
  if (!fs::exists(path, failed)) {
    return Value::object();
  }
  const auto bytes = read_file(path, kNotesBytesMax);
  if (!bytes) {
    return bytes.error();
  }
  JsonReading reading = read_json(*bytes);
  if (!reading.value || !reading.value->is_object()) {
    return Error{ErrorCode::kInput, "is no object of flags and their notes", path,
                 "mend it by hand"};
  }
  return std::move(*reading.value);
}

// Of a case, "<stem>-<12 hex digits>".
std::string stem_of(const std::string& id) {
  const std::size_t dash = id.rfind('-');
  const bool has_digest = dash != std::string::npos && id.size() - dash == 13;
  return has_digest ? id.substr(0, dash) : id;
}

class Lint {
 public:
  explicit Lint(const std::string& folder) : folder_(folder) {}

  void look_at(const fs::path& file) {
    const std::string path = file.string();
    const Result<Case> c = read_case(path);
    if (!c) {
      add(c.error().text());
      return;
    }
    const fs::path place = fs::path(folder_) / "cases" / c->invariant / (c->id + ".json");
    if (file != place) {
      add(path + ": belongs to " + place.string());
    }
    if (const auto bytes = read_file(path); bytes && *bytes != write_pretty_json(to_value(*c))) {
      add(path + ": is not written as Holdfast writes it");
    }
    for (const std::string& flag : c->flags) {
      flags_.insert(flag);
    }
  }

  void notes(const Value& notes) {
    for (const std::string& flag : flags_) {
      const Value* note = notes.find(flag);
      if (note == nullptr || !note->is_string() || note->text().empty()) {
        add(folder_ + "/notes.json: has no note for the flag " + flag);
      }
    }
    for (const std::string& flag : notes.names()) {
      if (!flags_.contains(flag)) {
        add(folder_ + "/notes.json: no case has the flag " + flag);
      }
    }
  }

  std::vector<std::string> take() {
    std::sort(faults_.begin(), faults_.end());
    return std::move(faults_);
  }

 private:
  void add(std::string fault) { faults_.push_back(std::move(fault)); }

  std::string folder_;
  std::set<std::string> flags_;
  std::vector<std::string> faults_;
};

}  // namespace

Result<std::vector<std::string>> lint_regression_folder(const std::string& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  fs::recursive_directory_iterator at(folder + "/cases", failed);
  if (failed) {
    return Error{ErrorCode::kInput, "cannot be read (" + failed.message() + ")", folder + "/cases",
                 "give the folder that holds cases/ and notes.json"};
  }
  for (const auto& entry : at) {
    if (!entry.is_directory(failed)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  const auto notes = read_notes(folder);
  if (!notes) {
    return notes.error();
  }
  Lint lint(folder);
  for (const fs::path& file : files) {
    lint.look_at(file);
  }
  lint.notes(*notes);
  return lint.take();
}

Result<std::string> add_regression(const std::string& folder, Case c,
                                   const RegressionAddition& addition) {
  if (!is_token(addition.flag)) {
    return Error{ErrorCode::kUsage, "is no token", "--flag",
                 "use small letters, digits, _ . and -"};
  }
  if (!is_token(c.invariant)) {
    return Error{ErrorCode::kUsage, "names no invariant", c.id, "give a case that failed"};
  }
  auto notes = read_notes(folder);
  if (!notes) {
    return notes.error();
  }
  if (notes->find(addition.flag) == nullptr) {
    if (addition.note.empty()) {
      return Error{ErrorCode::kUsage, "is a new flag, and needs a note", "--flag " + addition.flag,
                   "say with --note what it stands for"};
    }
    notes->set(addition.flag, addition.note);
  }
  if (std::find(c.flags.begin(), c.flags.end(), addition.flag) == c.flags.end()) {
    c.flags = {addition.flag};
  }
  c.comment = addition.comment.empty() ? c.comment : addition.comment;
  c.id = case_id(stem_of(c.id), c);
  const std::string path = folder + "/cases/" + c.invariant + "/" + c.id + ".json";
  std::error_code failed;
  if (fs::exists(path, failed)) {
    return Error{ErrorCode::kUsage, "is stored already", path, "nothing was changed"};
  }
  if (const auto made = make_directory(folder + "/cases/" + c.invariant); !made) {
    return made.error();
  }
  // The note first: a flag without a case is a smaller fault than a case without a note.
  if (const auto written = write_file(folder + "/notes.json", write_pretty_json(*notes));
      !written) {
    return written.error();
  }
  if (const auto written = write_file(path, write_pretty_json(to_value(c))); !written) {
    return written.error();
  }
  return path;
}

}  // namespace holdfast
