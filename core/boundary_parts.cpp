#include "core/boundary_parts.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/trace_words.h"

namespace holdfast {
namespace {

class Reader {
 public:
  void take(const Entry& entry) {
    if (entry.kind == "boundary") {
      close(entry);
    } else if (entry.kind == kKeptKind) {
      keep(entry);
    } else if (entry.kind != "micro_boundary") {
      by_id_.try_emplace(entry.entry_id, &entry);
      open_.push_back(&entry);
      if (all_.empty()) {
        return;
      }
      BoundaryParts& newest = all_.back();
      if (entry.kind == "summary" && newest.summary == nullptr) {
        newest.summary = &entry;
      } else if (entry.kind == kPutBackKind && is_of(entry, newest)) {
        newest.put_back.push_back(&entry);
      }
    }
  }

  std::vector<BoundaryParts> parts() && { return std::move(all_); }

 private:
  static bool is_of(const Entry& entry, const BoundaryParts& parts) {
    return entry.boundary && entry.boundary == parts.boundary->boundary;
  }

  void close(const Entry& boundary) {
    BoundaryParts parts{.boundary = &boundary};
    if (!all_.empty()) {
      parts.taken_in = all_.back().kept;
    }
    parts.taken_in.insert(parts.taken_in.end(), open_.begin(), open_.end());
    open_.clear();
    all_.push_back(std::move(parts));
  }

  // An id that no entry has cannot be shown to be kept.
  void keep(const Entry& mark) {
    if (all_.empty() || !is_of(mark, all_.back())) {
      return;
    }
    const auto found = by_id_.find(mark.text);
    if (found != by_id_.end() && found->second->seq < all_.back().boundary->seq) {
      std::size_t& newest = kept_at_[found->second];
      if (newest != all_.size()) {
        newest = all_.size();
        all_.back().kept.push_back(found->second);
      }
    }
  }

  std::vector<BoundaryParts> all_;
  std::vector<const Entry*> open_;  // since the newest boundary
  std::unordered_map<std::string_view, const Entry*> by_id_;
  std::unordered_map<const Entry*, std::size_t> kept_at_;  // the newest boundary that kept it
};

}  // namespace

std::vector<BoundaryParts> boundary_parts(const Session& session) {
  Reader reader;
  for (const Entry& entry : session.entries) {
    reader.take(entry);
  }
  return std::move(reader).parts();
}

bool is_readable(const BoundaryParts& parts) {
  return parts.summary != nullptr && !scan_words(parts.summary->text).words.empty();
}

}  // namespace holdfast
