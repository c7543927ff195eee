// The lines: their form, reading a whole log. core/continuity_log_file.cpp has the disk.
#include "core/continuity_log.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/continuity_log_line.h"
#include "core/decision_digest.h"
#include "core/json.h"
#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/taker.h"

namespace holdfast {
namespace {

constexpr std::pair<ContinuityKind, std::string_view> kKinds[] = {
    {ContinuityKind::kBoundary, "boundary"},
    {ContinuityKind::kInstructionsReloaded, "instructions_reloaded"},
    {ContinuityKind::kConsequentialCall, "consequential_call"},
    {ContinuityKind::kObservation, "observation"},
    {ContinuityKind::kObservedAbsent, "observed_absent"},
    {ContinuityKind::kObservationFailed, "observation_failed"},
    {ContinuityKind::kSnapshot, "snapshot"},
    {ContinuityKind::kApproval, "approval"},
    {ContinuityKind::kState, "state"},
};

constexpr ContinuityState kStates[] = {
    ContinuityState::kPreserved,   ContinuityState::kApprovedChange,
    ContinuityState::kUnverified,  ContinuityState::kEvidenceMissing,
    ContinuityState::kConflicting, ContinuityState::kDropped};

constexpr std::pair<ContinuityKind, BoundaryEventKind> kEventKinds[] = {
    {ContinuityKind::kBoundary, BoundaryEventKind::kBoundary},
    {ContinuityKind::kInstructionsReloaded, BoundaryEventKind::kInstructionsReloaded},
    {ContinuityKind::kConsequentialCall, BoundaryEventKind::kConsequentialCall},
    {ContinuityKind::kObservation, BoundaryEventKind::kObservation},
    {ContinuityKind::kObservedAbsent, BoundaryEventKind::kObservedAbsent},
    {ContinuityKind::kObservationFailed, BoundaryEventKind::kObservationFailed},
};

// Names and reasons are short: a token may be as long as a sentence otherwise.
bool is_short_token(std::string_view text) {
  return text.size() <= kLogIdBytesMax && is_token(text);
}

bool is_log_digest(std::string_view text) {
  const auto parts = split_decision_digest(text);
  return parts && (!parts->keyed || is_log_id(parts->key_id));
}

std::optional<ContinuityState> state_from(std::string_view text) {
  const auto* found = std::find_if(std::begin(kStates), std::end(kStates),
                                   [&](ContinuityState state) { return to_text(state) == text; });
  return found == std::end(kStates) ? std::nullopt : std::optional(*found);
}

std::string_view state_fault(const ContinuityEntry& entry) {
  if (!is_log_id(entry.boundary_id)) {
    return "boundaryId";
  }
  if (!is_short_token(entry.reason)) {
    return "reason";
  }
  for (const auto& [name, state] : entry.decisions) {
    if (!is_short_token(name) || !state_from(state)) {
      return "decisions";
    }
  }
  const std::set<std::string> spent(entry.spent.begin(), entry.spent.end());
  return spent.size() == entry.spent.size() &&
                 std::all_of(spent.begin(), spent.end(),
                             [](const auto& id) { return is_log_id(id); })
             ? ""
             : "spent";
}

std::string_view approval_fault(const ContinuityEntry& entry) {
  if (!is_short_token(entry.name)) {
    return "name";
  }
  if (!is_log_digest(entry.from)) {
    return "from";
  }
  if (!is_log_digest(entry.to)) {
    return "to";
  }
  return is_log_id(entry.authority_id) ? "" : "authorityId";
}

// The members of the entry's kind; the taker has taken those that all lines share.
void take_state(Taker& taker, ContinuityEntry& entry) {
  std::string activity;
  std::string state;
  taker.text("boundaryId", entry.boundary_id);
  taker.text("activity", activity);
  taker.text("state", state);
  taker.text("reason", entry.reason);
  taker.texts("spent", entry.spent);
  const auto known_activity = activity_from(activity);
  const auto known_state = state_from(state);
  taker.require(known_activity && known_state);
  entry.activity = known_activity.value_or(Activity::kIdle);
  entry.state = known_state.value_or(ContinuityState::kUnverified);
  const Value* decisions = taker.take("decisions");
  taker.require(decisions != nullptr && decisions->is_object());
  for (std::size_t i = 0; decisions != nullptr && i < decisions->names().size(); ++i) {
    taker.require(decisions->items()[i].is_string());
    entry.decisions[decisions->names()[i]] = decisions->items()[i].text();
  }
}

void take_snapshot(Taker& taker, ContinuityEntry& entry) {
  std::string side;
  taker.text("boundaryId", entry.boundary_id);
  taker.text("side", side);
  taker.text("sha256", entry.sha256);
  entry.side = side == to_text(Side::kBefore) ? Side::kBefore : Side::kAfter;
  taker.require(side == to_text(entry.side));
}

void take_members(Taker& taker, ContinuityEntry& entry) {
  switch (entry.kind) {
    case ContinuityKind::kBoundary:
      taker.text("boundaryId", entry.boundary_id);
      return;
    case ContinuityKind::kInstructionsReloaded:
    case ContinuityKind::kConsequentialCall:
      return;
    case ContinuityKind::kObservation:
      taker.text("digest", entry.digest);
      break;
    case ContinuityKind::kObservedAbsent:
      break;
    case ContinuityKind::kObservationFailed:
      taker.text("reason", entry.reason);
      break;
    case ContinuityKind::kSnapshot:
      take_snapshot(taker, entry);
      return;
    case ContinuityKind::kApproval:
      taker.text("from", entry.from);
      taker.text("to", entry.to);
      taker.text("authorityId", entry.authority_id);
      break;
    case ContinuityKind::kState:
      take_state(taker, entry);
      return;
  }
  taker.text("name", entry.name);
}

Value state_members(const ContinuityEntry& entry) {
  Value decisions = Value::object();
  for (const auto& [name, state] : entry.decisions) {
    decisions.add(name, state);
  }
  return Value::object({{"boundaryId", entry.boundary_id},
                        {"activity", to_text(entry.activity)},
                        {"state", to_text(entry.state)},
                        {"reason", entry.reason},
                        {"decisions", std::move(decisions)},
                        {"spent", Value::array_of(entry.spent)}});
}

Value members_of(const ContinuityEntry& entry) {
  switch (entry.kind) {
    case ContinuityKind::kBoundary:
      return Value::object({{"boundaryId", entry.boundary_id}});
    case ContinuityKind::kInstructionsReloaded:
    case ContinuityKind::kConsequentialCall:
      return Value::object();
    case ContinuityKind::kObservation:
      return Value::object({{"name", entry.name}, {"digest", entry.digest}});
    case ContinuityKind::kObservedAbsent:
      return Value::object({{"name", entry.name}});
    case ContinuityKind::kObservationFailed:
      return Value::object({{"name", entry.name}, {"reason", entry.reason}});
    case ContinuityKind::kSnapshot:
      return Value::object({{"boundaryId", entry.boundary_id},
                            {"side", to_text(entry.side)},
                            {"sha256", entry.sha256}});
    case ContinuityKind::kApproval:
      return Value::object({{"name", entry.name},
                            {"from", entry.from},
                            {"to", entry.to},
                            {"authorityId", entry.authority_id}});
    case ContinuityKind::kState:
      return state_members(entry);
  }
  return Value::object();
}

}  // namespace

std::string_view to_text(ContinuityKind kind) {
  return std::find_if(std::begin(kKinds), std::end(kKinds),
                      [&](const auto& entry) { return entry.first == kind; })
      ->second;
}

bool is_log_id(std::string_view text) {
  return !text.empty() && text.size() <= kLogIdBytesMax &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  std::string_view("._:@+=-").find(c) != std::string_view::npos;
         });
}

std::string_view entry_fault(const ContinuityEntry& entry) {
  if (!is_utc_time(entry.at)) {
    return "at";
  }
  switch (entry.kind) {
    case ContinuityKind::kBoundary:
      return is_log_id(entry.boundary_id) ? "" : "boundaryId";
    case ContinuityKind::kInstructionsReloaded:
    case ContinuityKind::kConsequentialCall:
      return "";
    case ContinuityKind::kObservation:
      return !is_short_token(entry.name) ? "name" : is_log_digest(entry.digest) ? "" : "digest";
    case ContinuityKind::kObservedAbsent:
      return is_short_token(entry.name) ? "" : "name";
    case ContinuityKind::kObservationFailed:
      return !is_short_token(entry.name) ? "name" : is_short_token(entry.reason) ? "" : "reason";
    case ContinuityKind::kSnapshot:
      return !is_log_id(entry.boundary_id)  ? "boundaryId"
             : is_sha256_text(entry.sha256) ? ""
                                            : "sha256";
    case ContinuityKind::kApproval:
      return approval_fault(entry);
    case ContinuityKind::kState:
      return state_fault(entry);
  }
  return "kind";
}

std::string internal::continuity_line(const ContinuityEntry& entry,
                                      const std::optional<LedgerHead>& head) {
  Value line = members_of(entry);
  line.add("schema", kContinuityLogV1);
  line.add("seq", head ? head->seq + 1 : std::int64_t{1});
  line.add("prev", head ? head->sha256 : std::string(64, '0'));
  line.add("kind", to_text(entry.kind));
  line.add("at", entry.at);
  return write_canonical_json(line);
}

std::string_view internal::take_continuity_line(std::string_view bytes, ContinuityLog& log) {
  JsonLimits limits;
  limits.size_bytes_max = kContinuityLineBytesMax;
  const JsonReading json = read_json(bytes, limits);
  if (!json.value) {
    return json.faults.empty() ? "invalid_json" : json.faults[0].code;
  }
  Taker taker(*json.value);
  ContinuityLogLine line;
  std::string schema;
  std::string prev;
  std::string kind;
  taker.text("schema", schema);
  taker.integer("seq", line.seq);
  taker.text("prev", prev);
  taker.text("kind", kind);
  taker.text("at", line.entry.at);
  const auto* known = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const auto& entry) { return entry.second == kind; });
  if (schema != kContinuityLogV1 || known == std::end(kKinds)) {
    return schema != kContinuityLogV1 ? "schema" : "kind";
  }
  line.entry.kind = known->first;
  take_members(taker, line.entry);
  if (!taker.whole() || !entry_fault(line.entry).empty()) {
    return "form";
  }
  if (line.seq != (log.head ? log.head->seq + 1 : 1)) {
    return "seq";
  }
  if (prev != (log.head ? log.head->sha256 : std::string(64, '0'))) {
    return "chain";
  }
  // One spelling: the bytes are those that are hashed.
  if (continuity_line(line.entry, log.head) != bytes) {
    return "not_canonical";
  }
  log.head = LedgerHead{line.seq, sha256_hex(bytes)};
  log.sha256s.push_back(log.head->sha256);
  log.lines.push_back(std::move(line));
  return "";
}

ContinuityLog read_continuity_log(std::string_view bytes) {
  ContinuityLog log;
  while (log.size_bytes < bytes.size()) {
    const std::string_view rest = bytes.substr(log.size_bytes);
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      log.torn_size_bytes = rest.size();
      break;
    }
    const std::string_view reason = internal::take_continuity_line(rest.substr(0, end), log);
    if (!reason.empty()) {
      log.damage = ContinuityLogDamage{log.lines.size() + 1, std::string(reason)};
      break;
    }
    log.size_bytes += end + 1;
  }
  return log;
}

bool ContinuityLog::holds(const std::optional<LedgerHead>& known) const {
  return !known || (known->seq >= 1 && known->seq <= static_cast<std::int64_t>(sha256s.size()) &&
                    sha256s[static_cast<std::size_t>(known->seq) - 1] == known->sha256);
}

std::vector<BoundaryEvent> ContinuityLog::events() const {
  std::vector<BoundaryEvent> events;
  for (const ContinuityLogLine& line : lines) {
    const auto* kind =
        std::find_if(std::begin(kEventKinds), std::end(kEventKinds),
                     [&](const auto& entry) { return entry.first == line.entry.kind; });
    if (kind != std::end(kEventKinds)) {
      events.push_back({kind->second, line.seq, line.entry.at, line.entry.boundary_id,
                        line.entry.name, line.entry.digest});
    }
  }
  return events;
}

std::vector<std::string> ContinuityLog::spent() const {
  std::set<std::string> ids;
  for (const ContinuityLogLine& line : lines) {
    ids.insert(line.entry.spent.begin(), line.entry.spent.end());
  }
  return {ids.begin(), ids.end()};
}

ContinuityEntry entry_of(const DecisionObservation& observation) {
  ContinuityEntry entry;
  entry.kind = observation.kind == ObservationKind::kDigest   ? ContinuityKind::kObservation
               : observation.kind == ObservationKind::kAbsent ? ContinuityKind::kObservedAbsent
                                                              : ContinuityKind::kObservationFailed;
  entry.at = observation.observed_at;
  entry.name = observation.name;
  entry.digest = observation.digest;
  entry.reason = observation.reason;
  return entry;
}

ContinuityEntry entry_of(const BoundaryContinuity& boundary, Activity activity, std::string at) {
  ContinuityEntry entry;
  entry.kind = ContinuityKind::kState;
  entry.at = std::move(at);
  entry.boundary_id = boundary.boundary_id;
  entry.activity = activity;
  entry.state = boundary.state;
  entry.reason = boundary.reason;
  for (const DecisionContinuity& decision : boundary.decisions) {
    if (!decision.name.empty()) {
      entry.decisions[decision.name] = to_text(decision.state);
    }
    if (!decision.authority_id.empty()) {
      entry.spent.push_back(decision.authority_id);
    }
  }
  return entry;
}

ContinuityEntry entry_of(const Approval& approval) {
  ContinuityEntry entry;
  entry.kind = ContinuityKind::kApproval;
  entry.at = approval.at;
  entry.name = approval.name;
  entry.from = approval.from;
  entry.to = approval.to;
  entry.authority_id = approval.authority_id;
  return entry;
}

}  // namespace holdfast
