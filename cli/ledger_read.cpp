// The subcommands that read the ledger. Texts are shown as their length unless --show-text is
// given.
#include "cli/ledger_run.h"
#include "cli/output.h"
#include "core/document.h"
#include "core/file.h"
#include "core/json.h"
#include "core/ledger_file.h"
#include "core/manifest_parts.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

std::string shown(const LedgerFlags& flags, const std::string& text) {
  return flags.show_text ? "\"" + printable(text) + "\""
                         : "(" + std::to_string(count_code_points(text)) + " characters)";
}

Value text_value(const LedgerFlags& flags, const std::string& text) {
  return flags.show_text ? Value(text)
                         : Value::object({{"length_characters",
                                           static_cast<std::int64_t>(count_code_points(text))}});
}

Value directive_value(const LedgerFlags& flags, const Directive& directive) {
  Value obligations = Value::array();
  for (const Obligation& obligation : directive.obligations) {
    obligations.append(Value::object({{"obligationId", obligation.obligation_id},
                                      {"kind", obligation.kind},
                                      {"text", text_value(flags, obligation.text)},
                                      {"state", obligation.fulfilled ? "fulfilled" : "open"}}));
  }
  return Value::object({{"directiveId", directive.directive_id},
                        {"sourceEntryId", directive.source_entry_id},
                        {"sourceSha256", directive.source_sha256},
                        {"text", text_value(flags, directive.text)},
                        {"obligations", std::move(obligations)}});
}

void print_directive(const LedgerFlags& flags, const Directive& directive) {
  print(printable(directive.directive_id) + "  from " + printable(directive.source_entry_id) +
        "  " + shown(flags, directive.text) + "\n");
  for (const Obligation& obligation : directive.obligations) {
    print("  " + std::string(obligation.fulfilled ? "[x] " : "[ ] ") +
          printable(obligation.obligation_id) + " " + obligation.kind + "  " +
          shown(flags, obligation.text) + "\n");
  }
}

// Reads the whole ledger; a damaged one is reported and gives nullopt.
std::optional<LedgerReading> read_whole(const LedgerFlags& flags, const LedgerReadOptions& options,
                                        ExitCode& code) {
  Result<LedgerReading> reading = read_ledger_file(flags.path(), options);
  if (!reading) {
    code = fail(reading.error());
    return std::nullopt;
  }
  if (reading->torn_size_bytes > 0) {
    note(flags.path() + ": the last line is torn: " + std::to_string(reading->torn_size_bytes) +
         " bytes after line " + std::to_string(reading->fold.lines()) +
         " are left out; the next append moves them away");
  }
  if (reading->damage) {
    note(flags.path() + ":" + std::to_string(reading->damage->line) + ": the ledger is damaged (" +
         reading->damage->reason + " at byte " + std::to_string(reading->damage->offset_bytes) +
         "); nothing of it can be used: restore it from a copy");
    code = ExitCode::kFinding;
    return std::nullopt;
  }
  return std::move(*reading);
}

std::optional<LedgerHead> head_from(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string number = text.substr(0, colon);
  if (colon == std::string::npos || number.empty() || number.size() > 15 ||
      number.find_first_not_of("0123456789") != std::string::npos ||
      !is_sha256_text(text.substr(colon + 1))) {
    return std::nullopt;
  }
  return LedgerHead{std::stoll(number), text.substr(colon + 1)};
}

// The head that the user knows of, by flag or out of a manifest.
Result<std::optional<LedgerHead>> known_head(const LedgerFlags& flags) {
  if (!flags.head.empty()) {
    auto head = head_from(flags.head);
    if (!head) {
      return Error{ErrorCode::kUsage, "is no head", "--head " + flags.head,
                   "write SEQ:SHA256, as `ledger append` prints it"};
    }
    return head;
  }
  if (flags.manifest.empty()) {
    return std::optional<LedgerHead>();
  }
  const Result<std::string> bytes = read_file(flags.manifest);
  if (!bytes) {
    return bytes.error();
  }
  const Document document = read_document(*bytes, Side::kBefore);
  if (!document.manifest || document.manifest->version != Version::kV2) {
    return Error{ErrorCode::kUsage, "is no valid resume-manifest/v2", flags.manifest,
                 "see `holdfast verify`"};
  }
  return document.manifest->lineage.ledger_head;
}

std::string line_summary(const LedgerFlags& flags, const LedgerLine& line, const Value& value) {
  const auto member = [&](std::string_view name) {
    const Value* text = value.find(name);
    return text == nullptr || !text->is_string() ? std::string() : printable(text->text());
  };
  std::string text = std::to_string(line.seq) + "  " + member("at") + "  " + member("kind");
  for (const char* name : {"directiveId", "obligationId", "by", "detourId", "sourceEntryId"}) {
    const std::string found = member(name);
    text += found.empty() ? "" : "  " + std::string(name) + " " + found;
  }
  for (const char* name : {"text", "evidence", "reason"}) {
    const Value* prose = value.find(name);
    text += prose == nullptr ? "" : "  " + std::string(name) + " " + shown(flags, prose->text());
  }
  return text;
}

}  // namespace

ExitCode ledger_active(const LedgerFlags& flags) {
  ExitCode code = ExitCode::kClean;
  const auto reading = read_whole(flags, {}, code);
  if (!reading) {
    return code;
  }
  Value list = Value::array();
  for (const Directive* directive : reading->fold.active()) {
    if (flags.json) {
      list.append(directive_value(flags, *directive));
    } else {
      print_directive(flags, *directive);
    }
  }
  if (flags.json) {
    const auto head = reading->fold.head();
    print_json(
        Value::object({{"active", std::move(list)},
                       {"closed", static_cast<std::int64_t>(reading->fold.closed_count())},
                       {"head", head ? Value::object({{"seq", head->seq}, {"sha256", head->sha256}})
                                     : Value()}}));
  } else {
    print(std::to_string(reading->fold.active().size()) + " active, " +
          std::to_string(reading->fold.closed_count()) + " closed\n");
  }
  return ExitCode::kClean;
}

ExitCode ledger_history(const LedgerFlags& flags) {
  ExitCode code = ExitCode::kClean;
  Value list = Value::array();
  bool any = flags.directive.empty();
  const auto reading = read_whole(
      flags,
      {.on_value =
           [&](const LedgerLine& line, const Value& value) {
             const bool about = flags.directive.empty() || line.directive_id == flags.directive ||
                                line.by == flags.directive;
             if (about && flags.json) {
               Value shown_line = value;
               for (const char* name : {"text", "evidence", "reason", "obligations"}) {
                 if (!flags.show_text) {
                   shown_line.erase(name);
                 }
               }
               list.append(std::move(shown_line));
             } else if (about) {
               print(line_summary(flags, line, value) + "\n");
             }
             any = any || about;
           }},
      code);
  if (reading && !any) {
    return fail({ErrorCode::kUsage, "the ledger knows no directive of that id", flags.path(),
                 "see `holdfast ledger history`"});
  }
  if (reading && flags.json) {
    print_json(list);
  }
  return code;
}

ExitCode ledger_evidence(const LedgerFlags& flags) {
  ExitCode code = ExitCode::kClean;
  Value lines = Value::array();
  const auto reading = read_whole(
      flags, {.on_value = [&](const LedgerLine&, const Value& value) { lines.append(value); }},
      code);
  if (reading) {
    print(write_compact_json(Value::object({{"ledger", std::move(lines)}})) + "\n");
  }
  return code;
}

ExitCode ledger_verify(const LedgerFlags& flags) {
  const Result<std::optional<LedgerHead>> known = known_head(flags);
  if (!known) {
    return fail(known.error());
  }
  HeadWatch watch(*known);
  ExitCode code = ExitCode::kClean;
  const auto reading =
      read_whole(flags, {.on_line = [&](const LedgerLineView& line) { watch.see(line); }}, code);
  if (!reading) {
    return code;
  }
  const auto head = reading->fold.head();
  if (flags.json) {
    print_json(Value::object(
        {{"lines", reading->fold.lines()},
         {"size_bytes", static_cast<std::int64_t>(reading->size_bytes)},
         {"torn_size_bytes", static_cast<std::int64_t>(reading->torn_size_bytes)},
         {"head", head ? Value::object({{"seq", head->seq}, {"sha256", head->sha256}}) : Value()},
         {"holds_known_head", watch.holds()}}));
  } else {
    print("whole: " + std::to_string(reading->fold.lines()) + " lines" +
          (head ? ", head " + std::to_string(head->seq) + ":" + head->sha256 : "") + "\n");
  }
  if (!watch.holds()) {
    note(flags.path() + ": does not hold the known head " + std::to_string((*known)->seq) +
         ": lines were cut off its end, or it is another ledger");
    return ExitCode::kFinding;
  }
  return ExitCode::kClean;
}

ExitCode ledger_explain(const LedgerFlags& flags) {
  ExitCode code = ExitCode::kClean;
  std::vector<std::string> lines;
  std::string closed_by;
  const auto reading = read_whole(flags,
                                  {.on_value =
                                       [&](const LedgerLine& line, const Value& value) {
                                         if (line.directive_id == flags.directive) {
                                           lines.push_back(line_summary(flags, line, value));
                                           closed_by = lines.back();
                                         }
                                       }},
                                  code);
  if (!reading) {
    return code;
  }
  if (lines.empty()) {
    return fail({ErrorCode::kUsage, "the ledger knows no directive of that id", flags.path(),
                 "see `holdfast ledger history`"});
  }
  const Directive* active = reading->fold.find_active(flags.directive);
  if (flags.json) {
    print_json(
        Value::object({{"directiveId", flags.directive},
                       {"active", active != nullptr},
                       {"directive", active == nullptr ? Value() : directive_value(flags, *active)},
                       {"lines", Value::array_of(lines)}}));
    return ExitCode::kClean;
  }
  if (active != nullptr) {
    print_directive(flags, *active);
    print(
        "active: each obligation needs a `fulfilled` line of its own, or a user's entry has to "
        "replace or withdraw the directive\n");
  } else {
    print(printable(flags.directive) + " is closed by line " + closed_by + "\n");
  }
  for (const std::string& line : lines) {
    print("  " + line + "\n");
  }
  return ExitCode::kClean;
}

}  // namespace holdfast
