#include "generators/edit.h"

#include <gtest/gtest.h>

#include "core/json.h"

namespace holdfast {
namespace {

Value parsed(std::string_view text) {
  JsonReading reading = read_json(text);
  EXPECT_TRUE(reading.value.has_value()) << text;
  return reading.value.value_or(Value());
}

// The document after the script as compact JSON, or "refused".
std::string edited(std::string_view document, const EditScript& script) {
  Value value = parsed(document);
  return apply_edits(script, value) ? write_compact_json(value) : "refused";
}

TEST(Edit, AddsMembersAndReplacesThoseThatAreThere) {
  EXPECT_EQ(edited(R"({"a":1})", {add_at("/b", 2)}), R"({"a":1,"b":2})");
  EXPECT_EQ(edited(R"({"a":1,"b":2})", {add_at("/a", "x")}), R"({"a":"x","b":2})");
  EXPECT_EQ(edited(R"({"a":{"b":{}}})", {add_at("/a/b/c", true)}), R"({"a":{"b":{"c":true}}})");
}

TEST(Edit, InsertsIntoArraysAtAnyPlaceUpToTheEnd) {
  EXPECT_EQ(edited(R"([1,2])", {add_at("/0", 9)}), "[9,1,2]");
  EXPECT_EQ(edited(R"([1,2])", {add_at("/1", 9)}), "[1,9,2]");
  EXPECT_EQ(edited(R"([1,2])", {add_at("/2", 9)}), "[1,2,9]");
  EXPECT_EQ(edited(R"([1,2])", {add_at("/-", 9)}), "[1,2,9]");
  EXPECT_EQ(edited(R"([])", {add_at("/-", Value())}), "[null]");
  EXPECT_EQ(edited(R"([1,2])", {add_at("/3", 9)}), "refused");
}

TEST(Edit, RemovesAndReplacesOnlyWhatIsThere) {
  EXPECT_EQ(edited(R"({"a":1,"b":2})", {remove_at("/a")}), R"({"b":2})");
  EXPECT_EQ(edited(R"([1,2,3])", {remove_at("/1")}), "[1,3]");
  EXPECT_EQ(edited(R"({"a":[1]})", {replace_at("/a/0", "x")}), R"({"a":["x"]})");
  EXPECT_EQ(edited(R"({"a":1})", {remove_at("/b")}), "refused");
  EXPECT_EQ(edited(R"({"a":1})", {replace_at("/b", 1)}), "refused");
  EXPECT_EQ(edited(R"([1])", {remove_at("/1")}), "refused");
  EXPECT_EQ(edited(R"([1])", {remove_at("/-")}), "refused");
  EXPECT_EQ(edited(R"([1])", {replace_at("/-", 1)}), "refused");
}

TEST(Edit, TakesTheWholeDocumentForTheEmptyPointer) {
  EXPECT_EQ(edited(R"({"a":1})", {replace_at("", "x")}), R"("x")");
  EXPECT_EQ(edited(R"({"a":1})", {add_at("", Value::array())}), "[]");
  EXPECT_EQ(edited(R"({"a":1})", {remove_at("")}), "refused");
}

TEST(Edit, FollowsEscapedAndEmptyNames) {
  EXPECT_EQ(edited(R"({"a/b":1,"m~n":2,"":3})", {replace_at("/a~1b", 9), replace_at("/m~0n", 8)}),
            R"({"a/b":9,"m~n":8,"":3})");
  EXPECT_EQ(edited(R"({"":{"":1}})", {replace_at("//", 5)}), R"({"":{"":5}})");
  EXPECT_EQ(edited(R"({"~1":1})", {remove_at("/~01")}), "{}");
  EXPECT_EQ(edited(R"({"a":1})", {add_at("/x~1y", 1)}), R"({"a":1,"x/y":1})");
}

TEST(Edit, RefusesPointersThatLeadNowhere) {
  for (const char* pointer : {"a", "/a/b", "/c/d", "/l/x", "/l/00", "/l/+1", "/l/-1", "/l/1e0",
                              "/l/4294967296", "/l/9999999999999999999999", "/~", "/~2", "/a~"}) {
    EXPECT_EQ(edited(R"({"a":"t","l":[1,2]})", {replace_at(pointer, 0)}), "refused") << pointer;
    EXPECT_EQ(edited(R"({"a":"t","l":[1,2]})", {remove_at(pointer)}), "refused") << pointer;
  }
  EXPECT_EQ(edited(R"("text")", {add_at("/a", 1)}), "refused");
  EXPECT_EQ(edited(R"({"l":[1]})", {add_at("/l/01", 1)}), "refused");
}

TEST(Edit, AppliesInOrderAndStopsAtTheFirstThatFails) {
  EXPECT_EQ(edited("[1,2,3]", {remove_at("/0"), remove_at("/0"), add_at("/-", 4)}), "[3,4]");
  Value value = parsed("[1]");
  EXPECT_FALSE(apply_edits({add_at("/-", 2), remove_at("/7"), add_at("/-", 3)}, value));
  EXPECT_EQ(write_compact_json(value), "[1,2]");
}

TEST(Edit, SurvivesBeingStored) {
  const EditScript script = {add_at("/a/-", Value::object({{"b", 1}})), remove_at("/c"),
                             replace_at("", Value())};
  const Value stored = to_value(script);
  EXPECT_EQ(write_compact_json(stored),
            R"([{"pointer":"/a/-","op":"add","value":{"b":1}},{"pointer":"/c","op":"remove"},)"
            R"({"pointer":"","op":"replace","value":null}])");
  const auto read = edit_script_from(parsed(write_compact_json(stored)));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(to_value(*read), stored);
  EXPECT_TRUE(edit_script_from(Value::array()).has_value());
}

TEST(Edit, RefusesScriptsOfAnotherForm) {
  for (const char* text : {
           R"({})",
           R"("add")",
           R"([1])",
           R"([{}])",
           R"([{"pointer":"/a","op":"add"}])",               // no value
           R"([{"pointer":"/a","op":"remove","value":1}])",  // a value that means nothing
           R"([{"pointer":"/a","op":"move","value":1}])",    // an operation of RFC 6902 only
           R"([{"pointer":"a","op":"add","value":1}])",      // no pointer
           R"([{"pointer":"/~","op":"add","value":1}])",     // an ill-formed one
           R"([{"pointer":1,"op":"add","value":1}])",
           R"([{"pointer":"/a","op":null,"value":1}])",
           R"([{"pointer":"/a","op":"add","value":1,"path":"/a"}])",  // an unknown member
           R"([{"op":"remove"}])",
           R"([{"pointer":"/a"}])",
       }) {
    EXPECT_FALSE(edit_script_from(parsed(text)).has_value()) << text;
  }
}

TEST(Edit, NamesItemsByPointer) { EXPECT_EQ(item_pointer("prohibitions", 12), "/prohibitions/12"); }

}  // namespace
}  // namespace holdfast
