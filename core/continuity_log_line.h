// One line of the continuity log. Only core/continuity_log*.cpp include this.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/continuity_log.h"

namespace holdfast::internal {

// The RFC 8785 bytes of the line behind that head, without the line end. The entry has its form.
std::string continuity_line(const ContinuityEntry& entry, const std::optional<LedgerHead>& head);

// Takes the log's next line. Empty, or a token that says why it cannot stand there.
std::string_view take_continuity_line(std::string_view bytes, ContinuityLog& log);

}  // namespace holdfast::internal
