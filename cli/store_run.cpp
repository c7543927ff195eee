#include "cli/store_run.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <functional>
#include <memory>

#include "cli/clock.h"
#include "cli/output.h"
#include "cli/seed.h"
#include "core/file.h"
#include "core/json.h"
#include "core/sha256.h"
#include "core/store.h"

namespace holdfast {
namespace {

constexpr int kLockPollMs = 10;

// Unique among the processes that use the store now.
std::string operation_id() { return fmt::format("{}-{}", ::getpid(), draw_seed()); }

ExitCode fail_with(const StoreFault& fault, const StoreFlags& flags) {
  if (fault.code == "bad_input" || fault.code == "disk" || fault.code == "busy") {
    return fail({ErrorCode::kUsage, fault.what, flags.path(),
                 fault.code == "busy" ? "try again, or give --wait-ms" : ""});
  }
  if (flags.json) {
    print_json(Value::object({{"answer", fault.code}, {"what", fault.what}}));
  } else {
    print(fault.code + ": " + fault.what + "\n");
  }
  return ExitCode::kFinding;
}

struct Opened {
  std::unique_ptr<FileSystem> disk;
  std::unique_ptr<Store> store;
};

Result<Opened> open_store(const StoreFlags& flags) {
  Result<std::unique_ptr<FileSystem>> disk = open_file_system(flags.path());
  if (!disk) {
    return disk.error();
  }
  Opened opened;
  opened.disk = std::move(*disk);
  opened.store = std::make_unique<Store>(*opened.disk, operation_id());
  return opened;
}

// Again while another process holds the lock, until the wait is over.
template <typename Call, typename IsBusy>
auto patiently(const StoreFlags& flags, Call call, IsBusy is_busy) {
  auto result = call();
  for (int waited_ms = 0; is_busy(result) && waited_ms < flags.wait_ms; waited_ms += kLockPollMs) {
    const struct timespec pause = {0, kLockPollMs * 1'000'000};
    ::nanosleep(&pause, nullptr);
    result = call();
  }
  return result;
}
const auto kIsBusy = [](const auto& result) { return !result && result.fault.code == "busy"; };

// Opens the store, makes the call, and prints what it gives.
template <typename Call, typename Print>
ExitCode with_store(const StoreFlags& flags, Call call, Print print_value) {
  const Result<Opened> opened = open_store(flags);
  if (!opened) {
    return fail(opened.error());
  }
  const auto result = patiently(
      flags, [&] { return call(*opened->store); }, kIsBusy);
  return result ? print_value(*result.value) : fail_with(result.fault, flags);
}

Value value_of(const GenerationRecord& record) {
  return *read_json(std::string_view(bytes_of(record))).value;
}

ExitCode print_generation(const CurrentGeneration& now, const StoreFlags& flags,
                          std::string_view answer) {
  if (flags.json) {
    print_json(Value::object({{"answer", answer},
                              {"generation", now.pointer.generation},
                              {"recordSha256", now.pointer.record_sha256},
                              {"record", value_of(now.record)}}));
  } else {
    print(fmt::format("{}: generation {}, record {}{}\n", answer, now.pointer.generation,
                      now.pointer.record_sha256,
                      now.record.candidate_sha256.empty()
                          ? ", which holds nothing"
                          : ", candidate " + now.record.candidate_sha256));
  }
  return ExitCode::kClean;
}

ExitCode print_one(const StoreFlags& flags, const char* name, const Value& value) {
  if (flags.json) {
    print_json(Value::object({{name, value}}));
  } else {
    print((value.is_string() ? value.text() : write_compact_json(value)) + "\n");
  }
  return ExitCode::kClean;
}

}  // namespace

ExitCode store_init(const StoreFlags& flags) {
  // A store that others may write to is refused; what is made here must not become one.
  ::umask(077);
  const std::string path = flags.path();
  if (const std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0) {
    if (const Result<Done> made = make_directory(path.substr(0, slash)); !made) {
      return fail(made.error());
    }
  }
  if (const Result<Done> made = make_directory(path); !made) {
    return fail(made.error());
  }
  return with_store(
      flags, [](Store& store) { return store.init(); },
      [&](const CurrentGeneration& now) { return print_generation(now, flags, "ready"); });
}

ExitCode store_propose(const StoreFlags& flags) {
  const Result<std::string> bytes = read_file(flags.file);
  if (!bytes) {
    return fail(bytes.error());
  }
  return with_store(
      flags, [&](Store& store) { return store.propose(*bytes); },
      [&](const std::string& digest) { return print_one(flags, "candidateSha256", digest); });
}

ExitCode store_judge(const StoreFlags& flags) {
  const Result<std::string> bytes = read_file(flags.file);
  if (!bytes) {
    return fail(bytes.error());
  }
  const Result<std::string> source = read_file(flags.source);
  if (!source) {
    return fail(source.error());
  }
  const JsonReading verdict = read_json(*bytes);
  if (!verdict.value) {
    return fail({ErrorCode::kInput,
                 "is no JSON document (" + std::string(verdict.faults[0].code) + ")", flags.file,
                 "give what holdfast verify --json prints"});
  }
  return with_store(
      flags,
      [&](Store& store) {
        return store.judge(flags.candidate, sha256_hex(*source), *verdict.value);
      },
      [&](bool passed) {
        print_one(flags, "verdict", passed ? "pass" : "rejected");
        return passed ? ExitCode::kClean : ExitCode::kFinding;
      });
}

ExitCode store_promote(const StoreFlags& flags) {
  const Result<Opened> opened = open_store(flags);
  if (!opened) {
    return fail(opened.error());
  }
  const std::string id = flags.promotion_id.empty() ? "p-" + operation_id() : flags.promotion_id;
  const PromotionResult result = patiently(
      flags,
      [&] {
        return opened->store->promote(
            {flags.candidate, flags.generation, flags.record, id, now_utc()});
      },
      [](const PromotionResult& tried) { return tried.fault.code == "busy"; });
  Value value = Value::object({{"answer", to_text(result.answer)},
                               {"promotionId", id},
                               {"code", result.fault.code},
                               {"what", result.fault.what},
                               {"generation", Value()},
                               {"recordSha256", Value()}});
  if (result.current) {
    value.set("generation", result.current->pointer.generation);
    value.set("recordSha256", result.current->pointer.record_sha256);
  }
  if (flags.json) {
    print_json(value);
  } else {
    print(fmt::format("{}: {}{}\n", to_text(result.answer),
                      result.fault.what.empty() ? "promotion " + id : result.fault.what,
                      result.answer == PromotionAnswer::kUnknown
                          ? "; look it up: holdfast store history --promotion " + id
                          : ""));
  }
  const bool ours = result.fault.code == "bad_input" || result.fault.code == "busy" ||
                    result.fault.code == "disk";
  return result.answer == PromotionAnswer::kPromoted              ? ExitCode::kClean
         : result.answer == PromotionAnswer::kNotSwitched && ours ? ExitCode::kUsage
                                                                  : ExitCode::kFinding;
}

ExitCode store_current(const StoreFlags& flags) {
  const Result<Opened> opened = open_store(flags);
  if (!opened) {
    return fail(opened.error());
  }
  const StoreResult<CurrentGeneration> now = opened->store->current();
  if (!now) {
    return fail_with(now.fault, flags);
  }
  if (!flags.out.empty()) {
    if (now.value->record.generation == 0) {
      return fail({ErrorCode::kInput, "the current generation holds nothing", flags.path(), ""});
    }
    const StoreResult<std::string> bytes =
        opened->store->candidate(now.value->record.candidate_sha256);
    if (!bytes) {
      return fail_with(bytes.fault, flags);
    }
    if (const Result<Done> written = write_file(flags.out, *bytes.value); !written) {
      return fail(written.error());
    }
  }
  return print_generation(*now.value, flags, "current");
}

ExitCode store_history(const StoreFlags& flags) {
  if (!flags.promotion_id.empty()) {
    return with_store(
        flags, [&](Store& store) { return store.look_up(flags.promotion_id); },
        [&](LookUp found) { return print_one(flags, "promotion", to_text(found)); });
  }
  return with_store(
      flags, [](Store& store) { return store.history(); },
      [&](const std::vector<GenerationRecord>& records) {
        Value list = Value::array();
        for (const GenerationRecord& record : records) {
          list.append(value_of(record));
          if (!flags.json) {
            print(fmt::format("{:>6}  {}  {}  {}\n", record.generation,
                              record.at.empty() ? "-" : record.at,
                              record.promotion_id.empty() ? "-" : record.promotion_id,
                              record.candidate_sha256.empty() ? "-" : record.candidate_sha256));
          }
        }
        if (flags.json) {
          print_json(Value::object({{"generations", std::move(list)}}));
        }
        return ExitCode::kClean;
      });
}

namespace {

ExitCode print_lines(const StoreFlags& flags, const char* name,
                     const std::vector<std::string>& lines) {
  if (flags.json) {
    print_json(Value::object({{name, Value::array_of(lines)}}));
    return ExitCode::kClean;
  }
  for (const std::string& line : lines) {
    print(line + "\n");
  }
  return ExitCode::kClean;
}

}  // namespace

ExitCode store_rejected(const StoreFlags& flags) {
  return with_store(
      flags, [](Store& store) { return store.rejected(); },
      [&](const std::vector<std::string>& names) { return print_lines(flags, "rejected", names); });
}

ExitCode store_recover(const StoreFlags& flags) {
  return with_store(
      flags, [](Store& store) { return store.recover(); },
      [&](const CurrentGeneration& now) { return print_generation(now, flags, "recovered"); });
}

ExitCode store_verify(const StoreFlags& flags) {
  return with_store(
      flags, [](Store& store) { return store.verify(); },
      [&](const std::vector<std::string>& faults) {
        print_lines(flags, "faults", faults);
        if (!flags.json && faults.empty()) {
          print("in order\n");
        }
        return faults.empty() ? ExitCode::kClean : ExitCode::kFinding;
      });
}

ExitCode store_sweep(const StoreFlags& flags) {
  return with_store(
      flags, [](Store& store) { return store.sweep(); },
      [&](std::size_t removed) {
        return print_one(flags, "removed", static_cast<std::uint64_t>(removed));
      });
}

}  // namespace holdfast
