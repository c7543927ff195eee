// The ledger's file: real files, real processes, real kills.
#include "core/ledger_file.h"

#include <csignal>
#include <filesystem>
#include <thread>

#include "core/evidence_test.h"
#include "core/file.h"

namespace holdfast {
namespace {

constexpr std::string_view kNow = "2026-03-05T09:00:00Z";

class LedgerFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "ledger-" + info->name() + "-" + std::to_string(::getpid());
    std::filesystem::create_directories(folder_);
    path_ = folder_ + "/ledger.jsonl";
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string bytes() const { return read_file(path_).value(); }
  void write(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }
  // The good ledger, one directive of it closed.
  void append_good() const {
    for (const Value& line : good_ledger_lines()) {
      const auto appended = append_to_ledger(path_, line, kNow);
      ASSERT_TRUE(appended.ok()) << appended.error().text();
    }
  }
  LedgerReading read() const {
    auto reading = read_ledger_file(path_);
    EXPECT_TRUE(reading.ok());
    return std::move(*reading);
  }

  std::string folder_;
  std::string path_;
};

TEST_F(LedgerFile, KeepsWhatWasAppended) {
  append_good();
  const LedgerReading reading = read();
  EXPECT_FALSE(reading.damage);
  EXPECT_EQ(reading.fold.lines(), 3);
  ASSERT_EQ(reading.fold.active().size(), 1U);
  EXPECT_EQ(*reading.fold.active()[0], good_manifest_v2().directives[0]);
  EXPECT_EQ(reading.fold.closed_count(), 1U);
  // The same head as the evidence's ledger of the same lines: one definition of the chain.
  EXPECT_EQ(reading.fold.head()->sha256,
            head_of(chained(good_ledger_lines())).find("sha256")->text());
  EXPECT_EQ(reading.size_bytes, bytes().size());
}

TEST_F(LedgerFile, RefusesALineThatCannotFollowAndWritesNothing) {
  append_good();
  const std::string before = bytes();
  for (const Value& line :
       {good_ledger_lines()[0], fulfilled("d-1", "o-9"), withdrawn("d-2", "u-9"),
        Value::object({{"kind", "done"}}), Value::object({})}) {
    const auto appended = append_to_ledger(path_, line, kNow);
    ASSERT_FALSE(appended.ok());
    EXPECT_EQ(appended.error().code, ErrorCode::kUsage);
    EXPECT_EQ(bytes(), before);
  }
  EXPECT_FALSE(append_to_ledger(path_, withdrawn("d-1", "u-9"), "yesterday").ok());
}

TEST_F(LedgerFile, SaysWhichLineIsDamaged) {
  append_good();
  const std::string good = bytes();
  std::vector<std::size_t> ends;
  for (std::size_t at = good.find('\n'); at != std::string::npos; at = good.find('\n', at + 1)) {
    ends.push_back(at);
  }
  ASSERT_EQ(ends.size(), 3U);
  // A changed byte shows at its own line or, where the line still reads, at the next one's `prev`.
  for (std::size_t line = 0; line < 2; ++line) {
    const std::size_t begin = line == 0 ? 0 : ends[line - 1] + 1;
    for (std::size_t at = begin; at < ends[line]; ++at) {
      std::string broken = good;
      broken[at] = broken[at] == 'x' ? 'y' : 'x';
      write(broken);
      const LedgerReading reading = read();
      ASSERT_TRUE(reading.damage) << "byte " << at;
      ASSERT_TRUE(reading.damage->line == line + 1 || reading.damage->line == line + 2)
          << "byte " << at << " at line " << reading.damage->line;
      ASSERT_FALSE(append_to_ledger(path_, withdrawn("d-1", "u-9"), kNow).ok());
      ASSERT_EQ(bytes(), broken) << "a refused append changes nothing";
    }
  }
}

TEST_F(LedgerFile, RefusesALineLessALineTwiceAndLinesInAnotherOrder) {
  append_good();
  const std::string good = bytes();
  const std::size_t first = good.find('\n') + 1;
  const std::size_t second = good.find('\n', first) + 1;
  const std::vector<std::pair<std::string, std::uint64_t>> broken = {
      {good.substr(first), 1},
      {good.substr(0, first) + good.substr(second), 2},
      {good.substr(0, first) + good, 2},
      {good.substr(first, second - first) + good.substr(0, first) + good.substr(second), 1},
      {good.substr(0, first) + "\n" + good.substr(first), 2}};
  for (const auto& [text, line] : broken) {
    write(text);
    ASSERT_TRUE(read().damage);
    EXPECT_EQ(read().damage->line, line);
  }
}

TEST_F(LedgerFile, NoticesLinesCutOffTheEndByItsHead) {
  append_good();
  const LedgerHead head = *read().fold.head();
  const std::string good = bytes();
  write(good.substr(0, good.find('\n', good.find('\n') + 1) + 1));
  HeadWatch watch(head);
  const auto reading =
      read_ledger_file(path_, [&](const LedgerLine& line, const Value&) { watch.see(line); });
  EXPECT_FALSE(reading->damage) << "what is left is whole in itself";
  EXPECT_FALSE(watch.holds());
}

// Every length that a crash can leave behind.
TEST_F(LedgerFile, RecoversFromATornLastLineAndKeepsItsBytes) {
  append_good();
  const std::string good = bytes();
  const std::size_t whole = good.rfind('\n', good.size() - 2) + 1;
  for (std::size_t size = whole + 1; size < good.size(); size += 7) {
    const std::string torn = good.substr(whole, size - whole);
    write(good.substr(0, size));
    const LedgerReading reading = read();
    ASSERT_FALSE(reading.damage) << size;
    ASSERT_EQ(reading.torn_size_bytes, size - whole);
    ASSERT_EQ(reading.fold.lines(), 2);
    const auto appended = append_to_ledger(path_, fulfilled("d-2", "o-3"), kNow);
    ASSERT_TRUE(appended.ok());
    ASSERT_EQ(read_file(appended->torn_moved_to).value(), torn);
    ASSERT_EQ(bytes(), good) << "the new line stands where the torn one stood";
  }
}

TEST_F(LedgerFile, TakesARunOfNulsAtTheEndAsTorn) {
  append_good();
  const std::string good = bytes();
  write(good + std::string(100, '\0'));
  EXPECT_EQ(read().torn_size_bytes, 100U);
  EXPECT_FALSE(read().damage);
  write(good + std::string(100, '\0') + "\n");
  EXPECT_TRUE(read().damage) << "before a line end they are damage";
}

TEST_F(LedgerFile, LosesNothingToTwoProcessesAtOnce) {
  constexpr int kProcesses = 4;
  constexpr int kLines = 25;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = 0; i < kLines; ++i) {
        Directive directive = good_manifest_v2().directives[0];
        directive.directive_id = "d-" + std::to_string(process) + "-" + std::to_string(i);
        if (!append_to_ledger(path_, issued(directive), kNow).ok()) {
          ::_exit(1);
        }
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const LedgerReading reading = read();
  EXPECT_FALSE(reading.damage);
  EXPECT_EQ(reading.fold.lines(), kProcesses * kLines);
  EXPECT_EQ(reading.fold.active().size(), static_cast<std::size_t>(kProcesses * kLines));
}

// Writers are killed at any moment; whatever an append reported stands, and the next one goes on.
TEST_F(LedgerFile, SurvivesWritersThatAreKilled) {
  const std::string acknowledged = folder_ + "/acknowledged";
  std::int64_t last = 0;
  for (int round = 0; round < 25; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = 0;; ++i) {
        Directive directive = good_manifest_v2().directives[0];
        directive.directive_id = "d-" + std::to_string(round) + "-" + std::to_string(i);
        const auto appended = append_to_ledger(path_, issued(directive), kNow);
        if (!appended.ok() || !write_file(acknowledged, std::to_string(appended->head.seq)).ok()) {
          ::_exit(1);
        }
      }
    }
    // Until it has done something, and then a moment that differs from round to round.
    while (true) {
      const auto text = read_file(acknowledged);
      if (text.ok() && std::stoll(*text) > last) {
        break;
      }
      ASSERT_EQ(::waitpid(child, nullptr, WNOHANG), 0) << "the writer failed";
      std::this_thread::yield();
    }
    for (int i = 0; i < round * 37; ++i) {
      std::this_thread::yield();
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const LedgerReading reading = read();
    ASSERT_FALSE(reading.damage) << reading.damage->reason << " at line " << reading.damage->line;
    last = std::stoll(read_file(acknowledged).value());
    ASSERT_GE(reading.fold.lines(), last) << "a reported line is gone";
  }
}

TEST_F(LedgerFile, MissingOrNoFileIsAnError) {
  EXPECT_FALSE(read_ledger_file(path_).ok());
  EXPECT_FALSE(read_ledger_file(folder_).ok());
  EXPECT_FALSE(append_to_ledger(folder_, withdrawn("d-1", "u-9"), kNow).ok());
  EXPECT_FALSE(append_to_ledger(folder_ + "/none/l", withdrawn("d-1", "u-9"), kNow).ok());
}

// Closed directives leave nothing but 16 bytes of their id.
TEST(LedgerFold, KeepsOnlyWhatIsActive) {
  LedgerFold fold;
  std::string prev(64, '0');
  std::int64_t seq = 0;
  const auto take = [&](Value line) {
    line.set("seq", ++seq);
    line.set("prev", prev);
    line.set("at", kNow);
    const std::string bytes = write_canonical_json(line);
    prev = sha256_hex(bytes);
    return fold.take(line, bytes);
  };
  for (int i = 0; i < 2000; ++i) {
    Directive directive = good_manifest_v2().directives[0];
    directive.directive_id = "d-" + std::to_string(i);
    ASSERT_EQ(take(issued(directive)), "");
    if (i % 10 != 0) {
      ASSERT_EQ(take(withdrawn(directive.directive_id, "u-9")), "");
    }
  }
  EXPECT_EQ(fold.active().size(), 200U);
  EXPECT_EQ(fold.closed_count(), 1800U);
  EXPECT_NE(fold.find_active("d-10"), nullptr);
  EXPECT_EQ(fold.find_active("d-11"), nullptr);
  Directive again = good_manifest_v2().directives[0];
  again.directive_id = "d-11";
  EXPECT_EQ(take(issued(again)), "issued_twice") << "a closed id never comes again";
}

}  // namespace
}  // namespace holdfast
