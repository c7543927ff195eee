#include "core/ledger_lines.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/json.h"
#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::pair<std::string_view, LedgerKind> kKinds[] = {
    {"issued", LedgerKind::kIssued},
    {"replaced", LedgerKind::kReplaced},
    {"withdrawn", LedgerKind::kWithdrawn},
    {"fulfilled", LedgerKind::kFulfilled},
    {"detour_opened", LedgerKind::kDetourOpened},
    {"detour_closed", LedgerKind::kDetourClosed},
};

bool take_issued_obligation(const Value& value, Obligation& out) {
  Taker taker(value);
  taker.text("obligationId", out.obligation_id);
  taker.text("kind", out.kind);
  taker.text("text", out.text);
  taker.require(is_obligation_kind(out.kind));
  return taker.whole() && is_visible_name(out.obligation_id) && has_visible_character(out.text);
}

bool take_span(const Value* value, std::pair<std::int64_t, std::int64_t>& out) {
  if (value == nullptr || !value->is_array() || value->size() != 2 ||
      !value->items()[0].is_integer() || !value->items()[1].is_integer()) {
    return false;
  }
  out = {value->items()[0].integer(), value->items()[1].integer()};
  return out.first >= 0 && out.second > out.first;
}

void take_issued(Taker& taker, LedgerLine& line) {
  taker.text("directiveId", line.directive_id);
  taker.text("sourceEntryId", line.source_entry_id);
  taker.text("sourceSha256", line.source_sha256);
  taker.require(take_span(taker.take("span"), line.span));
  taker.text("text", line.text);
  taker.list("obligations", line.obligations, take_issued_obligation);
  taker.require(!line.obligations.empty());
  // The text is the entry or its span, so their lengths agree.
  taker.require(line.span.second - line.span.first == static_cast<std::int64_t>(line.text.size()));
  taker.require(is_sha256_text(line.source_sha256) && is_visible_name(line.directive_id) &&
                is_visible_name(line.source_entry_id));
}

// The members of the line's kind; the taker has taken those that all lines share.
void take_members(Taker& taker, LedgerLine& line) {
  std::string ignored;
  switch (line.kind) {
    case LedgerKind::kIssued:
      take_issued(taker, line);
      return;
    case LedgerKind::kReplaced:
      taker.text("directiveId", line.directive_id);
      taker.text("by", line.by);
      taker.text("sourceEntryId", line.source_entry_id);
      return;
    case LedgerKind::kWithdrawn:
      taker.text("directiveId", line.directive_id);
      taker.text("sourceEntryId", line.source_entry_id);
      return;
    case LedgerKind::kFulfilled:
      taker.text("directiveId", line.directive_id);
      taker.text("obligationId", line.obligation_id);
      taker.text("evidence", ignored);
      taker.require(has_visible_character(ignored));
      return;
    case LedgerKind::kDetourOpened:
    case LedgerKind::kDetourClosed:
      taker.text("detourId", ignored);
      taker.text("reason", ignored);
      return;
  }
}

std::string_view read_line(const Value& value, LedgerLine& line, std::string& prev) {
  Taker taker(value);
  std::string kind;
  std::string at;
  taker.integer("seq", line.seq);
  taker.text("prev", prev);
  taker.text("kind", kind);
  taker.text("at", at);
  const auto* found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const auto& entry) { return entry.first == kind; });
  if (found == std::end(kKinds)) {
    return "kind";
  }
  line.kind = found->second;
  take_members(taker, line);
  return taker.whole() && is_utc_time(at) ? "" : "form";
}

// What may follow what: nothing speaks of a directive that was not issued, or closes it twice.
class History {
 public:
  std::string_view take(const LedgerLine& line) {
    switch (line.kind) {
      case LedgerKind::kIssued:
        return take_issued(line);
      case LedgerKind::kReplaced:
        if (line.by == line.directive_id || !known(line.by)) {
          return "unknown_replacement";
        }
        return close(line.directive_id);
      case LedgerKind::kWithdrawn:
        return close(line.directive_id);
      case LedgerKind::kFulfilled:
        return fulfil(line);
      case LedgerKind::kDetourOpened:
      case LedgerKind::kDetourClosed:
        return "";
    }
    return "";
  }

 private:
  struct State {
    std::unordered_set<std::string> open;
    std::unordered_set<std::string> all;
    bool closed = false;
  };

  bool known(const std::string& id) const { return directives_.find(id) != directives_.end(); }

  std::string_view take_issued(const LedgerLine& line) {
    const auto [state, inserted] = directives_.emplace(line.directive_id, State{});
    if (!inserted) {
      return "issued_twice";
    }
    for (const Obligation& obligation : line.obligations) {
      if (!state->second.all.insert(obligation.obligation_id).second) {
        return "duplicate_obligation";
      }
    }
    state->second.open = state->second.all;
    return "";
  }

  std::string_view close(const std::string& id) {
    const auto found = directives_.find(id);
    if (found == directives_.end()) {
      return "unknown_directive";
    }
    if (found->second.closed) {
      return "closed_twice";
    }
    found->second.closed = true;
    return "";
  }

  std::string_view fulfil(const LedgerLine& line) {
    const auto found = directives_.find(line.directive_id);
    if (found == directives_.end()) {
      return "unknown_directive";
    }
    if (found->second.closed) {
      return "closed_twice";
    }
    if (found->second.open.erase(line.obligation_id) == 0) {
      return found->second.all.count(line.obligation_id) == 0 ? "unknown_obligation"
                                                              : "fulfilled_twice";
    }
    found->second.closed = found->second.open.empty();
    return "";
  }

  std::unordered_map<std::string, State> directives_;
};

}  // namespace

std::optional<std::vector<LedgerLine>> read_ledger(const Value& value, LedgerFault& fault) {
  if (!value.is_array()) {
    fault = {0, "no_list"};
    return std::nullopt;
  }
  std::vector<LedgerLine> lines(value.size());
  std::string expected(64, '0');
  History history;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string prev;
    std::string_view reason = read_line(value.items()[i], lines[i], prev);
    if (reason.empty() && lines[i].seq != static_cast<std::int64_t>(i + 1)) {
      reason = "seq";
    }
    if (reason.empty() && prev != expected) {
      reason = "chain";
    }
    if (reason.empty()) {
      reason = history.take(lines[i]);
    }
    if (!reason.empty()) {
      fault = {i + 1, reason};
      return std::nullopt;
    }
    lines[i].sha256 = sha256_hex(write_canonical_json(value.items()[i]));
    expected = lines[i].sha256;
  }
  return lines;
}

std::vector<Directive> ledger_directives(const std::vector<LedgerLine>& lines) {
  std::vector<Directive> directives;
  std::unordered_map<std::string_view, std::size_t> place;
  const auto find = [&](const std::string& id) -> Directive& { return directives[place.at(id)]; };
  for (const LedgerLine& line : lines) {
    switch (line.kind) {
      case LedgerKind::kIssued:
        place.emplace(line.directive_id, directives.size());
        directives.push_back({line.directive_id, line.source_entry_id, line.source_sha256,
                              line.text, line.obligations, DirectiveState::kActive});
        break;
      case LedgerKind::kReplaced:
        find(line.directive_id).state = DirectiveState::kReplaced;
        break;
      case LedgerKind::kWithdrawn:
        find(line.directive_id).state = DirectiveState::kWithdrawn;
        break;
      case LedgerKind::kFulfilled: {
        Directive& directive = find(line.directive_id);
        bool all = true;
        for (Obligation& obligation : directive.obligations) {
          obligation.fulfilled |= obligation.obligation_id == line.obligation_id;
          all = all && obligation.fulfilled;
        }
        directive.state = all ? DirectiveState::kFulfilled : directive.state;
        break;
      }
      case LedgerKind::kDetourOpened:
      case LedgerKind::kDetourClosed:
        break;
    }
  }
  return directives;
}

}  // namespace holdfast
