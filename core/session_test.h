// What the tests of session readers share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/session.h"
#include "core/session_text.h"

namespace holdfast {

inline const SessionReader& reader_named(std::string_view name) {
  for (const SessionReader& candidate : sessions::all()) {
    if (candidate.name == name) {
      return candidate;
    }
  }
  ADD_FAILURE() << name << " is not in the registry";
  std::abort();
}

// "author/kind text" of each entry.
inline std::vector<std::string> shown(const Session& session) {
  std::vector<std::string> lines;
  for (const Entry& entry : session.entries) {
    lines.push_back(std::string(to_text(entry.author)) + "/" + entry.kind + " " + entry.text);
  }
  return lines;
}
using Shown = std::vector<std::string>;

inline std::uint64_t note(const Session& session, const std::string& name) {
  const auto found = session.notes.find(name);
  return found == session.notes.end() ? 0 : found->second;
}

inline std::uint64_t count_kind(const Session& session, std::string_view kind) {
  return static_cast<std::uint64_t>(
      std::count_if(session.entries.begin(), session.entries.end(),
                    [&](const Entry& entry) { return entry.kind == kind; }));
}

// What holds of every session, however its file was damaged.
inline void expect_invariants(const Session& session) {
  std::uint32_t boundaries = 0;
  std::unordered_set<std::string> ids;
  for (std::size_t i = 0; i < session.entries.size(); ++i) {
    const Entry& entry = session.entries[i];
    ASSERT_EQ(entry.seq, i + 1);
    ASSERT_FALSE(entry.entry_id.empty());
    for (const std::string* text :
         {&entry.entry_id, &entry.text, &entry.call_id, &entry.tool, &entry.time}) {
      ASSERT_TRUE(is_clean_text(*text));
    }
    if (entry.kind == "boundary") {
      ASSERT_EQ(entry.boundary, ++boundaries);
    }
    if (entry.kind == "summary" || entry.kind == "kept" || entry.kind == "put_back") {
      ASSERT_EQ(entry.boundary, boundaries);
    }
    if (entry.kind == "kept") {
      ASSERT_TRUE(ids.contains(entry.text)) << entry.text;
    }
    ids.insert(entry.entry_id);
  }
  ASSERT_TRUE(is_clean_text(session.session_id));
  ASSERT_TRUE(is_clean_text(session.working_directory));
}

// Bytes flipped, replaced, cut out and doubled, and lines in another order.
inline std::string damaged(std::string bytes, std::mt19937_64& random) {
  using namespace std::string_view_literals;
  constexpr std::string_view kBytes = "{}[]\":,\\\n\r\0u0dn1-.e\xFF\xED\xC3"sv;
  if (random() % 4 == 0) {
    std::vector<std::string> lines;
    std::istringstream stream(bytes);
    for (std::string line; std::getline(stream, line);) {
      lines.push_back(line + "\n");
    }
    std::shuffle(lines.begin(), lines.end(), random);
    bytes.clear();
    for (const std::string& line : lines) {
      bytes += line;
    }
  }
  const std::uint64_t edits = random() % 9;
  for (std::uint64_t i = 0; i < edits; ++i) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << (random() % 8)));
        break;
      case 1:
        bytes[at] = kBytes[random() % kBytes.size()];
        break;
      case 2:
        bytes.erase(at, 1 + random() % 40);
        break;
      default:
        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 60));
    }
    if (bytes.empty()) {
      bytes = "{";
    }
  }
  return bytes;
}

inline void expect_survives_damage(const SessionReader& reader, const std::string& whole) {
  std::mt19937_64 random(20260301);
  for (int run = 0; run < 4000; ++run) {
    const std::string bytes = damaged(whole, random);
    reader.recognises(bytes);
    reader.links(bytes);
    expect_invariants(reader.read(bytes));
    if (testing::Test::HasFatalFailure()) {
      FAIL() << "run " << run;
    }
  }
}
// Real files, where they are at hand.
inline std::filesystem::path shared_sessions() {
  const char* folder = std::getenv("HOLDFAST_SHARED");
  const std::filesystem::path shared =
      folder != nullptr ? std::filesystem::path(folder)
                        : std::filesystem::path(HOLDFAST_SOURCE_DIR) / ".." / "shared";
  return shared / "sessions";
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

}  // namespace holdfast
