#include "generators/incident.h"

#include <algorithm>
#include <functional>

#include "core/check.h"
#include "core/checksum.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::string_view kContract =
    "Never again create the name ledger_shim. Remove it everywhere. Show in code what is checked, "
    "how and "
    "when. Prefer simple orderings. Do all of it, and explain at the end whatever must stay.";
constexpr std::string_view kTime = "2026-04-02T08:00:00Z";
constexpr std::size_t kGenerations = 15;

struct Condition {
  std::string_view directive_id;
  std::string_view text;  // a piece of the contract
  std::vector<Obligation> obligations;
};

const std::vector<Condition>& conditions() {
  static const std::vector<Condition> all = {
      {"d-name",
       "Never again create the name ledger_shim.",
       {{"o-name", "prohibition", "The name ledger_shim is not created again.", false}}},
      {"d-remove",
       "Remove it everywhere.",
       {{"o-remove", "completion", "The name is in no file.", false}}},
      {"d-show",
       "Show in code what is checked, how and when.",
       {{"o-show", "method", "Every check says what, how and when.", false}}},
      {"d-ordering",
       "Prefer simple orderings.",
       {{"o-ordering", "method", "Orderings are simple.", false}}},
      {"d-all",
       "Do all of it, and explain at the end whatever must stay.",
       {{"o-all", "completion", "All of it is done.", false},
        {"o-explain", "explain_exception", "What stays is explained at the end.", false}}}};
  return all;
}

// The ledger as it grows: the contract, and the detours of the run.
class Ledger {
 public:
  void issue(const Condition& condition) {
    const std::size_t from = kContract.find(condition.text);
    CHECK(from != std::string_view::npos);
    Value obligations = Value::array();
    for (const Obligation& obligation : condition.obligations) {
      obligations.append(Value::object({{"obligationId", obligation.obligation_id},
                                        {"kind", obligation.kind},
                                        {"text", obligation.text}}));
    }
    const auto begin = static_cast<std::int64_t>(from);
    append(Value::object(
        {{"kind", "issued"},
         {"directiveId", condition.directive_id},
         {"sourceEntryId", "u-contract"},
         {"sourceSha256", sha256_hex(kContract)},
         {"span", Value::array({begin, begin + static_cast<std::int64_t>(condition.text.size())})},
         {"text", condition.text},
         {"obligations", std::move(obligations)}}));
  }

  void detour(std::string_view kind, std::string_view id, std::string_view reason) {
    append(Value::object({{"kind", kind}, {"detourId", id}, {"reason", reason}}));
  }

  void append(Value line) {
    line.set("seq", static_cast<std::int64_t>(lines_.size() + 1));
    line.set("prev", head_.sha256.empty() ? std::string(64, '0') : head_.sha256);
    line.set("at", kTime);
    head_ = {static_cast<std::int64_t>(lines_.size() + 1), sha256_hex(write_canonical_json(line))};
    lines_.append(std::move(line));
  }

  const Value& lines() const { return lines_; }
  const LedgerHead& head() const { return head_; }

 private:
  Value lines_ = Value::array();
  LedgerHead head_;
};

Manifest origin(const Ledger& ledger) {
  Manifest manifest;
  manifest.version = Version::kV2;
  manifest.task_id = "shim-removal";
  manifest.objective = "Take the shim out of the build.";
  manifest.canonical = {{"repo", "docs/contract.md", sha256_hex(kContract), std::string(kTime)}};
  manifest.completed_phases = {"Read the contract."};
  manifest.events = {{"u-contract", "user"}};
  manifest.next_exact_action = {{}, "search.run", "ledger_shim", {}};
  manifest.external_writes = {{"branch.push", "fx-branch", WriteStatus::kUnknown}};
  manifest.prohibitions = {"Do not push to the main branch."};
  manifest.rollback = "Go back to the tag before-shim.";
  manifest.completion_checks = {"The build is green without the shim."};
  for (const Condition& condition : conditions()) {
    manifest.directives.push_back({std::string(condition.directive_id), "u-contract",
                                   sha256_hex(kContract), std::string(condition.text),
                                   condition.obligations, DirectiveState::kActive});
  }
  manifest.lineage.source_sha256 = sha256_hex("the first forty entries");
  manifest.lineage.ledger_head = ledger.head();
  return manifest;
}

void follow(Manifest& next, const Manifest& before) {
  next.lineage.generation = before.lineage.generation + 1;
  next.lineage.parent = semantic_checksum(before);
  const std::int64_t from = before.lineage.coverage ? before.lineage.coverage->tail_from_seq : 1;
  next.lineage.coverage = Coverage{from, from + 39, from + 40};
  next.lineage.source_sha256 = sha256_hex("generation " + std::to_string(next.lineage.generation));
}

// What the ledger records at a generation besides: detours, which close nothing.
void detours_at(std::size_t generation, Ledger& ledger) {
  switch (generation) {
    case 3:
      return ledger.detour("detour_opened", "stash-1", "The work tree was stashed.");
    case 4:
      return ledger.detour("detour_closed", "stash-1", "The stash was taken back.");
    case 6:
      return ledger.detour("detour_opened", "helper-1", "A helper's answer was lost.");
    case 7:
      return ledger.detour("detour_closed", "helper-1", "The helper was asked again.");
    case 9:
      return ledger.detour("detour_opened", "recovery-1", "The environment was set up again.");
    case 10:
      return ledger.detour("detour_closed", "recovery-1", "The environment stands.");
    default:
      return;
  }
}

using Change = std::function<void(std::size_t generation, Manifest& manifest, Value& evidence)>;

// A run of so many generations, each with an event and, every third, a finished phase. `change` is
// what the summariser makes of it.
std::vector<IncidentLink> run(std::size_t generations, const Change& change) {
  Ledger ledger;
  for (const Condition& condition : conditions()) {
    ledger.issue(condition);
  }
  std::vector<IncidentLink> links = {{origin(ledger), Value()}};
  for (std::size_t generation = 1; generation <= generations; ++generation) {
    Manifest next = links.back().manifest;
    const std::string number = std::to_string(generation);
    detours_at(generation, ledger);
    Value progress = Value::array();
    // At generation 11 the user comes back with a label and nothing else.
    const std::string kind = generation == 11 ? "user" : "notice";
    progress.append(
        Value::object({{"kind", "event_appended"}, {"eventId", "e-" + number}, {"kind_of", kind}}));
    next.events.push_back({"e-" + number, kind});
    if (generation % 3 == 0) {
      progress.append(
          Value::object({{"kind", "phase_completed"}, {"phase", "Finished part " + number + "."}}));
      next.completed_phases.push_back("Finished part " + number + ".");
    }
    follow(next, links.back().manifest);
    next.lineage.ledger_head = ledger.head();
    Value evidence = Value::object({{"ledger", ledger.lines()}, {"progress", std::move(progress)}});
    change(generation, next, evidence);
    links.push_back({std::move(next), std::move(evidence)});
  }
  return links;
}

const auto kNothingLost = [](std::size_t, Manifest&, Value&) {};

void drop_directive(Manifest& manifest, std::string_view id) {
  std::erase_if(manifest.directives,
                [&](const Directive& directive) { return directive.directive_id == id; });
}

Directive& directive_of(Manifest& manifest, std::string_view id) {
  const auto found =
      std::find_if(manifest.directives.begin(), manifest.directives.end(),
                   [&](const Directive& directive) { return directive.directive_id == id; });
  CHECK(found != manifest.directives.end());
  return *found;
}

void drop_obligation(Manifest& manifest, std::string_view id) {
  for (Directive& directive : manifest.directives) {
    std::erase_if(directive.obligations,
                  [&](const Obligation& obligation) { return obligation.obligation_id == id; });
  }
}

// As it happened: one after the other is gone, and the last generation has no order left to keep.
void as_it_happened(std::size_t generation, Manifest& manifest, Value&) {
  switch (generation) {
    case 2:
      return drop_directive(manifest, "d-show");
    case 4:
      return drop_directive(manifest, "d-ordering");
    case 7:
      return drop_obligation(manifest, "o-explain");
    case 9:
      return drop_directive(manifest, "d-remove");
    case 12:
      return drop_directive(manifest, "d-name");
    case 15:
      return drop_directive(manifest, "d-all");
    default:
      return;
  }
}

void call_the_rest_done(std::size_t generation, Manifest& manifest, Value&) {
  if (generation != kGenerations) {
    return;
  }
  for (Directive& directive : manifest.directives) {
    directive.state = DirectiveState::kFulfilled;
    for (Obligation& obligation : directive.obligations) {
      obligation.fulfilled = true;
    }
  }
}

void leave_a_label(std::size_t generation, Manifest& manifest, Value&) {
  if (generation == 11) {
    directive_of(manifest, "d-remove").text = "the revision";
    directive_of(manifest, "d-all").text = "the revision matter";
  }
}

void drop_the_explanation(std::size_t generation, Manifest& manifest, Value&) {
  if (generation == 8) {
    drop_obligation(manifest, "o-explain");
  }
}

void narrow_by_the_run(std::size_t generation, Manifest& manifest, Value&) {
  if (generation == 6) {
    directive_of(manifest, "d-remove").obligations[0].text =
        "The name is in no file, migration code apart.";
  }
}

// The run writes into the ledger that it may leave migration code alone, and names its own entry as
// the source.
void withdraw_by_the_run(std::size_t generation, Manifest& manifest, Value& evidence) {
  static constexpr std::size_t kAt = 6;
  if (generation < kAt) {
    return;
  }
  Ledger ledger;
  const std::vector<Value> lines = evidence.find("ledger")->items();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // Behind what the ledger held at that generation.
    if (i == 7) {
      ledger.append(Value::object(
          {{"kind", "withdrawn"}, {"directiveId", "d-remove"}, {"sourceEntryId", "a-41"}}));
    }
    ledger.append(lines[i]);
  }
  if (lines.size() <= 7) {
    ledger.append(Value::object(
        {{"kind", "withdrawn"}, {"directiveId", "d-remove"}, {"sourceEntryId", "a-41"}}));
  }
  evidence.set("ledger", ledger.lines());
  const auto source = [](std::string_view id, std::string_view author, std::string_view text) {
    return Value::object({{"entryId", id}, {"author", author}, {"sha256", sha256_hex(text)}});
  };
  evidence.set("sources",
               Value::array({source("u-contract", "user", kContract),
                             source("a-41", "assistant", "Migration code is out of scope.")}));
  manifest.lineage.ledger_head = ledger.head();
  directive_of(manifest, "d-remove").state = DirectiveState::kWithdrawn;
}

}  // namespace

std::vector<IncidentLink> incident_kept(std::size_t generations) {
  return run(generations, kNothingLost);
}

std::vector<IncidentStory> incident_stories() {
  return {
      {"kept",
       "Six conditions, three detours and a label from the user: all held after 15 generations.",
       run(kGenerations, kNothingLost),
       {},
       {}},
      {"kept-for-long", "The same run, 50 generations long.", run(50, kNothingLost), {}, {}},
      {"lost",
       "As it happened: the conditions fall one by one until nothing is left to keep.",
       run(kGenerations, as_it_happened),
       {"directive_dropped", "obligation_dropped"},
       {2, 4, 7, 9, 12, 15}},
      {"rest-is-done",
       "In the last generation \"the rest is done\" closes the contract.",
       run(kGenerations, call_the_rest_done),
       {"directive_closed_without_event"},
       {15}},
      {"label",
       "Two conditions survive as a label only.",
       run(kGenerations, leave_a_label),
       {"directive_reference_only", "directive_reworded"},
       {11}},
      {"explanation",
       "Only the duty to explain what stays is dropped.",
       run(kGenerations, drop_the_explanation),
       {"obligation_dropped"},
       {8}},
      {"narrowed",
       "The run takes migration code out of the duty to remove the name.",
       run(kGenerations, narrow_by_the_run),
       {"obligation_changed"},
       {6}},
      {"withdrawn-by-the-run",
       "The run itself declares migration code out of scope, in the ledger.",
       run(kGenerations, withdraw_by_the_run),
       {"directive_source_unknown"},
       {6}},
  };
}

}  // namespace holdfast
