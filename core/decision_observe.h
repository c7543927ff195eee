// Reading decisions where a contract says, and making a snapshot of them. The caller gives the
// means: files beneath a root, somebody who runs commands, keys, the time. Nothing is run here.
//
// A value goes from its source into its digest and nowhere else; an observation never holds it.
// There are three outcomes, and they stay apart: a digest, "the source was read and the decision is
// not in it", and "the source could not be read". The last says nothing about the decision.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/decision_contract.h"
#include "core/decision_digest.h"
#include "core/decision_snapshot.h"
#include "core/file_system.h"

namespace holdfast {

inline constexpr std::size_t kDecisionSourceBytesMax = std::size_t{1} << 20;

// Runs a command, without a shell, within a time of its own.
class CommandRunner {
 public:
  virtual ~CommandRunner() = default;
  // What it wrote to standard output; nullopt unless it ended by itself, in time, with exit code 0.
  virtual std::optional<std::string> run(const std::vector<std::string>& command) = 0;
};

struct ObserveMeans {
  FileSystem& files;                 // beneath the project's root
  CommandRunner* commands;           // nullptr: no command is run, and none can be observed
  const KeyRing& keys;               // may be empty
  std::function<std::string()> now;  // RFC 3339 in UTC
  std::string manifest_id;           // bound into the digests
};

enum class ObservationKind : std::uint8_t { kDigest, kAbsent, kFailed };

struct DecisionObservation {
  ObservationKind kind = ObservationKind::kFailed;
  std::string name;
  std::string digest;       // of kDigest
  std::string observed_at;  // taken before the source is read: no observation is newer than it says
  std::string source;       // "file:<path>#<pointer>", or "command": arguments may hold secrets
  std::string reason;       // a token, of kFailed
};

// `key_id`: the key to use instead of the one to write with, so that a snapshot after a boundary
// can be compared with the one before it although the keys were changed in between.
DecisionObservation observe_decision(const DecisionTerms& terms, const ObserveMeans& means,
                                     std::string_view key_id = {});

struct SnapshotTaken {
  DecisionSnapshot snapshot;                      // what was observed; may be empty
  std::vector<DecisionObservation> observations;  // one for each decision of the contract
};

// In the order of the decisions' names. `before`: the snapshot that this one will be compared with.
SnapshotTaken take_decision_snapshot(const DecisionContract& contract, std::string boundary_id,
                                     Side side, const ObserveMeans& means,
                                     const DecisionSnapshot* before = nullptr);

}  // namespace holdfast
