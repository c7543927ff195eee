// What a session took back: turns that were rolled back, branches that were left. Their words are
// no longer part of the conversation and are dropped; what their calls did in the world stays, so
// calls and results are kept. A header of its own because every file core/sessions/*.cpp is a
// reader.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/sessions/entry_sink.h"

namespace holdfast::sessions {

// Which entries still belong to the conversation, while turns are rolled back: a list of ranges in
// order, the last of them open. A rollback costs what it removes.
class LiveEntries {
 public:
  // Everything from `from` on is taken back, and `drop(begin, end)` told of each range of it that
  // was live; what comes from `now` on is live again.
  template <typename Drop>
  void roll_back(std::size_t from, std::size_t now, Drop drop) {
    while (!ranges_.empty() && ranges_.back().second > from) {
      const std::size_t begin = std::max(ranges_.back().first, from);
      drop(begin, std::min(ranges_.back().second, now));
      if (ranges_.back().first < from) {
        ranges_.back().second = from;
        break;
      }
      ranges_.pop_back();
    }
    ranges_.emplace_back(now, kOpen);
  }

  bool is_live(std::size_t index) const {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), index,
                         [](std::size_t i, const Range& range) { return i < range.first; });
    return after != ranges_.begin() && index < std::prev(after)->second;
  }

  bool all() const { return ranges_.size() == 1 && ranges_.front() == Range(0, kOpen); }

 private:
  using Range = std::pair<std::size_t, std::size_t>;
  static constexpr std::size_t kOpen = static_cast<std::size_t>(-1);
  std::vector<Range> ranges_ = {{0, kOpen}};
};

// Drops the words of entries for which `is_live(index)` is false, and numbers the boundaries that
// are left from 1. Call it before EntrySink::finish.
template <typename IsLive>
void drop_taken_back(Session& session, EntrySink& sink, IsLive is_live) {
  std::vector<std::uint32_t> numbers = {0};  // by the number before; 0: taken back
  std::uint32_t boundaries = 0;
  std::unordered_set<std::string> gone;  // ids
  bool todo_dropped = false;
  std::size_t to = 0;
  for (std::size_t i = 0; i < session.entries.size(); ++i) {
    Entry& entry = session.entries[i];
    const bool live = is_live(i);
    if (entry.kind == "boundary") {
      numbers.push_back(live ? ++boundaries : 0);
      sink.note("taken_back_boundary", live ? 0 : 1);
    }
    bool keep = live || entry.kind == "call" || entry.kind == "result";
    keep = keep && (entry.kind != kKeptKind || !gone.contains(entry.text));
    if (entry.boundary && *entry.boundary < numbers.size()) {
      entry.boundary = numbers[*entry.boundary];
      keep = keep && *entry.boundary > 0;
    }
    if (keep) {
      if (to != i) {
        session.entries[to] = std::move(entry);
      }
      ++to;
    } else {
      gone.insert(entry.entry_id);
      todo_dropped = todo_dropped || entry.kind == "todo";
    }
  }
  session.entries.resize(to);
  sink.note("taken_back_entry", gone.size());
  if (todo_dropped) {
    const auto newest = std::find_if(session.entries.rbegin(), session.entries.rend(),
                                     [](const Entry& entry) { return entry.kind == "todo"; });
    session.todos =
        newest == session.entries.rend() ? std::vector<TodoItem>() : todo_items(newest->text);
  }
}

}  // namespace holdfast::sessions
