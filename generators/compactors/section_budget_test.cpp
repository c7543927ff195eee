#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

// The vectors count in tokens; here a token is four characters.
struct Bench {
  Table table;
  Segments said;

  void say(const std::string& id, std::size_t size, AtomKind kind) {
    said.push_back(table.body(id, size * kTokenBytes, kind));
  }
  std::string left(int budget_tokens) {
    return table.left(run("section_budget", table.turn({}, {user(said)}),
                          Value::object({{"cap_tokens", budget_tokens}, {"tail_tokens", 0}})));
  }
};

TEST(SectionBudget, EvictsFactsThenTheOldestConstraints) {
  Bench bench;
  bench.say("t1", 10, AtomKind::kSubTask);
  bench.say("t2", 8, AtomKind::kSubTask);
  bench.say("f", 9, AtomKind::kDecision);
  bench.say("c1", 7, AtomKind::kProhibition);
  bench.say("c2", 7, AtomKind::kDirective);
  bench.say("c3", 7, AtomKind::kApproval);
  bench.say("arc", 5, AtomKind::kEvent);
  EXPECT_EQ(bench.left(40), "t1 t2 c2 c3 arc");
}

TEST(SectionBudget, LetsUnfinishedTasksPushEverythingElseOut) {
  Bench bench;
  bench.say("t1", 20, AtomKind::kSubTask);
  bench.say("t2", 18, AtomKind::kSubTask);
  bench.say("f", 9, AtomKind::kDecision);
  bench.say("c1", 7, AtomKind::kProhibition);
  bench.say("c2", 7, AtomKind::kDirective);
  bench.say("arc", 5, AtomKind::kEvent);
  EXPECT_EQ(bench.left(40), "t1 t2");
}

TEST(SectionBudget, LosesAConstraintExactlyByTheLaw) {
  Random random(21);
  for (int i = 0; i < 300; ++i) {
    Bench bench;
    std::size_t others = 0;
    for (std::uint64_t k = 0; k < random.below(4); ++k) {
      const auto size = 1 + static_cast<std::size_t>(random.below(20));
      bench.say("t" + std::to_string(k), size, AtomKind::kSubTask);
      others += size;
    }
    const auto arc = 1 + static_cast<std::size_t>(random.below(9));
    bench.say("arc", arc, AtomKind::kEvent);
    others += arc;
    std::vector<std::size_t> sizes;
    for (std::uint64_t k = 0; k < 1 + random.below(6); ++k) {
      sizes.push_back(1 + static_cast<std::size_t>(random.below(15)));
      bench.say("c" + std::to_string(k), sizes.back(), AtomKind::kProhibition);
    }
    const auto budget = 1 + static_cast<std::size_t>(random.below(90));
    const std::string left = " " + bench.left(static_cast<int>(budget)) + " ";
    std::size_t newer = 0;
    for (std::size_t j = sizes.size(); j-- > 0;) {
      newer += sizes[j];
      EXPECT_EQ(left.find(" c" + std::to_string(j) + " ") == std::string::npos,
                others + newer > budget)
          << left;
    }
  }
}

TEST(SectionBudget, TellsAnEventForSoManyRounds) {
  Table table;
  Context context;
  const Value parameters = Value::object({{"tail_tokens", 0}, {"arc_keep_rounds", 3}});
  context = run("section_budget", table.turn({}, {user({table.body("e", 10, AtomKind::kEvent)})}),
                parameters);
  for (std::uint64_t round = 2; round <= 3; ++round) {
    context = run("section_budget", table.turn(std::move(context), {}, round), parameters);
    EXPECT_EQ(table.left(context), "e") << round;
  }
  context = run("section_budget", table.turn(std::move(context), {}, 4), parameters);
  EXPECT_EQ(table.left(context), "");
}

}  // namespace
}  // namespace holdfast
