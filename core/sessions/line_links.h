// The links between the lines of one file, which are counted and never followed, and where the
// entries of a line are. A header of its own because every file core/sessions/*.cpp is a reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/sessions/entry_sink.h"
#include "core/sessions/seen_ids.h"

namespace holdfast::sessions {

class LineLinks {
 public:
  // Whether the line's id is new. `entries` is how many there are before the line's own.
  bool add(std::string_view id, std::size_t entries) {
    if (!ids_.insert(id)) {
      return false;
    }
    entries_before_.push_back(entries);
    return true;
  }

  // Of the line added last. Nearly every line's parent is the line before it.
  void follow(std::string_view id, std::string_view parent, EntrySink& sink) {
    if (parent == id) {
      sink.note("self_parent");
    } else if (!parent.empty() && parent != last_id_ && !knows(parent)) {
      unseen_.emplace_back(parent);
    }
    last_id_ = id;
  }

  bool knows(std::string_view id) const { return ids_.find(id) != SeenIds::kNone; }

  // A parent that stands behind its child is part of every circle.
  void count(EntrySink& sink) const {
    for (const std::string& parent : unseen_) {
      sink.note(knows(parent) ? "parent_behind_child" : "missing_parent");
    }
  }

  struct Range {
    std::size_t first = 0;
    std::size_t end = 0;
  };

  // The entries of the lines from head to tail, false where one is missing or they stand
  // the other way round. `entries` is how many there are by now.
  bool find(std::string_view head, std::string_view tail, std::size_t entries, Range& range) const {
    const std::size_t first = ids_.find(head);
    const std::size_t last = ids_.find(tail);
    if (first == SeenIds::kNone || last == SeenIds::kNone || last < first) {
      return false;
    }
    range.first = entries_before_[first];
    range.end = last + 1 < entries_before_.size() ? entries_before_[last + 1] : entries;
    return true;
  }

 private:
  SeenIds ids_;
  std::vector<std::size_t> entries_before_;  // a line, by the ordinal of its id
  std::vector<std::string> unseen_;          // parents, when their children were read
  std::string last_id_;
};

}  // namespace holdfast::sessions
