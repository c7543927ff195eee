// Help for the tests of evidence and chains: ledgers whose chain is right, and links that follow
// one another. For tests only.
#pragma once

#include <string>
#include <vector>

#include "core/chain.h"
#include "core/checksum.h"
#include "core/manifest_test.h"
#include "core/sha256.h"

namespace holdfast {

// The lines with seq, prev and at filled in.
inline Value chained(const std::vector<Value>& lines) {
  Value ledger = Value::array();
  std::string prev(64, '0');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Value line = lines[i];
    line.set("seq", static_cast<std::int64_t>(i + 1));
    line.set("prev", prev);
    line.set("at", "2026-03-05T09:00:00Z");
    prev = sha256_hex(write_canonical_json(line));
    ledger.append(std::move(line));
  }
  return ledger;
}

inline Value head_of(const Value& ledger) {
  return Value::object({{"seq", static_cast<std::int64_t>(ledger.size())},
                        {"sha256", sha256_hex(write_canonical_json(ledger.items().back()))}});
}

inline Value issued(const Directive& directive) {
  Value obligations = Value::array();
  for (const Obligation& obligation : directive.obligations) {
    obligations.append(Value::object({{"obligationId", obligation.obligation_id},
                                      {"kind", obligation.kind},
                                      {"text", obligation.text}}));
  }
  return Value::object(
      {{"kind", "issued"},
       {"directiveId", directive.directive_id},
       {"sourceEntryId", directive.source_entry_id},
       {"sourceSha256", directive.source_sha256},
       {"span", Value::array({0, static_cast<std::int64_t>(directive.text.size())})},
       {"text", directive.text},
       {"obligations", std::move(obligations)}});
}

inline Value fulfilled(std::string_view directive_id, std::string_view obligation_id) {
  return Value::object({{"kind", "fulfilled"},
                        {"directiveId", directive_id},
                        {"obligationId", obligation_id},
                        {"evidence", "run 14"}});
}

inline Value withdrawn(std::string_view directive_id, std::string_view source_entry_id) {
  return Value::object(
      {{"kind", "withdrawn"}, {"directiveId", directive_id}, {"sourceEntryId", source_entry_id}});
}

// What users ordered in good_manifest_v2(), and how it stands there.
inline std::vector<Value> good_ledger_lines() {
  const Manifest manifest = good_manifest_v2();
  return {issued(manifest.directives[0]), issued(manifest.directives[1]), fulfilled("d-2", "o-3")};
}

// good_manifest_v2() with the head of that ledger.
inline Manifest manifest_with_ledger() {
  Manifest manifest = good_manifest_v2();
  const Value head = head_of(chained(good_ledger_lines()));
  manifest.lineage.ledger_head =
      LedgerHead{head.find("seq")->integer(), head.find("sha256")->text()};
  return manifest;
}

inline Verdict judge_with(const Manifest& before, const Manifest& after, const Value& evidence,
                          Step step = Step::kPair) {
  CheckOptions options;
  options.evidence = &evidence;
  options.step = step;
  return judge(before, after, options);
}

// The next generation after `before`: right in its lineage, otherwise the same.
inline Manifest next_generation(const Manifest& before) {
  Manifest next = before;
  ++next.lineage.generation;
  next.lineage.parent = semantic_checksum(before);
  const std::int64_t from = before.lineage.coverage ? before.lineage.coverage->tail_from_seq : 1;
  next.lineage.coverage = Coverage{from, from + 39, from + 40};
  return next;
}

// good_manifest_v2() as the first of its chain.
inline Manifest origin_manifest() {
  Manifest manifest = good_manifest_v2();
  manifest.lineage = {0, {}, std::string(64, '7'), std::nullopt, std::nullopt};
  return manifest;
}

}  // namespace holdfast
