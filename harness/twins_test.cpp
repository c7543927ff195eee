// The sabotaged twins, and the trial that convicts them.
#include "harness/twins.h"

#include <gtest/gtest.h>

#include "harness/builtin_subject.h"
#include "harness/case_stream.h"

namespace holdfast {
namespace {

StreamOptions stream(std::uint64_t seed, std::string_view kind = "compaction",
                     Policy policy = Policy::kExact) {
  StreamOptions options;
  options.seed = seed;
  options.kind = kind;
  options.policy = policy;
  return options;
}

TEST(Twins, AreAllConvictedWithAnySeedPolicyAndKind) {
  for (const auto& [kind, policy] :
       {std::pair<std::string_view, Policy>{"compaction", Policy::kExact},
        {"compaction", Policy::kMonotone},
        {"continuity", Policy::kExact},
        {"store", Policy::kExact}}) {
    for (std::uint64_t seed = 1; seed <= (kind == "compaction" ? 3U : 1U); ++seed) {
      const auto verdicts = try_twins(stream(seed, kind, policy));
      EXPECT_EQ(verdicts.size(), 6U);
      EXPECT_EQ(describe(verdicts, "twins"), "6 of 6 sabotaged twins convicted")
          << kind << " " << seed;
    }
  }
}

TEST(Twins, HangOnTheSeedAloneAndNotOnWhatTheCampaignHunts) {
  StreamOptions narrow = stream(7);
  narrow.strategies = narrow.strategies.subspan(0, 1);
  narrow.versions = {Version::kV1};
  narrow.list_items_max = 1;
  EXPECT_EQ(try_twins(narrow), try_twins(stream(7)));
}

TEST(Twins, LetTheHonestGoWhateverItIsChargedWith) {
  std::vector<Twin> honest;
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    honest.push_back({"honest", static_cast<Outcome>(i), make_builtin_subject_factory()});
  }
  for (const TwinVerdict& verdict : try_twins(stream(7), kTwinCases, honest)) {
    EXPECT_FALSE(verdict.convicted);
  }
}

TEST(Twins, AreConvictedOfTheirOwnFaultOnly) {
  std::vector<Twin> charged_wrongly = make_twins("compaction");
  for (Twin& twin : charged_wrongly) {
    twin.convicted_by = Outcome::kCrash;
  }
  const auto verdicts = try_twins(stream(7), kTwinCases, charged_wrongly);
  EXPECT_FALSE(all_convicted(verdicts));
  EXPECT_EQ(describe(verdicts, "twins"),
            "0 of 6 sabotaged twins convicted: not accept_all, reject_all, first_few, cached, "
            "echo, slow");
}

TEST(Twins, GoFreeWhereNothingIsAsked) { EXPECT_FALSE(all_convicted(try_twins(stream(7), 0))); }

TEST(Twins, SayNothingWhereThereWereNone) { EXPECT_EQ(describe({}, "twins"), ""); }

}  // namespace
}  // namespace holdfast
