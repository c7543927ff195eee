#include "core/decision_observe.h"

#include <map>

#include "core/continuity_test.h"
#include "core/disk_test.h"
#include "core/json.h"

namespace holdfast {
namespace {

SecretKey key_of(char first) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) {
    bytes.push_back(static_cast<char>(first + i));
  }
  return std::move(*SecretKey::from_bytes(bytes));
}

class Commands : public CommandRunner {
 public:
  std::optional<std::string> run(const std::vector<std::string>& command) override {
    ran.push_back(command);
    return output;
  }
  std::optional<std::string> output = "t1 green\n";
  std::vector<std::vector<std::string>> ran;
};

class DecisionObserve : public testing::Test {
 protected:
  DecisionObserve() : files_(std::move(*open_file_system(scratch_.folder()))) {
    put(scratch_ / "decisions.json",
        R"({"scope":"src/ only","approval-boundary":null,"constraint":{"b":1,"a":[true]}})");
  }

  ObserveMeans means() {
    return {*files_, &commands_, keys_, [this] { return clock_at(++second_); }, "task-1"};
  }
  DecisionObservation observe(const DecisionTerms& terms, std::string_view key_id = {}) {
    return observe_decision(terms, means(), key_id);
  }
  // Of the terms' scope read from that file.
  std::string failure_in(const std::string& file) {
    DecisionTerms terms = terms_of("scope");
    terms.file = file;
    const DecisionObservation observation = observe(terms);
    EXPECT_EQ(observation.kind, ObservationKind::kFailed) << file;
    EXPECT_EQ(observation.digest, "");
    return observation.reason;
  }
  DecisionTerms command_terms() {
    DecisionTerms terms = terms_of("acceptance-test");
    terms.file = terms.pointer = "";
    terms.command = {"make", "--secret=swordfish"};
    return terms;
  }

  Scratch scratch_;
  std::unique_ptr<FileSystem> files_;
  Commands commands_;
  KeyRing keys_;
  int second_ = 9 * 3600;
};

TEST_F(DecisionObserve, GivesTheDigestOfWhatTheFileHolds) {
  const DecisionObservation observation = observe(terms_of("scope"));
  EXPECT_EQ(observation.kind, ObservationKind::kDigest);
  EXPECT_EQ(observation.name, "scope");
  EXPECT_EQ(observation.digest, plain_decision_digest({"task-1", "scope"}, "src/ only"));
  EXPECT_EQ(observation.source, "file:decisions.json#/scope");
  EXPECT_EQ(observation.observed_at, clock_at(9 * 3600 + 1));
  EXPECT_EQ(observation.reason, "");
  EXPECT_EQ(
      observe(terms_of("constraint")).digest,
      plain_decision_digest({"task-1", "constraint"}, *read_json(R"({"a":[true],"b":1})").value));
}

TEST_F(DecisionObserve, TellsNullFromAbsentAndBothFromAMissingSource) {
  keys_.add(key_of(1));
  const DecisionObservation null = observe(terms_of("approval-boundary", true, true));
  EXPECT_EQ(null.kind, ObservationKind::kDigest);
  EXPECT_EQ(null.digest,
            keyed_decision_digest(key_of(1), {"task-1", "approval-boundary"}, nullptr));
  const DecisionObservation absent = observe(terms_of("budget"));
  EXPECT_EQ(absent.kind, ObservationKind::kAbsent);
  EXPECT_EQ(absent.digest, "");
  EXPECT_EQ(failure_in("nothing.json"), "source_missing");
  EXPECT_EQ(failure_in("nothing/at/all.json"), "source_missing");
}

TEST_F(DecisionObserve, ReadsNothingButRegularFilesOfJsonBeneathTheRoot) {
  put(scratch_ / "broken.json", "{\"scope\":");
  put(scratch_ / "twice.json", "{\"scope\":1,\"scope\":2}");
  put(scratch_ / "empty.json", "");
  EXPECT_EQ(failure_in("broken.json"), "source_not_json");
  EXPECT_EQ(failure_in("twice.json"), "source_not_json");
  EXPECT_EQ(failure_in("empty.json"), "source_not_json");
  ASSERT_EQ(::symlink("decisions.json", (scratch_ / "link.json").c_str()), 0);
  EXPECT_EQ(failure_in("link.json"), "source_refused");
  ASSERT_EQ(::mkdir((scratch_ / "folder").c_str(), 0700), 0);
  EXPECT_EQ(failure_in("folder"), "source_refused");
  ASSERT_EQ(::mkfifo((scratch_ / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(failure_in("fifo"), "source_refused");
  put(scratch_ / "large.json", "\"" + std::string(kDecisionSourceBytesMax, 'x') + "\"");
  EXPECT_EQ(failure_in("large.json"), "source_too_large");
  ASSERT_EQ(::link((scratch_ / "decisions.json").c_str(), (scratch_ / "other.json").c_str()), 0);
  EXPECT_EQ(failure_in("decisions.json"), "source_refused") << "it has a second name";
}

TEST_F(DecisionObserve, NeverFallsBackToAPlainDigest) {
  const DecisionTerms keyed = terms_of("scope", true, true);
  EXPECT_EQ(observe(keyed).kind, ObservationKind::kFailed);
  EXPECT_EQ(observe(keyed).reason, "key_missing");
  EXPECT_EQ(observe(keyed).digest, "");
  keys_.add(key_of(1));
  EXPECT_EQ(observe(keyed).digest,
            keyed_decision_digest(key_of(1), {"task-1", "scope"}, "src/ only"));
}

TEST_F(DecisionObserve, WantsAKeyForWhatHasFewPossibilities) {
  for (const char* json : {"true", "false", "null", "0", "123456"}) {
    put(scratch_ / "few.json", json);
    DecisionTerms terms = terms_of("scope");
    terms.file = "few.json";
    terms.pointer = "";
    EXPECT_EQ(observe(terms).reason, "needs_key") << json;
    EXPECT_EQ(observe(terms).digest, "");
  }
}

TEST_F(DecisionObserve, UsesTheKeyOfTheOtherSideWhileItIsThere) {
  keys_.add(key_of(2));
  keys_.add(key_of(1));
  const DecisionTerms keyed = terms_of("scope", true, true);
  const DecisionBinding binding = {"task-1", "scope"};
  EXPECT_EQ(observe(keyed).digest, keyed_decision_digest(key_of(2), binding, "src/ only"));
  EXPECT_EQ(observe(keyed, key_id_of(key_of(1))).digest,
            keyed_decision_digest(key_of(1), binding, "src/ only"));
  EXPECT_EQ(observe(keyed, "gone").digest, keyed_decision_digest(key_of(2), binding, "src/ only"));
}

TEST_F(DecisionObserve, TakesTheOutputOfACommandAsItIs) {
  const DecisionObservation observation = observe(command_terms());
  EXPECT_EQ(observation.kind, ObservationKind::kDigest);
  EXPECT_EQ(observation.digest, plain_decision_digest({"task-1", "acceptance-test"}, "t1 green\n"));
  EXPECT_EQ(observation.source, "command") << "arguments may hold secrets";
  ASSERT_EQ(commands_.ran.size(), 1U);
  EXPECT_EQ(commands_.ran[0], command_terms().command);
}

TEST_F(DecisionObserve, OfACommandThatFailsIsNone) {
  for (const auto& [output, reason] :
       std::vector<std::pair<std::optional<std::string>, std::string>>{
           {std::nullopt, "command_failed"},
           {"", "output_empty"},
           {" \n", "output_empty"},
           {"\xff\xfe", "output_not_text"},
           {std::string("a\0b", 3), "output_not_text"},
           {std::string(kDecisionSourceBytesMax + 1, 'x'), "source_too_large"}}) {
    commands_.output = output;
    EXPECT_EQ(observe(command_terms()).kind, ObservationKind::kFailed);
    EXPECT_EQ(observe(command_terms()).reason, reason);
  }
  ObserveMeans without = means();
  without.commands = nullptr;
  EXPECT_EQ(observe_decision(command_terms(), without).reason, "no_command_runner");
}

TEST_F(DecisionObserve, MakesASnapshotOfWhatItFound) {
  keys_.add(key_of(2));
  keys_.add(key_of(1));
  DecisionContract contract = good_contract();
  contract.decisions[0].keyed = true;
  contract.decisions[1].keyed = true;
  contract.decisions[2] = command_terms();
  contract.decisions[3] = terms_of("budget", false);
  DecisionSnapshot before = {"b", Side::kBefore, clock_at(0), {}};
  before.decisions.push_back(
      {"scope", keyed_decision_digest(key_of(1), {"task-1", "scope"}, "x"), clock_at(0), "x"});
  const SnapshotTaken taken = take_decision_snapshot(contract, "b", Side::kAfter, means(), &before);
  EXPECT_EQ(taken.snapshot.boundary_id, "b");
  EXPECT_EQ(taken.snapshot.side, Side::kAfter);
  ASSERT_EQ(taken.observations.size(), 4U);
  EXPECT_EQ(taken.observations[0].name, "acceptance-test");
  EXPECT_EQ(taken.observations[2].name, "budget");
  EXPECT_EQ(taken.observations[2].kind, ObservationKind::kAbsent);
  ASSERT_EQ(taken.snapshot.decisions.size(), 3U);
  EXPECT_EQ(split_decision_digest(taken.snapshot.find("scope")->digest)->key_id,
            key_id_of(key_of(1)));
  EXPECT_EQ(split_decision_digest(taken.snapshot.find("approval-boundary")->digest)->key_id,
            key_id_of(key_of(2)));
  EXPECT_TRUE(check_snapshot(contract, taken.snapshot).empty());
  const std::string bytes = write_compact_json(to_value(taken.snapshot));
  const DecisionSnapshotDocument back = read_decision_snapshot(bytes);
  ASSERT_TRUE(back.snapshot);
  EXPECT_EQ(*back.snapshot, taken.snapshot);
  EXPECT_GE(taken.snapshot.taken_at, taken.observations[3].observed_at);
  // What was stored is no value, and no secret argument.
  for (const char* part : {"src/ only", "t1 green", "swordfish", "make"}) {
    EXPECT_EQ(bytes.find(part), std::string::npos) << part;
  }
}

// Whatever the value, nothing that is stored holds it.
TEST_F(DecisionObserve, StoresNoValueWhateverItIs) {
  keys_.add(key_of(1));
  for (int i = 0; i < 200; ++i) {
    const std::string canary = "canary-" + std::to_string(1000 + i);
    put(scratch_ / "value.json",
        "{\"v\":[\"" + canary + "\",{\"" + canary + "\":" + std::to_string(10007000 + i) + "}]}");
    for (const bool keyed : {false, true}) {
      DecisionTerms terms = terms_of("scope", true, keyed);
      terms.file = "value.json";
      terms.pointer = "/v";
      const DecisionObservation found = observe(terms);
      ASSERT_EQ(found.kind, ObservationKind::kDigest);
      const std::string stored = found.digest + found.source + found.reason + found.observed_at;
      EXPECT_EQ(stored.find("canary"), std::string::npos);
      EXPECT_EQ(stored.find("10007"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace holdfast
