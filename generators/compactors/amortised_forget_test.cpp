#include "generators/compactor_test.h"

namespace holdfast {
namespace {

struct Forgetting {
  std::string triggers;           // after how many events
  std::vector<std::string> gone;  // at each, "2-8"
};

// One event a round; event n has the id n + 1.
Forgetting forget(const Value& parameters, std::uint64_t events) {
  const Table table;
  Forgetting seen;
  Context context;
  std::vector<std::uint64_t> there;
  for (std::uint64_t event = 0; event < events; ++event) {
    Message message = message_of(Role::kAssistant, {filler(ascii(10))});
    message.id = event + 1;
    context =
        run("amortised_forget", table.turn(std::move(context), {message}, event + 1), parameters);
    there.push_back(event);
    if (!context.compacted) {
      continue;
    }
    seen.triggers += (seen.triggers.empty() ? "" : " ") + std::to_string(event);
    std::vector<std::uint64_t> left;
    std::vector<std::uint64_t> lost;
    for (const std::uint64_t known : there) {
      const bool stays = std::any_of(context.messages.begin(), context.messages.end(),
                                     [&](const Message& m) { return m.id == known + 1; });
      (stays ? left : lost).push_back(known);
    }
    seen.gone.push_back(
        lost.empty() ? "" : std::to_string(lost.front()) + "-" + std::to_string(lost.back()));
    there = std::move(left);
  }
  return seen;
}

Value parameters(int max, int keep, bool slot) {
  return Value::object({{"max_messages", max}, {"keep_first", keep}, {"summary", slot}});
}

TEST(AmortisedForget, TriggersAndForgetsAtTheEventsThatTheLawGives) {
  const Forgetting small = forget(parameters(10, 2, true), 30);
  EXPECT_EQ(small.triggers, "10 16 22 28");
  EXPECT_EQ(small.gone[0], "2-8");
  EXPECT_EQ(small.gone[1], "9-14");
  EXPECT_EQ(small.gone[2], "15-20");
  EXPECT_EQ(forget(parameters(100, 0, false), 260).triggers, "100 151 202 253");
  const Forgetting sdk = forget(parameters(80, 4, true), 170);
  EXPECT_EQ(sdk.triggers, "80 121 162");
  EXPECT_EQ(sdk.gone[0], "4-45");
}

TEST(AmortisedForget, CarriesOnlyThePreviewOfTheLastSummary) {
  Table table;
  std::vector<Message> window;
  window.push_back(user({filler(ascii(460)), table.body("beyond", 60)}));
  window.push_back(user({filler(ascii(400)), table.body("within", 60)}));
  window.push_back(message_of(Role::kCall, {table.body("arguments", 30, AtomKind::kWrite)}));
  for (int i = 0; i < 90; ++i) {
    window.push_back(message_of(Role::kAssistant, {filler(ascii(20))}));
  }
  const Value sdk = Value::object({{"keep_first", 0}});
  EXPECT_EQ(table.left(run("amortised_forget", table.turn({}, window), sdk)), "within");
}

TEST(AmortisedForget, NeverForgetsTheHeadExceptAtAHardReset) {
  Table table;
  std::vector<Message> window;
  window.push_back(user({filler(ascii(600)), table.body("head", 60)}));
  for (int i = 0; i < 90; ++i) {
    window.push_back(message_of(Role::kAssistant, {filler(ascii(20))}));
  }
  EXPECT_EQ(table.left(run("amortised_forget", table.turn({}, window))), "head");
  EXPECT_EQ(table.left(run("amortised_forget", table.turn({}, window),
                           Value::object({{"hard_reset", true}}))),
            "");
}

}  // namespace
}  // namespace holdfast
