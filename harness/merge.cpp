#include "harness/merge.h"

#include <algorithm>
#include <map>

#include "core/json.h"
#include "harness/run_record.h"

namespace holdfast {
namespace {

constexpr std::size_t kNamedBlocksMax = 20;

Error input(std::string what, std::string where, std::string remedy) {
  return Error{ErrorCode::kInput, std::move(what), std::move(where), std::move(remedy)};
}

void add(OutcomeCounts& sum, const OutcomeCounts& counts) {
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    sum[i] += counts[i];
  }
}

// The first member in which two headers differ; empty where they are the same bytes.
std::string differing_member(const Value& a, const Value& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() || i >= b.size() || a.names()[i] != b.names()[i]) {
      return i < a.size() ? a.names()[i] : std::string(shown_name(b.names()[i]));
    }
    if (write_compact_json(a.items()[i]) != write_compact_json(b.items()[i])) {
      return a.names()[i];
    }
  }
  return "";
}

class Merge {
 public:
  explicit Merge(const std::vector<RunRecord>& records) : records_(records) {}

  Result<MergedRun> run() {
    if (records_.empty()) {
      return Error{ErrorCode::kUsage, "no record was given", "",
                   "give the run.jsonl of each shard"};
    }
    auto error = check_same();
    if (!error) {
      error = check_blocks();
    }
    if (!error) {
      error = check_ended();
    }
    if (error) {
      return *error;
    }
    write();
    return std::move(merged_);
  }

 private:
  const RunRecord& first() const { return records_.front(); }

  std::optional<Error> check_same() const {
    for (const RunRecord& record : records_) {
      const std::string member = differing_member(first().header, record.header);
      if (!member.empty()) {
        return input("not a shard of the same campaign as " + first().where + ": the header's \"" +
                         std::string(shown_name(member)) + "\" differs",
                     record.where, "merge only shards of one campaign");
      }
      if (record.shard.of != first().shard.of || record.cases_planned != first().cases_planned) {
        return input("cut otherwise than " + first().where + ": shard " + record.shard.text() +
                         " of " + std::to_string(record.cases_planned) + " cases, not one of " +
                         std::to_string(first().shard.of) + " of " +
                         std::to_string(first().cases_planned),
                     record.where, "run all shards with the same --shard n and --cases");
      }
      if (record.totals.twins != first().totals.twins) {
        return input("its sabotaged twins did otherwise than those of " + first().where +
                         ", though they hang on the seed alone",
                     record.where + ":/twins", "run all shards again with one version of Holdfast");
      }
    }
    return std::nullopt;
  }

  std::uint64_t block_cases(std::uint64_t block) const {
    return std::min(first().block_cases, first().cases_planned - block * first().block_cases);
  }

  // How many blocks the campaign has. A whole record need not say how many cases were planned (a
  // time budget); then it is what it has.
  std::uint64_t blocks_planned() const {
    if (first().cases_planned == 0) {
      return first().blocks.empty() ? 0 : first().blocks.back().block + 1;
    }
    return (first().cases_planned + first().block_cases - 1) / first().block_cases;
  }

  static std::string named(const std::vector<std::uint64_t>& blocks) {
    std::string text = blocks.size() == 1 ? "block " : "blocks ";
    for (std::size_t i = 0; i < std::min(blocks.size(), kNamedBlocksMax); ++i) {
      text += (i == 0 ? "" : ", ") + std::to_string(blocks[i]);
    }
    return blocks.size() > kNamedBlocksMax
               ? text + " and " + std::to_string(blocks.size() - kNamedBlocksMax) + " more"
               : text;
  }

  std::optional<Error> check_blocks() {
    std::vector<std::uint64_t> doubled;
    std::string doubled_in;
    for (const RunRecord& record : records_) {
      for (const RunBlock& block : record.blocks) {
        const auto [found, inserted] = blocks_.emplace(block.block, &block);
        if (!inserted) {
          doubled.push_back(block.block);
          doubled_in = record.where;
        } else if (block.block >= blocks_planned() ||
                   (record.cases_planned != 0 && block.cases != block_cases(block.block))) {
          return input(
              "block " + std::to_string(block.block) + " has other cases than the campaign planned",
              record.where, "run the shard again");
        }
      }
    }
    if (!doubled.empty()) {
      return input("given twice: " + named(doubled), doubled_in, "give each shard once");
    }
    if (const auto twice = doubled_shard()) {
      return twice;
    }
    return missing_shards();
  }

  // Shards without a block (more shards than blocks) are told apart by their header alone.
  std::optional<Error> doubled_shard() const {
    std::map<std::uint64_t, const RunRecord*> seen;
    for (const RunRecord& record : records_) {
      if (!seen.emplace(record.shard.index, &record).second) {
        return input("shard " + record.shard.text() + " is given twice", record.where,
                     "give each shard once");
      }
    }
    return std::nullopt;
  }

  std::optional<Error> missing_shards() const {
    std::vector<std::uint64_t> missing;
    std::string shards;
    std::map<std::uint64_t, bool> named_shards;
    for (std::uint64_t block = 0; block < blocks_planned(); ++block) {
      if (blocks_.count(block) != 0 || ended_before(block)) {
        continue;
      }
      missing.push_back(block);
      const Shard shard{block % first().shard.of, first().shard.of};
      if (named_shards.emplace(shard.index, true).second &&
          named_shards.size() <= kNamedBlocksMax) {
        shards += (shards.empty() ? "" : ", ") + shard.text();
      }
    }
    if (missing.empty()) {
      return std::nullopt;
    }
    const std::string where = records_.size() == 1 ? first().where : "";
    return input("not the whole campaign, " + named(missing) + " missing (shard " + shards + ")",
                 where, "run what is missing, and give its record too");
  }

  // A shard that was given up ends with the block that ended it.
  bool ended_before(std::uint64_t block) const {
    return std::any_of(records_.begin(), records_.end(), [&](const RunRecord& record) {
      return is_given_up(record) && record.shard.runs(block) &&
             (record.blocks.empty() || record.blocks.back().block < block);
    });
  }

  static bool is_given_up(const RunRecord& record) {
    return record.totals.abandoned || !record.totals.error.is_null();
  }

  // In one piece the campaign would have ended with the block that was given up; what other shards
  // did behind it cannot be taken out of their sums again.
  std::optional<Error> check_ended() const {
    for (const RunRecord& record : records_) {
      if (!is_given_up(record)) {
        continue;
      }
      const std::uint64_t last = record.blocks.empty() ? 0 : record.blocks.back().block;
      if (record.shard.is_whole() || (!record.blocks.empty() && last + 1 == blocks_planned())) {
        continue;
      }
      return Error{ErrorCode::kSubject,
                   "shard " + record.shard.text() + " was given up at block " +
                       std::to_string(last) + ": the subject failed, so there is no whole campaign",
                   record.where, "see the totals of that record, then run all shards again"};
    }
    return std::nullopt;
  }

  std::map<BucketKey, RunBucket> buckets() const {
    std::map<BucketKey, RunBucket> buckets;
    for (const RunRecord& record : records_) {
      for (const RunBucket& bucket : record.buckets) {
        const auto [found, inserted] = buckets.emplace(bucket.key, bucket);
        if (inserted) {
          continue;
        }
        const std::uint64_t count = found->second.count + bucket.count;
        if (bucket.first_case < found->second.first_case) {
          found->second = bucket;
        }
        found->second.count = count;
        found->second.line.set("count", count);
      }
    }
    return buckets;
  }

  void sum_totals() {
    merged_.totals = first().totals;
    for (auto record = records_.begin() + 1; record != records_.end(); ++record) {
      merged_.totals.cases += record->totals.cases;
      add(merged_.totals.counts, record->totals.counts);
      merged_.totals.void_kills += record->totals.void_kills;
      merged_.totals.abandoned = merged_.totals.abandoned || record->totals.abandoned;
      if (!record->totals.error.is_null()) {
        merged_.totals.error = record->totals.error;
      }
      for (std::size_t i = 0; i < merged_.totals.matrix.size(); ++i) {
        add(merged_.totals.matrix[i].second, record->totals.matrix[i].second);
      }
      for (std::size_t i = 0; i < merged_.totals.controls.size(); ++i) {
        add(merged_.totals.controls[i].second, record->totals.controls[i].second);
      }
    }
  }

  void write() {
    sum_totals();
    merged_.shards = records_.size();
    merged_.blocks = blocks_.size();
    std::string& out = merged_.record;
    out = write_compact_json(first().header) + "\n";
    for (const auto& [number, block] : blocks_) {
      out += write_compact_json(block->line) + "\n";
    }
    for (const auto& [key, bucket] : buckets()) {
      merged_.buckets.push_back(key);
      out += write_compact_json(bucket.line) + "\n";
    }
    out += write_compact_json(totals_value(merged_.totals)) + "\n";
    for (const auto& [name, counts] : merged_.totals.matrix) {
      if (is_from_file(name) && !has_broken_any(counts)) {
        merged_.never_applied.push_back(name);
      }
    }
  }

  bool is_from_file(const std::string& strategy) const {
    const Value* files = first().header.find("strategy_files");
    return files != nullptr &&
           std::any_of(files->items().begin(), files->items().end(), [&](const Value& file) {
             const Value* name = file.find("name");
             return name != nullptr && *name == Value(strategy);
           });
  }

  const std::vector<RunRecord>& records_;
  std::map<std::uint64_t, const RunBlock*> blocks_;
  MergedRun merged_;
};

}  // namespace

Result<MergedRun> merge_runs(const std::vector<RunRecord>& records) { return Merge(records).run(); }

Result<std::string> merge_times(const std::vector<ShardTimes>& times) {
  std::int64_t elapsed_ms = 0;
  std::int64_t workers = 0;
  std::map<std::uint64_t, Value> shards;
  for (const ShardTimes& one : times) {
    const JsonReading reading = read_json(one.bytes);
    const Value* elapsed = reading.value ? reading.value->find("elapsed_ms") : nullptr;
    const Value* threads = reading.value ? reading.value->find("workers") : nullptr;
    if (elapsed == nullptr || !elapsed->is_integer() || threads == nullptr ||
        !threads->is_integer()) {
      return input("no run-times/v1", one.where, "delete the file, or run the shard again");
    }
    elapsed_ms = std::max(elapsed_ms, elapsed->integer());
    workers += threads->integer();
    shards.insert_or_assign(one.shard.index, Value::object({{"shard", one.shard.text()},
                                                            {"elapsed_ms", *elapsed},
                                                            {"workers", *threads}}));
  }
  Value list = Value::array();
  for (auto& [index, shard] : shards) {
    list.append(std::move(shard));
  }
  return write_pretty_json(Value::object({{"schema", "run-times/v1"},
                                          {"elapsed_ms", elapsed_ms},
                                          {"workers", workers},
                                          {"shards", std::move(list)}}));
}

}  // namespace holdfast
