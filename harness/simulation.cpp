#include "harness/simulation.h"

#include <algorithm>

#include "core/check.h"
#include "generators/trusted_record.h"

namespace holdfast {
namespace {

// The last entry that is no longer kept word for word at the end of the context.
std::uint64_t folded_to(const Context& context, std::uint64_t said) {
  std::uint64_t first_kept = said + 1;
  for (auto message = context.messages.rbegin(); message != context.messages.rend(); ++message) {
    if (message->derived || message->id + 1 != first_kept) {
      break;
    }
    first_kept = message->id;
  }
  return first_kept - 1;
}

class Simulation {
 public:
  Simulation(Pipeline& pipeline, Subject& verifier, const SimulationOptions& options,
             const SimulationWatch& watch)
      : pipeline_(pipeline),
        verifier_(verifier),
        options_(options),
        watch_(watch),
        history_(options.seed, options.history),
        record_(history_),
        current_(record_.origin()),
        origin_value_(to_value(record_.origin())),
        current_value_(origin_value_) {
    for (const Atom& atom : history_.atoms()) {
      result_.items.push_back({.id = atom.id, .kind = atom.kind, .label = atom.label});
    }
    if (pipeline_.needs_archive()) {
      archive_.contexts.push_back({});
    }
  }

  Result<SimulationResult> run() {
    for (std::uint64_t round = 1; round <= options_.rounds; ++round) {
      SimulationRow row;
      row.round = round;
      if (std::optional<Error> error = run_round(row)) {
        return *error;
      }
      count(row);
      if (watch_.on_row) {
        watch_.on_row(row);
      }
      if (watch_.keep_rows) {
        result_.rows.push_back(std::move(row));
      }
    }
    return std::move(result_);
  }

 private:
  // The share of the history that this round brings: all of it over all rounds, evenly.
  void append_window(SimulationRow& row) {
    const std::uint64_t entries = options_.history.entries;
    const std::uint64_t until = entries * row.round / options_.rounds;
    while (said_ < until) {
      std::optional<HistoryEntry> entry = history_.next();
      CHECK(entry.has_value());
      said_ = entry->message.id;
      record_.take(*entry);
      if (pipeline_.needs_archive()) {
        archive_.messages.push_back(entry->message);
      }
      context_.messages.push_back(std::move(entry->message));
      ++row.entries;
    }
  }

  std::optional<Error> run_round(SimulationRow& row) {
    Turn turn;
    turn.window_from = context_.messages.size();
    append_window(row);
    row.messages_before = context_.messages.size();
    row.size_before = size_of(context_.messages);
    turn.atoms = &history_.atoms();
    turn.states = &record_.states();
    turn.archive = pipeline_.needs_archive() ? &archive_ : nullptr;
    turn.round = row.round;
    turn.context = options_.gate ? context_ : std::move(context_);
    turn.context.compacted = false;
    turn.context.note.clear();
    Result<PipelineOutcome> outcome = pipeline_.compact(
        std::move(turn), [this](const Message& message) { return history_.entry_of(message); });
    if (!outcome) {
      return outcome.error();
    }
    // A stage that forgets something without a word has compacted all the same.
    row.compacted =
        outcome->context.compacted || outcome->context.messages.size() != row.messages_before;
    row.note = outcome->context.note;
    judge(row, *outcome);
    if (!row.asked || row.promoted || !options_.gate) {
      context_ = std::move(outcome->context);
    }
    row.messages_after = context_.messages.size();
    row.size_after = size_of(context_.messages);
    if (pipeline_.needs_archive()) {
      archive_.contexts.push_back(context_);
      archive_.last_ids.push_back(said_);
    }
    return verifier_.usable() ? std::nullopt
                              : std::optional<Error>(Error{ErrorCode::kSubject,
                                                           "the verifier is gone: " + row.diagnosis,
                                                           verifier_.description().name, ""});
  }

  void judge(SimulationRow& row, const PipelineOutcome& outcome) {
    const AtomTable& atoms = history_.atoms();
    const ContextReading reading = read_context(atoms, outcome.context);
    row.fates = fates_of(atoms, record_.states(), reading);
    if (!row.compacted) {
      return;
    }
    // The table is in the order in which things were said.
    row.order_lost = !std::is_sorted(reading.events.begin(), reading.events.end());
    row.invented = reading.invented;
    const Manifest due = record_.due(current_, folded_to(outcome.context, said_));
    Value candidate = to_value(candidate_from(due, atoms, row.fates, reading));
    if (!outcome.manifest.is_null()) {
      // The trusted builder writes the lineage.
      candidate = outcome.manifest;
      if (candidate.is_object()) {
        candidate.set("lineage", *to_value(due).find("lineage"));
      }
    }
    ask(row, "link", current_value_, candidate, record_.evidence());
    if (row.answer == AnswerKind::kAccept) {
      ask(row, "origin", origin_value_, candidate, record_.evidence_since_origin());
    }
    row.promoted = !row.refused();
    if (row.promoted || !options_.gate) {
      // Without the gate the record goes on from what should stand there.
      current_ = due;
      current_value_ = row.promoted ? std::move(candidate) : to_value(due);
      record_.promoted();
    }
  }

  void ask(SimulationRow& row, std::string_view step, const Value& before, const Value& after,
           const Value& evidence) {
    Question question;
    question.id = "round-" + std::to_string(row.round) + "-" + std::string(step);
    question.step = step;
    question.before = {SubjectDocument::Form::kValue, &before, {}};
    question.after = {SubjectDocument::Form::kValue, &after, {}};
    question.evidence = evidence.is_null() ? nullptr : &evidence;
    Answer answer = verifier_.verify(question);
    row.asked = true;
    row.answer = answer.kind;
    row.reasons = std::move(answer.reasons);
    row.diagnosis = std::move(answer.diagnosis);
  }

  void count(const SimulationRow& row) {
    for (std::size_t i = 0; i < row.fates.size(); ++i) {
      ItemSummary& item = result_.items[i];
      const Fate fate = row.fates[i];
      if (fate != Fate::kUnborn && item.said_round == 0) {
        item.said_round = row.round;
      }
      if (record_.states()[i] == AtomState::kClosed && item.over_round == 0) {
        item.over_round = row.round;
      }
      if (is_loss(fate) && item.fell_round == 0) {
        item.fell_round = row.round;
        item.fell_to = fate;
      }
    }
    result_.compactions += row.compacted ? 1 : 0;
    result_.promoted += row.promoted ? 1 : 0;
    if (!row.asked) {
      return;
    }
    const bool verdict = row.answer == AnswerKind::kAccept || row.answer == AnswerKind::kReject;
    result_.refused += row.answer == AnswerKind::kReject ? 1 : 0;
    result_.accidents += verdict ? 0 : 1;
    result_.losses += row.lost() ? 1 : 0;
    result_.survivors += row.lost() && row.answer == AnswerKind::kAccept ? 1 : 0;
    result_.false_alarms += !row.lost() && row.answer == AnswerKind::kReject ? 1 : 0;
  }

  Pipeline& pipeline_;
  Subject& verifier_;
  const SimulationOptions& options_;
  const SimulationWatch& watch_;
  History history_;
  TrustedRecord record_;
  Manifest current_;  // the record: the last manifest that was promoted
  Value origin_value_;
  Value current_value_;
  Context context_;
  Archive archive_;
  std::uint64_t said_ = 0;
  SimulationResult result_;
};

}  // namespace

bool SimulationRow::lost() const {
  return order_lost || invented > 0 || std::any_of(fates.begin(), fates.end(), is_loss);
}

Result<SimulationResult> simulate(Pipeline& pipeline, Subject& verifier,
                                  const SimulationOptions& options, const SimulationWatch& watch) {
  return Simulation(pipeline, verifier, options, watch).run();
}

}  // namespace holdfast
