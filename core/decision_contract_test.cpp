#include "core/decision_contract.h"

#include <functional>

#include "core/continuity_test.h"
#include "core/json.h"

namespace holdfast {
namespace {

DecisionContract rich_contract() {
  DecisionContract contract = good_contract();
  contract.decisions[1].keyed = true;
  contract.decisions[2].file = "";
  contract.decisions[2].pointer = "";
  contract.decisions[2].command = {"make", "list-tests"};
  contract.consequential.push_back({"*", "*deploy*"});
  return contract;
}

std::string faults_of(const std::vector<Finding>& findings) {
  std::string all;
  for (const Finding& finding : findings) {
    const Value* reason = finding.detail.find("reason");
    all += (all.empty() ? "" : "\n") + finding.code + " " + finding.item +
           (reason == nullptr ? "" : " " + reason->text());
  }
  return all;
}

std::string faults(const std::function<void(Value&)>& change) {
  Value value = to_value(rich_contract());
  change(value);
  const DecisionContractDocument document = read_decision_contract_value(value);
  EXPECT_EQ(document.contract.has_value(), document.findings.empty());
  return faults_of(document.findings);
}

Value& at(Value& value, std::string_view pointer) { return *resolve_pointer(value, pointer); }

TEST(DecisionContract, ComesBackAsItWasWritten) {
  const DecisionContractDocument document =
      read_decision_contract(write_pretty_json(to_value(rich_contract())));
  ASSERT_TRUE(document.contract) << faults_of(document.findings);
  EXPECT_EQ(*document.contract, rich_contract());
  EXPECT_NE(document.sha256, "");
  EXPECT_EQ(document.contract->find("scope")->role, "scope");
  EXPECT_EQ(document.contract->find("budget"), nullptr);
}

TEST(DecisionContract, IsRefusedByNameAndPlace) {
  EXPECT_EQ(faults([](Value&) {}), "");
  for (const char* member : {"schema", "decisions", "window_s", "consequential"}) {
    EXPECT_EQ(faults([&](Value& v) { v.erase(member); }),
              std::string("required_missing /") + member);
  }
  for (const char* member : {"role", "required", "keyed", "observe"}) {
    EXPECT_EQ(faults([&](Value& v) { at(v, "/decisions/scope").erase(member); }),
              std::string("required_missing /decisions/scope/") + member);
    EXPECT_EQ(faults([&](Value& v) { at(v, "/decisions/scope").set(member, 1); }).substr(0, 14),
              "invalid_value ");
  }
  EXPECT_EQ(faults([](Value& v) { v.set("note", 1); }), "unknown_field /note");
  EXPECT_EQ(faults([](Value& v) { at(v, "/decisions/scope").set("value", 1); }),
            "unknown_field /decisions/scope/value");
  EXPECT_EQ(faults([](Value& v) { at(v, "/decisions/scope/observe").set("url", "x"); }),
            "unknown_field /decisions/scope/observe/url");
  EXPECT_EQ(faults([](Value& v) { at(v, "/consequential/0").set("level", 1); }),
            "unknown_field /consequential/0/level");
  EXPECT_EQ(faults([](Value& v) { v.set("schema", "decision-contract/v9"); }), "schema_unknown ");
  EXPECT_EQ(faults([](Value& v) { v.set("window_s", 0); }), "invalid_value /window_s too_small");
  EXPECT_EQ(faults([](Value& v) { v.set("window_s", "1"); }), "invalid_value /window_s no_integer");
  EXPECT_EQ(faults([](Value& v) { v.set("consequential", Value::object()); }),
            "invalid_list /consequential no_list");
  EXPECT_EQ(faults([](Value& v) { v.set("consequential", Value::array({1})); }),
            "invalid_list /consequential/0 type");
  EXPECT_EQ(faults([](Value& v) { at(v, "/consequential/0").set("tool", " "); }),
            "required_missing /consequential/0/tool");
  EXPECT_EQ(faults([](Value& v) {
              Value& calls = at(v, "/consequential");
              calls.append(Value(calls.items()[0]));
            }),
            "invalid_list /consequential/2 duplicate");
}

TEST(DecisionContract, HasThreeToSevenDecisions) {
  const auto with_count = [](int count) {
    return faults([&](Value& v) {
      Value decisions = Value::object();
      for (int i = 0; i < count; ++i) {
        decisions.add("d" + std::to_string(i), at(v, "/decisions/scope"));
      }
      v.set("decisions", decisions);
    });
  };
  for (const int count : {0, 1, 2, 8}) {
    EXPECT_EQ(with_count(count), "invalid_value /decisions not_three_to_seven") << count;
  }
  for (const int count : {3, 7}) {
    EXPECT_EQ(with_count(count), "");
  }
  EXPECT_EQ(faults([](Value& v) { at(v, "/decisions").names()[0] = "Scope"; }),
            "invalid_value /decisions/Scope name");
}

TEST(DecisionContract, SaysWhereEachIsRead) {
  const auto observe = [](Value value) {
    return faults([&](Value& v) { at(v, "/decisions/scope").set("observe", value); });
  };
  const std::string place = "/decisions/scope/observe";
  EXPECT_EQ(observe(Value::object({{"file", "a/b.json"}, {"pointer", ""}})), "");
  EXPECT_EQ(observe(Value::object({{"command", Value::array({"make"})}})), "");
  EXPECT_EQ(observe(Value::object()), "invalid_value " + place + " not_one_of_file_and_command");
  EXPECT_EQ(observe(Value::object({{"file", "a"}, {"command", Value::array({"b"})}})),
            "invalid_value " + place + " not_one_of_file_and_command");
  EXPECT_EQ(observe(Value::object({{"file", "a"}})), "required_missing " + place + "/pointer");
  EXPECT_EQ(observe(Value::object({{"file", "a"}, {"pointer", "scope"}})),
            "invalid_value " + place + "/pointer no_json_pointer");
  EXPECT_EQ(observe(Value::object({{"file", "a"}, {"pointer", "/~2"}})),
            "invalid_value " + place + "/pointer no_json_pointer");
  for (const char* path : {"/etc/passwd", "../a", "a//b", "a\\b", "./a"}) {
    EXPECT_EQ(
        observe(Value::object({{"file", path}, {"pointer", ""}})).substr(0, 14 + place.size() + 5),
        "invalid_value " + place + "/file")
        << path;
  }
  EXPECT_EQ(observe(Value::object({{"command", Value::array()}})),
            "invalid_list " + place + "/command empty");
  EXPECT_EQ(observe(Value::object({{"command", "make"}})),
            "invalid_list " + place + "/command no_list");
  EXPECT_EQ(observe(Value::object({{"command", Value::array({"make", ""})}})),
            "required_missing " + place + "/command/1");
}

TEST(DecisionContract, RefusesPlainDigestsWhereItAsksForKeyedOnes) {
  DecisionContract contract = good_contract();
  DecisionSnapshot snapshot = crossing().snapshots[0];
  EXPECT_TRUE(check_snapshot(contract, snapshot).empty());
  contract.decisions[0].keyed = true;
  EXPECT_EQ(faults_of(check_snapshot(contract, snapshot)),
            "invalid_value /decisions/scope/digest plain_digest");
  EXPECT_EQ(check_snapshot(contract, snapshot)[0].side, Side::kBefore);
  snapshot.decisions[0].digest = "d1:hmac-sha256:k:" + std::string(64, '0');
  EXPECT_TRUE(check_snapshot(contract, snapshot).empty());
  snapshot.decisions[1].name = "budget";
  EXPECT_EQ(faults_of(check_snapshot(contract, snapshot)),
            "invalid_value /decisions/budget not_in_contract");
}

TEST(DecisionContract, SaysWhichCallsAreConsequential) {
  const DecisionContract contract = rich_contract();
  const auto input = [](std::string_view command) {
    return Value::object({{"options", Value::array({3, Value::object({{"command", command}})})}});
  };
  EXPECT_TRUE(is_consequential(contract, "Bash", input("cd x && git push origin")));
  EXPECT_TRUE(is_consequential(contract, "Bash", input("git push")));
  EXPECT_FALSE(is_consequential(contract, "Bash", input("git pull")));
  EXPECT_FALSE(is_consequential(contract, "Read", input("git push")));
  EXPECT_TRUE(is_consequential(contract, "Read", input("deploy.sh"))) << "any tool";
  EXPECT_TRUE(is_consequential(contract, "Bash", "git push")) << "a text by itself";
  EXPECT_TRUE(is_consequential(contract, "Bash", Value())) << "nothing to look at";
  EXPECT_TRUE(is_consequential(contract, "Other", Value::array({1, true})));
  DecisionContract none = contract;
  none.consequential.clear();
  EXPECT_FALSE(is_consequential(none, "Bash", input("git push")));
}

TEST(MatchesPattern, KnowsRunsAndSingleBytes) {
  for (const auto& [pattern, text, matches] :
       std::vector<std::tuple<std::string, std::string, bool>>{{"", "", true},
                                                               {"", "a", false},
                                                               {"*", "", true},
                                                               {"*", "abc", true},
                                                               {"a*c", "abbc", true},
                                                               {"a*c", "abbd", false},
                                                               {"a?c", "abc", true},
                                                               {"a?c", "ac", false},
                                                               {"*a*b*", "xxaxxbxx", true},
                                                               {"*ab", "aab", true},
                                                               {"*aab", "aaab", true},
                                                               {"abc", "abcd", false},
                                                               {"**", "x", true},
                                                               {"a*", "b", false},
                                                               {"*.sql", "a.sql.bak", false},
                                                               {"[a-z]+", "abc", false},
                                                               {"a*b?d", "axxbcbcd", true}}) {
    EXPECT_EQ(matches_pattern(pattern, text), matches) << pattern << " on " << text;
  }
  // Not exponential.
  const std::string many(5000, 'a');
  EXPECT_FALSE(matches_pattern("*a*a*a*a*a*a*a*a*b", many));
}

}  // namespace
}  // namespace holdfast
