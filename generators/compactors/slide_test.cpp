#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

std::vector<Message> numbered(std::uint64_t from, std::uint64_t to) {
  std::vector<Message> messages;
  for (std::uint64_t id = from; id <= to; ++id) {
    Message message = message_of(id % 2 == 0 ? Role::kUser : Role::kAssistant, {filler(ascii(10))});
    message.id = id;
    messages.push_back(std::move(message));
  }
  return messages;
}

// Ids of 0..last that are not there.
std::string gone(const Context& context, std::uint64_t last) {
  std::string text;
  for (std::uint64_t id = 0; id <= last; ++id) {
    if (std::none_of(context.messages.begin(), context.messages.end(),
                     [&](const Message& message) { return message.id == id; })) {
      text += (text.empty() ? "" : " ") + std::to_string(id);
    }
  }
  return text;
}

std::string range(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) {
    text += (text.empty() ? "" : " ") + std::to_string(i);
  }
  return text;
}

Value variant(const char* name, int limit = 50, int percent = 50) {
  return Value::object({{"variant", name},
                        {"limit_tokens", limit * 3},  // what each of the messages below costs
                        {"keep_messages", limit},
                        {"remove_percent", percent}});
}

TEST(Slide, RemovesHalfOfTheRestInWholePairs) {
  const Table table;
  Context context = run("slide", table.turn({}, numbered(0, 21)), variant("pair_half"));
  EXPECT_EQ(gone(context, 21), range(2, 11));
  context = run("slide", table.turn(std::move(context), numbered(22, 31)), variant("pair_half"));
  EXPECT_EQ(gone(context, 31), range(2, 21));
  context = run("slide", table.turn(std::move(context), numbered(32, 41)), variant("pair_half"));
  EXPECT_EQ(gone(context, 41), range(2, 31));
}

TEST(Slide, RemovesThreeQuartersOfTheRest) {
  const Table table;
  EXPECT_EQ(gone(run("slide", table.turn({}, numbered(0, 21)), variant("pair_quarter")), 21),
            range(2, 15));
}

TEST(Slide, HidesAFractionBehindTheFirst) {
  const Table table;
  Context context = run("slide", table.turn({}, numbered(0, 11)), variant("first_frac"));
  EXPECT_EQ(gone(context, 11), range(1, 4));
  context = run("slide", table.turn(std::move(context), {}), variant("first_frac"));
  EXPECT_EQ(gone(context, 11), range(1, 6));
}

TEST(Slide, PopsTheMiddle) {
  const Table table;
  EXPECT_EQ(gone(run("slide", table.turn({}, numbered(0, 8)), variant("pop_middle", 5)), 8),
            range(3, 6));
  EXPECT_EQ(gone(run("slide", table.turn({}, numbered(0, 11)), variant("pop_middle", 5)), 11),
            range(3, 9));
}

TEST(Slide, LeavesWhatTheLawsOfItsVariantsGive) {
  const Table table;
  Random random(5);
  for (int i = 0; i < 400; ++i) {
    const auto count = 1 + random.below(60);
    const auto limit = 1 + static_cast<int>(random.below(40));
    const Context popped =
        run("slide", table.turn({}, numbered(0, count - 1)), variant("pop_middle", limit));
    const Context tail =
        run("slide", table.turn({}, numbered(0, count - 1)), variant("tail_n", limit));
    for (std::uint64_t id = 0; id < count; ++id) {
      const auto m = static_cast<std::uint64_t>(limit);
      const bool lost = count > m && id >= (m + 1) / 2 && count - id > m / 2;
      const auto has = [&](const Context& context) {
        return std::any_of(context.messages.begin(), context.messages.end(),
                           [&](const Message& message) { return message.id == id; });
      };
      EXPECT_EQ(has(popped), !lost) << count << " " << limit << " " << id;
      EXPECT_EQ(has(tail), count - id <= m);
    }
  }
}

TEST(Slide, GivesNoSummaryAndProtectsASupersededFirstTask) {
  Table table;
  std::vector<Message> window = numbered(0, 40);
  window[0].segments = {table.body("first-task", 30, AtomKind::kGoal)};
  window[5].segments = {table.body("d", 30)};
  window[6].segments = {closing_of(table.place("first-task", 30), ascii(9))};
  const Context context = run("slide", table.turn({}, std::move(window)), variant("pair_half"));
  EXPECT_EQ(table.left(context), "first-task");
}

}  // namespace
}  // namespace holdfast
