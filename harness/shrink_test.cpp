#include "harness/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/checksum.h"
#include "core/json.h"
#include "harness/replay.h"
#include "harness/shrink_documents.h"
#include "harness/shrink_proof.h"
#include "harness/zoo.h"

namespace holdfast {
namespace {

const ZooFault& fault(std::string_view name) {
  const auto all = zoo::all();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ZooFault& f) { return f.name == name; });
  EXPECT_NE(found, all.end()) << name;
  return *found;
}

Answer accept(const Question&) {
  Answer answer;
  answer.kind = AnswerKind::kAccept;
  return answer;
}

const ZooFault kAcceptsAll{.summary = "Accepts everything.",
                           .kind = FaultKind::kFailOpen,
                           .versions = kV1Only,
                           .fields = {},
                           .judge = []() -> Judge { return accept; }};

struct Found {
  Case c;
  BucketKey key;
};

// The first case of the seed that shows the fault.
Found find_case(const ZooFault& zoo_fault, std::uint64_t seed) {
  StreamOptions options;
  options.seed = seed;
  options.versions = zoo_fault.versions;
  CaseStream stream(options);
  const auto factory = make_zoo_subject_factory(zoo_fault);
  ShrinkBudget budget({.calls_max = 100'000});
  Asker asker(*factory, budget);
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const StreamCase* made = stream.make(i);
    if (made == nullptr || (made->strategy != nullptr && made->judgement.equal())) {
      continue;
    }
    Case c = stream.to_case(*made);
    const Outcome outcome = asker.ask(c);
    if (shows(zoo_fault.kind, outcome)) {
      std::string name(made->strategy != nullptr ? made->strategy->name : made->control->name);
      BucketKey key{c.invariant, std::move(name), outcome};
      return {std::move(c), std::move(key)};
    }
  }
  ADD_FAILURE() << "not found: " << zoo_fault.name;
  return {};
}

Shrunk shrink(const ZooFault& zoo_fault, const Found& found, std::uint64_t calls_max = 500) {
  const auto factory = make_zoo_subject_factory(zoo_fault);
  auto shrunk = shrink_case(found.c, found.key, *factory, calls_max);
  EXPECT_TRUE(shrunk.has_value());
  return shrunk ? std::move(*shrunk) : Shrunk{};
}

std::string form_of(const Case& c) {
  return write_compact_json(c.before.value) + c.after.bytes() + write_compact_json(c.evidence);
}

TEST(Shrink, EndsAtOneFormWhateverTheSeed) {
  for (const char* name : {"forgets_objective", "forgets_rollback", "subset_of_prohibitions",
                           "folds_phases", "forgets_action_operation", "ignores_phase_order",
                           "forgets_canonical_digest", "subset_of_authorities"}) {
    const ZooFault& zoo_fault = fault(name);
    std::set<std::string> forms;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Shrunk shrunk = shrink(zoo_fault, find_case(zoo_fault, seed));
      EXPECT_TRUE(shrunk.minimal) << name;
      EXPECT_LE(shrunk.calls, 100U) << name;
      EXPECT_EQ(size_of(shrunk.smallest).edits, 1U) << name;
      EXPECT_LE(items_of(shrunk.smallest), 3U) << name;
      forms.insert(form_of(shrunk.smallest));
    }
    EXPECT_EQ(forms.size(), 1U) << name << " " << *forms.begin() << "\n" << *forms.rbegin();
  }
}

TEST(Shrink, KeepsTheViolatedInvariantsAndTheOutcomeOfEveryFault) {
  for (const ZooFault& zoo_fault : zoo::all()) {
    if (zoo_fault.kind != FaultKind::kFailOpen || zoo_fault.versions.size() == 0 ||
        zoo_fault.name.size() % 3 != 0) {  // a third of them is enough here
      continue;
    }
    StreamOptions options;
    options.versions = zoo_fault.versions;
    CaseStream stream(options);
    const auto factory = make_zoo_subject_factory(zoo_fault);
    ShrinkBudget budget({.calls_max = 100'000});
    Asker asker(*factory, budget);
    for (std::uint64_t i = 0; i < 400; ++i) {
      const StreamCase* made = stream.make(i);
      if (made == nullptr || made->strategy == nullptr || made->judgement.equal()) {
        continue;
      }
      const Case c = stream.to_case(*made);
      if (asker.ask(c) != Outcome::kAccepted) {
        continue;
      }
      const BucketKey key{c.invariant, std::string(made->strategy->name), Outcome::kAccepted};
      const auto shrunk = shrink_case(c, key, *factory, 200);
      ASSERT_TRUE(shrunk.has_value());
      EXPECT_EQ(judge_case(shrunk->smallest), judge_case(c)) << zoo_fault.name;
      EXPECT_FALSE(size_of(c) < size_of(shrunk->smallest)) << zoo_fault.name;
      const auto replayed = replay_case(shrunk->smallest, *factory);
      ASSERT_TRUE(replayed.ok());
      EXPECT_EQ(replayed->outcome, Outcome::kAccepted) << zoo_fault.name;
      break;
    }
  }
}

Case case_of(Manifest before, Manifest after, std::vector<std::string> codes) {
  Case c;
  c.before = CaseDocument::of(to_value(before));
  c.after = CaseDocument::of(to_value(after));
  c.expect = {.accept = false, .codes = std::move(codes)};
  return c;
}

TEST(Shrink, RefusesAStepThatLeavesTheInvariantsAndKeepsItAsAnotherFinding) {
  // Two losses in one case, each of which would pass alone.
  Manifest before = smallest_manifest(Version::kV1);
  before.prohibitions = {"do not publish", "do not pay"};
  Manifest after = before;
  after.prohibitions = {};
  after.objective = "another";
  const Case c = case_of(before, after, {"objective_changed", "prohibitions_dropped"});
  const OracleJudgement judgement = judge_case(c);
  ASSERT_EQ(judgement.violated.size(), 2U);
  const Shrunk shrunk = shrink(kAcceptsAll, {c, {"objective", "by_hand", Outcome::kAccepted}});
  EXPECT_EQ(judge_case(shrunk.smallest), judgement);
  ASSERT_FALSE(shrunk.separate.empty());
  for (const Case& separate : shrunk.separate) {
    EXPECT_EQ(judge_case(separate).violated.size(), 1U);
    EXPECT_FALSE(separate.expect.codes.empty());
  }
}

TEST(Shrink, ShowsWhatItHasWhenItsCallsAreSpent) {
  const ZooFault& zoo_fault = fault("subset_of_prohibitions");
  const Shrunk shrunk = shrink(zoo_fault, find_case(zoo_fault, 1), 2);
  EXPECT_FALSE(shrunk.minimal);
  EXPECT_LE(shrunk.calls, 2U);
  EXPECT_TRUE(has_valid_start(shrunk.smallest));
}

TEST(Shrink, DropsTheRoundsOfAChainThatTheLossDoesNotNeed) {
  Case c;
  c.kind = "chain";
  Manifest manifest = smallest_manifest(Version::kV2);
  manifest.prohibitions = {"do not publish", "do not pay"};
  for (int round = 0; round < 5; ++round) {
    CaseLink link;
    link.manifest = CaseDocument::of(to_value(manifest));
    c.chain.push_back(std::move(link));
    manifest.lineage.parent = semantic_checksum(manifest);
    ++manifest.lineage.generation;
    manifest.lineage.coverage = Coverage{.from_seq = 10 * round, .to_seq = 10 * round + 9,
                                         .tail_from_seq = 10 * round + 10};
    if (round == 2) {
      manifest.prohibitions.pop_back();
    }
  }
  c.expect = {.accept = false, .codes = {"prohibitions_dropped"}};
  const std::set<std::string> codes = named_codes(c);
  ASSERT_TRUE(codes.count("prohibitions_dropped") > 0) << *codes.begin();
  const auto factory = make_zoo_subject_factory(kAcceptsAll);
  const auto shrunk = shrink_case(c, {"prohibition", "by_hand", Outcome::kAccepted}, *factory, 200);
  ASSERT_TRUE(shrunk.has_value());
  EXPECT_EQ(shrunk->smallest.chain.size(), 2U);
}

TEST(Shrink, FindsTheFewestEditsBetweenTwoDocuments) {
  Manifest before = smallest_manifest(Version::kV1);
  before.prohibitions = {"a", "b", "c"};
  Manifest after = before;
  after.prohibitions = {"a", "c", "d"};
  after.objective = "y";
  const EditScript script = edits_between(to_value(before), to_value(after));
  EXPECT_EQ(script.size(), 3U);
  Value changed = to_value(before);
  EXPECT_TRUE(apply_edits(script, changed));
  EXPECT_EQ(changed, to_value(after));
}

}  // namespace
}  // namespace holdfast
