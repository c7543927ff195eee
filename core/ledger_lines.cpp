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

// Members of a line that are looked at and not kept.
struct LedgerLineText {
  std::string kind;
  std::string at;
  std::string note;
};

std::optional<LedgerKind> ledger_kind_from(std::string_view text) {
  const auto* found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const auto& entry) { return entry.first == text; });
  return found == std::end(kKinds) ? std::nullopt : std::optional(found->second);
}

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

bool has_issued_form(const LedgerLineView& line) {
  // The text is the entry or its span, so their lengths agree.
  return line.span.first >= 0 && line.span.second > line.span.first &&
         line.span.second - line.span.first == static_cast<std::int64_t>(line.text.size()) &&
         is_sha256_text(line.source_sha256) && has_visible_character(line.text) &&
         !line.obligations.empty() &&
         std::all_of(line.obligations.begin(), line.obligations.end(),
                     [](const ObligationView& obligation) {
                       return is_obligation_kind(obligation.kind) &&
                              is_visible_name(obligation.obligation_id) &&
                              has_visible_character(obligation.text);
                     });
}

std::string_view read_line(const Value& value, LedgerLine& line, LedgerLineText& text) {
  Taker taker(value);
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
  return taker.whole() ? "" : "form";
}

}  // namespace

void LedgerLineView::clear() {
  std::vector<ObligationView> kept = std::move(obligations);
  kept.clear();
  *this = LedgerLineView();
  obligations = std::move(kept);
}

LedgerLineView view_of(const LedgerLine& line) {
  LedgerLineView view;
  view.kind = line.kind;
  view.seq = line.seq;
  view.prev = line.prev;
  view.sha256 = line.sha256;
  view.directive_id = line.directive_id;
  view.source_entry_id = line.source_entry_id;
  view.source_sha256 = line.source_sha256;
  view.span = line.span;
  view.text = line.text;
  view.obligations.reserve(line.obligations.size());
  for (const Obligation& obligation : line.obligations) {
    view.obligations.push_back({obligation.obligation_id, obligation.kind, obligation.text});
  }
  view.by = line.by;
  view.obligation_id = line.obligation_id;
  view.detour_id = line.detour_id;
  return view;
}

bool has_ledger_form(const LedgerLineView& line) {
  if (!is_utc_time(line.at)) {
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
      return has_visible_character(line.note);
    case LedgerKind::kDetourOpened:
    case LedgerKind::kDetourClosed:
      return is_visible_name(line.detour_id) && has_visible_character(line.note);
  }
  return false;
}

std::string_view LedgerFold::take(const Value& value, std::string_view canonical_bytes,
                                  LedgerLine* line) {
  LedgerLine own;
  LedgerLine& read = line == nullptr ? own : *line;
  read = {};
  LedgerLineText text;
  if (const auto reason = read_line(value, read, text); !reason.empty()) {
    return reason;
  }
  read.sha256 = sha256_hex(canonical_bytes);
  LedgerLineView view = view_of(read);
  view.at = text.at;
  view.note = text.note;
  return has_ledger_form(view) ? take(view) : "form";
}

std::string_view LedgerFold::take(const LedgerLineView& line) {
  if (line.seq != lines_ + 1) {
    return "seq";
  }
  if (line.prev != sha256_) {
    return "chain";
  }
  if (const auto reason = apply(line); !reason.empty()) {
    return reason;
  }
  lines_ = line.seq;
  sha256_ = line.sha256;
  return "";
}

std::optional<LedgerHead> LedgerFold::head() const {
  return lines_ == 0 ? std::nullopt : std::optional(LedgerHead{lines_, sha256_});
}

std::vector<const Directive*> LedgerFold::active() const {
  std::vector<const Active*> found;
  found.reserve(active_.size());
  for (const auto& [id, active] : active_) {
    found.push_back(&active);
  }
  std::sort(found.begin(), found.end(),
            [](const Active* a, const Active* b) { return a->seq < b->seq; });
  std::vector<const Directive*> directives;
  directives.reserve(found.size());
  for (const Active* active : found) {
    directives.push_back(&active->directive);
  }
  return directives;
}

const Directive* LedgerFold::find_active(std::string_view directive_id) const {
  const auto found = active_.find(directive_id);
  return found == active_.end() ? nullptr : &found->second.directive;
}

bool LedgerFold::was_issued(std::string_view directive_id) const {
  return active_.find(directive_id) != active_.end() || closed_.contains(directive_id);
}

// Why no line can be about a directive that is not active.
std::string_view LedgerFold::unknown_or_closed(std::string_view directive_id) const {
  return closed_.contains(directive_id) ? "closed_twice" : "unknown_directive";
}

std::string_view LedgerFold::apply(const LedgerLineView& line) {
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

namespace {

bool has_duplicates(const std::vector<ObligationView>& obligations) {
  // Most directives have a few obligations, which need no memory to be compared.
  constexpr std::size_t kFew = 8;
  if (obligations.size() <= kFew) {
    for (std::size_t i = 1; i < obligations.size(); ++i) {
      for (std::size_t other = 0; other < i; ++other) {
        if (obligations[i].obligation_id == obligations[other].obligation_id) {
          return true;
        }
      }
    }
    return false;
  }
  std::set<std::string_view> ids;
  return !std::all_of(obligations.begin(), obligations.end(), [&](const ObligationView& one) {
    return ids.insert(one.obligation_id).second;
  });
}

Directive directive_of(const LedgerLineView& line) {
  Directive directive{std::string(line.directive_id),
                      std::string(line.source_entry_id),
                      std::string(line.source_sha256),
                      std::string(line.text),
                      {},
                      DirectiveState::kActive};
  directive.obligations.reserve(line.obligations.size());
  for (const ObligationView& one : line.obligations) {
    directive.obligations.push_back(
        {std::string(one.obligation_id), std::string(one.kind), std::string(one.text), false});
  }
  return directive;
}

}  // namespace

std::string_view LedgerFold::issue(const LedgerLineView& line) {
  if (was_issued(line.directive_id)) {
    return "issued_twice";
  }
  if (has_duplicates(line.obligations)) {
    return "duplicate_obligation";
  }
  active_.emplace(line.directive_id, Active{line.seq, directive_of(line)});
  return "";
}

std::string_view LedgerFold::close(const LedgerLineView& line) {
  const auto found = active_.find(line.directive_id);
  if (found == active_.end()) {
    return unknown_or_closed(line.directive_id);
  }
  active_.erase(found);
  closed_.insert(line.directive_id);
  return "";
}

std::string_view LedgerFold::fulfil(const LedgerLineView& line) {
  const auto found = active_.find(line.directive_id);
  if (found == active_.end()) {
    return unknown_or_closed(line.directive_id);
  }
  bool all = true;
  std::string_view reason = "unknown_obligation";
  for (Obligation& obligation : found->second.directive.obligations) {
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
std::string_view LedgerFold::detour(const LedgerLineView& line) {
  if (line.kind == LedgerKind::kDetourOpened) {
    return open_detours_.emplace(line.detour_id).second ? "" : "detour_open_already";
  }
  const auto found = open_detours_.find(line.detour_id);
  if (found == open_detours_.end()) {
    return "detour_not_open";
  }
  open_detours_.erase(found);
  return "";
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
    LedgerLine line;
    if (const auto reason = fold.take(item, write_canonical_json(item), &line); !reason.empty()) {
      fault = {lines.size() + 1, reason};
      return std::nullopt;
    }
    lines.push_back(std::move(line));
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
