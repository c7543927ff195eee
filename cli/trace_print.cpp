#include "cli/trace_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/secrets.h"
#include "core/unicode.h"
#include "harness/display_width.h"

namespace holdfast {
namespace {

constexpr std::size_t kSeqColumns = 5;
constexpr std::size_t kCellColumns = 9;  // "part 100%"
constexpr std::size_t kTextColumnsMin = 24;
constexpr std::size_t kMissingShownMax = 5;

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kRed = "\x1b[31m";

std::string colored(const TraceStyle& style, std::string_view color, std::string_view text) {
  return style.color ? fmt::format("{}{}{}", color, text, kReset) : std::string(text);
}

std::string_view color_of(Survival state) {
  if (is_whole(state)) {
    return kGreen;
  }
  return state == Survival::kAbsent || state == Survival::kUnreadableSummary ? kRed : kYellow;
}

std::string short_name(const Measured& cell) {
  switch (cell.state) {
    case Survival::kVerbatim:
      return "verbatim";
    case Survival::kKeptInTail:
      return "tail";
    case Survival::kPutBackFromDisk:
      return "disk";
    case Survival::kPartial:
      return fmt::format("part {}%", cell.share_percent);
    case Survival::kLabelOnly:
      return "label";
    case Survival::kUnreadableSummary:
      return "unread";
    case Survival::kAbsent:
      return "absent";
  }
  return {};
}

std::string shown(std::string_view text) {
  std::uint64_t masked = 0;
  return mask_secrets(text, masked);
}

std::string plural(std::size_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

// Columns [from, to) of the table.
void append_block(std::string& out, const std::vector<TraceItem>& items, const TraceTable& table,
                  std::size_t from, std::size_t to, const TraceStyle& style) {
  const std::size_t text_columns =
      style.columns - kSeqColumns - 2 - (to - from) * (kCellColumns + 2);
  std::string head = fmt::format("{:>{}}  {}", "seq", kSeqColumns, fitted("text", text_columns));
  for (std::size_t b = from; b < to; ++b) {
    head += fmt::format("  {:<{}}", fmt::format("b{}", table.boundaries[b].number), kCellColumns);
  }
  out += colored(style, kBold, head.substr(0, head.find_last_not_of(' ') + 1)) + "\n";
  for (const TraceItem& item : items) {
    std::string text = shown(item.text);
    if (item.kind != TraceKind::kInstruction && item.kind != TraceKind::kCondition) {
      text = std::string(to_text(item.kind)) + ": " + text;
    }
    out += fmt::format("{:>{}}  {}", item.seq == 0 ? "-" : std::to_string(item.seq), kSeqColumns,
                       fitted(text, text_columns));
    for (std::size_t b = from; b < to; ++b) {
      const std::optional<Measured>& cell = item.cells[b];
      const std::string name = cell ? short_name(*cell) : ".";
      const std::string fill(b + 1 == to ? 0 : kCellColumns - name.size(), ' ');
      out += "  " + (cell ? colored(style, color_of(cell->state), name) : name) + fill;
    }
    out += "\n";
  }
}

void append_table(std::string& out, const std::vector<TraceItem>& items, const TraceTable& table,
                  const TraceStyle& style) {
  const std::size_t room = style.columns - kSeqColumns - 2 - kTextColumnsMin;
  const std::size_t block = std::max<std::size_t>(1, room / (kCellColumns + 2));
  std::size_t from = 0;
  do {
    const std::size_t to = std::min(from + block, table.boundaries.size());
    append_block(out, items, table, from, to, style);
    from = to;
    out += from < table.boundaries.size() ? "\n" : "";
  } while (from < table.boundaries.size());
}

// What fell, where, and which sentences are missing there.
void append_fallen(std::string& out, const std::vector<TraceItem>& items, const TraceTable& table,
                   const TraceStyle& style) {
  for (const TraceItem& item : items) {
    if (!item.fell_at) {
      continue;
    }
    for (std::size_t b = 0; b < table.boundaries.size(); ++b) {
      const std::optional<Measured>& cell = item.cells[b];
      if (table.boundaries[b].number != *item.fell_at || !cell) {
        continue;
      }
      out += fmt::format("  {} fell at boundary {}: {}\n", printable(item.id), *item.fell_at,
                         colored(style, color_of(cell->state), to_text(cell->state)));
      for (std::size_t i = 0; i < std::min(cell->missing.size(), kMissingShownMax); ++i) {
        out +=
            "      missing: " + fitted(shown(item.sentences[cell->missing[i]]), style.columns - 15);
        out.erase(out.find_last_not_of(' ') + 1);
        out += "\n";
      }
      if (cell->missing.size() > kMissingShownMax) {
        out += fmt::format("      and {} more\n", cell->missing.size() - kMissingShownMax);
      }
    }
  }
}

std::size_t fallen(const std::vector<TraceItem>& items) {
  return static_cast<std::size_t>(std::count_if(
      items.begin(), items.end(), [](const TraceItem& item) { return item.fell_at.has_value(); }));
}

Value item_value(const TraceItem& item, const TraceTable& table) {
  Value cells = Value::array();
  for (std::size_t b = 0; b < item.cells.size(); ++b) {
    const std::optional<Measured>& cell = item.cells[b];
    if (!cell) {
      cells.append(Value());
      continue;
    }
    Value missing = Value::array();
    for (const std::uint32_t sentence : cell->missing) {
      missing.append(shown(item.sentences[sentence]));
    }
    cells.append(Value::object({{"boundary", Value(std::uint64_t{table.boundaries[b].number})},
                                {"state", to_text(cell->state)},
                                {"share_percent", Value(std::int64_t{cell->share_percent})},
                                {"missing", std::move(missing)}}));
  }
  return Value::object({{"kind", to_text(item.kind)},
                        {"id", item.id},
                        {"seq", item.seq},
                        {"text", shown(item.text)},
                        {"fell_at", item.fell_at ? Value(std::uint64_t{*item.fell_at}) : Value()},
                        {"cells", std::move(cells)}});
}

Value matrix_value(const ConfusionMatrix& matrix) {
  Value rows = Value::object();
  for (std::size_t judged = 0; judged < kSurvivals; ++judged) {
    Value row = Value::object();
    for (std::size_t measured = 0; measured < kSurvivals; ++measured) {
      if (matrix[judged][measured] > 0) {
        row.add(to_text(static_cast<Survival>(measured)),
                Value(std::uint64_t{matrix[judged][measured]}));
      }
    }
    if (row.size() > 0) {
      rows.add(to_text(static_cast<Survival>(judged)), std::move(row));
    }
  }
  return rows;
}

// Only the states that a measure of texts can answer.
constexpr std::array<Survival, 5> kMatrixStates = {Survival::kVerbatim, Survival::kPartial,
                                                   Survival::kLabelOnly,
                                                   Survival::kUnreadableSummary, Survival::kAbsent};

void append_matrix(std::string& out, std::string_view title, const ConfusionMatrix& matrix) {
  std::uint32_t agreed = 0;
  std::uint32_t all = 0;
  std::string rows;
  for (const Survival judged : kMatrixStates) {
    rows += fmt::format("{:<20}", to_text(judged));
    for (const Survival measured : kMatrixStates) {
      const std::uint32_t count =
          matrix[static_cast<std::size_t>(judged)][static_cast<std::size_t>(measured)];
      rows += fmt::format("{:>12}", count);
      all += count;
      agreed += judged == measured ? count : 0;
    }
    rows += "\n";
  }
  if (all == 0) {
    return;
  }
  out += fmt::format("{}: {} of {} judged alike\n{:<20}", title, agreed, all, "judged \\ measured");
  for (const Survival measured : kMatrixStates) {
    // "unreadable_summary" is wider than the column.
    out += fmt::format("{:>12}", to_text(measured).substr(0, 10));
  }
  out += "\n" + rows + "\n";
}

}  // namespace

std::string trace_text(const TraceTable& table, const Session& session, const TraceStyle& style) {
  std::string out;
  const bool has_conditions = !table.items.empty() && table.items[0].kind == TraceKind::kCondition;
  out += fmt::format("{}: {}, {}\n", printable(session.format),
                     has_conditions ? plural(table.items.size(), "condition", "conditions")
                                    : plural(table.items.size(), "instruction", "instructions"),
                     plural(table.boundaries.size(), "compaction", "compactions"));
  for (const TraceBoundary& boundary : table.boundaries) {
    if (!boundary.is_readable) {
      out += fmt::format("boundary {} has no summary that can be read\n", boundary.number);
    }
  }
  if (!table.demands.empty()) {
    const std::size_t lost = fallen(table.demands);
    const std::string head =
        fmt::format("PROHIBITIONS, LIMITS, ACCEPTANCE: {} of {} fell", lost, table.demands.size());
    out += "\n" + colored(style, lost > 0 ? "\x1b[1;31m" : kBold, head) + "\n";
    append_table(out, table.demands, table, style);
    append_fallen(out, table.demands, table, style);
  }
  if (!table.items.empty()) {
    out += fmt::format("\nAll {}: {} of {} fell\n", has_conditions ? "conditions" : "instructions",
                       fallen(table.items), table.items.size());
    append_table(out, table.items, table, style);
    append_fallen(out, table.items, table, style);
  }
  if (table.without_words > 0) {
    out += fmt::format("{} without letters or digits left out\n",
                       plural(table.without_words, "instruction", "instructions"));
  }
  out +=
      "\nThis compares words. It cannot see whether other words mean the same, nor whether the "
      "agent obeyed.\n";
  return out;
}

Value trace_value(const TraceTable& table, const Session& session) {
  Value boundaries = Value::array();
  for (const TraceBoundary& boundary : table.boundaries) {
    boundaries.append(Value::object({{"boundary", Value(std::uint64_t{boundary.number})},
                                     {"seq", boundary.seq},
                                     {"readable", boundary.is_readable},
                                     {"summary_bytes", boundary.summary_bytes}}));
  }
  Value items = Value::array();
  for (const TraceItem& item : table.items) {
    items.append(item_value(item, table));
  }
  Value demands = Value::array();
  for (const TraceItem& item : table.demands) {
    demands.append(item_value(item, table));
  }
  Value notes = Value::object();
  for (const auto& [name, count] : session.notes) {
    notes.add(name, Value(count));
  }
  return Value::object({{"format", session.format},
                        {"boundaries", std::move(boundaries)},
                        {"items", std::move(items)},
                        {"demands", std::move(demands)},
                        {"without_words", table.without_words},
                        {"notes", std::move(notes)}});
}

std::string pairs_text(const PairsMeasured& measured) {
  std::string out;
  append_matrix(out, "Own texts", measured.own);
  append_matrix(out, "Real sessions", measured.real);
  for (const PairMiss& miss : measured.misses) {
    out += fmt::format("{}: judged {}, measured {}\n", printable(miss.id), to_text(miss.judged),
                       to_text(miss.measured));
  }
  if (measured.not_run > 0) {
    out += fmt::format("not run: {}, whose sessions are not at hand (--sessions DIR)\n",
                       plural(measured.not_run, "pair", "pairs"));
  }
  return out;
}

Value pairs_value(const PairsMeasured& measured) {
  Value misses = Value::array();
  for (const PairMiss& miss : measured.misses) {
    misses.append(Value::object(
        {{"id", miss.id}, {"judged", to_text(miss.judged)}, {"measured", to_text(miss.measured)}}));
  }
  return Value::object({{"own", matrix_value(measured.own)},
                        {"real", matrix_value(measured.real)},
                        {"misses", std::move(misses)},
                        {"not_run", Value(std::uint64_t{measured.not_run})}});
}

}  // namespace holdfast
