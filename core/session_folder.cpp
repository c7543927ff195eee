// The model. Each file is a node; its parent is the file it goes on from. The parent holds a line
// that this file names without having it; or it is the session that this file names; or it has the
// same session id and begins earlier. A file that holds a copy of its parent's lines stands for
// both. Files joined by such links are one group; the session is the group with the most files, and
// in it the chain from the newest leaf back to its root. Links come from other programs' files: a
// walk ends where it has been before.
#include "core/session_folder.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/file.h"
#include "core/session_text.h"

namespace holdfast {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Segment {
  std::string path;
  const SessionReader* reader = nullptr;
  FileLinks links;
  std::size_t parent = kNone;
  bool holds_parent = false;
};

// What was left out, by the name of its note.
using Counts = std::map<std::string, std::uint64_t>;

class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  Result<Session> read() {
    if (const auto error = list()) {
      return *error;
    }
    drop_side_chains();
    index();
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      link(i);
    }
    const std::optional<std::vector<std::size_t>> group = largest_group();
    if (!group) {
      return Error{ErrorCode::kInput,
                   "the folder holds " + std::to_string(groups_) +
                       " sessions, and no link says which of them belong together",
                   path_, "give one of its files, or a folder with the segments of one session"};
    }
    counts_["other_session_file"] += segments_.size() - group->size();
    return join(chain_of(*group));
  }

 private:
  // --- the files ---

  std::optional<Error> list() {
    std::error_code fault;
    std::vector<std::string> paths;
    for (std::filesystem::directory_iterator entry(path_, fault), end; !fault && entry != end;
         entry.increment(fault)) {
      if (!entry->is_regular_file(fault) || entry->is_symlink(fault)) {
        ++counts_["no_regular_file"];
      } else if (paths.size() == kFolderFilesMax) {
        return Error{ErrorCode::kInput,
                     "the folder holds more than " + std::to_string(kFolderFilesMax) + " files",
                     path_, "give a folder with the segments of one session"};
      } else {
        paths.push_back(entry->path().string());
      }
    }
    if (fault) {
      return Error{ErrorCode::kInput, "the folder cannot be listed: " + fault.message(), path_,
                   "make it readable"};
    }
    // The order of a folder is by chance; names decide nothing but where all else is equal.
    std::sort(paths.begin(), paths.end());
    for (std::string& path : paths) {
      const Result<std::string> bytes = read_file(path);
      if (!bytes) {
        return bytes.error();
      }
      const SessionReader* reader = find_session_reader(*bytes);
      if (reader == nullptr) {
        ++counts_["no_session_file"];
        continue;
      }
      segments_.push_back(
          {.path = std::move(path),
           .reader = reader,
           .links = reader->links == nullptr ? FileLinks{} : reader->links(*bytes)});
    }
    if (segments_.empty()) {
      return Error{ErrorCode::kInput, "no file of this folder is a session", path_,
                   "give a folder of session files, or one file"};
    }
    return std::nullopt;
  }

  // A folder of nothing else is read as what it is.
  void drop_side_chains() {
    const auto is_side = [](const Segment& segment) { return segment.links.is_side_chain; };
    const auto sides = std::count_if(segments_.begin(), segments_.end(), is_side);
    if (static_cast<std::size_t>(sides) < segments_.size()) {
      counts_["side_chain_file"] += static_cast<std::uint64_t>(sides);
      std::erase_if(segments_, is_side);
    }
  }

  // --- the links ---

  static std::string key(const Segment& segment, std::string_view id) {
    return std::string(segment.reader->name) + "\n" + std::string(id);
  }

  void index() {
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const FileLinks& links = segments_[i].links;
      if (!links.session_id.empty()) {
        by_session_[key(segments_[i], links.session_id)].push_back(i);
      }
      for (const std::string& id : links.line_ids) {
        by_line_[key(segments_[i], id)].push_back(i);
      }
    }
  }

  // Whether a file stands before another where no link says it.
  bool is_before(std::size_t a, std::size_t b) const {
    const FileLinks& left = segments_[a].links;
    const FileLinks& right = segments_[b].links;
    return std::tie(left.first_time, left.last_time, a) <
           std::tie(right.first_time, right.last_time, b);
  }

  void link(std::size_t i) {
    Segment& segment = segments_[i];
    for (const std::string& id : segment.links.outside_parents) {
      for (const std::size_t other : found(by_line_, key(segment, id))) {
        if (segment.parent == kNone && other != i) {
          segment.parent = other;
        }
      }
    }
    if (segment.parent != kNone) {
      return;
    }
    const std::string_view parent = segment.links.parent_session;
    if (!parent.empty() && parent != segment.links.session_id) {
      for (const std::size_t other : found(by_session_, key(segment, parent))) {
        segment.parent = other;  // the last one: it goes on longest
      }
    }
    if (segment.parent == kNone) {
      link_by_copy(i);
    }
    if (segment.parent == kNone) {
      link_by_time(i);
    }
    segment.holds_parent =
        segment.parent != kNone && (segment.links.holds_parent || shares_lines(i, segment.parent));
  }

  // A fork that says nothing of itself but begins with lines of another file: the file that begins
  // with them and is older is its parent.
  void link_by_copy(std::size_t i) {
    for (const std::string& id : segments_[i].links.line_ids) {
      for (const std::size_t other : found(by_line_, key(segments_[i], id))) {
        if (other != i && ends_before(other, i)) {
          segments_[i].parent = other;
        }
      }
      return;  // the first line tells
    }
  }

  bool ends_before(std::size_t a, std::size_t b) const {
    return std::pair(segments_[a].links.last_time, a) < std::pair(segments_[b].links.last_time, b);
  }

  void link_by_time(std::size_t i) {
    Segment& segment = segments_[i];
    for (const std::size_t other : found(by_session_, key(segment, segment.links.session_id))) {
      if (other != i && is_before(other, i) &&
          (segment.parent == kNone || is_before(segment.parent, other))) {
        segment.parent = other;
      }
    }
    counts_["linked_by_time"] += segment.parent == kNone ? 0 : 1;
  }

  bool shares_lines(std::size_t child, std::size_t parent) const {
    const std::vector<std::string>& ids = segments_[child].links.line_ids;
    return !ids.empty() && std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
      const auto& files = found(by_line_, key(segments_[child], id));
      return std::find(files.begin(), files.end(), parent) != files.end();
    });
  }

  bool holds_all_lines(std::size_t holder, std::size_t other) const {
    const std::vector<std::string>& ids = segments_[other].links.line_ids;
    return std::all_of(ids.begin(), ids.end(), [&](const std::string& id) {
      const auto& files = found(by_line_, key(segments_[other], id));
      return std::find(files.begin(), files.end(), holder) != files.end();
    });
  }

  using Places = std::unordered_map<std::string, std::vector<std::size_t>>;
  static const std::vector<std::size_t>& found(const Places& places, const std::string& key) {
    static const std::vector<std::size_t> kNowhere;
    const auto place = places.find(key);
    return place == places.end() ? kNowhere : place->second;
  }

  // --- the session ---

  // Nullopt where two groups have the same number of files.
  std::optional<std::vector<std::size_t>> largest_group() {
    std::vector<std::size_t> head(segments_.size());
    std::iota(head.begin(), head.end(), std::size_t{0});
    const auto head_of = [&](std::size_t i) {
      while (head[i] != i) {
        i = head[i] = head[head[i]];
      }
      return i;
    };
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      if (segments_[i].parent != kNone) {
        head[head_of(i)] = head_of(segments_[i].parent);
      }
    }
    std::map<std::size_t, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      groups[head_of(i)].push_back(i);
    }
    groups_ = groups.size();
    std::vector<std::vector<std::size_t>> by_size;
    for (auto& [first, group] : groups) {
      by_size.push_back(std::move(group));
    }
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    CHECK(!by_size.empty());
    if (by_size.size() > 1 && by_size[0].size() == by_size[1].size()) {
      return std::nullopt;
    }
    return by_size.front();
  }

  // From the root to the newest leaf. Where the links run in a circle there is no leaf: then the
  // newest file is the end.
  std::vector<std::size_t> chain_of(const std::vector<std::size_t>& group) {
    std::vector<bool> has_child(segments_.size(), false);
    for (const std::size_t i : group) {
      if (segments_[i].parent != kNone) {
        has_child[segments_[i].parent] = true;
      }
    }
    std::vector<std::size_t> ends;
    std::copy_if(group.begin(), group.end(), std::back_inserter(ends),
                 [&](std::size_t i) { return !has_child[i]; });
    const std::vector<std::size_t>& candidates = ends.empty() ? group : ends;
    const std::size_t tip =
        *std::max_element(candidates.begin(), candidates.end(),
                          [&](std::size_t a, std::size_t b) { return ends_before(a, b); });
    std::vector<bool> seen(segments_.size(), false);
    std::vector<std::size_t> chain;
    std::size_t copies = 0;
    std::size_t holder = kNone;  // the file that holds a copy of what is before it
    for (std::size_t i = tip; i != kNone && !seen[i]; i = segments_[i].parent) {
      seen[i] = true;
      if (holder == kNone) {
        chain.push_back(i);
        holder = segments_[i].holds_parent ? i : kNone;
      } else {
        copies += holds_all_lines(holder, i) ? 1 : 0;
      }
    }
    counts_["copied_file"] += copies;
    counts_["other_branch_file"] += group.size() - chain.size() - copies;
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  Result<Session> join(const std::vector<std::size_t>& chain) {
    std::string bytes;
    bool newline_added = false;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      Result<std::string> more = read_file(segments_[chain[i]].path);
      if (!more) {
        return more.error();
      }
      const std::string_view before =
          std::string_view(bytes).substr(0, bytes.size() - (newline_added ? 1 : 0));
      if (!before.empty() && more->starts_with(before)) {
        bytes.clear();  // an older copy of the same file
        ++counts_["copied_file"];
      }
      if (bytes.size() + more->size() > kFileSizeBytesMax) {
        return Error{ErrorCode::kInput, "the segments are more than 4 GiB together", path_,
                     "give fewer of them"};
      }
      const std::uint64_t wanted =
          i + 1 < chain.size() ? segments_[chain[i + 1]].links.parent_bytes : 0;
      if (wanted > 0 && wanted < more->size()) {
        more->resize(wanted);
      }
      bytes += *more;
      newline_added = !bytes.empty() && bytes.back() != '\n';
      bytes += newline_added ? "\n" : "";
    }
    const Segment& tip = segments_[chain.back()];
    Session session = tip.reader->read(bytes);
    if (!tip.links.session_id.empty() && chain.size() > 1) {
      TextRepairs repairs;
      session.session_id = clean_text(tip.links.session_id, repairs);
    }
    counts_["segment"] = chain.size();
    for (const auto& [name, count] : counts_) {
      if (count > 0) {
        session.notes["folder:" + name] += count;
      }
    }
    return session;
  }

  std::string path_;
  Counts counts_;
  std::vector<Segment> segments_;
  Places by_session_;
  Places by_line_;
  std::size_t groups_ = 0;
};

}  // namespace

Result<Session> read_session_folder(const std::string& path) { return Folder(path).read(); }

}  // namespace holdfast
