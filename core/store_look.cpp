// Looking at the store: history, what was rejected, where a promotion went, whether all is in
// order; and sweeping away what crashes left (core/store.h).
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <set>

#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/store_parts.h"

namespace holdfast {
namespace {

bool is_temporary(const std::string& name) {
  return name.rfind(StoreFiles::kTemporaryPrefix, 0) == 0;
}

std::optional<StoreFault> names_in(FileSystem& disk, std::string_view folder,
                                   std::vector<std::string>& names) {
  int number = 0;
  do {
    number = disk.list(std::string(folder), names);
  } while (number == EINTR);
  return number == 0
             ? std::nullopt
             : std::optional(StoreFault{"disk", "listing '" + std::string(folder) + "' failed (" +
                                                    std::strerror(number) + ")"});
}

std::optional<std::int64_t> generation_of(const std::string& name) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = error == std::errc() && end == name.data() + name.size() && number >= 0;
  return whole && std::to_string(number) == name ? std::optional(number) : std::nullopt;
}

}  // namespace

StoreResult<std::string> Store::candidate(const std::string& candidate_sha256) const {
  if (!is_sha256_text(candidate_sha256)) {
    return {std::nullopt, {"bad_input", "is no digest"}};
  }
  std::string bytes;
  const FileOutcome outcome =
      files_.read("candidates/" + candidate_sha256, kCandidateBytesMax, bytes);
  if (!outcome.ok()) {
    return {std::nullopt, store_fault(outcome)};
  }
  if (sha256_hex(bytes) != candidate_sha256) {
    return {std::nullopt, {"candidate_changed", "the candidate's file is not what was proposed"}};
  }
  return {std::move(bytes), {}};
}

StoreResult<std::vector<GenerationRecord>> Store::history() const {
  const StoreResult<CurrentGeneration> now = current();
  if (!now) {
    return {std::nullopt, now.fault};
  }
  std::vector<GenerationRecord> records = {now.value->record};
  while (records.back().generation > 0) {
    GenerationRecord parent;
    if (std::optional<StoreFault> fault = read_record(records.back().generation - 1, parent)) {
      return {std::nullopt, *fault};
    }
    if (sha256_hex(bytes_of(parent)) != records.back().parent_record_sha256) {
      return {std::nullopt,
              {"store_corrupt", "generation " + std::to_string(parent.generation) +
                                    " is not the parent that its successor names"}};
    }
    records.push_back(std::move(parent));
  }
  return {std::move(records), {}};
}

StoreResult<std::vector<std::string>> Store::rejected() const {
  std::vector<std::string> names;
  if (std::optional<StoreFault> fault = names_in(disk_, "rejected", names)) {
    return {std::nullopt, *fault};
  }
  std::erase_if(names, is_temporary);
  return {std::move(names), {}};
}

StoreResult<LookUp> Store::look_up(const std::string& promotion_id) const {
  const StoreResult<std::vector<GenerationRecord>> records = history();
  if (!records) {
    return {std::nullopt, records.fault};
  }
  for (const GenerationRecord& record : *records.value) {
    if (record.promotion_id == promotion_id && record.generation > 0) {
      return {&record == &records.value->front() ? LookUp::kCurrent : LookUp::kSuperseded, {}};
    }
  }
  std::string bytes;
  const FileOutcome outcome =
      files_.read("generations/" + std::to_string(records.value->front().generation + 1),
                  kStoreRecordBytesMax, bytes);
  if (outcome.kind == FileOutcome::Kind::kMissing) {
    return {LookUp::kAbsent, {}};
  }
  // What cannot be read may be the very promotion that is asked for.
  const std::optional<GenerationRecord> record = read_generation(bytes);
  if (!outcome.ok() || !record) {
    return {std::nullopt,
            outcome.ok()
                ? StoreFault{"store_corrupt", "the generation behind the current one is no record"}
                : store_fault(outcome)};
  }
  return {record->promotion_id == promotion_id ? LookUp::kClaimed : LookUp::kAbsent, {}};
}

StoreResult<std::vector<std::string>> Store::verify() const {
  std::vector<std::string> faults;
  const StoreResult<std::vector<GenerationRecord>> records = history();
  if (!records) {
    if (records.fault.code == "disk") {
      return {std::nullopt, records.fault};
    }
    return {std::vector<std::string>{records.fault.what}, {}};
  }
  for (const GenerationRecord& record : *records.value) {
    if (std::optional<StoreFault> fault = verify_record(record)) {
      faults.push_back(fault->what);
    }
  }
  const std::int64_t newest = records.value->front().generation;
  for (const std::string_view folder : kStoreFolders) {
    std::uint32_t owner = 0;
    if (const FileOutcome outcome = check_folder(disk_, std::string(folder), owner);
        !outcome.ok()) {
      const StoreFault fault = store_fault(outcome);
      if (fault.code == "disk") {
        return {std::nullopt, fault};
      }
      faults.push_back(fault.what);
      continue;
    }
    std::vector<std::string> names;
    if (std::optional<StoreFault> fault = names_in(disk_, folder, names)) {
      return {std::nullopt, *fault};
    }
    for (const std::string& name : names) {
      const std::string path = std::string(folder) + "/" + name;
      if (is_temporary(name)) {
        continue;
      }
      if (folder == "generations") {
        const std::optional<std::int64_t> generation = generation_of(name);
        if (!generation || *generation > newest + 1) {
          faults.push_back(path + " is no generation of this store");
        } else if (*generation == newest + 1) {
          faults.push_back(path + " is claimed and not current: recover");
        }
      } else if (folder == "candidates" && (!is_sha256_text(name) || check_candidate(name))) {
        faults.push_back(path + " is no candidate of that digest");
      } else if (folder == "rejected" && !is_sha256_text(name)) {
        faults.push_back(path + " is no rejection");
      }
    }
  }
  return {std::move(faults), {}};
}

StoreResult<std::size_t> Store::sweep() {
  const StoreLock lock(disk_);
  if (lock.fault() != nullptr) {
    return {std::nullopt, *lock.fault()};
  }
  std::size_t removed = 0;
  std::vector<std::string_view> folders(std::begin(kStoreFolders), std::end(kStoreFolders));
  folders.emplace_back("");
  for (const std::string_view folder : folders) {
    std::vector<std::string> names;
    if (std::optional<StoreFault> fault = names_in(disk_, folder, names)) {
      return {std::nullopt, *fault};
    }
    for (const std::string& name : names) {
      if (!is_temporary(name)) {
        continue;
      }
      if (const FileOutcome outcome = files_.remove(std::string(folder), name); !outcome.ok()) {
        return {std::nullopt, store_fault(outcome)};
      }
      ++removed;
    }
  }
  return {removed, {}};
}

}  // namespace holdfast
