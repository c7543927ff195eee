// The incident is refused at the very generation in which each condition falls, and with the ledger
// kept for as long as one likes.
#include "generators/incident.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/chain.h"
#include "core/checksum.h"
#include "core/json.h"
#include "generators/random.h"

namespace holdfast {
namespace {

Verdict judge(const std::vector<IncidentLink>& links) {
  std::vector<ChainLink> chain(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    chain[i].manifest =
        read_document(write_compact_json(to_value(links[i].manifest)), Side::kAfter);
    chain[i].evidence = links[i].evidence.is_null() ? nullptr : &links[i].evidence;
  }
  return check_chain(chain);
}

// The first link at which each item is named under one of the codes.
std::set<std::size_t> first_falls(const Verdict& verdict, const IncidentStory& story) {
  std::map<std::string, std::size_t> first;
  for (const Finding& finding : verdict.findings) {
    const bool named =
        std::find(story.codes.begin(), story.codes.end(), finding.code) != story.codes.end();
    if (named && finding.link) {
      const auto [place, fresh] = first.emplace(finding.item, *finding.link);
      place->second = std::min<std::size_t>(place->second, *finding.link);
    }
  }
  std::set<std::size_t> links;
  for (const auto& [item, link] : first) {
    links.insert(link);
  }
  return links;
}

TEST(Incident, IsRefusedWhereEachConditionFalls) {
  for (const IncidentStory& story : incident_stories()) {
    const Verdict verdict = judge(story.links);
    EXPECT_EQ(verdict.pass, story.codes.empty()) << story.name << "\n" << to_text(verdict);
    EXPECT_EQ(first_falls(verdict, story),
              std::set<std::size_t>(story.falls_at.begin(), story.falls_at.end()))
        << story.name << "\n"
        << to_text(verdict);
  }
}

TEST(Incident, WithTheLedgerHoldsAllSixConditions) {
  for (const std::size_t generations : {std::size_t{15}, std::size_t{50}}) {
    const std::vector<IncidentLink> links = incident_kept(generations);
    ASSERT_EQ(links.size(), generations + 1);
    EXPECT_TRUE(judge(links).pass);
    std::set<std::string> open;
    for (const Directive& directive : links.back().manifest.directives) {
      EXPECT_EQ(directive.state, DirectiveState::kActive);
      for (const Obligation& obligation : directive.obligations) {
        EXPECT_FALSE(obligation.fulfilled);
        open.insert(obligation.obligation_id);
      }
    }
    EXPECT_EQ(open, (std::set<std::string>(std::begin(kIncidentObligations),
                                           std::end(kIncidentObligations))));
  }
}

// Without the ledger the links see a loss once; it is the ledger that names it at every later link
// too.
TEST(Incident, WithoutTheLedgerIsSeenOnlyWhereItHappens) {
  std::vector<IncidentStory> stories = incident_stories();
  IncidentStory& story = stories[2];
  ASSERT_EQ(story.name, "lost");
  const std::size_t with_ledger = judge(story.links).findings.size();
  for (IncidentLink& link : story.links) {
    link.evidence.erase("ledger");
    link.manifest.lineage.ledger_head = story.links[0].manifest.lineage.ledger_head;
  }
  // The parents have to fit the changed heads? Lineage is no part of the checksum, so they do.
  const Verdict verdict = judge(story.links);
  EXPECT_FALSE(verdict.pass);
  EXPECT_LT(verdict.findings.size(), with_ledger);
}

// ---- interleavings

Manifest last_of(const std::vector<IncidentLink>& links) { return links.back().manifest; }

std::string codes_at_last_link(const std::vector<IncidentLink>& links) {
  std::string text;
  for (const Finding& finding : judge(links).findings) {
    if (finding.link == links.size() - 1 && text.find(finding.code) == std::string::npos) {
      text += (text.empty() ? "" : " ") + finding.code;
    }
  }
  return text;
}

TEST(Interleaving, OfAnOrderThatArrivesWhileCompactionRuns) {
  // The summariser began from generation 4 with the old ledger; the order came in meanwhile.
  std::vector<IncidentLink> longer = incident_kept(6);
  std::vector<IncidentLink> links(longer.begin(), longer.begin() + 5);
  IncidentLink late = longer[5];
  // What it wrote knows nothing of the line that the ledger of the link holds.
  Value ledger = *late.evidence.find("ledger");
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
  line.set("prev", late.manifest.lineage.ledger_head->sha256);
  line.set("at", "2026-04-02T09:00:00Z");
  ledger.append(std::move(line));
  late.evidence.set("ledger", std::move(ledger));
  links.push_back(late);
  EXPECT_EQ(codes_at_last_link(links), "lineage_stale directive_dropped");
}

TEST(Interleaving, OfTwoCompactionsAtOnce) {
  const std::vector<IncidentLink> run = incident_kept(5);
  // Both began from generation 4; the second cannot follow the first.
  std::vector<IncidentLink> links(run.begin(), run.begin() + 6);
  links.push_back(run[5]);
  const std::string codes = codes_at_last_link(links);
  EXPECT_NE(codes.find("lineage_stale"), std::string::npos) << codes;
  EXPECT_NE(codes.find("lineage_parent_mismatch"), std::string::npos) << codes;
  EXPECT_NE(codes.find("coverage_overlap"), std::string::npos) << codes;
}

TEST(Interleaving, OfAResumeFromAStaleGeneration) {
  const std::vector<IncidentLink> run = incident_kept(6);
  std::vector<IncidentLink> links(run.begin(), run.begin() + 6);
  links.push_back(run[3]);
  EXPECT_NE(codes_at_last_link(links).find("lineage_stale"), std::string::npos);
}

TEST(Interleaving, OfAForkAndARollback) {
  // Two runs part after generation 3: each is whole, neither follows the other.
  const std::vector<IncidentLink> run = incident_kept(4);
  IncidentLink other = run[4];
  other.manifest.completed_phases.emplace_back("Went another way.");
  other.evidence.find("progress")
      ->append(Value::object({{"kind", "phase_completed"}, {"phase", "Went another way."}}));
  std::vector<IncidentLink> fork(run.begin(), run.begin() + 4);
  fork.push_back(other);
  EXPECT_TRUE(judge(fork).pass);
  EXPECT_TRUE(judge(run).pass);
  std::vector<IncidentLink> mixed = run;
  mixed.push_back(other);
  EXPECT_FALSE(judge(mixed).pass);
  // A child of the one, appended to the other.
  Manifest child = last_of(fork);
  child.lineage.generation = 5;
  std::vector<IncidentLink> grafted = run;
  grafted.push_back({child, Value()});
  EXPECT_NE(codes_at_last_link(grafted).find("lineage_parent_mismatch"), std::string::npos);
}

// Whatever order generations of one run, and of a fork of it, are put in: a chain is accepted
// exactly where each is the child of the one before it.
TEST(Interleaving, IsAcceptedOnlyWhereEachGenerationFollowsTheOneBefore) {
  const std::vector<IncidentLink> run = incident_kept(6);
  std::vector<IncidentLink> fork = run;
  for (std::size_t i = 3; i < fork.size(); ++i) {
    Manifest& manifest = fork[i].manifest;
    manifest.completed_phases.insert(manifest.completed_phases.begin() + 1, "Went another way.");
    manifest.lineage.parent = semantic_checksum(fork[i - 1].manifest);
  }
  Value other = Value::object({{"kind", "phase_completed"}, {"phase", "Went another way."}});
  std::vector<Value>& facts = fork[3].evidence.find("progress")->items();
  facts.insert(facts.begin(), std::move(other));
  ASSERT_TRUE(judge(run).pass);
  ASSERT_TRUE(judge(fork).pass) << to_text(judge(fork));
  Random random(41);
  std::size_t accepted = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<std::pair<std::size_t, bool>> order;  // generation, and whether of the fork
    for (std::size_t generation = 0; generation < 6; ++generation) {
      order.emplace_back(generation, random.chance(1, 2));
    }
    // Most often one side all along; then one disturbance, or none.
    if (random.chance(3, 4)) {
      const bool side = random.chance(1, 2);
      for (auto& entry : order) {
        entry.second = side;
      }
    }
    const auto place = [&] {
      return static_cast<std::size_t>(random.between(1, order.size() - 1));
    };
    const std::uint64_t disturbance = random.below(4);
    if (disturbance == 1) {
      const std::size_t one = place();
      std::swap(order[one], order[place()]);
    } else if (disturbance == 2) {
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(place()));
    } else if (disturbance == 3) {
      const auto copy = order[place()];
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(place()), copy);
    }
    std::vector<IncidentLink> links;
    bool follows = true;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const auto [generation, of_fork] = order[k];
      links.push_back(of_fork ? fork[generation] : run[generation]);
      // Up to generation 2 the two are one.
      const bool parted = generation > 3 && k > 0 && order[k - 1].second != of_fork;
      follows = follows && generation == k && !parted;
    }
    const Verdict verdict = judge(links);
    ASSERT_EQ(verdict.pass, follows) << to_text(verdict);
    accepted += follows ? 1 : 0;
  }
  EXPECT_GT(accepted, 40U);
  EXPECT_LT(accepted, 360U);
}

}  // namespace
}  // namespace holdfast
