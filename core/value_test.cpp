#include "core/value.h"

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

TEST(Value, KeepsTheOrderOfMembersAndComparesWithoutIt) {
  const Value ab = Value::object({{"a", 1}, {"b", 2}});
  const Value ba = Value::object({{"b", 2}, {"a", 1}});
  EXPECT_EQ(ab, ba);
  EXPECT_EQ(ab.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(ba.names(), (std::vector<std::string>{"b", "a"}));
}

TEST(Value, TellsKindsApart) {
  const std::vector<Value> values = {Value(),
                                     Value(false),
                                     Value(true),
                                     Value(0),
                                     Value(1),
                                     Value(""),
                                     Value("0"),
                                     Value("null"),
                                     Value::array(),
                                     Value::object(),
                                     Value::array({Value()}),
                                     Value::array({Value(0)}),
                                     Value::object({{"a", Value()}}),
                                     Value::object({{"a", 0}}),
                                     Value::object({{"b", 0}})};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      EXPECT_EQ(values[i] == values[j], i == j) << i << " " << j;
    }
  }
}

TEST(Value, ComparesArraysInOrder) {
  EXPECT_FALSE(Value::array({1, 2}) == Value::array({2, 1}));
  EXPECT_EQ(Value::array_of({"a", "b"}), Value::array({"a", "b"}));
}

TEST(Value, SetsAMemberWhereItStandsAndErasesOnlyThatOne) {
  Value value = Value::object({{"a", 1}, {"b", 2}, {"c", 3}});
  value.set("b", "new");
  value.set("d", Value());
  EXPECT_EQ(write_compact_json(value), R"({"a":1,"b":"new","c":3,"d":null})");
  value.erase("a");
  value.erase("nothing");
  EXPECT_EQ(write_compact_json(value), R"({"b":"new","c":3,"d":null})");
  EXPECT_EQ(value.find("a"), nullptr);
  ASSERT_NE(value.find("c"), nullptr);
  EXPECT_EQ(value.find("c")->integer(), 3);
}

TEST(Value, FindsNothingInWhatIsNoObject) {
  EXPECT_EQ(Value("a").find("a"), nullptr);
  EXPECT_EQ(Value::array({"a"}).find("0"), nullptr);
  EXPECT_EQ(Value().find(""), nullptr);
}

TEST(ValueDeathTest, StopsWhereAMemberIsAddedToNoObject) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(Value::array().add("a", 1), "CHECK failed");
}

// The example of RFC 6901, section 5.
TEST(Pointer, LeadsWhereTheRfcSays) {
  const Value root = *read_json(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,)"
                                R"("i\\j":5,"k\"l":6," ":7,"m~n":8})")
                          .value;
  EXPECT_EQ(resolve_pointer(root, ""), &root);
  EXPECT_EQ(*resolve_pointer(root, "/foo"), Value::array({"bar", "baz"}));
  EXPECT_EQ(*resolve_pointer(root, "/foo/0"), Value("bar"));
  const std::vector<std::string> pointers = {"/",     "/a~1b", "/c%d", "/e^f", "/g|h",
                                             "/i\\j", "/k\"l", "/ ",   "/m~0n"};
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    const Value* found = resolve_pointer(root, pointers[i]);
    ASSERT_NE(found, nullptr) << pointers[i];
    EXPECT_EQ(found->integer(), static_cast<std::int64_t>(i)) << pointers[i];
  }
}

TEST(Pointer, LeadsNowhereWhereItIsIllFormedOrTooFar) {
  const Value root = *read_json(R"({"a":[10,11],"b":{"0":1},"~":2,"c":"text"})").value;
  for (const char* pointer :
       {"a",     "/a/2",  "/a/-",  "/a/00", "/a/01",  "/a/+1",         "/a/-1",
        "/a/ 1", "/a/1 ", "/a/1x", "/a/",   "/a/0/0", "/a/4294967296", "/a/18446744073709551616",
        "/b/1",  "/x",    "/~",    "/~2",   "/~~",    "/c/0",          "/c/",
        "//",    "/b/",   "/A"}) {
    EXPECT_EQ(resolve_pointer(root, pointer), nullptr) << pointer;
  }
  EXPECT_NE(resolve_pointer(root, "/a/1"), nullptr);
  EXPECT_NE(resolve_pointer(root, "/b/0"), nullptr);
  EXPECT_NE(resolve_pointer(root, "/~0"), nullptr);
}

TEST(Pointer, UnescapesInTheRightOrder) {
  // "~01" is "~1" and not "/".
  std::vector<std::string> tokens;
  ASSERT_TRUE(split_pointer("/~01/~10/~0~1", tokens));
  EXPECT_EQ(tokens, (std::vector<std::string>{"~1", "/0", "~/"}));
  EXPECT_TRUE(split_pointer("", tokens));
  EXPECT_TRUE(tokens.empty());
  EXPECT_TRUE(split_pointer("/", tokens));
  EXPECT_EQ(tokens, std::vector<std::string>{""});
}

TEST(Pointer, FindsEveryMemberOfAnyName) {
  TestRandom random(6901);
  for (int i = 0; i < 2000; ++i) {
    const std::string outer = random_text(random, 4);
    std::string inner = random_text(random, 2);
    inner += random.one_in(2) ? "~1" : "/~0";
    Value root = Value::object({{outer, Value::array({0, Value::object({{inner, i}})})}});
    const std::string pointer =
        "/" + escape_pointer_token(outer) + "/1/" + escape_pointer_token(inner);
    Value* found = resolve_pointer(root, pointer);
    ASSERT_NE(found, nullptr) << pointer;
    ASSERT_EQ(found->integer(), i);
    *found = Value("changed");
    ASSERT_EQ(root.find(outer)->items()[1].find(inner)->text(), "changed");
  }
}

TEST(Pointer, ShowsNamesCutBetweenCharacters) {
  EXPECT_EQ(shown_name("short"), "short");
  EXPECT_EQ(shown_name(std::string(64, 'a')), std::string(64, 'a'));
  EXPECT_EQ(shown_name(std::string(65, 'a')), std::string(64, 'a'));
  for (std::size_t before = 60; before <= 64; ++before) {
    const std::string name = std::string(before, 'a') + "\xF0\x9F\x98\x80" + "b";
    const std::string_view shown = shown_name(name);
    EXPECT_TRUE(is_valid_utf8(shown)) << before;
    EXPECT_EQ(shown.size(), before == 60 ? 64U : before) << before;
  }
}

}  // namespace
}  // namespace holdfast
