#include "harness/report_simulation.h"

#include <fmt/format.h>

#include <algorithm>

namespace holdfast {
namespace {

// Reads members and remembers the first that is wrong.
class Reader {
 public:
  explicit Reader(std::string where) : where_(std::move(where)) {}

  const std::optional<Error>& error() const { return error_; }

  const Value& member(const Value& of, std::string_view name, Value::Kind kind) {
    static const Value kNothing;
    const Value* found = of.find(name);
    if (found == nullptr || found->kind() != kind) {
      complain(name, found == nullptr ? "the member is missing" : "the member is of another kind");
      return kNothing;
    }
    return *found;
  }
  std::string text(const Value& of, std::string_view name) {
    return member(of, name, Value::Kind::kString).text();
  }
  bool flag(const Value& of, std::string_view name) {
    return member(of, name, Value::Kind::kBoolean).boolean();
  }
  std::uint64_t count(const Value& of, std::string_view name) {
    const Value& value = member(of, name, Value::Kind::kInteger);
    if (value.is_integer() && value.integer() < 0) {
      complain(name, "no count");
      return 0;
    }
    return static_cast<std::uint64_t>(value.integer());
  }
  const std::vector<Value>& list(const Value& of, std::string_view name) {
    return member(of, name, Value::Kind::kArray).items();
  }
  std::vector<std::string> texts(const Value& of, std::string_view name) {
    std::vector<std::string> texts;
    for (const Value& item : list(of, name)) {
      if (!item.is_string()) {
        complain(name, "no list of texts");
      }
      texts.push_back(item.text());
    }
    return texts;
  }
  // null as 0 or "".
  std::uint64_t count_or_null(const Value& of, std::string_view name) {
    const Value* found = of.find(name);
    return found != nullptr && found->is_null() ? 0 : count(of, name);
  }
  std::string text_or_null(const Value& of, std::string_view name) {
    const Value* found = of.find(name);
    return found != nullptr && found->is_null() ? "" : text(of, name);
  }
  void at(std::string place) { place_ = std::move(place); }
  void complain(std::string_view name, std::string what) {
    if (!error_) {
      error_ =
          Error{ErrorCode::kInput, std::move(what), where_ + ":" + place_ + "/" + std::string(name),
                "give what `holdfast simulate --json` of this version printed"};
    }
  }

 private:
  std::string where_;
  std::string place_;
  std::optional<Error> error_;
};

std::optional<Fate> fate_from(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(Fate::kRevived); ++i) {
    if (to_text(static_cast<Fate>(i)) == text) {
      return static_cast<Fate>(i);
    }
  }
  return std::nullopt;
}

SimulationFacts::Round round_from(Reader& reader, const Value& value,
                                  const std::vector<SimulationFacts::Item>& items) {
  SimulationFacts::Round round;
  round.round = reader.count(value, "round");
  round.entries = reader.count(value, "entries");
  round.messages_before = reader.count(value, "messages_before");
  round.messages_after = reader.count(value, "messages_after");
  round.characters_before = reader.count(value, "characters_before");
  round.characters_after = reader.count(value, "characters_after");
  round.compacted = reader.flag(value, "compacted");
  round.note = reader.text(value, "note");
  round.order_lost = reader.flag(value, "order_lost");
  round.invented = reader.count(value, "invented");
  round.verdict = reader.text_or_null(value, "verdict");
  round.reasons = reader.texts(value, "reasons");
  round.promoted = reader.flag(value, "promoted");
  const Value& fates = reader.member(value, "items", Value::Kind::kObject);
  round.fates.assign(items.size(), Fate::kUnborn);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (const Value* found = fates.find(items[i].id)) {
      const auto fate = fate_from(found->text());
      if (!fate) {
        reader.complain("items", "a fate that this version does not know");
      }
      round.fates[i] = fate.value_or(Fate::kUnborn);
    }
  }
  return round;
}

void read_members(Reader& reader, const Value& document, SimulationFacts& facts) {
  facts.pipeline = reader.text(document, "pipeline");
  facts.verifier = reader.text(document, "verifier");
  facts.seed = reader.text(document, "seed");
  facts.ledger = reader.flag(document, "ledger");
  facts.gate = reader.flag(document, "gate");
  for (const Value& control : reader.list(document, "controls")) {
    facts.controls.push_back({reader.text(control, "name"), reader.flag(control, "refused"),
                              reader.texts(control, "reasons")});
  }
  const std::vector<Value>& items = reader.list(document, "items");
  for (std::size_t i = 0; i < items.size(); ++i) {
    reader.at(fmt::format("/items/{}", i));
    const Value& item = items[i];
    facts.items.push_back({reader.text(item, "id"), reader.text(item, "kind"),
                           reader.text(item, "label"), reader.count_or_null(item, "said"),
                           reader.count_or_null(item, "over"), reader.count_or_null(item, "fell"),
                           reader.text_or_null(item, "fell_to")});
  }
  const std::vector<Value>& rounds = reader.list(document, "rounds");
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    reader.at(fmt::format("/rounds/{}", i));
    facts.rounds.push_back(round_from(reader, rounds[i], facts.items));
  }
  reader.at("");
  const Value& totals = reader.member(document, "totals", Value::Kind::kObject);
  reader.at("/totals");
  facts.compactions = reader.count(totals, "compactions");
  facts.promoted = reader.count(totals, "promoted");
  facts.refused = reader.count(totals, "refused");
  facts.losses = reader.count(totals, "losses");
  facts.survivors = reader.count(totals, "survivors");
  facts.false_alarms = reader.count(totals, "false_alarms");
  facts.accidents = reader.count(totals, "accidents");
}

// A report must not add up to something else than its rounds do.
void check_sums(Reader& reader, const SimulationFacts& facts) {
  std::uint64_t promoted = 0;
  std::uint64_t survivors = 0;
  std::uint64_t losses = 0;
  for (const SimulationFacts::Round& round : facts.rounds) {
    const bool lost = !round.verdict.empty() && round.lost();
    promoted += round.promoted ? 1 : 0;
    losses += lost ? 1 : 0;
    survivors += lost && round.verdict == "accept" ? 1 : 0;
  }
  reader.at("/totals");
  if (survivors != facts.survivors) {
    reader.complain("survivors", "not the sum of the rounds");
  }
  if (losses != facts.losses) {
    reader.complain("losses", "not the sum of the rounds");
  }
  if (promoted != facts.promoted) {
    reader.complain("promoted", "not the sum of the rounds");
  }
}

bool control_failed(const SimulationFacts& facts) {
  return std::any_of(facts.controls.begin(), facts.controls.end(),
                     [](const SimulationFacts::Control& control) { return control.refused; });
}

void judge(SimulationFacts& facts) {
  const std::string fell =
      facts.fell_count() == 0
          ? "No item fell"
          : fmt::format("{} of {} fell, the first at round {}", facts.fell_count(),
                        counted(facts.items.size(), "item", "items"), facts.first_fall());
  const std::string noticed =
      fmt::format("{}. Of {}, {} had lost something; {} of these {} accepted.", fell,
                  counted(facts.compactions, "compaction", "compactions"), grouped(facts.losses),
                  grouped(facts.survivors), facts.survivors == 1 ? "was" : "were");
  const auto say = [&](Standing standing, std::string headline) {
    facts.standing = standing;
    facts.headline = std::move(headline);
    facts.summary = noticed;
  };
  if (control_failed(facts)) {
    say(Standing::kControlFailed, "A control failed, so the verdicts prove nothing");
  } else if (facts.compactions == 0) {
    say(Standing::kNothingAsked, "Nothing is known: nothing was compacted");
  } else if (facts.survivors > 0) {
    say(Standing::kGotThrough,
        facts.survivors == 1 ? "A loss got through"
                             : fmt::format("{} losses got through", grouped(facts.survivors)));
  } else if (facts.false_alarms > 0 || facts.accidents > 0) {
    say(Standing::kToLookAt, "Nothing got through, but the verifier was not always right");
  } else {
    say(Standing::kHeld, facts.losses == 0 ? "Nothing was lost" : "Every loss was refused");
  }
}

void ground(SimulationFacts& facts) {
  using Kind = ReportGround::Kind;
  std::string refused;
  for (const SimulationFacts::Control& control : facts.controls) {
    refused += control.refused ? (refused.empty() ? "" : ", ") + control.name : "";
  }
  if (facts.controls.empty()) {
    facts.grounds.push_back({Kind::kAgainst, "Controls: none was asked."});
  } else {
    facts.grounds.push_back(
        {refused.empty() ? Kind::kFor : Kind::kAgainst,
         refused.empty()
             ? fmt::format("Controls: {} were accepted, as what must never be flagged.",
                           counted(facts.controls.size(), "change", "changes"))
             : "Controls: refused although they must never be flagged: " + refused + "."});
  }
  facts.grounds.push_back(
      {facts.false_alarms == 0 ? Kind::kFor : Kind::kAgainst,
       fmt::format("False alarms: {} refused although nothing had fallen.",
                   counted(facts.false_alarms, "compaction was", "compactions were"))});
  if (facts.accidents > 0) {
    facts.grounds.push_back(
        {Kind::kAgainst, counted(facts.accidents, "compaction has", "compactions have") +
                             " no verdict: the verifier failed to give one."});
  }
  facts.grounds.push_back(
      {Kind::kNote, facts.gate
                        ? "A refused context is thrown away and the old one kept."
                        : "Without the gate: every context was used, whatever the verdict."});
  facts.grounds.push_back(
      {Kind::kNote, facts.ledger ? "A ledger outside of the context puts back what is active."
                                 : "Without a ledger: what the context forgets is gone."});
}

std::string again(const SimulationFacts& facts) {
  std::uint64_t entries = 0;
  for (const SimulationFacts::Round& round : facts.rounds) {
    entries += round.entries;
  }
  constexpr std::string_view kRuntime = "runtime ";
  const std::string what = facts.pipeline.compare(0, kRuntime.size(), kRuntime) == 0
                               ? " --runtime " + facts.pipeline.substr(kRuntime.size())
                               : std::string(" --subject CMD");
  return fmt::format("holdfast simulate{} --rounds {} --entries {} --seed {}{}{}", what,
                     facts.rounds.size(), entries, facts.seed, facts.ledger ? " --ledger" : "",
                     facts.gate ? "" : " --no-gate");
}

}  // namespace

bool SimulationFacts::Round::lost() const {
  return order_lost || invented > 0 || std::any_of(fates.begin(), fates.end(), is_loss);
}

std::uint64_t SimulationFacts::fell_count() const {
  return static_cast<std::uint64_t>(
      std::count_if(items.begin(), items.end(), [](const Item& item) { return item.fell > 0; }));
}

std::uint64_t SimulationFacts::first_fall() const {
  std::uint64_t first = 0;
  for (const Item& item : items) {
    first = item.fell > 0 && (first == 0 || item.fell < first) ? item.fell : first;
  }
  return first;
}

Result<SimulationFacts> simulation_facts(const Value& document, const std::string& where) {
  Reader reader(where);
  SimulationFacts facts;
  if (!document.is_object() || reader.text(document, "schema") != "simulation/v1") {
    return Error{ErrorCode::kInput, "neither run/v1 nor simulation/v1", where,
                 "give the folder or run.jsonl of `holdfast hunt`, or what `holdfast simulate "
                 "--json` printed"};
  }
  read_members(reader, document, facts);
  if (!reader.error()) {
    check_sums(reader, facts);
  }
  if (reader.error()) {
    return *reader.error();
  }
  judge(facts);
  ground(facts);
  facts.again = again(facts);
  return facts;
}

}  // namespace holdfast
