#include "harness/simulation_report.h"

#include <fmt/format.h>
#include <algorithm>

namespace holdfast {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string verdict_of(const SimulationRow& row) {
  if (!row.asked) {
    return "no compaction" + (row.note.empty() ? "" : ": " + row.note);
  }
  const std::string codes = row.reasons.empty() ? "" : " (" + joined(row.reasons) + ")";
  if (row.answer == AnswerKind::kAccept) {
    return row.lost() ? "ACCEPTED although something fell" : "promoted";
  }
  if (row.answer != AnswerKind::kReject) {
    return "no verdict: " + std::string(to_text(row.answer)) + ", " + row.diagnosis;
  }
  return (row.lost() ? "refused" : "REFUSED although nothing fell") + codes;
}

// Ids of the items with that fate, a few of them.
std::string ids_with(const SimulationRow& row, const std::vector<ItemSummary>& items, Fate fate) {
  std::vector<std::string> ids;
  std::size_t more = 0;
  for (std::size_t i = 0; i < row.fates.size(); ++i) {
    if (row.fates[i] == fate) {
      if (ids.size() < 6) {
        ids.push_back(items[i].id);
      } else {
        ++more;
      }
    }
  }
  if (more > 0) {
    ids.push_back(fmt::format("{} more", more));
  }
  return joined(ids);
}

// Fates by gravity, for a column that stands for several rounds.
Fate worse(Fate a, Fate b) { return std::max(a, b); }

std::string table_text(const SimulationResult& result, std::size_t columns_max) {
  const std::size_t rounds = result.rows.size();
  const std::size_t step = std::max<std::size_t>(1, (rounds + columns_max - 1) / columns_max);
  std::size_t width = 4;
  for (const ItemSummary& item : result.items) {
    width = std::max(width, item.id.size());
  }
  std::string text =
      fmt::format("{:<{}}  {:<11}  {:<8}  {}\n", "item", width, "kind", "fell at",
                  step == 1 ? "rounds 1, 2, 3, ..." : fmt::format("each column {} rounds", step));
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    const ItemSummary& item = result.items[i];
    std::string letters;
    for (std::size_t begin = 0; begin < rounds; begin += step) {
      Fate fate = Fate::kUnborn;
      for (std::size_t r = begin; r < std::min(rounds, begin + step); ++r) {
        fate = worse(fate, result.rows[r].fates[i]);
      }
      letters += letter_of(fate);
    }
    text +=
        fmt::format("{:<{}}  {:<11}  {:<8}  {}\n", item.id, width, to_text(item.kind),
                    item.fell_round == 0 ? "-" : fmt::format("round {}", item.fell_round), letters);
  }
  return text + "= carried  ~ changed  l only a label  x absent  ! revived  - over\n";
}

Value rounds_or_null(std::uint64_t round) { return round == 0 ? Value() : Value(round); }

}  // namespace

char letter_of(Fate fate) {
  constexpr char kLetters[] = {' ', '-', '=', '~', 'l', 'x', '!'};
  return kLetters[static_cast<std::size_t>(fate)];
}

std::string round_line(const SimulationRow& row, const std::vector<ItemSummary>& items) {
  std::string line = fmt::format("round {:>4}: {} messages, {} characters -> {}, {}; ", row.round,
                                 row.messages_before, with_commas(row.size_before.characters),
                                 row.messages_after, with_commas(row.size_after.characters));
  for (const Fate fate : {Fate::kChanged, Fate::kLabelOnly, Fate::kAbsent, Fate::kRevived}) {
    if (row.asked) {
      const std::string ids = ids_with(row, items, fate);
      line += ids.empty() ? "" : fmt::format("{}: {}; ", to_text(fate), ids);
    }
  }
  line += row.order_lost ? "order of events lost; " : "";
  line += row.invented > 0 ? fmt::format("{} invented; ", row.invented) : "";
  return line + verdict_of(row) + "\n";
}

std::string simulation_text(const SimulationResult& result, std::size_t columns_max) {
  std::string text = "\n" + table_text(result, columns_max) + "\n";
  std::size_t fell = 0;
  std::uint64_t first = 0;
  for (const ItemSummary& item : result.items) {
    if (item.fell_round > 0) {
      ++fell;
      first = first == 0 ? item.fell_round : std::min(first, item.fell_round);
    }
  }
  text += fell == 0 ? "no item fell\n"
                    : fmt::format("{} of {} items fell, the first at round {}\n", fell,
                                  result.items.size(), first);
  text += fmt::format(
      "{} compactions: {} promoted, {} refused; {} had lost something, {} of these were accepted "
      "(survivors); {} refused although nothing fell (false alarms)\n",
      result.compactions, result.promoted, result.refused, result.losses, result.survivors,
      result.false_alarms);
  if (result.accidents > 0) {
    text += fmt::format("{} without a verdict\n", result.accidents);
  }
  return text;
}

Value to_value(const SimulationRow& row, const std::vector<ItemSummary>& items) {
  Value fates = Value::object();
  for (std::size_t i = 0; i < row.fates.size(); ++i) {
    if (row.fates[i] != Fate::kUnborn) {
      fates.add(items[i].id, to_text(row.fates[i]));
    }
  }
  Value value = Value::object({{"round", row.round},
                               {"entries", row.entries},
                               {"messages_before", row.messages_before},
                               {"messages_after", row.messages_after},
                               {"characters_before", std::uint64_t{row.size_before.characters}},
                               {"characters_after", std::uint64_t{row.size_after.characters}},
                               {"compacted", row.compacted},
                               {"note", row.note},
                               {"items", std::move(fates)},
                               {"order_lost", row.order_lost},
                               {"invented", row.invented},
                               {"verdict", row.asked ? Value(to_text(row.answer)) : Value()},
                               {"reasons", Value::array_of(row.reasons)},
                               {"promoted", row.promoted}});
  return value;
}

Value document_of(const SimulationResult& result, const SimulationHeader& header) {
  Value controls = Value::array();
  for (const SimulationControl& control : header.controls) {
    controls.append(Value::object({{"name", control.name},
                                   {"refused", control.refused},
                                   {"reasons", Value::array_of(control.reasons)}}));
  }
  Value rounds = Value::array();
  for (const SimulationRow& row : result.rows) {
    rounds.append(to_value(row, result.items));
  }
  Value items = Value::array();
  for (const ItemSummary& item : result.items) {
    items.append(Value::object(
        {{"id", item.id},
         {"kind", to_text(item.kind)},
         {"label", item.label},
         {"said", rounds_or_null(item.said_round)},
         {"over", rounds_or_null(item.over_round)},
         {"fell", rounds_or_null(item.fell_round)},
         {"fell_to", item.fell_round == 0 ? Value() : Value(to_text(item.fell_to))}}));
  }
  return Value::object({{"schema", "simulation/v1"},
                        {"pipeline", header.pipeline},
                        {"verifier", header.verifier},
                        {"seed", std::to_string(header.seed)},
                        {"ledger", header.ledger},
                        {"gate", header.gate},
                        {"controls", std::move(controls)},
                        {"rounds", std::move(rounds)},
                        {"items", std::move(items)},
                        {"totals", Value::object({{"compactions", result.compactions},
                                                  {"promoted", result.promoted},
                                                  {"refused", result.refused},
                                                  {"losses", result.losses},
                                                  {"survivors", result.survivors},
                                                  {"false_alarms", result.false_alarms},
                                                  {"accidents", result.accidents}})}});
}

Value to_value(const SweepFinding& finding) {
  return Value::object({{"question", finding.question},
                        {"lost", finding.lost},
                        {"survived", finding.survived ? Value(*finding.survived) : Value()},
                        {"limit", finding.limit},
                        {"sentence", finding.sentence}});
}

Value document_of(const std::vector<SweepFinding>& findings, std::string_view pipeline) {
  Value list = Value::array();
  for (const SweepFinding& finding : findings) {
    list.append(to_value(finding));
  }
  return Value::object(
      {{"schema", "sweep/v1"}, {"pipeline", pipeline}, {"findings", std::move(list)}});
}

std::string controls_text(const std::vector<SimulationControl>& controls) {
  std::string refused;
  for (const SimulationControl& control : controls) {
    refused += control.refused ? (refused.empty() ? "" : ", ") + control.name : "";
  }
  return fmt::format("{} controls, what must never be flagged: {}\n", controls.size(),
                     refused.empty() ? "all accepted" : "REFUSED: " + refused);
}

}  // namespace holdfast
