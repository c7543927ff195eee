#include "harness/run_record.h"

#include "core/json.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

Value number(std::uint64_t n) { return Value(static_cast<std::int64_t>(n)); }

Value header(const CampaignOptions& options, const CampaignResult& result,
             const RunContext& context) {
  Value strategies = Value::array();
  for (const Strategy& strategy : options.stream.strategies) {
    strategies.append(strategy.name);
  }
  Value controls = Value::array();
  for (const Control& control : options.stream.controls) {
    controls.append(control.name);
  }
  Value value = Value::object();
  value.add("schema", "run/v1");
  value.add("type", "header");
  // As text: a seed may be any 64-bit number.
  value.add("seed", std::to_string(options.stream.seed));
  value.add("holdfast", context.holdfast_version);
  value.add("unicode", unicode_version());
  value.add("subject", Value::object({{"identity", result.identity},
                                      {"name", result.subject.name},
                                      {"version", result.subject.version},
                                      {"reason_map", result.subject.has_reason_map}}));
  Value schemas = Value::array();
  for (const Version version : result.versions) {
    schemas.append(to_text(version));
  }
  value.add("schemas", std::move(schemas));
  value.add("policy", to_text(options.stream.policy));
  if (options.stream.kind != "compaction") {
    value.add("kind", options.stream.kind);
  }
  value.add("documents", context.session_sha256.empty() ? Value("generated") : Value("session"));
  value.add("session_sha256",
            context.session_sha256.empty() ? Value() : Value(context.session_sha256));
  value.add("list_items_max", number(options.stream.list_items_max));
  value.add("block_cases", number(kBlockCases));
  value.add("strategies", std::move(strategies));
  value.add("controls", std::move(controls));
  if (!context.strategy_files.empty()) {
    Value files = Value::array();
    for (const auto& [name, sha256] : context.strategy_files) {
      files.append(Value::object({{"name", name}, {"sha256", sha256}}));
    }
    value.add("strategy_files", std::move(files));
  }
  // Last, so that the header of the whole run is this one without it.
  if (!options.shard.is_whole()) {
    value.add("shard", Value::object({{"index", number(options.shard.index + 1)},
                                      {"of", number(options.shard.of)},
                                      {"cases", number(options.cases)}}));
  }
  return value;
}

Value block_value(const BlockSummary& block) {
  return Value::object({{"type", "block"},
                        {"block", number(block.block)},
                        {"cases", number(block.cases)},
                        {"counts", counts_value(block.counts)},
                        {"void_kills", block.void_kills},
                        {"stream_sha256", block.stream_sha256}});
}

Value bucket_value(const Bucket& bucket, const RunContext& context) {
  return Value::object({{"type", "bucket"},
                        {"id", bucket.key.id()},
                        {"invariant", bucket.key.invariant},
                        {"strategy", bucket.key.strategy},
                        {"outcome", to_text(bucket.key.outcome)},
                        {"count", number(bucket.count)},
                        {"first_case", number(bucket.first_case)},
                        {"reasons", Value::array_of(bucket.reasons)},
                        {"diagnosis", bucket.diagnosis},
                        {"minimal", bucket.minimal},
                        {"shrink_calls", number(bucket.shrink_calls)},
                        {"case", context.show_text ? to_value(bucket.smallest)
                                                   : Value::object({{"id", bucket.smallest.id}})}});
}

RunTotals totals_of(const CampaignOptions& options, const CampaignResult& result) {
  RunTotals totals;
  totals.cases = result.cases;
  totals.counts = result.totals;
  for (const std::uint64_t kills : result.void_kills) {
    totals.void_kills += kills;
  }
  totals.abandoned = result.abandoned;
  totals.error = result.error ? Value(result.error->text()) : Value();
  for (std::size_t i = 0; i < result.of_strategy.size(); ++i) {
    totals.matrix.emplace_back(options.stream.strategies[i].name, result.of_strategy[i]);
  }
  for (std::size_t i = 0; i < result.of_control.size(); ++i) {
    totals.controls.emplace_back(options.stream.controls[i].name, result.of_control[i]);
  }
  totals.twins = result.twins;
  return totals;
}

Value rows(const std::vector<std::pair<std::string, OutcomeCounts>>& table) {
  Value value = Value::object();
  for (const auto& [name, counts] : table) {
    value.add(name, counts_value(counts));
  }
  return value;
}

}  // namespace

Value totals_value(const RunTotals& totals) {
  Value value = Value::object({{"type", "totals"},
                               {"cases", number(totals.cases)},
                               {"counts", counts_value(totals.counts)},
                               {"void_kills", number(totals.void_kills)},
                               {"abandoned", totals.abandoned},
                               {"error", totals.error},
                               {"matrix", rows(totals.matrix)},
                               {"controls", rows(totals.controls)}});
  if (!totals.twins.empty()) {
    Value twins = Value::array();
    for (const TwinVerdict& twin : totals.twins) {
      twins.append(Value::object(
          {{"name", twin.name}, {"convicted", twin.convicted}, {"cases", number(twin.cases)}}));
    }
    value.add("twins", std::move(twins));
  }
  return value;
}

Value counts_value(const OutcomeCounts& counts) {
  Value value = Value::object();
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    if (counts[i] != 0) {
      value.add(to_text(static_cast<Outcome>(i)), number(counts[i]));
    }
  }
  return value;
}

std::string write_run_record(const CampaignOptions& options, const CampaignResult& result,
                             const RunContext& context) {
  std::string lines = write_compact_json(header(options, result, context)) + "\n";
  for (const BlockSummary& block : result.blocks) {
    lines += write_compact_json(block_value(block)) + "\n";
  }
  for (const Bucket& bucket : result.buckets) {
    lines += write_compact_json(bucket_value(bucket, context)) + "\n";
  }
  return lines + write_compact_json(totals_value(totals_of(options, result))) + "\n";
}

std::string write_run_times(const CampaignOptions& options, const CampaignResult& result) {
  return write_pretty_json(
      Value::object({{"schema", "run-times/v1"},
                     {"elapsed_ms", static_cast<std::int64_t>(result.elapsed_s * 1000)},
                     {"workers", static_cast<std::int64_t>(options.workers)}}));
}

}  // namespace holdfast
