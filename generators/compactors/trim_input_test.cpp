#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

// The last L tokens of the prior summary (one atom of 6) and what is newly folded.
std::string left_of(const std::vector<int>& fresh, int limit) {
  Table table;
  Context context;
  Message summary = message_of(Role::kSummary, {table.body("prior", 24)});
  summary.derived = true;
  context.messages.push_back(std::move(summary));
  std::vector<Message> window;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    window.push_back(user(
        {table.body("n" + std::to_string(i), static_cast<std::size_t>(fresh[i]) * kTokenBytes)}));
  }
  return table.left(run("trim_input", table.turn(std::move(context), std::move(window)),
                        Value::object({{"limit_tokens", limit}, {"keep_messages", 0}})));
}

TEST(TrimInput, LosesThePriorSummaryFirst) {
  EXPECT_EQ(left_of({5, 5}, 20), "prior n0 n1");
  EXPECT_EQ(left_of({8, 8}, 20), "n0 n1");
  EXPECT_EQ(left_of({9, 9, 9}, 20), "n1 n2");
}

TEST(TrimInput, CarriesByTheLaw) {
  Random random(17);
  for (int i = 0; i < 300; ++i) {
    Table table;
    // A prior summary of several atoms, and h tokens of new filler.
    Context context;
    Segments segments;
    std::vector<std::size_t> ends;  // distance from the end of the summary to each atom's begin
    const auto count = 1 + random.below(6);
    std::size_t whole = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::size_t size = kTokenBytes * (1 + static_cast<std::size_t>(random.below(10)));
      segments.push_back(table.body("c" + std::to_string(k), size));
      ends.push_back(whole);
      whole += size;
    }
    Message summary = message_of(Role::kSummary, segments);
    summary.derived = true;
    context.messages.push_back(std::move(summary));
    const std::size_t fresh = kTokenBytes * static_cast<std::size_t>(random.below(40));
    const std::size_t limit = 1 + static_cast<std::size_t>(random.below(60));
    std::vector<Message> window = {user({filler(ascii(fresh))})};
    const std::string left =
        " " +
        table.left(run("trim_input", table.turn(std::move(context), std::move(window)),
                       Value::object({{"limit_tokens", static_cast<std::int64_t>(limit)},
                                      {"keep_messages", 0}}))) +
        " ";
    const std::size_t visible = limit * kTokenBytes;
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const bool kept = fresh + whole - ends[k] <= visible;
      EXPECT_EQ(left.find(" c" + std::to_string(k) + " ") != std::string::npos, kept)
          << fresh << " " << whole << " " << visible << left;
    }
  }
}

TEST(TrimInput, KeepsTheNewestMessagesWordForWord) {
  Table table;
  std::vector<Message> window = {user({table.body("d", 40)})};
  for (int i = 0; i < 25; ++i) {
    window.push_back(message_of(Role::kAssistant, {filler(ascii(40))}));
  }
  const Context context = run("trim_input", table.turn({}, std::move(window)));
  EXPECT_EQ(context.messages.size(), 21U);
  EXPECT_EQ(table.left(context), "d");
}

TEST(TrimInput, HasOtherSides) {
  const auto left = [](const char* side, bool summarise) {
    Table table;
    std::vector<Message> window;
    for (int i = 0; i < 10; ++i) {
      window.push_back(message_of(i % 2 == 0 ? Role::kUser : Role::kResult,
                                  {table.body("m" + std::to_string(i), 40)}));
    }
    return table.left(run("trim_input", table.turn({}, std::move(window)),
                          Value::object({{"side", side},
                                         {"limit_tokens", 50},
                                         {"keep_messages", 0},
                                         {"summarise", summarise}})));
  };
  EXPECT_EQ(left("suffix", true), "m5 m6 m7 m8 m9");
  EXPECT_EQ(left("drop_oldest", true), "m5 m6 m7 m8 m9");
  EXPECT_EQ(left("middle", true), "m0 m9");  // 60 characters each side, and no atom is cut through
  EXPECT_EQ(left("results_middle_out", true), "m0 m2 m4 m6 m8");
  EXPECT_EQ(left("suffix", false), "m0 m1 m2 m3 m4 m5 m6 m7 m8 m9");  // only the view
}

}  // namespace
}  // namespace holdfast
