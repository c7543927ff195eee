// The incident is refused at the very generation in which each condition falls, and with the ledger
// kept for as long as one likes.
#include "generators/incident.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/chain.h"
#include "core/json.h"

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

}  // namespace
}  // namespace holdfast
