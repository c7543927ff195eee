#include "core/trace_pairs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "core/file.h"
#include "core/json.h"
#include "core/sha256.h"
#include "core/trace.h"

namespace holdfast {
namespace {

struct Pair {
  std::string id;
  Survival judged = Survival::kAbsent;
  // Either these,
  std::string instruction;
  std::string summary;
  // or these.
  std::string session_sha256;
  std::string entry_id;
  std::int64_t boundary = 0;
};

Error pair_error(const std::string& file, std::size_t line, std::string what) {
  return {ErrorCode::kInput, std::move(what), file + ", line " + std::to_string(line),
          "give {\"id\",\"instruction\",\"summary\",\"judgement\"} or "
          "{\"id\",\"session_sha256\",\"entryId\",\"boundary\",\"judgement\"}"};
}

bool take(const Value& value, std::string_view name, std::string& out) {
  const Value* member = value.find(name);
  if (member == nullptr || !member->is_string()) {
    return false;
  }
  out = member->text();
  return true;
}

Result<Pair> read_pair(std::string_view bytes, const std::string& file, std::size_t line) {
  const JsonReading reading = read_json(bytes);
  if (!reading.value) {
    return pair_error(file, line, reading.faults.empty() ? "no JSON" : reading.faults[0].reason);
  }
  Pair pair;
  std::string judgement;
  if (!take(*reading.value, "id", pair.id) || !take(*reading.value, "judgement", judgement)) {
    return pair_error(file, line, "the pair has no id or no judgement");
  }
  const std::optional<Survival> judged = survival_from(judgement);
  if (!judged) {
    return pair_error(file, line, "the judgement is no state");
  }
  pair.judged = *judged;
  if (take(*reading.value, "instruction", pair.instruction) &&
      take(*reading.value, "summary", pair.summary)) {
    return pair;
  }
  const Value* boundary = reading.value->find("boundary");
  if (!take(*reading.value, "session_sha256", pair.session_sha256) ||
      !take(*reading.value, "entryId", pair.entry_id) || boundary == nullptr ||
      !boundary->is_integer()) {
    return pair_error(file, line, "the pair has neither texts nor a session");
  }
  pair.boundary = boundary->integer();
  return pair;
}

// The table of each session file in the folder, by the file's digest. Other files are passed over.
std::map<std::string, TraceTable> tables_in(const std::string& folder) {
  std::map<std::string, TraceTable> tables;
  std::error_code error;
  std::filesystem::directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    if (!at->is_regular_file(error)) {
      continue;
    }
    const Result<std::string> bytes = read_file(at->path().string());
    if (!bytes) {
      continue;
    }
    const Result<Session> session = read_session_bytes(*bytes, at->path().string());
    if (session) {
      tables.emplace(sha256_hex(*bytes), trace_session(*session));
    }
  }
  return tables;
}

std::optional<Survival> measured_in(const TraceTable& table, const Pair& pair) {
  for (const TraceItem& item : table.items) {
    if (item.id != pair.entry_id) {
      continue;
    }
    for (std::size_t b = 0; b < table.boundaries.size(); ++b) {
      if (table.boundaries[b].number == pair.boundary && item.cells[b]) {
        return item.cells[b]->state;
      }
    }
  }
  return std::nullopt;
}

Survival measured_alone(const Pair& pair) {
  if (scan_words(pair.summary).words.empty()) {
    return Survival::kUnreadableSummary;
  }
  TextMeasure measure;
  measure.add(pair.instruction);
  return measure.measure(pair.summary, 1)[0].state;
}

}  // namespace

Result<PairsMeasured> measure_pairs(const std::string& file, const std::string& sessions) {
  const Result<std::string> bytes = read_file(file);
  if (!bytes) {
    return bytes.error();
  }
  const std::map<std::string, TraceTable> tables =
      sessions.empty() ? std::map<std::string, TraceTable>() : tables_in(sessions);
  PairsMeasured out;
  std::string_view rest = *bytes;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.empty()) {
      continue;
    }
    const Result<Pair> pair = read_pair(text, file, line);
    if (!pair) {
      return pair.error();
    }
    const bool is_own = pair->session_sha256.empty();
    std::optional<Survival> measured;
    if (is_own) {
      measured = measured_alone(*pair);
    } else if (const auto table = tables.find(pair->session_sha256); table != tables.end()) {
      measured = measured_in(table->second, *pair);
      if (!measured) {
        return pair_error(file, line, "the session has no such entry before that boundary");
      }
    }
    if (!measured) {
      ++out.not_run;
      continue;
    }
    ConfusionMatrix& matrix = is_own ? out.own : out.real;
    ++matrix[static_cast<std::size_t>(pair->judged)][static_cast<std::size_t>(*measured)];
    if (pair->judged != *measured) {
      out.misses.push_back({pair->id, pair->judged, *measured});
    }
  }
  return out;
}

}  // namespace holdfast
