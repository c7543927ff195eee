#include "generators/trusted_record.h"

#include <algorithm>

#include "core/check.h"
#include "core/checksum.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::string_view kTime = "2026-05-04T08:00:00Z";
constexpr std::string_view kNoGoal = "Finish what the users of this run ask for.";

std::string entry_id(const HistoryEntry& entry) { return "e-" + std::to_string(entry.message.id); }

Manifest origin_of(const AtomTable& atoms) {
  Manifest manifest;
  manifest.version = Version::kV2;
  manifest.task_id = "simulated-run";
  manifest.objective = kNoGoal;
  manifest.canonical = {{"repo", "docs/plan.md", sha256_hex("the plan"), std::string(kTime)}};
  manifest.next_exact_action = {{}, "plan.read", "docs/plan.md", {}};
  manifest.rollback = "Go back to the tag before-the-run.";
  for (const Atom& atom : atoms) {
    if (atom.kind == AtomKind::kDecision) {
      manifest.decisions.push_back(
          {atom.id, "d1:sha256:" + sha256_hex(atom.text), std::string(kTime), "docs/plan.md"});
    }
  }
  manifest.lineage.source_sha256 = sha256_hex("the first entry");
  return manifest;
}

// Where the atom stands in its message, in bytes.
std::pair<std::int64_t, std::int64_t> span_in(const Message& message, int atom, SegmentKind kind) {
  std::int64_t from = 0;
  for (const Segment& segment : message.segments) {
    if (segment.atom == atom && segment.kind == kind) {
      return {from, from + segment.size.bytes};
    }
    from += segment.size.bytes;
  }
  CHECK(false && "the entry does not hold the atom");
}

std::string_view obligation_kind(AtomKind kind) {
  return kind == AtomKind::kApproval ? "scope" : "completion";
}

}  // namespace

TrustedRecord::TrustedRecord(const History& history)
    : history_(history),
      states_(history.atoms().size(), AtomState::kUnborn),
      origin_(origin_of(history.atoms())),
      now_(origin_) {}

void TrustedRecord::take(const HistoryEntry& entry) {
  const AtomTable& atoms = history_.atoms();
  // What replaces something is said in the same entry, so new things come first.
  for (const AtomChange& change : entry.changes) {
    if (change.event == AtomEvent::kSaid) {
      states_[static_cast<std::size_t>(change.atom)] = AtomState::kOpen;
      take_said(atoms[static_cast<std::size_t>(change.atom)], entry);
    }
  }
  for (const AtomChange& change : entry.changes) {
    if (change.event != AtomEvent::kSaid) {
      states_[static_cast<std::size_t>(change.atom)] = AtomState::kClosed;
      take_closed(change, entry);
    }
  }
  if (entry.detour) {
    append_to_ledger(
        Value::object({{"kind", entry.detour->opened ? "detour_opened" : "detour_closed"},
                       {"detourId", entry.detour->id},
                       {"reason", entry.detour->reason}}));
  }
}

void TrustedRecord::append_to_ledger(Value line) {
  line.set("seq", static_cast<std::int64_t>(ledger_.size() + 1));
  line.set("prev", head_ ? head_->sha256 : std::string(64, '0'));
  line.set("at", kTime);
  head_ = LedgerHead{static_cast<std::int64_t>(ledger_.size() + 1),
                     sha256_hex(write_canonical_json(line))};
  ledger_.append(std::move(line));
}

void TrustedRecord::note(Value fact) {
  progress_.append(fact);
  all_progress_.append(std::move(fact));
}

Directive* TrustedRecord::directive(const std::string& id) {
  const auto found = std::find_if(now_.directives.begin(), now_.directives.end(),
                                  [&](const Directive& known) { return known.directive_id == id; });
  CHECK(found != now_.directives.end());
  return &*found;
}

void TrustedRecord::issue(const Atom& atom, const HistoryEntry& entry) {
  const std::string text = history_.text_of(entry.message);
  const int place = static_cast<int>(&atom - history_.atoms().data());
  const auto span =
      span_in(entry.message, place, atom.needs_assent ? SegmentKind::kAssent : SegmentKind::kBody);
  Directive issued;
  issued.directive_id = atom.id;
  issued.source_entry_id = entry_id(entry);
  issued.source_sha256 = sha256_hex(text);
  issued.text = text.substr(static_cast<std::size_t>(span.first),
                            static_cast<std::size_t>(span.second - span.first));
  issued.obligations = {
      {"o-" + atom.id, std::string(obligation_kind(atom.kind)), atom.text, false}};
  append_to_ledger(Value::object(
      {{"kind", "issued"},
       {"directiveId", issued.directive_id},
       {"sourceEntryId", issued.source_entry_id},
       {"sourceSha256", issued.source_sha256},
       {"span", Value::array({span.first, span.second})},
       {"text", issued.text},
       {"obligations",
        Value::array({Value::object({{"obligationId", issued.obligations[0].obligation_id},
                                     {"kind", issued.obligations[0].kind},
                                     {"text", issued.obligations[0].text}})})}}));
  now_.directives.push_back(std::move(issued));
}

void TrustedRecord::take_said(const Atom& atom, const HistoryEntry& entry) {
  switch (atom.kind) {
    case AtomKind::kDirective:
    case AtomKind::kApproval:
      return issue(atom, entry);
    case AtomKind::kProhibition:
      now_.prohibitions.push_back(atom.text);
      return note(Value::object({{"kind", "list_changed"},
                                 {"list", "prohibitions"},
                                 {"add", Value::array({atom.text})},
                                 {"sourceEntryId", entry_id(entry)}}));
    case AtomKind::kWrite:
      now_.external_writes.push_back({operation(atom), effect_id(atom), WriteStatus::kUnknown});
      return note(Value::object({{"kind", "write_recorded"},
                                 {"operation", operation(atom)},
                                 {"effectId", effect_id(atom)},
                                 {"status", "unknown"}}));
    case AtomKind::kEvent: {
      Event event{atom.id, atom.answers < 0 ? "call" : "result"};
      Value fact = Value::object(
          {{"kind", "event_appended"}, {"eventId", event.event_id}, {"kind_of", event.kind}});
      if (atom.answers >= 0) {
        event.answers = history_.atoms()[static_cast<std::size_t>(atom.answers)].id;
        fact.add("answers", event.answers);
      }
      now_.events.push_back(std::move(event));
      return note(std::move(fact));
    }
    case AtomKind::kGoal:
      now_.objective = atom.text;
      return note(Value::object({{"kind", "text_set"},
                                 {"field", "objective"},
                                 {"text", atom.text},
                                 {"sourceEntryId", entry_id(entry)}}));
    case AtomKind::kDecision:
    case AtomKind::kSubTask:
      return;
  }
}

void TrustedRecord::fulfil(const Atom& atom) {
  Directive& known = *directive(atom.id);
  known.state = DirectiveState::kFulfilled;
  known.obligations[0].fulfilled = true;
  append_to_ledger(Value::object({{"kind", "fulfilled"},
                                  {"directiveId", atom.id},
                                  {"obligationId", "o-" + atom.id},
                                  {"evidence", "seen by the run"}}));
}

void TrustedRecord::take_closed(const AtomChange& change, const HistoryEntry& entry) {
  const AtomTable& atoms = history_.atoms();
  const Atom& atom = atoms[static_cast<std::size_t>(change.atom)];
  const bool by_user =
      change.event == AtomEvent::kReplaced || change.event == AtomEvent::kWithdrawn;
  switch (atom.kind) {
    case AtomKind::kDirective:
    case AtomKind::kApproval:
      if (by_user) {
        const bool replaced = change.event == AtomEvent::kReplaced && change.by >= 0;
        Value line = Value::object({{"kind", replaced ? "replaced" : "withdrawn"},
                                    {"directiveId", atom.id},
                                    {"sourceEntryId", entry_id(entry)}});
        if (replaced) {
          line.add("by", atoms[static_cast<std::size_t>(change.by)].id);
        }
        directive(atom.id)->state =
            replaced ? DirectiveState::kReplaced : DirectiveState::kWithdrawn;
        return append_to_ledger(std::move(line));
      }
      fulfil(atom);
      if (atom.kind == AtomKind::kApproval) {
        now_.consumed_authorities.push_back({authority_id(atom), "run", effect_id(atom)});
        note(Value::object({{"kind", "authority_consumed"},
                            {"authorityId", authority_id(atom)},
                            {"holder", "run"},
                            {"effectId", effect_id(atom)}}));
      }
      return;
    case AtomKind::kProhibition:
      std::erase(now_.prohibitions, atom.text);
      return note(Value::object({{"kind", "list_changed"},
                                 {"list", "prohibitions"},
                                 {"remove", Value::array({atom.text})},
                                 {"sourceEntryId", entry_id(entry)}}));
    case AtomKind::kWrite:
      for (ExternalWrite& write : now_.external_writes) {
        if (write.effect_id == effect_id(atom)) {
          write.status = WriteStatus::kConfirmed;
          write.receipt = "receipt-" + atom.id;
        }
      }
      return note(Value::object({{"kind", "write_recorded"},
                                 {"operation", operation(atom)},
                                 {"effectId", effect_id(atom)},
                                 {"status", "confirmed"},
                                 {"receipt", "receipt-" + atom.id}}));
    case AtomKind::kSubTask:
      now_.completed_phases.push_back(atom.text);
      return note(Value::object({{"kind", "phase_completed"}, {"phase", atom.text}}));
    case AtomKind::kEvent:
    case AtomKind::kDecision:
    case AtomKind::kGoal:  // the one that supersedes it was said
      return;
  }
}

Manifest TrustedRecord::due(const Manifest& previous, std::uint64_t folded_to) const {
  Manifest manifest = now_;
  const std::int64_t from =
      previous.lineage.coverage ? previous.lineage.coverage->tail_from_seq : 1;
  const auto to = std::max(from, static_cast<std::int64_t>(folded_to));
  manifest.lineage.generation = previous.lineage.generation + 1;
  manifest.lineage.parent = semantic_checksum(previous);
  manifest.lineage.source_sha256 =
      sha256_hex("entries " + std::to_string(from) + " to " + std::to_string(to));
  manifest.lineage.coverage = Coverage{from, to, to + 1};
  manifest.lineage.ledger_head = head_;
  return manifest;
}

namespace {

Value evidence_of(const Value& ledger, const Value& progress) {
  Value evidence = Value::object();
  if (ledger.size() > 0) {
    evidence.add("ledger", ledger);
  }
  if (progress.size() > 0) {
    evidence.add("progress", progress);
  }
  return evidence.size() == 0 ? Value() : evidence;
}

}  // namespace

Value TrustedRecord::evidence() const { return evidence_of(ledger_, progress_); }

Value TrustedRecord::evidence_since_origin() const { return evidence_of(ledger_, all_progress_); }

}  // namespace holdfast
