// What `holdfast recall` and `holdfast audit` do.
#pragma once

#include <cstdint>
#include <string>

#include "cli/exit_code.h"

namespace holdfast {

struct RecallFlags {
  std::string session;
  std::string id;
  std::string search;
  std::uint32_t boundary = 0;  // 0: all
  bool json = false;
};
ExitCode recall_run(const RecallFlags& flags);

struct AuditFlags {
  std::string session;
  std::uint32_t boundary = 0;  // 0: the newest
  bool json = false;
};
ExitCode audit_run(const AuditFlags& flags);

}  // namespace holdfast
