#include "core/hook_prompt.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/continuity_log.h"
#include "core/file.h"
#include "core/folder_lock.h"
#include "core/json.h"
#include "core/ledger_file.h"
#include "core/ledger_marks.h"
#include "core/session.h"
#include "core/session_text.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kSourcesBytesMax = std::uint64_t{256} << 20;
constexpr int kLockWaitMs = 2'000;
constexpr std::string_view kBlank = " \t\r\n";

// Behind whole lines; what a crash left torn is ended first, so that it spoils no other line.
Result<Done> append_line(const std::string& path, const std::string& line, bool torn) {
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    return Error{ErrorCode::kOutput, std::string("cannot be opened: ") + std::strerror(errno), path,
                 "check the state directory"};
  }
  const std::string bytes = (torn ? "\n" : "") + line + "\n";
  const bool written =
      ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      ::fsync(file) == 0;
  const int number = errno;
  ::close(file);
  if (!written) {
    return Error{ErrorCode::kOutput, std::string("cannot be written: ") + std::strerror(number),
                 path, "make room on the disk"};
  }
  return Done{};
}

// The runtime's own id where it gives one that is not taken, else a number.
std::string entry_id_of(const HookEvent& event, const std::string& known) {
  const auto is_taken = [&](const std::string& id) {
    std::string literal;
    append_json_string(literal, id);
    return known.find("\"entryId\":" + literal) != std::string::npos;
  };
  if (is_log_id(event.prompt_id) && !is_taken(event.prompt_id)) {
    return event.prompt_id;
  }
  auto number = static_cast<std::size_t>(std::count(known.begin(), known.end(), '\n')) + 1;
  while (is_taken("p-" + std::to_string(number))) {
    ++number;
  }
  return "p-" + std::to_string(number);
}

Result<Done> issue(const std::string& prompt, const std::string& entry_id,
                   const MarkedPrompt& marked, const std::string& state_directory,
                   const std::string& now) {
  Entry entry;
  entry.entry_id = entry_id;
  entry.seq = 1;
  entry.author = Author::kUser;
  entry.kind = "prompt";
  entry.text = prompt;
  Session session;
  session.entries.push_back(std::move(entry));
  Mark mark;
  mark.entry_id = entry_id;
  mark.span = {static_cast<std::int64_t>(marked.from), static_cast<std::int64_t>(prompt.size())};
  mark.directive_id = "d-" + entry_id;
  mark.obligations = {{marked.kind, prompt.substr(marked.from)}};
  const std::string path = state_directory + "/ledger.jsonl";
  const Result<Value> members = issued_members(session, mark, path);
  if (!members) {
    return members.error();
  }
  const auto appended = append_to_ledger(path, *members, now);
  return appended ? Result<Done>(Done{}) : Result<Done>(appended.error());
}

}  // namespace

std::optional<MarkedPrompt> marked_prompt(std::string_view prompt, std::string_view mark) {
  const std::size_t begin = prompt.find_first_not_of(kBlank);
  if (mark.empty() || begin == std::string_view::npos ||
      prompt.substr(begin, mark.size()) != mark) {
    return std::nullopt;
  }
  const std::size_t end = std::min(prompt.find_first_of(kBlank, begin), prompt.size());
  const std::string_view rest = prompt.substr(begin + mark.size(), end - begin - mark.size());
  const std::size_t from = prompt.find_first_not_of(kBlank, end);
  if (from == std::string_view::npos || (!rest.empty() && rest.front() != ':')) {
    return std::nullopt;
  }
  MarkedPrompt marked{
      rest.empty() ? std::string(proposed_kind(prompt.substr(from))) : std::string(rest.substr(1)),
      from};
  marked.kind = marked.kind.empty() ? "completion" : marked.kind;
  return marked;
}

Result<Done> record_prompt(const HookEvent& event, const std::string& state_directory,
                           std::string_view mark, const std::string& now) {
  if (const auto made = make_directory(state_directory); !made) {
    return made.error();
  }
  const auto lock = FolderLock::take(state_directory + "/sources.lock", kLockWaitMs);
  if (!lock) {
    return lock.error();
  }
  const std::string path = state_directory + "/sources.jsonl";
  std::string known;
  if (::access(path.c_str(), F_OK) == 0) {
    Result<std::string> bytes = read_file(path, kSourcesBytesMax);
    if (!bytes) {
      return bytes.error();
    }
    known = std::move(*bytes);
  }
  TextRepairs repairs;
  const std::string prompt = clean_text(event.prompt, repairs);
  const std::string entry_id = entry_id_of(event, known);
  const Value line =
      Value::object({{"entryId", entry_id}, {"author", "user"}, {"sha256", sha256_hex(prompt)}});
  const bool torn = !known.empty() && known.back() != '\n';
  if (const auto appended = append_line(path, write_compact_json(line), torn); !appended) {
    return appended.error();
  }
  const auto marked = marked_prompt(prompt, mark);
  return marked ? issue(prompt, entry_id, *marked, state_directory, now) : Result<Done>(Done{});
}

}  // namespace holdfast
