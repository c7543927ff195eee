// The subcommands that add to the ledger, and the one that proposes what to add. A line that only a
// user can cause needs the session in which the user caused it.
#include <unistd.h>

#include "cli/clock.h"
#include "cli/ledger_run.h"
#include "cli/output.h"
#include "core/file.h"
#include "core/json.h"
#include "core/ledger_file.h"
#include "core/ledger_marks.h"
#include "core/sha256.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

Error usage(std::string what, std::string where, std::string remedy) {
  return {ErrorCode::kUsage, std::move(what), std::move(where), std::move(remedy)};
}

std::string shown_head(const LedgerHead& head) {
  return std::to_string(head.seq) + ":" + head.sha256;
}

Result<LedgerAppended> append(const LedgerFlags& flags, const Value& members) {
  if (flags.file.empty()) {
    if (const auto made = make_directory(flags.state_directory); !made) {
      return made.error();
    }
  }
  Result<LedgerAppended> appended = append_to_ledger(flags.path(), members, now_utc());
  if (appended && !appended->torn_moved_to.empty()) {
    note("the last line was torn: its " + std::to_string(appended->torn_size_bytes) +
         " bytes were moved to " + appended->torn_moved_to);
  }
  return appended;
}

ExitCode report(const LedgerFlags& flags, const LedgerAppended& appended,
                const std::string& directive_id) {
  if (flags.json) {
    Value value = Value::object({{"seq", appended.head.seq}, {"sha256", appended.head.sha256}});
    if (!directive_id.empty()) {
      value.add("directiveId", directive_id);
    }
    print_json(value);
  } else {
    print((directive_id.empty() ? "" : directive_id + "  ") + "head " + shown_head(appended.head) +
          "\n");
  }
  return ExitCode::kClean;
}

bool is_caused_by_a_user(std::string_view kind) {
  return kind == "issued" || kind == "replaced" || kind == "withdrawn";
}

// What the line says of its source has to be what the session holds.
std::optional<Error> source_fault(const LedgerFlags& flags, const Value& members,
                                  std::string_view kind) {
  if (flags.session.empty()) {
    return usage(
        "a line of kind " + std::string(kind) + " needs the session in which a user caused it",
        "--session", "give the session's file");
  }
  const Result<Session> session = read_session(flags.session);
  if (!session) {
    return session.error();
  }
  const Value* id = members.find("sourceEntryId");
  if (id == nullptr || !id->is_string()) {
    return usage("the line has no sourceEntryId", flags.line, "name the user's entry");
  }
  const Result<const Entry*> entry = user_entry(*session, id->text(), flags.session);
  if (!entry) {
    return entry.error();
  }
  if (kind != "issued") {
    return std::nullopt;
  }
  const Value* digest = members.find("sourceSha256");
  if (digest == nullptr || *digest != Value(sha256_hex((*entry)->text))) {
    return usage("sourceSha256 is not the digest of that entry's text", flags.line,
                 "use `holdfast ledger issue`, which fills it in");
  }
  const Value* span = members.find("span");
  const Value* text = members.find("text");
  const bool numbers = span != nullptr && span->is_array() && span->size() == 2 &&
                       span->items()[0].is_integer() && span->items()[1].is_integer();
  const std::int64_t from = numbers ? span->items()[0].integer() : -1;
  const std::int64_t to = numbers ? span->items()[1].integer() : -1;
  const bool within = from >= 0 && to >= from &&
                      to <= static_cast<std::int64_t>((*entry)->text.size()) && text != nullptr &&
                      text->is_string();
  if (!within || (*entry)->text.substr(static_cast<std::size_t>(from),
                                       static_cast<std::size_t>(to - from)) != text->text()) {
    return usage("text is not the span of that entry", flags.line,
                 "use `holdfast ledger issue`, which fills both in");
  }
  return std::nullopt;
}

Result<Value> read_members(const LedgerFlags& flags) {
  const Result<std::string> bytes = read_file(flags.line);
  if (!bytes) {
    return bytes.error();
  }
  const JsonReading reading = read_json(*bytes);
  if (!reading.value || !reading.value->is_object()) {
    return usage("is no JSON object", flags.line, "write the line's members, `kind` first");
  }
  for (const char* name : {"seq", "prev", "at"}) {
    if (reading.value->find(name) != nullptr) {
      return usage("holds " + std::string(name) + ", which the ledger fills in", flags.line,
                   "leave it out");
    }
  }
  const Value* kind = reading.value->find("kind");
  if (kind == nullptr || !kind->is_string()) {
    return usage("has no kind", flags.line,
                 "kinds are issued, replaced, withdrawn, fulfilled, detour_opened, detour_closed");
  }
  return *reading.value;
}

// Of the source and its place, so that the same mark cannot be issued twice by mistake.
void name_directive(Value& members) {
  Value* id = members.find("directiveId");
  if (id->text().empty()) {
    *id = "d-" + sha256_hex(members.find("sourceEntryId")->text() + " " +
                            write_canonical_json(*members.find("span")))
                     .substr(0, 12);
  }
}

// Whether all lines could follow the ledger as it stands.
std::optional<Error> rehearse(const LedgerFlags& flags, const std::vector<Value>& lines) {
  LedgerFold fold;
  if (access(flags.path().c_str(), F_OK) == 0) {
    Result<LedgerReading> reading = read_ledger_file(flags.path());
    if (!reading) {
      return reading.error();
    }
    if (reading->damage) {
      return std::nullopt;  // appending says so
    }
    fold = std::move(reading->fold);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Value line = lines[i];
    const auto head = fold.head();
    line.set("seq", fold.lines() + 1);
    line.set("prev", head ? head->sha256 : std::string(64, '0'));
    line.set("at", now_utc());
    const std::string bytes = write_canonical_json(line);
    const bool json = read_json(bytes).value.has_value();
    const std::string_view reason = json ? fold.take(line, bytes) : "no JSON text";
    if (!reason.empty()) {
      const std::string where =
          flags.marks.empty() ? flags.path() : flags.marks + "#/marks/" + std::to_string(i);
      return usage("cannot be issued (" + std::string(reason) + "); nothing was written", where,
                   reason == "issued_twice"
                       ? "leave it out, or give another directiveId"
                       : "ids are visible characters; kinds are prohibition, scope, completion, "
                         "method, explain_exception");
    }
  }
  return std::nullopt;
}

Result<std::vector<Mark>> marks_of(const LedgerFlags& flags) {
  if (flags.marks.empty() && flags.entry.empty()) {
    return usage("nothing is marked", "ledger issue", "give --entry ID, or --marks FILE");
  }
  if (!flags.marks.empty()) {
    const Result<std::string> bytes = read_file(flags.marks);
    if (!bytes) {
      return bytes.error();
    }
    return read_marks(*bytes, flags.marks);
  }
  Mark mark;
  mark.entry_id = flags.entry;
  mark.text = flags.quote;
  mark.directive_id = flags.directive;
  if (!flags.span.empty()) {
    std::int64_t from = 0;
    std::int64_t to = 0;
    int used = 0;
    if (std::sscanf(flags.span.c_str(), "%ld:%ld%n", &from, &to, &used) != 2 ||
        static_cast<std::size_t>(used) != flags.span.size()) {
      return usage("is no span", "--span " + flags.span, "write FROM:TO, in bytes");
    }
    mark.span = {from, to};
  }
  for (const std::string& given : flags.obligations) {
    const std::size_t colon = given.find(':');
    const std::size_t text =
        colon == std::string::npos ? colon : given.find_first_not_of(' ', colon + 1);
    if (text == std::string::npos) {
      return usage("is no obligation", "--obligation", "write 'kind: text'");
    }
    mark.obligations.push_back({given.substr(0, colon), given.substr(text)});
  }
  return std::vector<Mark>{mark};
}

}  // namespace

ExitCode ledger_append(const LedgerFlags& flags) {
  const Result<Value> members = read_members(flags);
  if (!members) {
    return fail(members.error());
  }
  const std::string kind = members->find("kind")->text();
  if (is_caused_by_a_user(kind)) {
    if (const auto error = source_fault(flags, *members, kind)) {
      return fail(*error);
    }
  }
  const Result<LedgerAppended> appended = append(flags, *members);
  return appended ? report(flags, *appended, {}) : fail(appended.error());
}

ExitCode ledger_issue(const LedgerFlags& flags) {
  const Result<Session> session = read_session(flags.session);
  if (!session) {
    return fail(session.error());
  }
  const Result<std::vector<Mark>> marks = marks_of(flags);
  if (!marks) {
    return fail(marks.error());
  }
  if (marks->empty()) {
    return fail(usage("holds no mark", flags.marks, "mark at least one entry"));
  }
  std::vector<Value> lines;
  for (std::size_t i = 0; i < marks->size(); ++i) {
    const std::string where =
        flags.marks.empty() ? flags.session : flags.marks + "#/marks/" + std::to_string(i);
    Result<Value> members = issued_members(*session, (*marks)[i], where);
    if (!members) {
      return fail(members.error());
    }
    name_directive(*members);
    lines.push_back(std::move(*members));
  }
  // All are looked at before the first is written.
  if (const auto error = rehearse(flags, lines)) {
    return fail(*error);
  }
  for (const Value& members : lines) {
    const Result<LedgerAppended> appended = append(flags, members);
    if (!appended) {
      return fail(appended.error());
    }
    report(flags, *appended, members.find("directiveId")->text());
  }
  return ExitCode::kClean;
}

ExitCode ledger_propose(const LedgerFlags& flags) {
  const Result<Session> session = read_session(flags.session);
  if (!session) {
    return fail(session.error());
  }
  const std::vector<Mark> marks = propose_marks(*session);
  print(write_pretty_json(to_value(marks)));
  note(std::to_string(marks.size()) +
       " sentences look like orders; keep those that are, and give the file to `ledger issue "
       "--marks`");
  return ExitCode::kClean;
}

}  // namespace holdfast
