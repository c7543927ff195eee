#include "harness/read_run.h"

#include <algorithm>
#include <optional>

#include "core/json.h"

namespace holdfast {
namespace {

constexpr std::string_view kRemedy =
    "give a run.jsonl as `holdfast hunt` wrote it, of this version; run the shard again where it "
    "was cut off";
// A bucket's line holds a case, whose documents may have the depth of documents.
constexpr JsonLimits kLineLimits = {.depth_max = 128, .size_bytes_max = std::size_t{1} << 30};

std::optional<Outcome> outcome_from(std::string_view text) {
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    if (to_text(static_cast<Outcome>(i)) == text) {
      return static_cast<Outcome>(i);
    }
  }
  return std::nullopt;
}

void add(OutcomeCounts& sum, const OutcomeCounts& counts) {
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    sum[i] += counts[i];
  }
}

std::uint64_t sum_of(const OutcomeCounts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) {
    sum += count;
  }
  return sum;
}

// The members of one line; remembers the first that is wrong and goes on with zeros.
class Members {
 public:
  Members(const Value& line, std::string where) : line_(line), where_(std::move(where)) {}

  const std::optional<Error>& error() const { return error_; }
  const Value& member(const Value& of, const std::string& pointer, std::string_view name) {
    static const Value kNothing;
    const Value* found = of.find(name);
    if (found == nullptr) {
      complain(pointer, "the member is missing");
      return kNothing;
    }
    return *found;
  }
  const Value& member(std::string_view name) {
    return member(line_, "/" + std::string(name), name);
  }
  std::string text(std::string_view name) {
    const Value& value = member(name);
    if (!value.is_string()) {
      complain("/" + std::string(name), "no text");
    }
    return value.text();
  }
  bool flag(std::string_view name) {
    const Value& value = member(name);
    if (!value.is_boolean()) {
      complain("/" + std::string(name), "neither true nor false");
    }
    return value.boolean();
  }
  std::uint64_t count(std::string_view name) {
    return count_of(member(name), "/" + std::string(name));
  }
  OutcomeCounts counts(std::string_view name) {
    return counts_of(member(name), "/" + std::string(name));
  }
  std::vector<std::pair<std::string, OutcomeCounts>> table(std::string_view name,
                                                           const Value* names) {
    const std::string pointer = "/" + std::string(name);
    const Value& value = member(name);
    std::vector<std::pair<std::string, OutcomeCounts>> rows;
    if (names == nullptr || !names->is_array() || names->size() != value.size()) {
      complain(pointer, "the rows are not those that the header lists");
      return rows;
    }
    for (std::size_t i = 0; i < value.names().size(); ++i) {
      if (names->items()[i] != Value(value.names()[i])) {
        complain(pointer, "the rows are not those that the header lists");
      }
      rows.emplace_back(
          value.names()[i],
          counts_of(value.items()[i], pointer + "/" + escape_pointer_token(value.names()[i])));
    }
    return rows;
  }
  std::uint64_t count_of(const Value& value, const std::string& pointer) {
    if (!value.is_integer() || value.integer() < 0) {
      complain(pointer, "no count");
      return 0;
    }
    return static_cast<std::uint64_t>(value.integer());
  }
  // Absent in records of a version that had no twins.
  std::vector<TwinVerdict> twins() {
    std::vector<TwinVerdict> verdicts;
    const Value* list = line_.find("twins");
    if (list == nullptr) {
      return verdicts;
    }
    if (!list->is_array() || list->size() == 0) {
      complain("/twins", "no list of verdicts");
    }
    for (std::size_t i = 0; i < list->items().size(); ++i) {
      const std::string pointer = "/twins/" + std::to_string(i);
      const Value& each = list->items()[i];
      const Value& name = member(each, pointer + "/name", "name");
      const Value& convicted = member(each, pointer + "/convicted", "convicted");
      const std::uint64_t cases =
          count_of(member(each, pointer + "/cases", "cases"), pointer + "/cases");
      if (!name.is_string() || !convicted.is_boolean() || each.size() != 3) {
        complain(pointer, "no verdict on a twin");
      }
      const auto same = [&](const TwinVerdict& other) { return other.name == name.text(); };
      if (std::any_of(verdicts.begin(), verdicts.end(), same)) {
        complain(pointer + "/name", "the twin stands twice");
      }
      verdicts.push_back({name.text(), convicted.boolean(), cases});
    }
    return verdicts;
  }
  void complain(const std::string& pointer, std::string what) {
    if (!error_) {
      error_ =
          Error{ErrorCode::kInput, std::move(what), where_ + ":" + pointer, std::string(kRemedy)};
    }
  }

 private:
  OutcomeCounts counts_of(const Value& value, const std::string& pointer) {
    OutcomeCounts counts{};
    if (!value.is_object()) {
      complain(pointer, "no object of counts");
    }
    for (std::size_t i = 0; i < value.names().size(); ++i) {
      const auto outcome = outcome_from(value.names()[i]);
      if (!outcome) {
        complain(pointer, "an outcome that this version does not know");
        continue;
      }
      counts[static_cast<std::size_t>(*outcome)] = count_of(value.items()[i], pointer);
    }
    return counts;
  }

  const Value& line_;
  std::string where_;
  std::optional<Error> error_;
};

class RunReader {
 public:
  RunReader(std::string_view bytes, std::string where) : bytes_(bytes), where_(std::move(where)) {}

  Result<RunRecord> read() {
    record_.where = where_;
    while (!bytes_.empty()) {
      ++number_;
      const std::size_t end = bytes_.find('\n');
      if (end == std::string_view::npos) {
        return fault("the last line is cut off");
      }
      const JsonReading reading = read_json(bytes_.substr(0, end), kLineLimits);
      bytes_.remove_prefix(end + 1);
      if (!reading.value) {
        return fault(reading.faults.empty() ? "no JSON" : reading.faults.front().reason);
      }
      if (auto error = line(*reading.value)) {
        return *error;
      }
    }
    if (stage_ != Stage::kEnd) {
      return fault(number_ == 0 ? "the file is empty" : "there are no totals: the run did not end");
    }
    return std::move(record_);
  }

 private:
  // What has been read last: lines come in this order.
  enum class Stage : std::uint8_t { kNothing, kHeader, kBlocks, kBuckets, kEnd };

  Error fault(std::string what) const {
    return Error{ErrorCode::kInput, std::move(what), where_ + ":" + std::to_string(number_),
                 std::string(kRemedy)};
  }

  std::optional<Error> line(const Value& value) {
    Members members(value, where_ + ":" + std::to_string(number_));
    const std::string type = members.text("type");
    Stage stage = Stage::kNothing;
    if (members.error()) {
      return members.error();
    }
    if (type == "header" && stage_ == Stage::kNothing) {
      stage = Stage::kHeader;
      header(value, members);
    } else if (type == "block" && (stage_ == Stage::kHeader || stage_ == Stage::kBlocks)) {
      stage = Stage::kBlocks;
      block(value, members);
    } else if (type == "bucket" && stage_ != Stage::kNothing && stage_ != Stage::kEnd) {
      stage = Stage::kBuckets;
      bucket(value, members);
    } else if (type == "totals" && stage_ != Stage::kNothing && stage_ != Stage::kEnd) {
      stage = Stage::kEnd;
      totals(members);
    } else {
      return fault("no line of run/v1, or not in its place");
    }
    stage_ = stage;
    return members.error();
  }

  void header(const Value& value, Members& members) {
    if (members.text("schema") != "run/v1") {
      members.complain("/schema", "not run/v1");
    }
    record_.header = value;
    record_.block_cases = members.count("block_cases");
    if (record_.block_cases == 0) {
      members.complain("/block_cases", "no block has cases");
    }
    const Value* shard = value.find("shard");
    if (shard == nullptr) {
      return;
    }
    record_.header.erase("shard");
    const auto number = [&](std::string_view name) {
      const std::string pointer = "/shard/" + std::string(name);
      return members.count_of(members.member(*shard, pointer, name), pointer);
    };
    const std::uint64_t index = number("index");
    record_.shard.of = number("of");
    record_.cases_planned = number("cases");
    if (index == 0 || index > record_.shard.of || record_.shard.of < 2 ||
        record_.shard.of > kShardsMax || record_.cases_planned == 0) {
      members.complain("/shard", "no part of a campaign");
      record_.shard = {};
      return;
    }
    record_.shard.index = index - 1;
  }

  void block(const Value& value, Members& members) {
    RunBlock block;
    block.block = members.count("block");
    block.cases = members.count("cases");
    block.counts = members.counts("counts");
    block.line = value;
    if (!record_.blocks.empty() && record_.blocks.back().block >= block.block) {
      members.complain("/block", "the blocks are not in their order, or one stands twice");
    }
    if (!record_.shard.runs(block.block)) {
      members.complain("/block", "the block belongs to another shard than the header says");
    }
    record_.blocks.push_back(std::move(block));
  }

  void bucket(const Value& value, Members& members) {
    RunBucket bucket;
    bucket.key.invariant = members.text("invariant");
    bucket.key.strategy = members.text("strategy");
    const auto outcome = outcome_from(members.text("outcome"));
    if (!outcome || !is_failure(*outcome)) {
      members.complain("/outcome", "no outcome of a bucket");
    }
    bucket.key.outcome = outcome.value_or(Outcome::kAccepted);
    bucket.count = members.count("count");
    bucket.first_case = members.count("first_case");
    if (members.text("id") != bucket.key.id()) {
      members.complain("/id", "not the id of its invariant, strategy and outcome");
    }
    if (!record_.buckets.empty() && !(record_.buckets.back().key < bucket.key)) {
      members.complain("/id", "the buckets are not in their order, or one stands twice");
    }
    bucket.line = value;
    record_.buckets.push_back(std::move(bucket));
  }

  void totals(Members& members) {
    RunTotals& totals = record_.totals;
    totals.cases = members.count("cases");
    totals.counts = members.counts("counts");
    totals.void_kills = members.count("void_kills");
    totals.abandoned = members.flag("abandoned");
    totals.error = members.member("error");
    totals.matrix = members.table("matrix", record_.header.find("strategies"));
    totals.controls = members.table("controls", record_.header.find("controls"));
    totals.twins = members.twins();
    if (members.error()) {
      return;
    }
    OutcomeCounts of_blocks{};
    std::uint64_t cases = 0;
    for (const RunBlock& block : record_.blocks) {
      add(of_blocks, block.counts);
      cases += block.cases;
      if (sum_of(block.counts) > block.cases) {
        members.complain("/counts", "a block has more outcomes than cases");
      }
    }
    OutcomeCounts of_rows{};
    for (const auto* table : {&totals.matrix, &totals.controls}) {
      for (const auto& [name, counts] : *table) {
        add(of_rows, counts);
      }
    }
    OutcomeCounts of_buckets{};
    for (const RunBucket& bucket : record_.buckets) {
      of_buckets[static_cast<std::size_t>(bucket.key.outcome)] += bucket.count;
    }
    bool buckets_add_up = true;
    for (std::size_t i = 0; i < kOutcomeCount; ++i) {
      buckets_add_up &= !is_failure(static_cast<Outcome>(i)) || of_buckets[i] == totals.counts[i];
    }
    if (cases != totals.cases || of_blocks != totals.counts) {
      members.complain("/counts", "the totals are not the sum of the blocks");
    } else if (of_rows != totals.counts) {
      members.complain("/matrix", "the rows are not the totals");
    } else if (!buckets_add_up) {
      members.complain("/counts", "the buckets are not the failures of the totals");
    }
  }

  std::string_view bytes_;
  std::string where_;
  std::uint64_t number_ = 0;
  Stage stage_ = Stage::kNothing;
  RunRecord record_;
};

}  // namespace

Result<RunRecord> read_run(std::string_view bytes, const std::string& where) {
  return RunReader(bytes, where).read();
}

}  // namespace holdfast
