#include "core/check.h"
#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

Value section(const char* name, std::initializer_list<Value> kinds, int prose, int growth = 0) {
  return Value::object({{"name", name},
                        {"kinds", Value::array(kinds)},
                        {"prose_characters", prose},
                        {"growth_characters", growth}});
}

// Rounds of a carried directive with `growth` characters put before it each round; the number of
// the round after the first at which it is lost, 0 where it never is within 60.
int lost_at(std::size_t preview, std::size_t heading, std::size_t before, std::size_t length,
            std::size_t growth) {
  Table table;
  const Value parameters = Value::object(
      {{"preview_characters", static_cast<std::int64_t>(preview)},
       {"heading_characters", static_cast<std::int64_t>(heading)},
       {"tail_tokens", 0},
       {"cap_tokens", 1000000},
       {"sections",
        Value::array({section("done", {}, static_cast<int>(before), static_cast<int>(growth)),
                      section("directives", {"directive"}, 0)})}});
  Context context =
      run("preview_carry", table.turn({}, {user({table.body("d", length)})}), parameters);
  for (int round = 1; round <= 60; ++round) {
    if (table.left(context) != "d") {
      return round - 1;
    }
    context =
        run("preview_carry",
            table.turn(std::move(context), {}, static_cast<std::uint64_t>(round) + 1), parameters);
  }
  return 0;
}

TEST(PreviewCarry, LosesACarriedDirectiveAtTheRoundThatTheLawGives) {
  EXPECT_EQ(lost_at(200, 29, 60, 40, 35), 4);
  Random random(11);
  for (int i = 0; i < 500; ++i) {
    const auto heading = static_cast<std::size_t>(random.below(40));
    const auto preview = heading + 50 + static_cast<std::size_t>(random.below(400));
    const auto before = static_cast<std::size_t>(random.below(300));
    const auto length = 1 + static_cast<std::size_t>(random.below(49));
    const auto growth = static_cast<std::size_t>(random.below(60));
    const std::size_t end = before + length;
    std::size_t expected = 0;
    if (end > preview - heading) {
      expected = 1;
    } else if (growth > 0) {
      expected = (preview - heading - end) / growth + 2;
    }
    const int seen = lost_at(preview, heading, before, length, growth);
    EXPECT_EQ(seen, expected > 59 ? 0 : static_cast<int>(expected))
        << preview << " " << heading << " " << before << " " << length << " " << growth;
  }
}

TEST(PreviewCarry, LosesNothingOnceThePreviewIsLongerThanTheSummary) {
  EXPECT_EQ(lost_at(100000, 29, 900, 40, 35), 0);
}

// New atoms behind the directive never push it out, but each beyond the preview lives one round.
TEST(PreviewCarry, KeepsWhatStandsBeforeNewAtoms) {
  Table table;
  const Value parameters =
      Value::object({{"preview_characters", 200},
                     {"heading_characters", 29},
                     {"tail_tokens", 0},
                     {"sections", Value::array({section("all", {"directive"}, 0)})}});
  Context context =
      run("preview_carry", table.turn({}, {user({table.body("pre", 60), table.body("d", 40)})}),
          parameters);
  const std::string expected[] = {"pre d n1", "pre d n1 n2", "pre d n1 n2 n3", "pre d n1 n2 n4",
                                  "pre d n1 n2 n5"};
  for (std::size_t k = 1; k <= 5; ++k) {
    context = run(
        "preview_carry",
        table.turn(std::move(context), {user({table.body("n" + std::to_string(k), 35)})}, k + 1),
        parameters);
    EXPECT_EQ(table.left(context), expected[k - 1]);
  }
}

// The overview is packed in bytes while the preview is cut in characters.
bool carried_behind(std::size_t newer, Size each) {
  Table table;
  Context context;
  Message summary =
      message_of(Role::kSummary, {filler(ascii(29)), table.body("d", 40), filler(ascii(4000))});
  summary.derived = true;
  context.messages.push_back(std::move(summary));
  std::vector<Message> window(newer, user({filler(each)}));
  return table.left(run("preview_carry", table.turn(std::move(context), std::move(window)),
                        Value::object({{"tail_tokens", 0}}))) == "d";
}

TEST(PreviewCarry, DropsTheWholePreviewWhenNewerMessagesFillTheOverview) {
  EXPECT_TRUE(carried_behind(14, ascii(5000)));
  EXPECT_FALSE(carried_behind(15, ascii(5000)));
  EXPECT_TRUE(carried_behind(4, {5000, 15000}));
  EXPECT_FALSE(carried_behind(5, {5000, 15000}));
}

TEST(PreviewCarry, LetsAShortOldMessageOutliveTheDroppedPreview) {
  Table table;
  Context context;
  context.messages.push_back(user({table.body("old", 60)}));
  Message summary = message_of(Role::kSummary, {table.body("d", 40), filler(ascii(4000))});
  summary.derived = true;
  context.messages.push_back(std::move(summary));
  std::vector<Message> window(15, user({filler(ascii(5000))}));
  EXPECT_EQ(table.left(run("preview_carry", table.turn(std::move(context), std::move(window)),
                           Value::object({{"tail_tokens", 0}}))),
            "old");
}

TEST(PreviewCarry, ShowsNoArgumentsOfACallAndTheBeginningOfAResult) {
  Table table;
  std::vector<Message> window;
  window.push_back(message_of(Role::kCall, {table.body("w", 50, AtomKind::kWrite)}));
  window.push_back(message_of(Role::kResult, {filler(ascii(200)), table.body("late", 50)}));
  window.push_back(message_of(Role::kResult, {filler(ascii(100)), table.body("early", 50)}));
  EXPECT_EQ(table.left(run("preview_carry", table.turn({}, std::move(window)),
                           Value::object({{"tail_tokens", 0}}))),
            "early");
}

}  // namespace
}  // namespace holdfast
