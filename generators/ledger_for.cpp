#include "generators/ledger_for.h"

#include <algorithm>
#include <set>

#include "core/check.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::string_view kTime = "2026-03-05T09:00:00Z";
constexpr std::string_view kCloser = "entry-of-the-closing";

Value issued(const Directive& directive) {
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

void close(const Manifest& document, const Directive& directive, std::vector<Value>& lines) {
  for (const Obligation& obligation : directive.obligations) {
    if (obligation.fulfilled) {
      lines.push_back(Value::object({{"kind", "fulfilled"},
                                     {"directiveId", directive.directive_id},
                                     {"obligationId", obligation.obligation_id},
                                     {"evidence", "run 14"}}));
    }
  }
  if (directive.state == DirectiveState::kWithdrawn) {
    lines.push_back(Value::object({{"kind", "withdrawn"},
                                   {"directiveId", directive.directive_id},
                                   {"sourceEntryId", kCloser}}));
  } else if (directive.state == DirectiveState::kReplaced) {
    const auto other = std::find_if(document.directives.begin(), document.directives.end(),
                                    [&](const Directive& candidate) {
                                      return candidate.directive_id != directive.directive_id;
                                    });
    CHECK(other != document.directives.end());
    lines.push_back(Value::object({{"kind", "replaced"},
                                   {"directiveId", directive.directive_id},
                                   {"by", other->directive_id},
                                   {"sourceEntryId", kCloser}}));
  }
}

}  // namespace

std::vector<Value> ledger_members_for(const Manifest& document) {
  std::vector<Value> lines;
  for (const Directive& directive : document.directives) {
    lines.push_back(issued(directive));
  }
  for (const Directive& directive : document.directives) {
    close(document, directive, lines);
  }
  return lines;
}

Value chained_ledger(const std::vector<Value>& members) {
  Value ledger = Value::array();
  std::string prev(64, '0');
  for (const Value& member : members) {
    Value line = member;
    line.set("seq", static_cast<std::int64_t>(ledger.size() + 1));
    line.set("prev", prev);
    line.set("at", kTime);
    prev = sha256_hex(write_canonical_json(line));
    ledger.append(std::move(line));
  }
  return ledger;
}

LedgerHead head_of_ledger(const Value& ledger) {
  CHECK(ledger.size() > 0);
  return {static_cast<std::int64_t>(ledger.size()),
          sha256_hex(write_canonical_json(ledger.items().back()))};
}

Value sources_for(const Manifest& document) {
  Value sources = Value::array();
  std::set<std::string_view> seen;
  const auto add = [&](std::string_view id, std::string_view sha256) {
    if (seen.insert(id).second) {
      sources.append(Value::object({{"entryId", id}, {"author", "user"}, {"sha256", sha256}}));
    }
  };
  for (const Directive& directive : document.directives) {
    add(directive.source_entry_id, directive.source_sha256);
  }
  add(kCloser, std::string(64, 'c'));
  return sources;
}

Value evidence_for(const Manifest& document) {
  return Value::object({{"ledger", chained_ledger(ledger_members_for(document))},
                        {"sources", sources_for(document)}});
}

}  // namespace holdfast
