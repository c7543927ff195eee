#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

Value budget(int tokens, int head = 0) {
  return Value::object({{"budget_tokens", tokens}, {"head_tokens", head}});
}

Message said(std::uint64_t id, std::size_t tokens) {
  Message message = user({filler(ascii(tokens * kTokenBytes))});
  message.id = id;
  return message;
}

// "u2:5cut u3:4": what is left of users' messages, in tokens.
std::string kept(const Context& context, const std::vector<std::size_t>& sizes) {
  std::string text;
  for (const Message& message : context.messages) {
    if (message.derived) {
      continue;
    }
    const std::size_t left = tokens(size_of(message));
    text += (text.empty() ? "u" : " u") + std::to_string(message.id) + ":" + std::to_string(left) +
            (left < sizes[static_cast<std::size_t>(message.id) - 1] ? "cut" : "");
  }
  return text;
}

TEST(UserBudget, CutsTheMessageAtTheBorder) {
  const std::vector<std::size_t> sizes = {6, 5, 4, 3};
  const std::string expected[] = {"u1:6", "u1:5cut u2:5", "u1:1cut u2:5 u3:4", "u2:3cut u3:4 u4:3"};
  const Table table;
  Context context;
  for (std::uint64_t round = 1; round <= 4; ++round) {
    context =
        run("user_budget", table.turn(std::move(context), {said(round, sizes[round - 1])}, round),
            budget(10));
    EXPECT_EQ(kept(context, sizes), expected[round - 1]) << round;
  }
}

TEST(UserBudget, SplitsTheBudgetBetweenTheOldestAndTheNewest) {
  const std::vector<std::size_t> sizes = {2, 6, 5, 4, 3};
  const Table table;
  Context context = run("user_budget", table.turn({}, {said(1, 2), said(2, 6)}), budget(10, 2));
  EXPECT_EQ(kept(context, sizes), "u1:2 u2:6");
  const std::string expected[] = {"u1:2 u2:3cut u3:5", "u1:2 u3:4cut u4:4",
                                  "u1:2 u3:1cut u4:4 u5:3"};
  for (std::uint64_t round = 2; round <= 4; ++round) {
    context =
        run("user_budget", table.turn(std::move(context), {said(round + 1, sizes[round])}, round),
            budget(10, 2));
    EXPECT_EQ(kept(context, sizes), expected[round - 2]) << round;
  }
}

TEST(UserBudget, KeepsADirectiveIntactExactlyWhileItFits) {
  Random random(8);
  for (int i = 0; i < 400; ++i) {
    Table table;
    const auto own = 1 + static_cast<std::size_t>(random.below(30));
    const auto after = static_cast<std::size_t>(random.below(80));
    const auto limit = 1 + static_cast<std::size_t>(random.below(80));
    std::vector<Message> window;
    window.push_back(user({table.body("d", own * kTokenBytes)}));
    for (std::size_t left = after; left > 0;) {
      const std::size_t size = std::min<std::size_t>(left, 1 + random.below(9));
      window.push_back(user({filler(ascii(size * kTokenBytes))}));
      left -= size;
    }
    const Context context =
        run("user_budget", table.turn({}, std::move(window)), budget(static_cast<int>(limit)));
    EXPECT_EQ(table.left(context) == "d", after + own <= limit) << own << " " << after;
  }
}

TEST(UserBudget, PutsIntoTheSummaryOnlyWhatOthersSaid) {
  Table table;
  const int approval = table.place("a", 40, AtomKind::kApproval);
  table.atom("a").needs_assent = true;
  std::vector<Message> window;
  window.push_back(message_of(Role::kAssistant, {body_of(approval, ascii(40))}));
  window.push_back(user({assent_to(approval, ascii(3))}));
  window.push_back(message_of(Role::kCall, {table.body("w", 40, AtomKind::kWrite)}));
  window.push_back(user({table.body("d", 400)}));
  window.push_back(user({filler(ascii(360))}));
  const Context context = run("user_budget", table.turn({}, window), budget(100));
  EXPECT_EQ(table.left(context), "w");  // d was cut, a bare yes lost what it said yes to
  EXPECT_EQ(table.ids(context, Level::kLabel), "");
  // With room for the yes, it is there, and only it.
  EXPECT_EQ(table.ids(run("user_budget", table.turn({}, window), budget(1000)), Level::kLabel),
            "a");
}

TEST(UserBudget, MakesAFinishedRequestLookOpen) {
  Table table;
  std::vector<Message> window;
  window.push_back(user({table.body("d", 40)}));
  window.push_back(message_of(Role::kAssistant, {closing_of(table.place("d", 40), ascii(20))}));
  const Context context = run("user_budget", table.turn({}, std::move(window)));
  EXPECT_EQ(table.left(context), "d");
}

}  // namespace
}  // namespace holdfast
