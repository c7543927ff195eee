// What the subcommands of `holdfast continuity` do.
#pragma once

#include <string>
#include <vector>

#include "cli/continuity_means.h"
#include "cli/exit_code.h"

namespace holdfast {

struct ContinuityRunFlags : ContinuityFlags {
  // of one subcommand each
  std::string side;                    // snapshot
  std::string name;                    // approve
  std::string approver;                // approve
  std::string authority;               // approve
  std::string from;                    // approve
  std::string to;                      // approve
  std::string before;                  // compare
  std::string after;                   // compare
  std::vector<std::string> approvals;  // compare
  std::string boundary_at;             // compare
  std::string reloaded_at;             // compare
  std::string called_at;               // compare
  std::string activity = "idle";       // status, compare
  std::string head;                    // log: SEQ:SHA256
};

ExitCode continuity_snapshot(const ContinuityRunFlags& flags);
ExitCode continuity_approve(const ContinuityRunFlags& flags);
ExitCode continuity_compare(const ContinuityRunFlags& flags);
ExitCode continuity_status(const ContinuityRunFlags& flags);
ExitCode continuity_log(const ContinuityRunFlags& flags);

}  // namespace holdfast
