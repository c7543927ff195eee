// Campaigns cut into shards and put together again.
#include "harness/merge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/json.h"
#include "core/sha256.h"
#include "harness/builtin_subject.h"
#include "harness/campaign.h"
#include "harness/run_record.h"

namespace holdfast {
namespace {

// Lets through what it finds convenient, by the bytes alone, so that it has buckets of several
// kinds whose first cases lie in different blocks.
class LaxSubject final : public Subject {
 public:
  LaxSubject() {
    description_ = {.name = "lax",
                    .version = "1",
                    .schemas = {"resume-manifest/v1"},
                    .policies = {"exact", "monotone"},
                    .evidence = {},
                    .has_reason_map = false};
  }
  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question& question) override {
    Answer answer;
    const std::string digest = question.after.value == nullptr
                                   ? "f"
                                   : sha256_hex(write_compact_json(*question.after.value));
    answer.kind = digest[0] < '2' ? AnswerKind::kAccept : AnswerKind::kReject;
    return answer;
  }
  bool usable() const override { return true; }
  SubjectEnding finish() override { return {}; }

 private:
  SubjectDescription description_;
};

class LaxFactory final : public SubjectFactory {
 public:
  Result<std::unique_ptr<Subject>> start() const override {
    return std::unique_ptr<Subject>(std::make_unique<LaxSubject>());
  }
  std::string identity() const override { return "lax"; }
};

std::string record_of(const SubjectFactory& factory, Shard shard, std::uint64_t cases = 4200,
                      std::uint64_t seed = 7) {
  CampaignOptions options;
  options.stream.seed = seed;
  options.cases = cases;
  options.workers = shard.index % 2 == 0 ? 1 : 2;
  options.shrink_calls_max = 20;
  options.shard = shard;
  const auto result = run_campaign(options, factory);
  EXPECT_TRUE(result.ok());
  return write_run_record(options, *result, {});
}

RunRecord read(const std::string& bytes, const std::string& where = "run.jsonl") {
  const auto record = read_run(bytes, where);
  EXPECT_TRUE(record.ok()) << record.error().text();
  return *record;
}

std::vector<RunRecord> shards_of(const SubjectFactory& factory, std::uint64_t n) {
  std::vector<RunRecord> records;
  for (std::uint64_t k = n; k-- > 0;) {  // in any order
    records.push_back(read(record_of(factory, {k, n}), "shard-" + std::to_string(k + 1)));
  }
  return records;
}

std::string refusal(const std::vector<RunRecord>& records, ErrorCode code = ErrorCode::kInput) {
  const auto merged = merge_runs(records);
  EXPECT_FALSE(merged.ok());
  EXPECT_TRUE(merged || merged.error().code == code);
  return merged ? "" : merged.error().text();
}

// The one line of that type, changed; the others as they are.
std::string with_line(const std::string& record, const std::string& type,
                      const std::function<void(Value&)>& change) {
  std::string out;
  std::size_t from = 0;
  bool done = false;
  while (from < record.size()) {
    const std::size_t end = record.find('\n', from);
    Value line = *read_json(record.substr(from, end - from), {.depth_max = 128}).value;
    if (!done && *line.find("type") == Value(type)) {
      change(line);
      done = true;
    }
    out += write_compact_json(line) + "\n";
    from = end + 1;
  }
  EXPECT_TRUE(done);
  return out;
}

TEST(Merge, GivesTheRecordOfTheWholeCampaignByteForByte) {
  const LaxFactory lax;
  const auto built_in = make_builtin_subject_factory();
  for (const SubjectFactory* factory :
       std::initializer_list<const SubjectFactory*>{&lax, built_in.get()}) {
    const std::string whole = record_of(*factory, {});
    // 9 blocks, so that 16 shards have some without any.
    for (const std::uint64_t n : {2U, 3U, 16U}) {
      const auto merged = merge_runs(shards_of(*factory, n));
      ASSERT_TRUE(merged.ok()) << merged.error().text();
      EXPECT_EQ(merged->record, whole) << n;
      EXPECT_EQ(merged->blocks, 9U);
      EXPECT_EQ(merged->shards, n);
    }
  }
  EXPECT_GT(read(record_of(lax, {})).buckets.size(), 20U);
}

TEST(Merge, TakesAWholeRecordAsItIs) {
  const std::string whole = record_of(LaxFactory(), {});
  const auto merged = merge_runs({read(whole)});
  ASSERT_TRUE(merged.ok()) << merged.error().text();
  EXPECT_EQ(merged->record, whole);
  EXPECT_NE(refusal({read(whole), read(whole)}).find("given twice"), std::string::npos);
}

TEST(Merge, NamesTheBlocksThatAreMissing) {
  std::vector<RunRecord> records = shards_of(LaxFactory(), 4);
  std::erase_if(records, [](const RunRecord& record) { return record.shard.index == 1; });
  const std::string text = refusal(records);
  EXPECT_NE(text.find("blocks 1, 5 missing (shard 2/4)"), std::string::npos) << text;
}

TEST(Merge, NamesTheBlocksThatAreGivenTwice) {
  std::vector<RunRecord> records = shards_of(LaxFactory(), 4);
  records.push_back(records[2]);  // the second
  const std::string text = refusal(records);
  EXPECT_NE(text.find("given twice: blocks 1, 5"), std::string::npos) << text;
  EXPECT_EQ(text.rfind("shard-2: ", 0), 0U) << text;
  records = shards_of(LaxFactory(), 16);
  records.push_back(records.front());  // has no block
  EXPECT_NE(refusal(records).find("shard 16/16 is given twice"), std::string::npos);
}

TEST(Merge, RefusesShardsOfAnotherCampaign) {
  const LaxFactory lax;
  const RunRecord one = read(record_of(lax, {0, 2}));
  const auto other = [&](const char* member, Value value) {
    return refusal({one, read(with_line(record_of(lax, {1, 2}), "header", [&](Value& line) {
                      line.set(member, std::move(value));
                    }))});
  };
  for (const auto& [member, value] : std::initializer_list<std::pair<const char*, Value>>{
           {"seed", "8"},
           {"holdfast", "9.9.9"},
           {"unicode", "1.0"},
           {"subject", Value::object({{"identity", "another"}})},
           {"schemas", Value::array({"resume-manifest/v2"})},
           {"policy", "monotone"},
           {"session_sha256", std::string(64, '0')},
           {"list_items_max", 9}}) {
    const std::string text = other(member, value);
    EXPECT_NE(text.find("the header's \"" + std::string(member) + "\" differs"), std::string::npos)
        << text;
  }
  EXPECT_NE(refusal({one, read(record_of(lax, {1, 3}))}).find("cut otherwise"), std::string::npos);
  EXPECT_NE(refusal({one, read(record_of(lax, {1, 2}, 4700))}).find("cut otherwise"),
            std::string::npos);
  EXPECT_NE(refusal({one, read(record_of(lax, {}))}).find("cut otherwise"), std::string::npos);
}

// A campaign in one piece would have ended there; what other shards did behind it is in their sums.
TEST(Merge, RefusesAShardThatWasGivenUp) {
  const LaxFactory lax;
  const auto given_up = [&](Shard shard) {
    return read(with_line(record_of(lax, shard), "totals",
                          [](Value& line) { line.set("abandoned", true); }));
  };
  EXPECT_NE(refusal({given_up({0, 3}), read(record_of(lax, {1, 3})), read(record_of(lax, {2, 3}))},
                    ErrorCode::kSubject)
                .find("given up at block 6"),
            std::string::npos);
  // In the last block of all there is nothing behind it.
  EXPECT_TRUE(
      merge_runs({given_up({2, 3}), read(record_of(lax, {1, 3})), read(record_of(lax, {0, 3}))})
          .ok());
}

TEST(Merge, TakesTheTwinsOnceAndOnlyWhereAllShardsSayTheSame) {
  const LaxFactory lax;
  const RunRecord one = read(record_of(lax, {0, 2}));
  EXPECT_TRUE(all_convicted(one.totals.twins));
  const auto merged = merge_runs({one, read(record_of(lax, {1, 2}))});
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->totals.twins.size(), 6U);
  EXPECT_EQ(merged->totals.twins, one.totals.twins);
  const auto with_twins = [&](const std::function<void(Value&)>& change) {
    return with_line(record_of(lax, {1, 2}), "totals", change);
  };
  const RunRecord other =
      read(with_twins([](Value& line) { line.find("twins")->items()[0].set("convicted", false); }));
  EXPECT_NE(refusal({one, other}).find("sabotaged twins"), std::string::npos);
  EXPECT_NE(refusal({one, read(with_twins([](Value& line) { line.erase("twins"); }))})
                .find("sabotaged twins"),
            std::string::npos);
  for (const auto& faulty : std::vector<std::pair<Value, std::string>>{
           {Value("all"), "/twins"},
           {Value::array(), "/twins"},
           {Value::array({"slow"}), "/twins/0/name"},
           {Value::array({Value::object({{"name", "slow"}, {"convicted", 1}, {"cases", 2}})}),
            "/twins/0"}}) {
    const auto record =
        read_run(with_twins([&](Value& line) { line.set("twins", faulty.first); }), "run.jsonl");
    ASSERT_FALSE(record.ok()) << faulty.second;
    EXPECT_NE(record.error().text().find(faulty.second), std::string::npos)
        << record.error().text();
  }
}

TEST(Merge, RefusesARecordThatDoesNotAddUp) {
  const std::string good = record_of(LaxFactory(), {0, 2});
  const auto reason = [](const std::string& bytes) {
    const auto record = read_run(bytes, "run.jsonl");
    EXPECT_FALSE(record.ok()) << bytes.substr(0, 200);
    EXPECT_TRUE(record || record.error().code == ErrorCode::kInput);
    return record ? "" : record.error().text();
  };
  const auto changed = [&](const char* type, const std::function<void(Value&)>& change) {
    return reason(with_line(good, type, change));
  };
  const std::string last_line = good.substr(good.rfind("{\"type\":\"totals\""));
  EXPECT_NE(reason("").find("empty"), std::string::npos);
  EXPECT_NE(reason(good.substr(0, good.size() - 1)).find("cut off"), std::string::npos);
  EXPECT_NE(reason(good.substr(0, good.size() - last_line.size())).find("did not end"),
            std::string::npos);
  EXPECT_NE(reason("{}\n").find("run.jsonl:1:/type"), std::string::npos);
  EXPECT_NE(reason("nonsense\n").find("run.jsonl:1"), std::string::npos);
  EXPECT_NE(reason(last_line).find("not in its place"), std::string::npos);
  EXPECT_NE(reason(good + last_line).find("not in its place"), std::string::npos);
  EXPECT_NE(changed("header", [](Value& line) { line.set("schema", "run/v2"); }).find("not run/v1"),
            std::string::npos);
  EXPECT_NE(changed("header", [](Value& line) { line.find("shard")->set("index", 2); })
                .find("another shard"),
            std::string::npos);
  EXPECT_NE(changed("block", [](Value& line) { line.set("block", 2); }).find("order"),
            std::string::npos);
  EXPECT_NE(changed("block", [](Value& line) { line.find("counts")->set("rejected", 1); })
                .find("sum of the blocks"),
            std::string::npos);
  EXPECT_NE(changed("block", [](Value& line) { line.find("counts")->set("rejected", -1); })
                .find("no count"),
            std::string::npos);
  EXPECT_NE(changed("bucket", [](Value& line) { line.set("count", 100'000); }).find("buckets"),
            std::string::npos);
  EXPECT_NE(changed("bucket", [](Value& line) { line.set("id", "x"); }).find("/id"),
            std::string::npos);
  EXPECT_NE(changed("totals",
                    [](Value& line) { line.find("matrix")->items()[0].set("rejected", 100'000); })
                .find("rows are not the totals"),
            std::string::npos);
}

TEST(Merge, JoinsTheTimesOfTheShards) {
  const auto times =
      merge_times({{{1, 2}, R"({"schema":"run-times/v1","elapsed_ms":70,"workers":2})", "b"},
                   {{0, 2}, R"({"schema":"run-times/v1","elapsed_ms":40,"workers":1})", "a"}});
  ASSERT_TRUE(times.ok());
  const Value merged = *read_json(*times).value;
  EXPECT_EQ(*merged.find("elapsed_ms"), Value(70));
  EXPECT_EQ(*merged.find("workers"), Value(3));
  EXPECT_EQ(*merged.find("shards")->items()[0].find("shard"), Value("1/2"));
  const auto broken = merge_times({{{0, 2}, "{}", "times.json"}});
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().where, "times.json");
}

}  // namespace
}  // namespace holdfast
