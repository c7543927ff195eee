// continuity-log/v1: what was seen around boundaries, in order. JSON lines, appended and never
// rewritten, each line holding the SHA-256 of the one before it.
//
// What a line may hold is closed: digests, ids, states, reasons, times. Ids are narrower here than
// elsewhere, so that neither a sentence nor a path fits into one. No value, prompt, answer, tool
// payload or key gets in, nor where a decision was read, nor who approved: there is no member for
// any of them.
//
// A line is appended under a lock (flock), in one write, and synced before the append is reported,
// after the whole file was verified: nobody can add to a damaged log, and of two processes that
// append at once both lines stand. A crash can leave only the bytes after the last line end torn;
// the next append moves them to a file of their own. Lines cut off the end leave a log that is
// whole in itself; whoever knows its head notices (the store's CURRENT carries it).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/continuity.h"
#include "core/continuity_status.h"
#include "core/decision_observe.h"
#include "core/manifest.h"
#include "core/result.h"

namespace holdfast {

inline constexpr std::string_view kContinuityLogV1 = "continuity-log/v1";
inline constexpr std::size_t kContinuityLineBytesMax = 64 * 1024;
inline constexpr std::uint64_t kContinuityLogBytesMax = std::uint64_t{256} << 20;
inline constexpr std::size_t kLogIdBytesMax = 128;

enum class ContinuityKind : std::uint8_t {
  kBoundary,
  kInstructionsReloaded,
  kConsequentialCall,
  kObservation,
  kObservedAbsent,
  kObservationFailed,
  kSnapshot,  // was taken: the digest of its bytes
  kApproval,  // was presented
  kState,     // was found at a boundary
};
std::string_view to_text(ContinuityKind kind);

// One line without `seq` and `prev`; the members of its kind count, the others stay as they are.
struct ContinuityEntry {
  ContinuityKind kind = ContinuityKind::kBoundary;
  std::string at;             // of an observation: when the source was read
  std::string boundary_id;    // boundary, snapshot, state
  std::string name;           // observation, observed_absent, observation_failed, approval
  std::string digest;         // observation
  std::string reason;         // observation_failed, state; a token
  Side side = Side::kBefore;  // snapshot
  std::string sha256;         // snapshot
  std::string from;           // approval
  std::string to;             // approval
  std::string authority_id;   // approval
  Activity activity = Activity::kIdle;                   // state
  ContinuityState state = ContinuityState::kUnverified;  // state
  std::map<std::string, std::string> decisions;          // state: name to state word
  std::vector<std::string> spent;                        // state: authorities

  bool operator==(const ContinuityEntry&) const = default;
};

ContinuityEntry entry_of(const DecisionObservation& observation);
ContinuityEntry entry_of(const BoundaryContinuity& boundary, Activity activity, std::string at);
ContinuityEntry entry_of(const Approval& approval);

// Empty, or the member that keeps the entry out of the log: its form, never its content.
std::string_view entry_fault(const ContinuityEntry& entry);

// [A-Za-z0-9._:@+=-], at most 128 bytes.
bool is_log_id(std::string_view text);

struct ContinuityLogLine {
  std::int64_t seq = 0;
  ContinuityEntry entry;
};

struct ContinuityLogDamage {
  std::uint64_t line = 0;  // from 1
  std::string reason;      // a token
};

struct ContinuityLog {
  std::vector<ContinuityLogLine> lines;  // up to the damage
  std::optional<LedgerHead> head;        // nullopt before the first line
  std::uint64_t size_bytes = 0;          // of the whole lines
  std::uint64_t torn_size_bytes = 0;     // behind the last line end; 0 for none
  std::optional<ContinuityLogDamage> damage;

  // Whether there is a line of that number with that digest; a null head is held by any.
  bool holds(const std::optional<LedgerHead>& known) const;
  // For the check: what happened,
  std::vector<BoundaryEvent> events() const;
  // and which authorities were found spent: for boundaries that another log tells of. A check over
  // this log's own events finds them again itself, and would take them for used twice.
  std::vector<std::string> spent() const;

  std::vector<std::string> sha256s;  // of the lines
};

ContinuityLog read_continuity_log(std::string_view bytes);
// Errors: it cannot be opened or read, or is larger than the limit.
Result<ContinuityLog> read_continuity_log_file(const std::string& path);

struct ContinuityAppended {
  LedgerHead head;            // of the new line
  std::string torn_moved_to;  // where torn bytes were moved; empty for none
};

// Makes the file where there is none, for its owner alone. `known_head`: what the caller knows the
// log to hold. Errors: the entry has not its form, the log is damaged or does not hold the known
// head, the disk failed. When it fails after writing began, the line may or may not stand: read the
// log.
Result<ContinuityAppended> append_to_continuity_log(
    const std::string& path, const ContinuityEntry& entry,
    const std::optional<LedgerHead>& known_head = std::nullopt);

}  // namespace holdfast
