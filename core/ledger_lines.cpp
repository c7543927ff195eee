#include "core/ledger_lines.h"

#include <algorithm>

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
  return taker.whole();
}

bool take_span(const Value* value, std::pair<std::int64_t, std::int64_t>& out) {
  if (value == nullptr || !value->is_array() || value->size() != 2 ||
      !value->items()[0].is_integer() || !value->items()[1].is_integer()) {
    return false;
  }
  out = {value->items()[0].integer(), value->items()[1].integer()};
  return true;
}

// The members of the line's kind; the taker has taken those that all lines share.
void take_members(Taker& taker, LedgerLine& line, LedgerLineText& text) {
  if (line.kind == LedgerKind::kDetourOpened || line.kind == LedgerKind::kDetourClosed) {
    taker.text("detourId", line.detour_id);
    taker.text("reason", text.note);
    return;
  }
  taker.text("directiveId", line.directive_id);
  if (line.kind == LedgerKind::kFulfilled) {
    taker.text("obligationId", line.obligation_id);
    taker.text("evidence", text.note);
    return;
  }
  taker.text("sourceEntryId", line.source_entry_id);
  if (line.kind == LedgerKind::kReplaced) {
    taker.text("by", line.by);
  } else if (line.kind == LedgerKind::kIssued) {
    taker.text("sourceSha256", line.source_sha256);
    taker.require(take_span(taker.take("span"), line.span));
    taker.text("text", line.text);
    taker.list("obligations", line.obligations, take_issued_obligation);
  }
}

bool has_issued_form(const LedgerLine& line) {
  // The text is the entry or its span, so their lengths agree.
  return line.span.first >= 0 && line.span.second > line.span.first &&
         line.span.second - line.span.first == static_cast<std::int64_t>(line.text.size()) &&
         is_sha256_text(line.source_sha256) && has_visible_character(line.text) &&
         !line.obligations.empty() &&
         std::all_of(line.obligations.begin(), line.obligations.end(),
                     [](const Obligation& obligation) {
                       return is_obligation_kind(obligation.kind) &&
                              is_visible_name(obligation.obligation_id) &&
                              has_visible_character(obligation.text);
                     });
}

std::string_view read_line(const Value& value, LedgerLine& line) {
  Taker taker(value);
  LedgerLineText text;
  taker.integer("seq", line.seq);
  taker.text("prev", line.prev);
  taker.text("kind", text.kind);
  taker.text("at", text.at);
  const auto kind = ledger_kind_from(text.kind);
  if (!kind) {
    return "kind";
  }
  line.kind = *kind;
  take_members(taker, line, text);
  return taker.whole() && has_ledger_form(line, text) ? "" : "form";
}

}  // namespace

std::optional<LedgerKind> ledger_kind_from(std::string_view text) {
  const auto* found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const auto& entry) { return entry.first == text; });
  return found == std::end(kKinds) ? std::nullopt : std::optional(found->second);
}

bool has_ledger_form(const LedgerLine& line, const LedgerLineText& text) {
  if (!is_utc_time(text.at)) {
    return false;
  }
  switch (line.kind) {
    case LedgerKind::kIssued:
      return is_visible_name(line.directive_id) && is_visible_name(line.source_entry_id) &&
             has_issued_form(line);
    case LedgerKind::kReplaced:
    case LedgerKind::kWithdrawn:
      return is_visible_name(line.source_entry_id);
    case LedgerKind::kFulfilled:
      return has_visible_character(text.note);
    case LedgerKind::kDetourOpened:
    case LedgerKind::kDetourClosed:
      return is_visible_name(line.detour_id) && has_visible_character(text.note);
  }
  return false;
}

std::string_view LedgerFold::take(const Value& value, std::string_view canonical_bytes) {
  LedgerLine line;
  const std::string_view form = read_line(value, line);
  return form.empty() ? take(std::move(line), canonical_bytes) : form;
}

std::string_view LedgerFold::take(LedgerLine&& line, std::string_view canonical_bytes) {
  if (line.seq != last_.seq + 1) {
    return "seq";
  }
  static const std::string kZeros(64, '0');
  if (line.prev != (last_.seq == 0 ? kZeros : last_.sha256)) {
    return "chain";
  }
  const std::string_view reason = apply(line);
  line.sha256 = sha256_hex(canonical_bytes);
  std::swap(last_, line);
  return reason;
}

std::optional<LedgerHead> LedgerFold::head() const {
  return last_.seq == 0 ? std::nullopt : std::optional(LedgerHead{last_.seq, last_.sha256});
}

std::vector<const Directive*> LedgerFold::active() const {
  std::vector<const Directive*> found;
  found.reserve(active_.size());
  for (const auto& [seq, directive] : active_) {
    found.push_back(&directive);
  }
  return found;
}

const Directive* LedgerFold::find_active(std::string_view directive_id) const {
  const auto place = places_.find(std::string(directive_id));
  return place == places_.end() ? nullptr : &active_.at(place->second);
}

// A short id stands for itself, behind its length; a longer one by its digest.
LedgerFold::ClosedId LedgerFold::closed_id(std::string_view directive_id) {
  ClosedId id{};
  if (directive_id.size() < id.size()) {
    id[0] = static_cast<std::uint8_t>(directive_id.size());
    std::copy(directive_id.begin(), directive_id.end(), id.begin() + 1);
    return id;
  }
  const Digest digest = sha256(directive_id);
  std::copy(digest.begin(), digest.begin() + id.size(), id.begin());
  id[0] |= 0x80;
  return id;
}

std::size_t LedgerFold::ClosedIdHash::operator()(const ClosedId& id) const {
  return std::hash<std::string_view>()(
      std::string_view(reinterpret_cast<const char*>(id.data()), id.size()));
}

bool LedgerFold::was_issued(const std::string& directive_id) const {
  return places_.count(directive_id) > 0 || closed_.count(closed_id(directive_id)) > 0;
}

std::string_view LedgerFold::apply(const LedgerLine& line) {
  switch (line.kind) {
    case LedgerKind::kIssued:
      return issue(line);
    case LedgerKind::kReplaced:
      if (line.by == line.directive_id || !was_issued(line.by)) {
        return "unknown_replacement";
      }
      return close(line);
    case LedgerKind::kWithdrawn:
      return close(line);
    case LedgerKind::kFulfilled:
      return fulfil(line);
    case LedgerKind::kDetourOpened:
    case LedgerKind::kDetourClosed:
      return detour(line);
  }
  return "kind";
}

std::string_view LedgerFold::issue(const LedgerLine& line) {
  if (was_issued(line.directive_id)) {
    return "issued_twice";
  }
  std::set<std::string_view> ids;
  for (const Obligation& obligation : line.obligations) {
    if (!ids.insert(obligation.obligation_id).second) {
      return "duplicate_obligation";
    }
  }
  places_.emplace(line.directive_id, line.seq);
  active_.emplace(line.seq, Directive{line.directive_id, line.source_entry_id, line.source_sha256,
                                      line.text, line.obligations, DirectiveState::kActive});
  return "";
}

std::string_view LedgerFold::close(const LedgerLine& line) {
  const auto place = places_.find(line.directive_id);
  if (place == places_.end()) {
    return was_issued(line.directive_id) ? "closed_twice" : "unknown_directive";
  }
  active_.erase(place->second);
  places_.erase(place);
  closed_.insert(closed_id(line.directive_id));
  return "";
}

std::string_view LedgerFold::fulfil(const LedgerLine& line) {
  const auto place = places_.find(line.directive_id);
  if (place == places_.end()) {
    return was_issued(line.directive_id) ? "closed_twice" : "unknown_directive";
  }
  bool all = true;
  std::string_view reason = "unknown_obligation";
  for (Obligation& obligation : active_.at(place->second).obligations) {
    if (obligation.obligation_id == line.obligation_id) {
      reason = obligation.fulfilled ? "fulfilled_twice" : "";
      obligation.fulfilled = true;
    }
    all = all && obligation.fulfilled;
  }
  return reason.empty() && all ? close(line) : reason;
}

// A detour closes, replaces and narrows nothing; all that is asked is that it is opened before it
// is closed.
std::string_view LedgerFold::detour(const LedgerLine& line) {
  if (line.kind == LedgerKind::kDetourOpened) {
    return open_detours_.insert(line.detour_id).second ? "" : "detour_open_already";
  }
  return open_detours_.erase(line.detour_id) > 0 ? "" : "detour_not_open";
}

std::optional<std::vector<LedgerLine>> read_ledger(const Value& value, LedgerFault& fault) {
  if (!value.is_array()) {
    fault = {0, "no_list"};
    return std::nullopt;
  }
  std::vector<LedgerLine> lines;
  lines.reserve(value.size());
  LedgerFold fold;
  for (const Value& item : value.items()) {
    if (const auto reason = fold.take(item, write_canonical_json(item)); !reason.empty()) {
      fault = {lines.size() + 1, reason};
      return std::nullopt;
    }
    lines.push_back(fold.last());
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
