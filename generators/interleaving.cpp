#include "generators/interleaving.h"

#include "core/checksum.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

using Links = std::vector<IncidentLink>;

constexpr std::string_view kOtherPhase = "Went another way.";

Links first(const Links& run, std::size_t count) {
  return Links(run.begin(), run.begin() + static_cast<std::ptrdiff_t>(count));
}

// A line that a user's entry caused after the summariser had begun.
void issue_late(Value& ledger, const LedgerHead& head) {
  Value line = Value::object(
      {{"kind", "issued"},
       {"directiveId", "d-late"},
       {"sourceEntryId", "u-late"},
       {"sourceSha256", std::string(64, '5')},
       {"span", Value::array({0, 5})},
       {"text", "Stop."},
       {"obligations", Value::array({Value::object({{"obligationId", "o-late"},
                                                    {"kind", "prohibition"},
                                                    {"text", "Nothing goes on."}})})}});
  line.set("seq", static_cast<std::int64_t>(ledger.size() + 1));
  line.set("prev", head.sha256);
  line.set("at", "2026-04-02T09:00:00Z");
  ledger.append(std::move(line));
}

// The summariser began from generation 4 with the old ledger; the order came in meanwhile. What it
// wrote knows nothing of the line that the ledger of the link holds.
IncidentStory order_during_compaction() {
  Links links = first(incident_kept(5), 6);
  Value ledger = *links.back().evidence.find("ledger");
  issue_late(ledger, *links.back().manifest.lineage.ledger_head);
  links.back().evidence.set("ledger", std::move(ledger));
  return {"order-during-compaction",
          "An order arrives while a compaction runs; the summary does not know it.",
          std::move(links),
          {"directive_dropped", "lineage_stale"},
          {5}};
}

// Both began from generation 4 and both end as generation 5; the second cannot follow the first.
IncidentStory two_compactions() {
  const Links run = incident_kept(5);
  Links links = run;
  links.push_back(run[5]);
  return {"two-compactions-at-once",
          "Two compactions begin from one generation, and both are taken.",
          std::move(links),
          {"lineage_stale", "lineage_parent_mismatch", "coverage_overlap"},
          {6}};
}

IncidentStory stale_resume() {
  const Links run = incident_kept(5);
  Links links = run;
  links.push_back(run[3]);
  return {"stale-resume",
          "A run goes on from generation 3 although generation 5 stands.",
          std::move(links),
          {"lineage_stale"},
          {6}};
}

IncidentStory fork_is_whole() {
  return {"fork-is-whole",
          "A fork that goes another way from generation 3 on is a chain of its own.",
          forked(incident_kept(5)),
          {},
          {}};
}

// A child of the one, appended to the other.
IncidentStory grafted_child() {
  const Links run = incident_kept(5);
  Links links = first(run, 5);
  links.push_back(forked(run)[5]);
  return {"grafted-child",
          "Generation 5 of a fork is appended to generation 4 of the run that it left.",
          std::move(links),
          {"lineage_parent_mismatch"},
          {5}};
}

// Back to generation 3, and on from there with a ledger of that time: the lines since are gone.
IncidentStory rollback_of_the_ledger() {
  const Links run = incident_kept(8);
  Links links = first(run, 8);
  IncidentLink next = run[8];
  next.evidence.set("ledger", *run[3].evidence.find("ledger"));
  next.manifest.lineage.ledger_head = run[3].manifest.lineage.ledger_head;
  links.push_back(std::move(next));
  return {"rollback-of-the-ledger",
          "After a rollback the ledger is the one of generation 3; its later lines are gone.",
          std::move(links),
          {"ledger_broken"},
          {8}};
}

// The user withdrew an order at generation 4; a fork from generation 3 brings it back.
IncidentStory fork_revives() {
  Links links = first(incident_kept(5), 5);
  Value ledger = *links[4].evidence.find("ledger");
  Value line = Value::object(
      {{"kind", "withdrawn"}, {"directiveId", "d-ordering"}, {"sourceEntryId", "u-withdrawal"}});
  line.set("seq", static_cast<std::int64_t>(ledger.size() + 1));
  line.set("prev", links[4].manifest.lineage.ledger_head->sha256);
  line.set("at", "2026-04-02T09:00:00Z");
  ledger.append(line);
  const LedgerHead head{static_cast<std::int64_t>(ledger.size()),
                        sha256_hex(write_canonical_json(line))};
  links[4].evidence.set("ledger", ledger);
  links[4].manifest.lineage.ledger_head = head;
  for (Directive& directive : links[4].manifest.directives) {
    if (directive.directive_id == "d-ordering") {
      directive.state = DirectiveState::kWithdrawn;
    }
  }
  IncidentLink next = incident_kept(5)[5];
  next.manifest.lineage.parent = semantic_checksum(links[4].manifest);
  next.manifest.lineage.ledger_head = head;
  next.evidence.set("ledger", std::move(ledger));
  links.push_back(std::move(next));
  return {"fork-revives-a-withdrawn-order",
          "A user withdrew an order; what was written from before that has it active again.",
          std::move(links),
          {"directive_reopened"},
          {5}};
}

}  // namespace

std::vector<IncidentLink> forked(const std::vector<IncidentLink>& run) {
  Links fork = run;
  for (std::size_t i = 3; i < fork.size(); ++i) {
    Manifest& manifest = fork[i].manifest;
    manifest.completed_phases.insert(manifest.completed_phases.begin() + 1,
                                     std::string(kOtherPhase));
    manifest.lineage.parent = semantic_checksum(fork[i - 1].manifest);
  }
  std::vector<Value>& facts = fork[3].evidence.find("progress")->items();
  facts.insert(facts.begin(), Value::object({{"kind", "phase_completed"}, {"phase", kOtherPhase}}));
  return fork;
}

std::vector<IncidentStory> interleaving_stories() {
  return {order_during_compaction(), two_compactions(),        stale_resume(), fork_is_whole(),
          grafted_child(),           rollback_of_the_ledger(), fork_revives()};
}

}  // namespace holdfast
