// holdfast ledger SUBCOMMAND: what users ordered, in an append-only file.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/ledger_run.h"

namespace holdfast::commands {
namespace {

using Run = ExitCode (*)(const LedgerFlags&);
using Shared = std::shared_ptr<LedgerFlags>;

CLI::App* add(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen,
              const char* name, const char* summary, const char* example, Run run) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->add_option("--state-dir", flags->state_directory, "Where Holdfast keeps its files")
      ->capture_default_str();
  command->add_option("--ledger", flags->file,
                      "The ledger's file; <state-dir>/ledger.jsonl when absent");
  command->add_flag("--json", flags->json, "Print JSON");
  command->footer(std::string("Example:\n  holdfast ledger ") + example);
  command->callback([chosen, run] { *chosen = run; });
  return command;
}

void declare_writers(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen) {
  CLI::App* append = add(app, flags, chosen, "append", "Add a line: its members as a JSON object",
                         "append line.json\n\nline.json holds e.g. "
                         "{\"kind\":\"fulfilled\",\"directiveId\":\"d-1\",\"obligationId\":\"o-1\","
                         "\"evidence\":\"run 14\"}",
                         ledger_append);
  append->add_option("LINE", flags->line, "A file with the line's members; - for standard input")
      ->required();
  append->add_option(
      "--session", flags->session,
      "The session that holds the user's entry; needed for issued, replaced, withdrawn");
  CLI::App* issue =
      add(app, flags, chosen, "issue", "Turn words of a user's entry into a directive",
          "issue --from-session session.jsonl --entry u-1 --obligation 'scope: The quay alone.'",
          ledger_issue);
  issue->add_option("--from-session", flags->session, "The session's file")->required();
  auto* marks = issue->add_option("--marks", flags->marks, "A file of directive-marks/v1");
  auto* entry = issue->add_option("--entry", flags->entry, "The user's entry")->excludes(marks);
  auto* span =
      issue->add_option("--span", flags->span, "FROM:TO, bytes of the entry")->needs(entry);
  issue->add_option("--quote", flags->quote, "The piece of the entry, word for word")
      ->needs(entry)
      ->excludes(span);
  issue->add_option("--directive", flags->directive, "Its id; made from the source when absent")
      ->needs(entry);
  issue
      ->add_option("--obligation", flags->obligations,
                   "'kind: text', once for each; kinds are prohibition, scope, completion, method, "
                   "explain_exception")
      ->needs(entry);
  CLI::App* propose = add(app, flags, chosen, "propose",
                          "List sentences that look like orders, as directive-marks/v1",
                          "propose --from-session session.jsonl > marks.json", ledger_propose);
  propose->add_option("--from-session", flags->session, "The session's file")->required();
}

void declare_readers(CLI::App& app, const Shared& flags, const std::shared_ptr<Run>& chosen) {
  const auto show_text = [&](CLI::App* command) {
    command->add_flag("--show-text", flags->show_text, "Show texts instead of their lengths");
  };
  show_text(add(app, flags, chosen, "active", "List what is in force", "active --show-text",
                ledger_active));
  CLI::App* history = add(app, flags, chosen, "history", "List the lines, of one directive or all",
                          "history d-1", ledger_history);
  history->add_option("ID", flags->directive, "A directive");
  show_text(history);
  CLI::App* verify = add(app, flags, chosen, "verify", "Check the whole chain",
                         "verify --manifest before.json", ledger_verify);
  add(app, flags, chosen, "evidence", "Print the ledger as evidence for `holdfast verify`",
      "evidence > evidence.json", ledger_evidence);
  auto* head = verify->add_option(
      "--head", flags->head, "SEQ:SHA256 that the ledger once had: lines cut off the end show");
  verify->add_option("--manifest", flags->manifest, "Take the head from this v2 manifest")
      ->excludes(head);
  CLI::App* explain =
      add(app, flags, chosen, "explain", "Say why a directive is in force, or what closed it",
          "explain d-1", ledger_explain);
  explain->add_option("ID", flags->directive, "The directive")->required();
  show_text(explain);
}

}  // namespace

Command ledger() {
  return {
      .summary =
          "Keep what users ordered: append, issue, propose, active, history, verify, evidence, "
          "explain",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<LedgerFlags>();
        auto chosen = std::make_shared<Run>(nullptr);
        app.require_subcommand(1);
        declare_writers(app, flags, chosen);
        declare_readers(app, flags, chosen);
        app.footer(
            "Examples:\n"
            "  holdfast ledger propose --from-session session.jsonl > marks.json\n"
            "  holdfast ledger issue --from-session session.jsonl --marks marks.json\n"
            "  holdfast ledger issue --from-session session.jsonl --entry u-1 --obligation "
            "'prohibition: No depth is shown.'\n"
            "  holdfast ledger active --show-text\n"
            "  holdfast ledger verify --manifest before.json\n"
            "\n"
            "Exit codes: 0 done, 1 the ledger is damaged or lacks the known head, 2 the line or "
            "an input cannot be used.");
        return [flags, chosen] { return (*chosen)(*flags); };
      }};
}

}  // namespace holdfast::commands
