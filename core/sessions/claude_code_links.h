// What links a transcript of Claude Code to others. A header of its own because every file
// core/sessions/*.cpp is a reader.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/session.h"
#include "core/sessions/claude_code_line.h"
#include "core/sessions/file_links.h"
#include "core/sessions/json_lines.h"

namespace holdfast::sessions {

inline FileLinks claude_code_links(std::string_view bytes) {
  Notes notes;
  LinkCollector collector;
  std::uint64_t main_lines = 0;
  std::uint64_t side_lines = 0;
  JsonLines(notes, kClaudeLineHead).read(bytes, [&](const simdjson::dom::object& json) {
    const ClaudeLine line(json);
    collector.set_once(collector.links.session_id, line.session_id);
    if (!line.uuid.empty()) {
      collector.time(line.timestamp);
      collector.line(line.uuid, line.parent.empty() ? line.logical_parent : line.parent);
      ++(line.is_sidechain ? side_lines : main_lines);
    }
    if (line.is_copy_of_fork) {
      collector.links.holds_parent = true;
      collector.set_once(collector.links.parent_session, text_of(json["forkedFrom"]["sessionId"]));
    }
    return true;
  });
  collector.links.is_side_chain = side_lines > 0 && main_lines == 0;
  return collector.finish();
}

}  // namespace holdfast::sessions
