#include "cli/session_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include "cli/output.h"
#include "core/audit.h"
#include "core/file.h"
#include "core/recall.h"
#include "core/secrets.h"
#include "core/sha256.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

Value value_of(const Recalled& recalled, std::uint64_t& masked) {
  const Entry& entry = *recalled.entry;
  Value value = Value::object({{"entryId", entry.entry_id},
                               {"seq", entry.seq},
                               {"author", to_text(entry.author)},
                               {"kind", entry.kind},
                               {"text", mask_secrets(entry.text, masked)}});
  if (entry.boundary) {
    value.add("boundary", Value(std::uint64_t{*entry.boundary}));
  }
  return value;
}

// The text line by line, each made safe for a terminal.
std::string shown(const std::string& text) {
  std::string out;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string line(rest.substr(0, end));
    std::replace(line.begin(), line.end(), '\t', ' ');
    line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
    out += "  " + printable(line) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::string counts_by_reason(const Value& items) {
  std::map<std::string, std::size_t> counts;
  for (const Value& item : items.items()) {
    ++counts[item.find("reason")->text()];
  }
  std::string text;
  for (const auto& [reason, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", count, reason);
  }
  return text.empty() ? text : text + ")";
}

void print_audit(const Value& audit) {
  const auto number = [&](std::string_view part, std::string_view member) {
    return audit.find(part)->find(member)->integer();
  };
  print(fmt::format("boundary {}\n", audit.find("boundary")->integer()));
  print(fmt::format("took in   {} entries, {} bytes, seq {} to {}\n", number("taken_in", "entries"),
                    number("taken_in", "size_bytes"), number("taken_in", "from_seq"),
                    number("taken_in", "to_seq")));
  for (const std::string_view part : {"kept", "folded", "dropped", "put_back"}) {
    const Value& items = *audit.find(part);
    print(fmt::format("{:<9} {}{}\n", part == "put_back" ? "put back" : part, items.size(),
                      counts_by_reason(items)));
  }
  const Value& digest = *audit.find("came_out")->find("summary_sha256");
  print(fmt::format("came out  {} entries, {} bytes, {}\n", number("came_out", "entries"),
                    number("came_out", "size_bytes"),
                    digest.is_null() ? "no digest of a summary" : "summary " + digest.text()));
}

}  // namespace

ExitCode recall_run(const RecallFlags& flags) {
  if (const Result<Done> checked = check_own_files(flags.session); !checked) {
    return fail(checked.error());
  }
  const Result<Session> session = read_session(flags.session);
  if (!session) {
    return fail(session.error());
  }
  RecallQuery query{.id = flags.id, .words = flags.search, .boundary = std::nullopt};
  if (!is_valid_utf8(flags.search)) {
    return fail({ErrorCode::kUsage, "the words are no UTF-8", "--search", "type them again"});
  }
  if (flags.boundary > 0) {
    query.boundary = flags.boundary;
  }
  const Result<std::vector<Recalled>> found = recall(*session, query);
  if (!found) {
    return fail(found.error());
  }
  std::uint64_t masked = 0;
  if (flags.json) {
    Value entries = Value::array();
    for (const Recalled& recalled : *found) {
      entries.append(value_of(recalled, masked));
    }
    print_json(Value::object({{"entries", std::move(entries)}, {"masked_secrets", masked}}));
  } else {
    for (const Recalled& recalled : *found) {
      const Entry& entry = *recalled.entry;
      print(fmt::format("{}  seq {}  {} of {}\n", printable(entry.entry_id), entry.seq,
                        printable(entry.kind), to_text(entry.author)));
      print(shown(mask_secrets(entry.text, masked)));
    }
    if (masked > 0) {
      note(fmt::format("{} credential-shaped pieces are masked", masked));
    }
  }
  return found->empty() ? ExitCode::kFinding : ExitCode::kClean;
}

ExitCode audit_run(const AuditFlags& flags) {
  AuditSource source;
  std::error_code error;
  if (std::filesystem::is_directory(flags.session, error)) {
    return fail({ErrorCode::kUsage, "is a folder, which has no digest of its own", flags.session,
                 "give the file that holds the boundary"});
  }
  const Result<std::string> bytes = read_file(flags.session);
  if (!bytes) {
    return fail(bytes.error());
  }
  source.sha256 = sha256_hex(*bytes);
  source.size_bytes = bytes->size();
  const Result<Session> session = read_session_bytes(*bytes, flags.session);
  if (!session) {
    return fail(session.error());
  }
  const Result<Value> audit = audit_boundary(*session, flags.boundary, source);
  if (!audit) {
    return fail(audit.error());
  }
  if (flags.json) {
    print_json(*audit);
  } else {
    print_audit(*audit);
  }
  return ExitCode::kClean;
}

}  // namespace holdfast
