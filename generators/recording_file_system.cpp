#include "generators/recording_file_system.h"

#include <algorithm>
#include <cerrno>

#include "core/check.h"

namespace holdfast {
namespace {

constexpr std::uint32_t kOwner = 1000;

// What a file that was not synced may hold after the power was lost.
std::vector<std::string> remains_of(const std::string& data,
                                    const std::optional<std::string>& synced) {
  std::vector<std::string> remains = {data, "", std::string(data.size(), '\0')};
  for (const std::size_t size : {std::size_t{1}, data.size() / 2, data.size() - 1}) {
    if (size > 0 && size < data.size()) {
      remains.push_back(data.substr(0, size));
    }
  }
  if (synced) {
    remains.push_back(*synced);
  }
  std::sort(remains.begin(), remains.end());
  remains.erase(std::unique(remains.begin(), remains.end()), remains.end());
  return remains;
}

}  // namespace

RecordingFileSystem::RecordingFileSystem() { add(FileKind::kDirectory); }

RecordingFileSystem::NodeId RecordingFileSystem::add(FileKind kind) {
  Node node;
  node.status = {kind, 1, 0, kOwner, kind == FileKind::kDirectory ? 0700U : 0600U};
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

int RecordingFileSystem::begin() {
  ++calls_;
  if (meanwhile) {
    // Not for the calls that it makes itself.
    const auto hook = std::exchange(meanwhile, nullptr);
    hook(calls_);
    meanwhile = hook;
  }
  if (faults.power_lost_at != 0 && calls_ >= faults.power_lost_at) {
    hit_ = true;
    return EIO;
  }
  const bool here = faults.fail_at != 0 &&
                    (faults.from_then_on ? calls_ >= faults.fail_at : calls_ == faults.fail_at);
  if (here && faults.number != 0) {
    hit_ = true;
    return faults.number;
  }
  return 0;
}

void RecordingFileSystem::start_over() {
  faults = {};
  meanwhile = nullptr;
  calls_ = 0;
  hit_ = false;
  open_.clear();
}

std::pair<RecordingFileSystem::NodeId, std::string> RecordingFileSystem::place(
    const std::string& path) const {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) {
    return {0, path};
  }
  const std::optional<NodeId> folder = find(path.substr(0, slash));
  return {folder.value_or(nodes_.size()), path.substr(slash + 1)};
}

std::optional<RecordingFileSystem::NodeId> RecordingFileSystem::find(
    const std::string& path) const {
  if (path.empty()) {
    return 0;
  }
  const auto [folder, name] = place(path);
  if (folder >= nodes_.size()) {
    return std::nullopt;
  }
  const auto found = nodes_[folder].names.find(name);
  return found == nodes_[folder].names.end() ? std::nullopt : std::optional(found->second);
}

void RecordingFileSystem::apply(std::map<std::string, NodeId>& names, const NameChange& change) {
  if (change.from.empty()) {
    names[change.to] = change.node;
    return;
  }
  const auto found = names.find(change.from);
  if (found == names.end()) {
    return;
  }
  const NodeId node = found->second;
  names.erase(found);
  if (!change.to.empty()) {
    names[change.to] = node;
  }
}

void RecordingFileSystem::change_names(NodeId folder, NameChange change) {
  apply(nodes_[folder].names, change);
  nodes_[folder].changes.push_back(std::move(change));
}

FileHandle RecordingFileSystem::open_node(NodeId node, bool writes) {
  open_[next_handle_] = {node, 0, writes, false};
  return next_handle_++;
}

int RecordingFileSystem::open_to_read(const std::string& path, FileHandle& out) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  const std::optional<NodeId> node = find(path);
  if (!node) {
    return ENOENT;
  }
  out = open_node(*node, false);
  return 0;
}

int RecordingFileSystem::create_new(const std::string& path, FileHandle& out) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  const auto [folder, name] = place(path);
  if (folder >= nodes_.size()) {
    return ENOENT;
  }
  if (find(path)) {
    return EEXIST;
  }
  const NodeId node = add(FileKind::kRegular);
  change_names(folder, {"", name, node});
  out = open_node(node, true);
  return 0;
}

int RecordingFileSystem::make_directory(const std::string& path) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  if (find(path)) {
    return EEXIST;
  }
  const auto [folder, name] = place(path);
  change_names(folder, {"", name, add(FileKind::kDirectory)});
  return 0;
}

int RecordingFileSystem::status(FileHandle file, FileStatus& out) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  const Node& node = nodes_[open_.at(file).node];
  out = node.status;
  out.size_bytes = node.data.size();
  return 0;
}

int RecordingFileSystem::read_some(FileHandle file, std::size_t size_bytes_max, std::string& out) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  Open& open = open_.at(file);
  const Node& node = nodes_[open.node];
  if (node.status.kind != FileKind::kRegular) {
    return EISDIR;
  }
  const std::string& data = faults.reads_lie ? node.meant : node.data;
  out = data.substr(std::min(open.at, data.size()), size_bytes_max);
  open.at += out.size();
  return 0;
}

int RecordingFileSystem::write_some(FileHandle file, std::string_view bytes,
                                    std::size_t& written_bytes) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  Node& node = nodes_[open_.at(file).node];
  const bool here = calls_ == faults.fail_at;
  hit_ = hit_ || (here && (faults.short_write || faults.faked_write));
  const std::size_t kept = here && faults.short_write   ? std::min<std::size_t>(1, bytes.size())
                           : here && faults.faked_write ? bytes.size() / 2
                                                        : bytes.size();
  node.data += bytes.substr(0, kept);
  written_bytes = here && faults.faked_write ? bytes.size() : kept;
  node.meant += bytes.substr(0, written_bytes);
  return 0;
}

int RecordingFileSystem::sync(FileHandle file) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  Node& node = nodes_[open_.at(file).node];
  if (node.status.kind == FileKind::kDirectory) {
    if (!faults.no_folder_sync) {
      node.synced_names = node.names;
      node.changes.clear();
    }
  } else if (!faults.no_file_sync) {
    node.synced = node.data;
  }
  return 0;
}

int RecordingFileSystem::try_lock(FileHandle file) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  Open& open = open_.at(file);
  const bool taken = std::any_of(open_.begin(), open_.end(), [&](const auto& other) {
    return other.first != file && other.second.node == open.node && other.second.locked;
  });
  if (taken && !faults.no_lock) {
    return EWOULDBLOCK;
  }
  open.locked = true;
  return 0;
}

void RecordingFileSystem::close(FileHandle file) { open_.erase(file); }

int RecordingFileSystem::rename(const std::string& from, const std::string& to, bool replacing) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  const std::optional<NodeId> node = find(from);
  if (!node) {
    return ENOENT;
  }
  if (find(to) && !replacing) {
    return EEXIST;
  }
  const auto [folder, name] = place(to);
  const auto [from_folder, from_name] = place(from);
  CHECK(folder == from_folder);  // the store renames within a folder alone
  change_names(folder, {from_name, name, *node});
  return 0;
}

int RecordingFileSystem::rename_replacing(const std::string& from, const std::string& to) {
  return rename(from, to, true);
}

int RecordingFileSystem::rename_new(const std::string& from, const std::string& to) {
  return rename(from, to, false);
}

int RecordingFileSystem::remove_file(const std::string& path) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  if (!find(path)) {
    return ENOENT;
  }
  const auto [folder, name] = place(path);
  change_names(folder, {name, "", 0});
  return 0;
}

int RecordingFileSystem::list(const std::string& path, std::vector<std::string>& names) {
  if (const int number = begin(); number != 0) {
    return number;
  }
  const std::optional<NodeId> node = find(path);
  if (!node || nodes_[*node].status.kind != FileKind::kDirectory) {
    return node ? ENOTDIR : ENOENT;
  }
  names.clear();
  for (const auto& [name, child] : nodes_[*node].names) {
    names.push_back(name);
  }
  return 0;
}

std::vector<std::unique_ptr<RecordingFileSystem>> RecordingFileSystem::after_power_loss() const {
  // Every folder's names first, then every file's bytes: a product of small sets.
  std::vector<std::unique_ptr<RecordingFileSystem>> states;
  auto first = std::make_unique<RecordingFileSystem>();
  first->nodes_ = nodes_;
  for (Node& node : first->nodes_) {
    node.names = node.synced_names;
  }
  states.push_back(std::move(first));
  const auto multiply = [&](NodeId id, std::size_t variants, const auto& change) {
    std::vector<std::unique_ptr<RecordingFileSystem>> more;
    for (const auto& state : states) {
      for (std::size_t variant = 0; variant < variants; ++variant) {
        auto next = std::make_unique<RecordingFileSystem>();
        next->nodes_ = state->nodes_;
        change(next->nodes_[id], variant);
        more.push_back(std::move(next));
      }
    }
    states = std::move(more);
  };
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    const Node& node = nodes_[id];
    if (!node.changes.empty()) {
      CHECK(node.changes.size() < 12);
      multiply(id, std::size_t{1} << node.changes.size(), [&](Node& there, std::size_t subset) {
        for (std::size_t i = 0; i < node.changes.size(); ++i) {
          if ((subset >> i & 1U) != 0) {
            apply(there.names, node.changes[i]);
          }
        }
      });
    }
    if (node.status.kind == FileKind::kRegular && node.synced != node.data) {
      const std::vector<std::string> remains = remains_of(node.data, node.synced);
      multiply(id, remains.size(),
               [&](Node& there, std::size_t variant) { there.data = remains[variant]; });
    }
  }
  for (const auto& state : states) {
    for (Node& node : state->nodes_) {
      node.synced = node.meant = node.data;
      node.synced_names = node.names;
      node.changes.clear();
    }
  }
  return states;
}

std::optional<std::string> RecordingFileSystem::bytes_of(const std::string& path) const {
  const std::optional<NodeId> node = find(path);
  return node ? std::optional(nodes_[*node].data) : std::nullopt;
}

void RecordingFileSystem::put(const std::string& path, std::string bytes) {
  const auto [folder, name] = place(path);
  std::optional<NodeId> node = find(path);
  if (!node) {
    node = add(FileKind::kRegular);
    nodes_[folder].names[name] = nodes_[folder].synced_names[name] = *node;
  }
  nodes_[*node].data = nodes_[*node].meant = bytes;
  nodes_[*node].synced = std::move(bytes);
}

void RecordingFileSystem::erase(const std::string& path) {
  const auto [folder, name] = place(path);
  nodes_[folder].names.erase(name);
  nodes_[folder].synced_names.erase(name);
}

void RecordingFileSystem::put_folder(const std::string& path) {
  const auto [folder, name] = place(path);
  nodes_[folder].names[name] = nodes_[folder].synced_names[name] = add(FileKind::kDirectory);
}

void RecordingFileSystem::change_status(const std::string& path, std::uint64_t links,
                                        std::uint32_t mode, std::uint32_t owner, FileKind kind) {
  const std::optional<NodeId> node = find(path);
  CHECK(node.has_value());
  nodes_[*node].status = {kind, links, 0, owner, mode};
}

}  // namespace holdfast
