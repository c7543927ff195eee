// Read-only search over what a user may see again of one session: the user's own entries and the
// summaries that were made of them. Never system texts, an agent's replies and reasoning, or what
// tools were given and gave back: those may hold other people's words and secrets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/session.h"

namespace holdfast {

struct RecallQuery {
  std::string id{};     // this entry alone
  std::string words{};  // entries that hold this text, whatever its case and width
  std::optional<std::uint32_t> boundary{};  // what this compaction took in, and its summary
};

struct Recalled {
  const Entry* entry = nullptr;
  std::uint32_t segment = 0;  // the compaction that took it in; beyond the last one where none did
};

bool may_be_recalled(const Entry& entry);

// In the session's order. Errors: no such entry or boundary, or an entry that is not shown.
Result<std::vector<Recalled>> recall(const Session& session, const RecallQuery& query);

// Whether the path leads to the session's own files: a regular file, or a folder of such, and no
// symbolic link, which could lead to another session. "-" is standard input.
Result<Done> check_own_files(const std::string& path);

}  // namespace holdfast
