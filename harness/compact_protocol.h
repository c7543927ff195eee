// The `compact` request of subject/v1 and its answer:
//
//   {"type":"compact","id":"…","round":…,"context":{"entries":[entries/v1…],"previous":…},
//    "budget":{"characters":…}}
//   {"id":"…","summary":"…","manifest":…}   or   {"id":"…","error":"…"}
//
// `previous` is the command's own last summary, null at the first round; `manifest` may be null or
// absent. An answer is untrusted: bounded in depth, unknown members are passed over.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session.h"
#include "core/value.h"

namespace holdfast {

struct CompactRequest {
  std::string id;
  std::uint64_t round = 1;
  std::vector<Entry> entries;
  std::optional<std::string> previous;
  std::size_t budget_characters = 0;
};
std::string compact_line(const CompactRequest& request);  // with the line end

struct CompactAnswer {
  std::string summary;
  Value manifest;     // as it came; null for none
  std::string error;  // the command's own words, printable: it could not compact
};
struct CompactReading {
  std::optional<CompactAnswer> answer;
  std::string fault;  // why there is none; never text of the answer
};
CompactReading read_compact_answer(std::string_view line, std::string_view expected_id);

}  // namespace holdfast
