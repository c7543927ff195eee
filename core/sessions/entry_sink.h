// Where a reader puts what it found: cleans every text, names and numbers the entries, and counts
// what was skipped. A header of its own because every file core/sessions/*.cpp is a reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/session_text.h"

namespace holdfast::sessions {

// Distinct names of unknown things that the notes list; the rest is counted as "(other)", so that a
// strange file cannot flood a report.
inline constexpr std::size_t kUnknownNamesMax = 32;
inline constexpr std::size_t kUnknownNameBytesMax = 40;

// A file can name all of its entries at each of its compactions; so many are noted in all.
inline constexpr std::size_t kKeptMax = 100'000;
inline constexpr std::size_t kKeptLookedAtMax = 100 * kKeptMax;

class EntrySink {
 public:
  explicit EntrySink(Session& session) : session_(session) {}

  // The entries up to the next call are of one line. Both views must live as long.
  void begin_line(std::string_view id, std::string_view time) {
    line_id_ = id;
    line_time_ = time;
    line_entries_ = 0;
  }

  Entry& add(Author author, std::string_view kind, std::string raw) {
    return add_clean(author, kind, clean_text(std::move(raw), repairs_));
  }

  // The id is the line's, with "#2" and so on for its further entries.
  Entry& add_clean(Author author, std::string_view kind, std::string text) {
    Entry& entry = session_.entries.emplace_back();
    entry.entry_id =
        line_id_.empty() ? "line-" + std::to_string(session_.entries.size()) : clean(line_id_);
    if (++line_entries_ > 1) {
      entry.entry_id += "#" + std::to_string(line_entries_);
    }
    entry.author = author;
    entry.kind = kind;
    entry.text = std::move(text);
    entry.time = clean(line_time_);
    return entry;
  }

  std::string clean(std::string_view raw) { return clean_text(std::string(raw), repairs_); }
  TextRepairs& repairs() { return repairs_; }

  // A list as it stands now; an entry where it differs from the one before.
  void set_todos(std::vector<TodoItem> items) {
    std::string text = todo_text(items);
    if (text != todo_text_) {
      add_clean(Author::kAssistant, "todo", text);
      todo_text_ = std::move(text);
    }
    session_.todos = std::move(items);
  }

  // That a compaction left the entry as it was.
  void add_kept(std::uint32_t boundary, std::string entry_id) {
    if (kept_ == kKeptMax) {
      note("kept_left_out");
      return;
    }
    ++kept_;
    add_clean(Author::kSystem, kKeptKind, std::move(entry_id)).boundary = boundary;
  }

  // The same of all words, calls and results from `first` to before `end`.
  void add_kept_range(std::uint32_t boundary, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      if (kept_ == kKeptMax || ++looked_at_ > kKeptLookedAtMax) {
        note("kept_left_out");
        return;
      }
      const std::string& kind = session_.entries[i].kind;
      if (kind == "prompt" || kind == "text" || kind == "call" || kind == "result") {
        add_kept(boundary, session_.entries[i].entry_id);
      }
    }
  }

  // The first value that a file has for a member of the session.
  void set_once(std::string& member, std::string_view raw) {
    if (member.empty() && !raw.empty()) {
      member = clean(raw);
    }
  }

  void note(std::string_view name, std::uint64_t count = 1) {
    if (count > 0) {
      session_.notes[std::string(name)] += count;
    }
  }
  void skip(std::string_view what) { note("skipped:" + std::string(what)); }

  // `what` is "type" or "block"; the name comes from the file.
  void unknown(std::string_view what, std::string_view name) {
    const std::string head = "unknown_" + std::string(what) + ":";
    std::string key = head + (name.empty() ? "(none)" : printable(name));
    if (!unknown_.contains(key)) {
      if (unknown_.size() == kUnknownNamesMax) {
        key = head + "(other)";
      } else {
        unknown_.insert(key);
      }
    }
    note(key);
  }

  void finish() {
    for (std::size_t i = 0; i < session_.entries.size(); ++i) {
      session_.entries[i].seq = i + 1;
    }
    note("repaired_bytes", repairs_.bytes);
    note("repaired_character", repairs_.characters);
  }

 private:
  static std::string printable(std::string_view name) {
    std::string text(name.substr(0, kUnknownNameBytesMax));
    for (char& c : text) {
      c = c > ' ' && c < 0x7F ? c : '?';
    }
    return text;
  }

  Session& session_;
  std::string_view line_id_;
  std::string_view line_time_;
  std::size_t line_entries_ = 0;
  std::unordered_set<std::string> unknown_;
  TextRepairs repairs_;
  std::string todo_text_;
  std::size_t kept_ = 0;
  std::size_t looked_at_ = 0;
};

}  // namespace holdfast::sessions
