// The one clock of the program: documents get their times from here.
#pragma once

#include <string>

namespace holdfast {

// Now, as RFC 3339 in UTC with seconds: "2026-03-05T11:00:00Z".
std::string now_utc();

}  // namespace holdfast
