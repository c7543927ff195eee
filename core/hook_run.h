// What a runtime's hook does: keeps the boundary's record, puts back what is in force, and stops a
// consequential call while a required decision is not shown to hold.
//
// Two rules stand against each other here, and both hold. A hook must never be in the way: whatever
// goes wrong (no state, no disk, no contract) is recorded and the runtime goes on; a compaction is
// never held up. And a call that the contract names as consequential is stopped where the record
// itself says that a decision is dropped, conflicting or unproven, a damaged log included: that is
// no accident but the evidence that the hook exists for.
#pragma once

#include <string>
#include <vector>

#include "core/continuity.h"
#include "core/continuity_task.h"
#include "core/hook.h"

namespace holdfast {

struct HookSetting {
  std::string state_directory;
  std::string task;                            // empty: the session's id
  const DecisionContract* contract = nullptr;  // nullptr: no decisions are watched
  FileSystem* files = nullptr;                 // beneath the project's root; nullptr: none
  CommandRunner* commands = nullptr;
  const KeyRing* keys = nullptr;
  std::function<std::string()> now;
  std::vector<std::string> agents;
  bool strict = false;         // calls that the contract does not name count as consequential
  std::string mark = "#hold";  // the first word of a prompt that is an order to be kept
  bool gates = true;           // the runtime can be told no
  std::size_t context_units_max = 0;
  // To be put behind the commands that a reply names, e.g. " --state-dir /srv/state".
  std::string command_flags;
};

struct HookOutcome {
  HookReply reply;
  std::vector<std::string> faults;  // what went wrong, for the record; no text of any document
};

HookOutcome run_hook(const HookEvent& event, const HookSetting& setting);

// Where a task's continuity lies. A task's name that is no plain id is replaced by its digest.
std::string continuity_folder(const std::string& state_directory, std::string_view task);

// Why a consequential call has to wait at this boundary: "<name> is <state> (<reason>)" of each
// required decision that stops it; empty where nothing does. An unproven decision does not stop
// calls where there was no record before the boundary and everything was safely observed since.
// `lost`: a snapshot of the boundary was there and is gone; then nothing is excused.
std::vector<std::string> gate_reasons(const DecisionContract& contract,
                                      const BoundaryContinuity& boundary, bool lost = false);

}  // namespace holdfast
