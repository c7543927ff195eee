// A manifest from what is mechanical in a session. What a session does not have gets a documented derived
// value and is listed as derived; docs/extract.md has the table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/manifest.h"
#include "core/session.h"

namespace holdfast {

struct Extraction {
  Manifest manifest;                 // always valid: read_document_value has no findings for it
  std::vector<std::string> derived;  // JSON pointers of values that the session does not have
  std::uint64_t human_prompts = 0;
  std::uint64_t boundaries = 0;
  std::uint64_t calls_without_result = 0;
  std::uint64_t masked_secrets = 0;
};

// The state after the entries with seq <= last_seq; 0 means all of them.
Extraction extract_manifest(const Session& session, std::uint64_t last_seq = 0);

// Whether a sentence of a user forbids something: the rule of docs/extract.md.
bool forbids(std::string_view sentence);

}  // namespace holdfast
