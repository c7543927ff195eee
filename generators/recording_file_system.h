// A disk in memory that knows what it has promised. It records which bytes and which names were
// synced, and gives every state that a real disk may show after the power was lost: each file that
// was not synced whole, cut to a prefix, full of zeros or empty; each folder with any subset of the
// changes of names since its last sync, in their order.
//
// It can lose power at the n-th call that changes something, fail the n-th call, once or from then
// on, write short, and be one of the broken disks that a protection is there against: a sync that
// does nothing, a lock that everybody gets, a read that shows what was meant instead of what is
// there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/file_system.h"

namespace holdfast {

struct DiskFaults {
  // Counted over all calls that may fail, from 1; 0: none.
  std::uint64_t fail_at = 0;
  int number = 0;  // errno
  bool from_then_on = false;
  bool short_write = false;  // the call at `fail_at`, if it writes, writes one byte and says so
  bool faked_write = false;  // it says that it wrote all, and wrote half
  std::uint64_t power_lost_at = 0;  // from that call on nothing happens any more, and EIO is said

  bool no_file_sync = false;
  bool no_folder_sync = false;
  bool no_lock = false;
  bool reads_lie = false;
};

class RecordingFileSystem final : public FileSystem {
 public:
  RecordingFileSystem();

  DiskFaults faults;
  // Called before each call, with its number: what another process does meanwhile.
  std::function<void(std::uint64_t call)> meanwhile;

  std::uint64_t calls() const { return calls_; }
  bool fault_was_hit() const { return hit_; }
  // Forgets counters and faults; what is not synced stays so.
  void start_over();
  // Every state after a loss of power now, each a disk of its own on which all is synced.
  std::vector<std::unique_ptr<RecordingFileSystem>> after_power_loss() const;
  // The bytes of a file as they are now; nullopt where there is none. And behind everybody's back:
  std::optional<std::string> bytes_of(const std::string& path) const;
  void put(const std::string& path, std::string bytes);
  void erase(const std::string& path);
  void put_folder(const std::string& path);
  void change_status(const std::string& path, std::uint64_t links, std::uint32_t mode,
                     std::uint32_t owner, FileKind kind);

  int open_to_read(const std::string& path, FileHandle& out) override;
  int create_new(const std::string& path, FileHandle& out) override;
  int make_directory(const std::string& path) override;
  int status(FileHandle file, FileStatus& out) override;
  int read_some(FileHandle file, std::size_t size_bytes_max, std::string& out) override;
  int write_some(FileHandle file, std::string_view bytes, std::size_t& written_bytes) override;
  int sync(FileHandle file) override;
  int try_lock(FileHandle file) override;
  void close(FileHandle file) override;
  int rename_replacing(const std::string& from, const std::string& to) override;
  int rename_new(const std::string& from, const std::string& to) override;
  int remove_file(const std::string& path) override;
  int list(const std::string& path, std::vector<std::string>& names) override;

 private:
  using NodeId = std::size_t;
  // A change of names in one folder. `from` empty: a new name; `to` empty: a name that goes.
  struct NameChange {
    std::string from;
    std::string to;
    NodeId node = 0;
  };
  struct Node {
    FileStatus status;
    std::string data;
    std::string meant;                  // what writers were told is there
    std::optional<std::string> synced;  // absent: never
    std::map<std::string, NodeId> names;
    std::map<std::string, NodeId> synced_names;
    std::vector<NameChange> changes;  // since the last sync
  };
  struct Open {
    NodeId node = 0;
    std::size_t at = 0;
    bool writes = false;
    bool locked = false;
  };

  // 0, or what the call has to return at once.
  int begin();
  std::optional<NodeId> find(const std::string& path) const;
  std::pair<NodeId, std::string> place(const std::string& path) const;  // folder and name
  NodeId add(FileKind kind);
  FileHandle open_node(NodeId node, bool writes);
  void change_names(NodeId folder, NameChange change);
  static void apply(std::map<std::string, NodeId>& names, const NameChange& change);
  int rename(const std::string& from, const std::string& to, bool replacing);

  std::vector<Node> nodes_;  // the first is the store's own folder
  std::map<FileHandle, Open> open_;
  FileHandle next_handle_ = 1;
  std::uint64_t calls_ = 0;
  bool hit_ = false;
};

}  // namespace holdfast
