// A manifest from what is mechanical in a session. What a session does not have gets a documented
// derived value and is listed as derived; docs/extract.md has the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/manifest.h"
#include "core/session.h"

namespace holdfast {

// Code points of a text, items of a list; docs/extract.md says what is kept.
inline constexpr std::size_t kObjectiveMax = 4000;
inline constexpr std::size_t kItemTextMax = 500;
inline constexpr std::size_t kProhibitionsMax = 200;
inline constexpr std::size_t kTodosMax = 200;
inline constexpr std::size_t kConfirmedWritesMax = 40;  // the newest; unknown ones have no limit

struct Extraction {
  Manifest manifest;                 // always valid: read_document_value has no findings for it
  std::vector<std::string> derived;  // JSON pointers of values that the session does not have
  std::uint64_t human_prompts = 0;
  std::uint64_t boundaries = 0;
  std::uint64_t calls_without_result = 0;
  std::uint64_t masked_secrets = 0;
  std::uint64_t left_out = 0;  // items and texts beyond the limits below
};

// The state after the entries with seq <= last_seq; 0 means all of them.
Extraction extract_manifest(const Session& session, std::uint64_t last_seq = 0);

// Whether a sentence of a user forbids something: the rule of docs/extract.md.
bool forbids(std::string_view sentence);

}  // namespace holdfast
