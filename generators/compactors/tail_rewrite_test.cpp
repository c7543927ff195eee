#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

Value capped(const char* merge, int cap_tokens) {
  return Value::object(
      {{"tail", "none"}, {"merge", merge}, {"cap_tokens", cap_tokens}, {"tail_tokens", 0}});
}

std::string in_order(const Table& table, const Context& context) {
  return bodies(table, context.messages.at(0));
}

// Caps are tokens of four bytes: 25 of them are 100 characters.
TEST(TailRewrite, LosesNewAtomsWhereThePriorSummaryComesFirst) {
  Table table;
  const std::vector<std::vector<std::string>> rounds = {{"a1", "a2"}, {"b1", "b2"}, {"c1"}, {"d1"}};
  const std::string prior_first[] = {"a1 a2", "a1 a2 b1", "a1 a2 b1", "a1 a2 b1"};
  const std::string new_first[] = {"a1 a2", "b1 b2 a1", "c1 b1 b2", "d1 c1 b1"};
  for (const char* merge : {"prior_first", "new_first"}) {
    Context context;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      std::vector<Message> window;
      for (const std::string& id : rounds[r]) {
        window.push_back(user({table.body(id, 30)}));
      }
      context = run("tail_rewrite", table.turn(std::move(context), std::move(window), r + 1),
                    capped(merge, 25));
      EXPECT_EQ(in_order(table, context),
                std::string(merge) == "prior_first" ? prior_first[r] : new_first[r])
          << merge << " round " << r + 1;
    }
  }
}

TEST(TailRewrite, AdmitsAtomsByTheLawOfPriorFirst) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    Table table;
    const std::size_t cap = 4 * (10 + static_cast<std::size_t>(random.below(50)));
    Context context;
    std::size_t used = 0;
    std::string expected;
    bool full = false;
    for (std::uint64_t round = 1; round <= 6; ++round) {
      std::vector<Message> window;
      // The plan packs a prefix: what comes after the first that does not fit is not looked at, in
      // that round.
      full = false;
      for (std::uint64_t k = 0; k < random.below(4); ++k) {
        const auto size = 5 + static_cast<std::size_t>(random.below(60));
        const std::string id = "r" + std::to_string(round) + "k" + std::to_string(k);
        window.push_back(user({table.body(id, size)}));
        if (!full && used + size <= cap) {
          used += size;
          expected += (expected.empty() ? "" : " ") + id;
        } else {
          full = true;
        }
      }
      context = run("tail_rewrite", table.turn(std::move(context), std::move(window), round),
                    capped("prior_first", static_cast<int>(cap / 4)));
    }
    EXPECT_EQ(in_order(table, context), expected);
  }
}

TEST(TailRewrite, LosesNothingWithoutACap) {
  Table table;
  Context context;
  std::string all;
  const Value parameters = Value::object({{"tail", "none"}, {"cap_tokens", Value()}});
  for (std::uint64_t round = 1; round <= 40; ++round) {
    const std::string id = "d" + std::to_string(round);
    all += (all.empty() ? "" : " ") + id;
    context = run("tail_rewrite",
                  table.turn(std::move(context), {user({table.body(id, 500)})}, round), parameters);
  }
  EXPECT_EQ(table.left(context), all);
}

TEST(TailRewrite, KeepsATailByTokensByShareOrByTheLatestUser) {
  const Table table;
  std::vector<Message> window;
  for (int i = 0; i < 10; ++i) {
    window.push_back(message_of(i % 3 == 0 ? Role::kUser : Role::kAssistant, {filler(ascii(400))}));
    window.back().id = static_cast<std::uint64_t>(i + 1);
  }
  const auto kept = [&](const Value& parameters) {
    std::string ids;
    for (const Message& message :
         run("tail_rewrite", table.turn({}, window), parameters).messages) {
      ids += message.derived ? "s" : " " + std::to_string(message.id);
    }
    return ids;
  };
  EXPECT_EQ(kept(Value::object({{"tail", "tokens"}, {"tail_tokens", 250}})), "s 8 9 10");
  EXPECT_EQ(kept(Value::object({{"tail", "share"}, {"tail_share_percent", 50}})), "s 7 8 9 10");
  EXPECT_EQ(kept(Value::object({{"tail", "share"}, {"tail_share_percent", 5}})), "s 10");
  EXPECT_EQ(kept(Value::object({{"tail", "latest_user"}})), "s 10");
  EXPECT_EQ(kept(Value::object({{"tail", "none"}})), "s");
}

TEST(TailRewrite, HidesABareYesWhereApprovalsDoNotReachTheSummariser) {
  Table table;
  const int approval = table.place("a", 40, AtomKind::kApproval);
  table.atom("a").needs_assent = true;
  std::vector<Message> window;
  window.push_back(message_of(Role::kAssistant, {body_of(approval, ascii(40))}));
  window.push_back(user({assent_to(approval, ascii(3))}));
  EXPECT_EQ(
      table.left(run("tail_rewrite", table.turn({}, window), Value::object({{"tail", "none"}}))),
      "a");
  EXPECT_EQ(table.left(run("tail_rewrite", table.turn({}, window),
                           Value::object({{"tail", "none"}, {"approvals_hidden", true}}))),
            "");
}

}  // namespace
}  // namespace holdfast
