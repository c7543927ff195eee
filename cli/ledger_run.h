// What the subcommands of `holdfast ledger` do.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace holdfast {

struct LedgerFlags {
  std::string state_directory = ".holdfast";
  std::string file;  // <state-dir>/ledger.jsonl when empty
  bool json = false;
  bool show_text = false;
  // of one subcommand each
  std::string line;                      // append: a file with the line's members
  std::string session;                   // append, issue, propose
  std::string entry;                     // issue
  std::string span;                      // issue: FROM:TO
  std::string quote;                     // issue
  std::string marks;                     // issue
  std::string directive;                 // issue, history, explain
  std::vector<std::string> obligations;  // issue: "kind: text"
  std::string head;                      // verify: SEQ:SHA256
  std::string manifest;                  // verify

  std::string path() const { return file.empty() ? state_directory + "/ledger.jsonl" : file; }
};

ExitCode ledger_append(const LedgerFlags& flags);
ExitCode ledger_issue(const LedgerFlags& flags);
ExitCode ledger_propose(const LedgerFlags& flags);
ExitCode ledger_active(const LedgerFlags& flags);
ExitCode ledger_history(const LedgerFlags& flags);
ExitCode ledger_evidence(const LedgerFlags& flags);
ExitCode ledger_verify(const LedgerFlags& flags);
ExitCode ledger_explain(const LedgerFlags& flags);

}  // namespace holdfast
