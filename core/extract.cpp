// The extraction works on entries alone, so that it is the same for every reader. It never guesses
// what a session means: each member is either copied from an entry by a rule of docs/extract.md or
// derived and listed as such. Invariant: the manifest is valid whatever the entries hold. Every
// text goes through `prose`, which cleans, masks and cuts it; what has no visible character then is
// not used.
#include "core/extract.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/action.h"
#include "core/forbids.h"
#include "core/json.h"
#include "core/reference.h"
#include "core/secrets.h"
#include "core/session_text.h"
#include "core/sha256.h"
#include "core/tool_effects.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::string_view kDerivedTask = "session";
constexpr std::string_view kDerivedObjective = "Continue the work of this session";
constexpr std::string_view kDerivedPath = "session.jsonl";
constexpr std::string_view kDerivedTime = "unknown";
constexpr std::string_view kDerivedAction = "Read the last entry of the session";
constexpr std::string_view kDerivedRollback =
    "Restore the files and effects as they were before the last entry";
constexpr std::string_view kDerivedCheck = "The user confirms that the task is done";

constexpr std::size_t kCallIdBytesMax = 200;

bool is_plain_id(std::string_view id) {
  return !id.empty() && id.size() <= kCallIdBytesMax &&
         std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

// Readers give clean texts; a session made by hand need not.
std::string_view cleaned(const std::string& text, std::string& storage) {
  if (is_clean_text(text)) {
    return text;
  }
  TextRepairs repairs;
  storage = clean_text(text, repairs);
  return storage;
}

class Extractor {
 public:
  Extractor(const Session& session, std::uint64_t last_seq)
      : session_(session), to_the_end_(last_seq == 0) {
    for (const Entry& entry : session.entries) {
      if (last_seq == 0 || entry.seq <= last_seq) {
        entries_.push_back(&entry);
      }
    }
  }

  Extraction extract() {
    count();
    task();
    objective();
    canonical();
    todos();
    writes();
    prohibitions();
    derive("/rollback", out_.manifest.rollback, kDerivedRollback);
    std::sort(out_.derived.begin(), out_.derived.end());
    return std::move(out_);
  }

 private:
  // --- texts ---

  std::string prose(std::string_view raw, std::size_t code_points_max) {
    TextRepairs repairs;
    const std::string clean = clean_text(std::string(trim_text(raw)), repairs);
    const std::string masked = mask_secrets(clean, out_.masked_secrets);
    const std::string_view cut = cut_text(masked, code_points_max);
    out_.left_out += cut.size() < masked.size() ? 1 : 0;
    return has_visible_character(cut) ? std::string(cut) : std::string();
  }

  void derive(std::string pointer, std::string& member, std::string_view value) {
    member = value;
    out_.derived.push_back(std::move(pointer));
  }

  // Adds a text to a list whose items are unique, up to the list's limit.
  void add_item(std::vector<std::string>& list, std::unordered_set<std::string>& seen,
                std::string text, std::size_t items_max) {
    if (text.empty() || !seen.insert(text).second) {
      return;
    }
    if (list.size() == items_max) {
      ++out_.left_out;
    } else {
      list.push_back(std::move(text));
    }
  }

  // --- members ---

  void count() {
    for (const Entry* entry : entries_) {
      out_.human_prompts += entry->author == Author::kUser && entry->kind == "prompt" ? 1 : 0;
      out_.boundaries += entry->kind == "boundary" ? 1 : 0;
      if (entry->kind == "result" && !entry->call_id.empty()) {
        results_.emplace(entry->call_id, entry);
      }
    }
    for (const Entry* entry : entries_) {
      out_.calls_without_result += entry->kind == "call" && result_of(*entry) == nullptr ? 1 : 0;
    }
  }

  const Entry* result_of(const Entry& call) const {
    const auto found = results_.find(call.call_id);
    return call.call_id.empty() || found == results_.end() ? nullptr : found->second;
  }

  void task() {
    out_.manifest.task_id = prose(session_.session_id, kItemTextMax);
    if (out_.manifest.task_id.empty()) {
      derive("/taskId", out_.manifest.task_id, kDerivedTask);
    }
  }

  void objective() {
    for (const Entry* entry : entries_) {
      if (entry->author == Author::kUser && entry->kind == "prompt") {
        out_.manifest.objective = prose(entry->text, kObjectiveMax);
        if (!out_.manifest.objective.empty()) {
          return;
        }
      }
    }
    derive("/objective", out_.manifest.objective, kDerivedObjective);
  }

  // The newest file that the session wrote, else the newest that it read.
  void canonical() {
    const Entry* call = nullptr;
    std::string path;
    for (const bool written : {true, false}) {
      for (auto entry = entries_.rbegin(); entry != entries_.rend() && call == nullptr; ++entry) {
        path = file_of(**entry, written);
        call = path.empty() ? nullptr : *entry;
      }
    }
    CanonicalReference& canonical = out_.manifest.canonical.emplace_back();
    const Entry* last = entries_.empty() ? nullptr : entries_.back();
    const Entry* source = call != nullptr ? call : last;
    canonical.read_at = source == nullptr ? "" : prose(source->time, kItemTextMax);
    if (canonical.read_at.empty()) {
      derive("/canonical/readAt", canonical.read_at, kDerivedTime);
    }
    canonical.path = std::move(path);
    if (canonical.path.empty()) {
      derive("/canonical/path", canonical.path, kDerivedPath);
    }
    canonical.sha256 = call == nullptr ? "" : digest_of_write(*call);
    if (canonical.sha256.empty()) {
      derive("/canonical/sha256", canonical.sha256, digest_of_entries());
    }
  }

  // The path of a call that wrote (or read) a file and did not fail, relative to the directory in
  // which the session began; empty for all other entries.
  std::string file_of(const Entry& entry, bool written) const {
    const std::string tool = entry.kind == "call" ? lower_case(entry.tool) : std::string();
    const bool writes = kind_of_tool(tool) == ToolKind::kFile;
    if (entry.kind != "call" || (written ? !writes : tool != "read" && tool != "read_file")) {
      return {};
    }
    const Entry* result = result_of(entry);
    if (result == nullptr || result->failed) {
      return {};
    }
    const JsonReading input = read_json(entry.text);
    if (!input.value) {
      return {};
    }
    if (const Value* patch = tool == "apply_patch" ? input.value->find("input") : nullptr) {
      return patch->is_string() ? relative_path(newest_file_of_patch(patch->text())) : "";
    }
    for (const std::string_view name : {"file_path", "notebook_path", "path"}) {
      const Value* path = input.value->find(name);
      if (path != nullptr && path->is_string()) {
        return relative_path(path->text());
      }
    }
    return {};
  }

  // The last file that a patch adds or changes; one that it deletes is no reference.
  static std::string newest_file_of_patch(std::string_view patch) {
    std::size_t begin = 0;
    for (const std::string_view mark : {"\n*** Add File: ", "\n*** Update File: "}) {
      const std::size_t at = patch.rfind(mark);
      begin = std::max(begin, at == std::string_view::npos ? 0 : at + mark.size());
    }
    return begin == 0
               ? ""
               : std::string(trim_text(patch.substr(begin, patch.find('\n', begin) - begin)));
  }

  std::string relative_path(std::string path) const {
    std::string root = session_.working_directory;
    const bool has_drive = root.size() > 2 && root[1] == ':' && root[2] == '\\';
    if (has_drive) {
      std::replace(root.begin(), root.end(), '\\', '/');
      std::replace(path.begin(), path.end(), '\\', '/');
    }
    if (!root.empty() && root.back() != '/') {
      root += '/';
    }
    if (!root.empty() && path.starts_with(root)) {
      path.erase(0, root.size());
    }
    std::uint64_t secrets = 0;
    const bool usable = !path.empty() && path_fault(path).empty() && has_visible_character(path) &&
                        mask_secrets(path, secrets) == path;
    return usable ? path : std::string();
  }

  // Only a Write says all of a file's bytes. A repaired text is no longer those bytes.
  static std::string digest_of_write(const Entry& call) {
    const std::string tool = lower_case(call.tool);
    const JsonReading input = read_json(call.text);
    const Value* content = input.value && tool == "write" ? input.value->find("content") : nullptr;
    const bool whole = content != nullptr && content->is_string() &&
                       content->text().find("\xEF\xBF\xBD") == std::string::npos;
    return whole ? sha256_hex(content->text()) : std::string();
  }

  // Of one JSON array [entryId, author, kind, text] and a newline for each entry.
  std::string digest_of_entries() const {
    Sha256 hash;
    std::string line;
    std::string storage;
    for (const Entry* entry : entries_) {
      line = "[";
      append_json_string(line, cleaned(entry->entry_id, storage));
      line += ',';
      append_json_string(line, to_text(entry->author));
      line += ',';
      append_json_string(line, cleaned(entry->kind, storage));
      line += ',';
      append_json_string(line, cleaned(entry->text, storage));
      line += "]\n";
      hash.update(line);
    }
    return to_hex(hash.finish());
  }

  std::vector<TodoItem> todo_list() const {
    if (to_the_end_) {
      return session_.todos;
    }
    const auto newest = std::find_if(entries_.rbegin(), entries_.rend(),
                                     [](const Entry* entry) { return entry->kind == "todo"; });
    return newest == entries_.rend() ? std::vector<TodoItem>() : todo_items((*newest)->text);
  }

  void todos() {
    Manifest& manifest = out_.manifest;
    std::unordered_set<std::string> finished;
    std::unordered_set<std::string> open;
    for (const TodoItem& item : todo_list()) {
      if (item.finished) {
        add_item(manifest.completed_phases, finished, prose(item.text, kItemTextMax), kTodosMax);
      } else {
        add_item(manifest.completion_checks, open, prose(item.text, kItemTextMax), kTodosMax);
      }
    }
    const bool usable = !manifest.completion_checks.empty() &&
                        judge_action(manifest.completion_checks.front()).exactly_one;
    if (usable) {
      manifest.next_exact_action.text = manifest.completion_checks.front();
    } else {
      derive("/nextExactAction", manifest.next_exact_action.text, kDerivedAction);
    }
    if (manifest.completion_checks.empty()) {
      manifest.completion_checks.emplace_back(kDerivedCheck);
      out_.derived.emplace_back("/completionChecks/0");
    }
  }

  // Calls that may have an effect outside. A result is a receipt, whatever it says, unless it says
  // that nothing was done, that the call was cut off, or that its process goes on: then the receipt
  // is the result of the call that saw it end.
  void writes() {
    std::vector<ExternalWrite> writes;
    std::vector<bool> id_derived;
    std::unordered_set<std::string> ids;
    std::unordered_map<std::string, std::vector<std::size_t>> running;  // places in `writes`
    for (const Entry* entry : entries_) {
      const ToolKind kind = kind_of_tool(entry->tool);
      const Entry* result = entry->kind == "call" ? result_of(*entry) : nullptr;
      const std::optional<std::string> process =
          result == nullptr ? std::nullopt : running_process(result->text);
      if (result != nullptr && !process) {
        for (const std::size_t place : running_before(*entry, running)) {
          writes[place].status = WriteStatus::kConfirmed;
        }
      }
      if (entry->kind != "call" || kind == ToolKind::kReading) {
        continue;
      }
      std::optional<WriteStatus> status = WriteStatus::kUnknown;
      if (result != nullptr) {
        status = result->failed ? status_of_failure(kind, result->text)
                 : process      ? WriteStatus::kUnknown
                                : WriteStatus::kConfirmed;
      }
      const bool plain = is_plain_id(entry->call_id);
      std::string id = plain ? entry->call_id : "call-" + std::to_string(entry->seq);
      if (!status || !ids.insert(id).second) {
        continue;
      }
      if (process) {
        running[*process].push_back(writes.size());
      }
      writes.push_back({operation_of_tool(entry->tool), std::move(id), *status, {}});
      id_derived.push_back(!plain);
    }
    const auto confirmed = static_cast<std::size_t>(std::count_if(
        writes.begin(), writes.end(),
        [](const ExternalWrite& write) { return write.status == WriteStatus::kConfirmed; }));
    std::size_t surplus = confirmed - std::min(confirmed, kConfirmedWritesMax);
    out_.left_out += surplus;
    for (std::size_t i = 0; i < writes.size(); ++i) {
      if (writes[i].status == WriteStatus::kConfirmed && surplus > 0) {
        --surplus;
        continue;
      }
      if (id_derived[i]) {
        out_.derived.push_back("/externalWrites/" +
                               std::to_string(out_.manifest.external_writes.size()) + "/effectId");
      }
      out_.manifest.external_writes.push_back(std::move(writes[i]));
    }
  }

  // The writes whose process this call saw end; they are no longer running.
  static std::vector<std::size_t> running_before(
      const Entry& call, std::unordered_map<std::string, std::vector<std::size_t>>& running) {
    if (running.empty() || (call.tool != "write_stdin" && call.tool != "wait")) {
      return {};
    }
    const JsonReading input = read_json(call.text);
    const std::optional<std::string> process =
        input.value ? process_of_call(call.tool, *input.value) : std::nullopt;
    const auto found = process ? running.find(*process) : running.end();
    if (found == running.end()) {
      return {};
    }
    std::vector<std::size_t> places = std::move(found->second);
    running.erase(found);
    return places;
  }

  void prohibitions() {
    std::unordered_set<std::string> seen;
    std::string storage;
    for (const Entry* entry : entries_) {
      if (entry->author != Author::kUser) {
        continue;
      }
      for (const std::string_view sentence : prose_sentences(cleaned(entry->text, storage))) {
        const std::size_t at =
            std::min(forbidden_in_english(sentence), forbidden_in_japanese(sentence));
        if (at != kNotForbidden) {
          add_item(out_.manifest.prohibitions, seen, around(sentence, at), kProhibitionsMax);
        }
      }
    }
  }

  // The whole sentence; of an overlong one the part that begins a little before the words.
  std::string around(std::string_view sentence, std::size_t at) {
    constexpr std::size_t kBytesBefore = 120;
    if (count_code_points(sentence) > kItemTextMax && at > kBytesBefore) {
      std::size_t from = at - kBytesBefore;
      while (from < at && (static_cast<unsigned char>(sentence[from]) & 0xC0) == 0x80) {
        ++from;
      }
      sentence.remove_prefix(from);
    }
    return prose(sentence, kItemTextMax);
  }

  const Session& session_;
  bool to_the_end_;
  std::vector<const Entry*> entries_;
  std::unordered_map<std::string_view, const Entry*> results_;
  Extraction out_;
};

}  // namespace

Extraction extract_manifest(const Session& session, std::uint64_t last_seq) {
  return Extractor(session, last_seq).extract();
}

}  // namespace holdfast
