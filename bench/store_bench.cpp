// Times promotions, beside SQLite doing the same compare-and-swap in the same run.
//
//   store_bench FOLDER PROMOTIONS PAIR     prints KEY, pair, nanoseconds a promotion
//
// Keys are store_<processes>.<sync|nosync>.<ours|sqlite>. Of the store a round is all that a
// process does for one: look, judge, promote, each under its lock and read back. SQLite in WAL
// mode, synchronous=FULL or OFF, holds a table of generations and one row with the current one; a
// round looks, updates where the current one is the expected and inserts, in one transaction. It
// saves no verdict and reads nothing back, so it does less for a round.
#include <sched.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/timing.h"
#include "core/check.h"
#include "core/store.h"

namespace holdfast::bench {
namespace {

constexpr const char* kTime = "2026-05-04T08:00:00Z";
constexpr int kManyProcesses = 4;

// Runs `work(process)` in that many processes and gives the nanoseconds until the last has ended.
template <typename Work>
double in_processes(int processes, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = ::fork();
    CHECK(child >= 0);
    if (child == 0) {
      work(i);
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    CHECK(::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
  return elapsed.count();
}

// The real disk, whose syncs can be left out.
class OptionalSync final : public FileSystem {
 public:
  OptionalSync(std::unique_ptr<FileSystem> disk, bool syncs)
      : disk_(std::move(disk)), syncs_(syncs) {}

  int open_to_read(const std::string& path, FileHandle& out) override {
    return disk_->open_to_read(path, out);
  }
  int create_new(const std::string& path, FileHandle& out) override {
    return disk_->create_new(path, out);
  }
  int make_directory(const std::string& path) override { return disk_->make_directory(path); }
  int status(FileHandle file, FileStatus& out) override { return disk_->status(file, out); }
  int read_some(FileHandle file, std::size_t size_bytes_max, std::string& out) override {
    return disk_->read_some(file, size_bytes_max, out);
  }
  int write_some(FileHandle file, std::string_view bytes, std::size_t& written_bytes) override {
    return disk_->write_some(file, bytes, written_bytes);
  }
  int sync(FileHandle file) override { return syncs_ ? disk_->sync(file) : 0; }
  int try_lock(FileHandle file) override { return disk_->try_lock(file); }
  void close(FileHandle file) override { disk_->close(file); }
  int rename_replacing(const std::string& from, const std::string& to) override {
    return disk_->rename_replacing(from, to);
  }
  int rename_new(const std::string& from, const std::string& to) override {
    return disk_->rename_new(from, to);
  }
  int remove_file(const std::string& path) override { return disk_->remove_file(path); }
  int list(const std::string& path, std::vector<std::string>& names) override {
    return disk_->list(path, names);
  }

 private:
  std::unique_ptr<FileSystem> disk_;
  bool syncs_;
};

Value pass(const std::string& before, const std::string& after) {
  return Value::object(
      {{"schema", "verdict/v1"},
       {"ok", true},
       {"documents", Value::object({{"before_sha256", before}, {"after_sha256", after}})},
       {"compaction_check", "pass"}});
}

// One process: promotes until the store is at that generation.
void promote_until(const std::string& folder, bool syncs, int process, std::int64_t generations) {
  auto opened = open_file_system(folder);
  CHECK(opened.ok());
  OptionalSync disk(std::move(*opened), syncs);
  Store store(disk, "bench-" + std::to_string(process));
  const std::string source(64, '5');
  const std::string bytes = "the manifest of process " + std::to_string(process);
  StoreResult<std::string> candidate;
  while (!(candidate = store.propose(bytes))) {
    CHECK(candidate.fault.code == "busy");
    ::sched_yield();
  }
  for (int round = 0;; ++round) {
    const StoreResult<CurrentGeneration> now = store.current();
    CHECK(now);
    if (now.value->pointer.generation >= generations) {
      return;
    }
    const std::string id = std::to_string(process) + "-" + std::to_string(round);
    StoreResult<bool> judged;
    do {
      judged = store.judge(*candidate.value, source,
                           pass(now.value->record.candidate_sha256, *candidate.value));
    } while (!judged && judged.fault.code == "busy" && ::sched_yield() == 0);
    PromotionResult result;
    do {
      result = store.promote({*candidate.value, now.value->pointer.generation,
                              now.value->pointer.record_sha256, id, kTime});
    } while (result.fault.code == "busy" && ::sched_yield() == 0);
    CHECK(result.answer != PromotionAnswer::kUnknown &&
          result.answer != PromotionAnswer::kNotSwitched);
  }
}

double ours_ns(const std::string& folder, bool syncs, int processes, int promotions) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  auto opened = open_file_system(folder);
  CHECK(opened.ok());
  Store store(**opened, "setup");
  CHECK(store.init());
  return in_processes(processes,
                      [&](int process) { promote_until(folder, syncs, process, promotions); });
}

class Database {
 public:
  Database(const std::string& path, bool syncs) {
    CHECK(sqlite3_open(path.c_str(), &database_) == SQLITE_OK);
    constexpr int kWaitMs = 60'000;
    sqlite3_busy_timeout(database_, kWaitMs);
    run("PRAGMA journal_mode=WAL");
    run(syncs ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=OFF");
  }
  ~Database() { sqlite3_close(database_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& statement) {
    CHECK(sqlite3_exec(database_, statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  std::int64_t current() {
    std::int64_t generation = -1;
    const auto take = [](void* out, int, char** values, char**) {
      *static_cast<std::int64_t*>(out) = std::atoll(values[0]);
      return 0;
    };
    CHECK(sqlite3_exec(database_, "SELECT generation FROM current", take, &generation, nullptr) ==
          SQLITE_OK);
    return generation;
  }
  // The compare-and-swap, with about as many bytes as the store's record has.
  void promote(std::int64_t expected, const std::string& id) {
    const std::string next = std::to_string(expected + 1);
    run("BEGIN IMMEDIATE");
    run("UPDATE current SET generation=" + next + " WHERE generation=" + std::to_string(expected));
    if (sqlite3_changes(database_) == 1) {
      const std::string digest(64, '5');
      run("INSERT INTO generations VALUES(" + next + ",'" + id + "','" + digest + digest + digest +
          digest + "')");
      run("COMMIT");
    } else {
      run("ROLLBACK");
    }
  }

 private:
  sqlite3* database_ = nullptr;
};

double sqlite_ns(const std::string& folder, bool syncs, int processes, int promotions) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/database";
  {
    Database setup(path, syncs);
    setup.run("CREATE TABLE current(generation INTEGER)");
    setup.run("CREATE TABLE generations(generation INTEGER PRIMARY KEY, id TEXT, record TEXT)");
    setup.run("INSERT INTO current VALUES(0)");
  }
  return in_processes(processes, [&](int process) {
    Database database(path, syncs);
    for (int round = 0;; ++round) {
      const std::int64_t now = database.current();
      if (now >= promotions) {
        return;
      }
      database.promote(now, std::to_string(process) + "-" + std::to_string(round));
    }
  });
}

int run(int count, char** words) {
  const int promotions = count == 4 ? std::atoi(words[2]) : 0;
  const int pair = count == 4 ? std::atoi(words[3]) : -1;
  if (promotions < 1 || pair < 0) {
    std::fprintf(stderr, "usage: store_bench FOLDER PROMOTIONS PAIR\n");
    return 2;
  }
  const std::string folder = std::string(words[1]) + "/store_bench";
  for (const bool syncs : {true, false}) {
    for (const int processes : {1, kManyProcesses}) {
      const std::string key = "store_" + std::to_string(processes) + (syncs ? ".sync" : ".nosync");
      print_sample(key + ".ours", pair, ours_ns(folder, syncs, processes, promotions) / promotions);
      print_sample(key + ".sqlite", pair,
                   sqlite_ns(folder, syncs, processes, promotions) / promotions);
    }
  }
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace holdfast::bench

int main(int count, char** words) { return holdfast::bench::run(count, words); }
