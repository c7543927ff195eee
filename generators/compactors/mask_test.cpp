#include "generators/compactor_test.h"

namespace holdfast {
namespace {

std::vector<Message> results(std::size_t count, Table& table) {
  std::vector<Message> messages;
  for (std::size_t i = 0; i < count; ++i) {
    messages.push_back(
        message_of(Role::kResult, {table.body("r" + std::to_string(i), 30, AtomKind::kDecision)}));
  }
  return messages;
}

TEST(Mask, MasksResultsOlderThanTheWindow) {
  Table table;
  EXPECT_EQ(table.left(run("mask", table.turn({}, results(9, table)),
                           Value::object({{"unit", "messages"}, {"keep", 5}}))),
            "r4 r5 r6 r7 r8");
  Table other;
  EXPECT_EQ(other.left(run("mask", other.turn({}, results(9, other)))), "r6 r7 r8");
}

TEST(Mask, WaitsForABatch) {
  Table table;
  const Context context = run("mask", table.turn({}, results(6, table)),
                              Value::object({{"keep", 3}, {"min_batch_tokens", 25}}));
  EXPECT_FALSE(context.compacted);
  EXPECT_EQ(table.left(context), "r0 r1 r2 r3 r4 r5");
}

TEST(Mask, TouchesNeitherUsersNorTheAgent) {
  Table table;
  std::vector<Message> window = {user({table.body("d", 40)}),
                                 message_of(Role::kAssistant, {table.body("a", 40)})};
  for (Message& message : results(9, table)) {
    window.push_back(std::move(message));
  }
  EXPECT_EQ(table.left(run("mask", table.turn({}, std::move(window)))), "d a r6 r7 r8");
}

TEST(Mask, MakesAWriteUnknownAgainOrHidesIt) {
  Table table;
  std::vector<Message> window;
  window.push_back(message_of(Role::kCall, {table.body("w", 40, AtomKind::kWrite)}));
  window[0].id = 1;
  window.push_back(message_of(Role::kResult, {closing_of(table.place("w", 40), ascii(30))}));
  window[1].id = 2;
  window[1].answers = 1;
  for (Message& message : results(5, table)) {
    window.push_back(std::move(message));
  }
  Context whole;
  whole.messages = window;
  EXPECT_EQ(table.left(whole).find("w"), std::string::npos);
  EXPECT_EQ(table.left(run("mask", table.turn({}, window))), "w r2 r3 r4");
  EXPECT_EQ(
      table.left(run("mask", table.turn({}, window), Value::object({{"clear_inputs", true}}))),
      "r2 r3 r4");
}

TEST(Mask, KeepsAPreview) {
  Table table;
  std::vector<Message> window = {message_of(
      Role::kResult, {table.body("front", 50), filler(ascii(900)), table.body("back", 50)})};
  for (Message& message : results(3, table)) {
    window.push_back(std::move(message));
  }
  EXPECT_EQ(table.left(run("mask", table.turn({}, window),
                           Value::object({{"head_characters", 60}, {"tail_characters", 20}}))),
            "front r0 r1 r2");
}

}  // namespace
}  // namespace holdfast
