// How a trace is shown: a table as wide as the terminal, and JSON.
#pragma once

#include <string>

#include "core/session.h"
#include "core/trace.h"
#include "core/trace_pairs.h"
#include "core/value.h"

namespace holdfast {

struct TraceStyle {
  std::size_t columns = 100;
  bool color = false;
};

std::string trace_text(const TraceTable& table, const Session& session, const TraceStyle& style);
Value trace_value(const TraceTable& table, const Session& session);

std::string pairs_text(const PairsMeasured& measured);
Value pairs_value(const PairsMeasured& measured);

}  // namespace holdfast
