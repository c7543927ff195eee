#include "generators/compactor_test.h"

namespace holdfast {
namespace {

Value with(const char* policy, bool covers_derived) {
  return Value::object({{"policy", policy},
                        {"covers_derived", covers_derived},
                        {"tail_tokens", 0},
                        {"preview_characters", 200}});
}

Context with_summary(Table& table) {
  Context context;
  Message summary = message_of(
      Role::kSummary, {table.body("front", 40), filler(ascii(500)), table.body("carried", 40)});
  summary.derived = true;
  context.messages.push_back(std::move(summary));
  return context;
}

TEST(DerivedBlindIndex, SavesARawAtomAtAnyOffset) {
  for (const char* policy : {"page_all", "none"}) {
    Table table;
    const Context context = run(
        "derived_blind_index", table.turn({}, {user({filler(ascii(9000)), table.body("raw", 40)})}),
        with(policy, false));
    EXPECT_EQ(table.left(context), std::string(policy) == "page_all" ? "raw" : "");
  }
}

TEST(DerivedBlindIndex, LosesACarriedAtomBeyondThePreviewWhateverThePolicy) {
  for (const char* policy : {"page_all", "by_key", "none"}) {
    Table table;
    EXPECT_EQ(table.left(run("derived_blind_index", table.turn(with_summary(table), {}),
                             with(policy, false))),
              "front")
        << policy;
  }
}

TEST(DerivedBlindIndex, SavesItWhereTheIndexCoversWhatIsDerived) {
  Table table;
  EXPECT_EQ(table.left(run("derived_blind_index", table.turn(with_summary(table), {}),
                           with("page_all", true))),
            "front carried");
  Table poor;
  Value parameters = with("page_all", true);
  parameters.set("budget_tokens", 75);
  EXPECT_EQ(poor.left(run("derived_blind_index", poor.turn(with_summary(poor), {}), parameters)),
            "front");
}

TEST(DerivedBlindIndex, ReadsNoSystemMessages) {
  Table table;
  const Message message = message_of(Role::kSystem, {filler(ascii(9000)), table.body("s", 40)});
  EXPECT_EQ(
      table.left(run("derived_blind_index", table.turn({}, {message}), with("page_all", false))),
      "");
}

TEST(DerivedBlindIndex, CanSayAgainInTheUsersVoice) {
  Table table;
  Value parameters = with("none", false);
  parameters.set("derived_as_user", true);
  const Context context =
      run("derived_blind_index",
          table.turn({}, {user({table.body("d", 40), table.body("own", 40)})}), parameters);
  table.atom("d").by_user = false;
  EXPECT_EQ(table.left(context), "d own");
  EXPECT_EQ(table.ids(run("derived_blind_index", table.turn(context, {}, 2), parameters),
                      Level::kChanged),
            "d");
}

}  // namespace
}  // namespace holdfast
