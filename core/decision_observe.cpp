#include "core/decision_observe.h"

#include <algorithm>
#include <cerrno>

#include "core/check.h"
#include "core/json.h"
#include "core/manifest_parts.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

// Of a text that is in memory for the digest only.
class Wiped {
 public:
  Wiped() = default;
  ~Wiped() { wipe(bytes); }
  Wiped(const Wiped&) = delete;
  Wiped& operator=(const Wiped&) = delete;
  std::string bytes;
};

class OpenHandle {
 public:
  explicit OpenHandle(FileSystem& files) : files_(files) {}
  ~OpenHandle() {
    if (open_) {
      files_.close(handle_);
    }
  }
  OpenHandle(const OpenHandle&) = delete;
  OpenHandle& operator=(const OpenHandle&) = delete;

  int open(const std::string& path) {
    int number = 0;
    do {
      number = files_.open_to_read(path, handle_);
    } while (number == EINTR);
    open_ = number == 0;
    return number;
  }
  FileHandle get() const { return handle_; }

 private:
  FileSystem& files_;
  FileHandle handle_ = -1;
  bool open_ = false;
};

// Empty, or why the file cannot be read.
std::string_view read_source(FileSystem& files, const std::string& path, std::string& out) {
  OpenHandle file(files);
  if (const int number = file.open(path); number != 0) {
    return number == ENOENT || number == ENOTDIR ? "source_missing" : "source_refused";
  }
  FileStatus status;
  if (files.status(file.get(), status) != 0) {
    return "source_unreadable";
  }
  // A second name may lie outside of the root.
  if (status.kind != FileKind::kRegular || status.links != 1) {
    return "source_refused";
  }
  while (out.size() <= kDecisionSourceBytesMax) {
    Wiped piece;
    const int number = files.read_some(file.get(), kPieceBytes, piece.bytes);
    if (number == EINTR) {
      continue;
    }
    if (number != 0) {
      return "source_unreadable";
    }
    if (piece.bytes.empty()) {
      return "";
    }
    out += piece.bytes;
  }
  return "source_too_large";
}

struct Found {
  std::optional<Value> value;  // absent without a reason: the decision is not in its source
  std::string_view reason;
};

Found value_in_file(const DecisionTerms& terms, const ObserveMeans& means) {
  Wiped source;
  if (const auto reason = read_source(means.files, terms.file, source.bytes); !reason.empty()) {
    return {std::nullopt, reason};
  }
  JsonReading reading = read_json(source.bytes);
  if (!reading.value) {
    return {std::nullopt, "source_not_json"};
  }
  const Value* value = resolve_pointer(*reading.value, terms.pointer);
  return {value == nullptr ? std::nullopt : std::optional(*value), ""};
}

// The output as it is, with its line end: one rule for all commands.
Found value_of_command(const DecisionTerms& terms, const ObserveMeans& means) {
  if (means.commands == nullptr) {
    return {std::nullopt, "no_command_runner"};
  }
  std::optional<std::string> output = means.commands->run(terms.command);
  if (!output) {
    return {std::nullopt, "command_failed"};
  }
  Wiped text;
  text.bytes = std::move(*output);
  if (text.bytes.size() > kDecisionSourceBytesMax) {
    return {std::nullopt, "source_too_large"};
  }
  if (!is_valid_utf8(text.bytes) || text.bytes.find('\0') != std::string::npos) {
    return {std::nullopt, "output_not_text"};
  }
  // A command that fails without saying so.
  if (!has_visible_character(text.bytes)) {
    return {std::nullopt, "output_empty"};
  }
  return {Value(text.bytes), ""};
}

// Empty, or why there may be no digest.
std::string_view digest_of(const Value& value, const DecisionTerms& terms,
                           const ObserveMeans& means, std::string_view key_id, std::string& out) {
  const DecisionBinding binding = {means.manifest_id, terms.name};
  if (!terms.keyed) {
    if (has_few_possibilities(value)) {
      return "needs_key";
    }
    out = plain_decision_digest(binding, value);
    return "";
  }
  const SecretKey* key = key_id.empty() ? nullptr : means.keys.find(key_id);
  key = key == nullptr ? means.keys.writing() : key;
  if (key == nullptr) {
    return "key_missing";
  }
  out = keyed_decision_digest(*key, binding, value);
  return "";
}

}  // namespace

DecisionObservation observe_decision(const DecisionTerms& terms, const ObserveMeans& means,
                                     std::string_view key_id) {
  DecisionObservation observation;
  observation.name = terms.name;
  observation.observed_at = means.now();
  CHECK(is_utc_time(observation.observed_at));
  const bool from_file = !terms.file.empty();
  observation.source = from_file ? "file:" + terms.file + "#" + terms.pointer : "command";
  const Found found = from_file ? value_in_file(terms, means) : value_of_command(terms, means);
  std::string_view reason = found.reason;
  if (found.value) {
    reason = digest_of(*found.value, terms, means, key_id, observation.digest);
    observation.kind = reason.empty() ? ObservationKind::kDigest : ObservationKind::kFailed;
  } else if (reason.empty()) {
    observation.kind = ObservationKind::kAbsent;
  }
  observation.reason = reason;
  return observation;
}

SnapshotTaken take_decision_snapshot(const DecisionContract& contract, std::string boundary_id,
                                     Side side, const ObserveMeans& means,
                                     const DecisionSnapshot* before) {
  std::vector<const DecisionTerms*> all;
  for (const DecisionTerms& terms : contract.decisions) {
    all.push_back(&terms);
  }
  std::sort(all.begin(), all.end(),
            [](const DecisionTerms* a, const DecisionTerms* b) { return a->name < b->name; });
  SnapshotTaken taken;
  taken.snapshot.boundary_id = std::move(boundary_id);
  taken.snapshot.side = side;
  for (const DecisionTerms* terms : all) {
    const DecisionRecord* record = before == nullptr ? nullptr : before->find(terms->name);
    const auto parts = record == nullptr ? std::nullopt : split_decision_digest(record->digest);
    DecisionObservation observation =
        observe_decision(*terms, means, parts ? parts->key_id : std::string_view());
    if (observation.kind == ObservationKind::kDigest) {
      taken.snapshot.decisions.push_back(
          {terms->name, observation.digest, observation.observed_at, observation.source});
    }
    taken.observations.push_back(std::move(observation));
  }
  taken.snapshot.taken_at = means.now();
  return taken;
}

}  // namespace holdfast
