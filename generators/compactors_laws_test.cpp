// The laws of models that have no numbers in a summary: what ages out, what is pruned, which goal
// is left, what a race and a failure lose. Drawn parameters, simulation against law.
#include <algorithm>

#include "generators/compactor_test.h"
#include "generators/random.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

constexpr int kDraws = 300;

Stage stage(std::string_view model, const Value& parameters) {
  const Compactor* compactor = find_compactor(model);
  CHECK(compactor != nullptr);
  return {compactor, *Parameters::over(compactor->parameters, parameters)};
}

Recipe around(std::string_view model, const Value& parameters, const Value& inner) {
  return {"test", "", {stage(model, parameters), stage("tail_rewrite", inner)}};
}

bool says(const Table& table, const Context& context, const std::string& id) {
  return (" " + table.left(context) + " ").find(" " + id + " ") != std::string::npos;
}

std::string name(const char* prefix, std::uint64_t number) {
  return prefix + std::to_string(number);
}

// A result is masked iff so many newer results, or tokens of them with its own, or messages, stand
// at the end, and the batch is large enough.
TEST(CompactorLaws, MaskTakesWhatIsOlderThanTheNewest) {
  Random random(7);
  for (int draw = 0; draw < kDraws; ++draw) {
    Table table;
    std::vector<Message> window;
    std::vector<std::size_t> sizes;  // of results, in tokens; 0 for other messages
    for (std::uint64_t i = 0; i < 1 + random.below(14); ++i) {
      const bool result = random.chance(2, 3);
      const std::size_t size = 1 + static_cast<std::size_t>(random.below(9));
      sizes.push_back(result ? size : 0);
      window.push_back(message_of(result ? Role::kResult : Role::kAssistant,
                                  {table.body(name("m", i), size * kTokenBytes)}));
      window.back().id = i + 1;
    }
    const auto keep = static_cast<std::size_t>(random.below(8));
    const auto batch = static_cast<std::size_t>(random.below(12));
    const bool by_messages = random.chance(1, 2);
    std::vector<bool> old(sizes.size(), false);
    std::size_t newer = 0;
    std::size_t sum = 0;
    for (std::size_t i = sizes.size(); i-- > 0;) {
      newer += by_messages ? 1 : (sizes[i] > 0 ? 1 : 0);
      old[i] = sizes[i] > 0 && newer > keep;
      sum += old[i] ? sizes[i] : 0;
    }
    const Context context =
        run("mask", table.turn({}, window),
            Value::object({{"unit", by_messages ? "messages" : "results"},
                           {"keep", static_cast<std::int64_t>(keep)},
                           {"min_batch_tokens", static_cast<std::int64_t>(batch)}}));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      EXPECT_EQ(says(table, context, name("m", i)), !(old[i] && sum >= batch))
          << draw << " " << i << " keep " << keep << " batch " << batch << " sum " << sum;
    }
  }
}

// A result is pruned iff the newer eligible ones and its own exceed what is protected, and all that
// is marked exceeds the minimum.
TEST(CompactorLaws, PruneTakesWhatLiesBeyondWhatIsProtected) {
  Random random(9);
  for (int draw = 0; draw < kDraws; ++draw) {
    Table table;
    std::vector<Message> window;
    struct Place {
      std::size_t tokens = 0;
      bool user = false;
    };
    std::vector<Place> places;
    for (std::uint64_t i = 0; i < 1 + random.below(14); ++i) {
      const bool is_user = random.chance(1, 3);
      const std::size_t size = 8 + static_cast<std::size_t>(random.below(20));
      places.push_back({size, is_user});
      window.push_back(message_of(is_user ? Role::kUser : Role::kResult,
                                  {table.body(name("m", i), size * kTokenBytes)}));
      window.back().id = i + 1;
    }
    const auto protect = static_cast<std::size_t>(random.below(90));
    const auto minimum = static_cast<std::size_t>(random.below(60));
    const auto skip = static_cast<std::size_t>(random.below(3));
    std::size_t turns = 0;
    std::size_t total = 0;
    std::size_t marked_sum = 0;
    std::vector<bool> marked(places.size(), false);
    for (std::size_t i = places.size(); i-- > 0;) {
      if (places[i].user) {
        ++turns;
      } else if (turns >= skip) {
        total += places[i].tokens;
        marked[i] = total > protect;
        marked_sum += marked[i] ? places[i].tokens : 0;
      }
    }
    const Context context =
        run("prune_first", table.turn({}, window),
            Value::object({{"protect_tokens", static_cast<std::int64_t>(protect)},
                           {"minimum_tokens", static_cast<std::int64_t>(minimum)},
                           {"skip_turns", static_cast<std::int64_t>(skip)}}));
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_EQ(says(table, context, name("m", i)), !(marked[i] && marked_sum > minimum))
          << draw << " " << i;
    }
  }
}

// The goal is gone iff at least `slots` newer requests were folded, at whichever round.
TEST(CompactorLaws, TheGoalFallsWithTheNewerRequestsThatAreFolded) {
  Random random(13);
  for (int draw = 0; draw < kDraws; ++draw) {
    Table table;
    const auto slots = 1 + random.below(4);
    const Recipe recipe =
        around("latest_goal", Value::object({{"slots", static_cast<std::int64_t>(slots)}}),
               Value::object({{"tail", "none"}}));
    std::uint64_t id = 0;
    const auto said = [&](Segments segments) {
      Message message = user(std::move(segments));
      message.id = ++id;
      return message;
    };
    Context context =
        run_recipe(recipe, table.turn({}, {said({table.body("goal", 40, AtomKind::kGoal)})}, 1));
    std::uint64_t newer = 0;
    for (std::uint64_t round = 2; round <= 6; ++round) {
      std::vector<Message> window;
      for (std::uint64_t k = 0; k < random.below(3); ++k) {
        window.push_back(said({table.body(name("t", newer++), 20, AtomKind::kSubTask)}));
      }
      context = run_recipe(recipe, table.turn(std::move(context), std::move(window), round));
      EXPECT_EQ(says(table, context, "goal"), newer < slots) << draw << " round " << round;
    }
  }
}

// lost_update loses exactly what landed; the safe kinds lose nothing.
TEST(CompactorLaws, ARaceLosesExactlyWhatLanded) {
  Random random(17);
  for (int draw = 0; draw < kDraws; ++draw) {
    const char* mode = random.chance(1, 2) ? "lost_update" : "splice_ids";
    const auto landing = random.below(6);
    const auto count = 1 + random.below(8);
    Table table;
    std::vector<Message> window;
    for (std::uint64_t i = 0; i < count; ++i) {
      window.push_back(user({table.body(name("m", i), 20)}));
      window.back().id = i + 1;
    }
    const Recipe recipe = around(
        "merge_race",
        Value::object({{"mode", mode}, {"landing_messages", static_cast<std::int64_t>(landing)}}),
        Value::object({{"tail", "none"}}));
    const Context context = run_recipe(recipe, table.turn({}, std::move(window)));
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool landed = i + landing >= count;
      EXPECT_EQ(says(table, context, name("m", i)), !(landed && mode[0] == 'l'))
          << mode << " " << landing << " of " << count << ": " << i;
    }
  }
}

// One bad round, whichever it is: blank loses all outside of the tail, window_dropped that round's
// window, prior_dropped what was carried, closed nothing. Later rounds repair nothing.
TEST(CompactorLaws, OneFailureLosesWhatItsModeSaysAndNothingRepairsIt) {
  Random random(19);
  const char* const modes[] = {"blank", "window_dropped", "prior_dropped", "closed"};
  for (int draw = 0; draw < kDraws; ++draw) {
    const std::string mode = random.pick(modes);
    const auto failing = 1 + random.below(5);
    Table table;
    const Recipe recipe =
        around("fail_open",
               Value::object({{"mode", mode}, {"at_round", static_cast<std::int64_t>(failing)}}),
               Value::object({{"tail", "none"}}));
    Context context;
    for (std::uint64_t round = 1; round <= 6; ++round) {
      Message message = user({table.body(name("r", round), 20)});
      message.id = round;
      context = run_recipe(recipe, table.turn(std::move(context), {message}, round));
    }
    for (std::uint64_t round = 1; round <= 6; ++round) {
      const bool lost = mode == "blank"            ? round <= failing
                        : mode == "window_dropped" ? round == failing
                        : mode == "prior_dropped"  ? round < failing
                                                   : false;
      EXPECT_EQ(says(table, context, name("r", round)), !lost)
          << mode << " at " << failing << ": " << round;
    }
  }
}

}  // namespace
}  // namespace holdfast
