// Where a reader puts what it found: cleans every text, names and numbers the entries, and counts
// what was skipped. A header of its own because every file core/sessions/*.cpp is a reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/session.h"
#include "core/session_text.h"

namespace holdfast::sessions {

// Distinct names of unknown things that the notes list; the rest is counted as "(other)", so that a
// strange file cannot flood a report.
inline constexpr std::size_t kUnknownNamesMax = 32;
inline constexpr std::size_t kUnknownNameBytesMax = 40;

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
};

}  // namespace holdfast::sessions
