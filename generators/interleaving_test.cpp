#include "generators/interleaving.h"

#include <gtest/gtest.h>

#include <set>

#include "core/chain.h"
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

TEST(Interleaving, IsRefusedAtItsLinkForWhatItIsAndNowhereBefore) {
  for (const IncidentStory& story : interleaving_stories()) {
    const Verdict verdict = judge(story.links);
    EXPECT_EQ(verdict.pass, story.codes.empty()) << story.name << "\n" << to_text(verdict);
    std::set<std::string> codes;
    for (const Finding& finding : verdict.findings) {
      if (finding.link) {
        ASSERT_FALSE(story.falls_at.empty()) << story.name << "\n" << to_text(verdict);
        EXPECT_EQ(*finding.link, story.falls_at[0]) << story.name << "\n" << to_text(verdict);
        codes.insert(finding.code);
      }
    }
    for (const std::string_view code : story.codes) {
      EXPECT_EQ(codes.count(std::string(code)), 1U) << story.name << " " << code << "\n"
                                                    << to_text(verdict);
    }
  }
}

// Whatever order generations of one run, and of a fork of it, are put in: a chain is accepted
// exactly where each is the child of the one before it.
TEST(Interleaving, IsAcceptedOnlyWhereEachGenerationFollowsTheOneBefore) {
  const std::vector<IncidentLink> run = incident_kept(6);
  const std::vector<IncidentLink> fork = forked(run);
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
