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
      read_ledger_file(path_, {.on_line = [&](const LedgerLineView& line) { watch.see(line); }});
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

// Lines of both kinds: every third has a text that only the strict reader takes.
std::vector<std::string> lines_of_both_kinds(int count) {
  std::vector<Value> values;
  for (int i = 0; i < count; ++i) {
    Directive directive = good_manifest_v2().directives[0];
    directive.directive_id = "d-" + std::to_string(i);
    directive.text = i % 3 == 0 ? "Say \"no\" to it." : "Publish nothing of it.";
    directive.text += std::string(static_cast<std::size_t>(i * 7 % 100), '.');
    values.push_back(issued(directive));
    if (i % 2 == 0) {
      values.push_back(withdrawn(directive.directive_id, "u-9"));
    }
  }
  std::vector<std::string> lines;
  const Value ledger = chained(values);
  for (const Value& line : ledger.items()) {
    lines.push_back(write_canonical_json(line));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string bytes;
  for (const std::string& line : lines) {
    bytes += line + "\n";
  }
  return bytes;
}

// All that a reading says, and the lines that were handed out.
std::string said_by(const std::string& path, std::size_t batch_bytes, unsigned threads, bool scan) {
  std::string said;
  LedgerReadOptions options;
  options.batches = {scan, threads, batch_bytes};
  options.on_line = [&](const LedgerLineView& line) {
    said += std::to_string(line.seq) + ":" + std::string(line.sha256) + " " +
            std::string(line.directive_id) + " " + std::string(line.text) + "\n";
  };
  const auto reading = read_ledger_file(path, options);
  EXPECT_TRUE(reading.ok());
  for (const Directive* directive : reading->fold.active()) {
    said += directive->directive_id + " " + directive->text + "\n";
  }
  const auto head = reading->fold.head();
  said += (head ? head->sha256 : "none") + " " + std::to_string(reading->fold.closed_count()) +
          " " + std::to_string(reading->size_bytes) + " " +
          std::to_string(reading->torn_size_bytes);
  if (reading->damage) {
    said += " " + std::to_string(reading->damage->line) + " " +
            std::to_string(reading->damage->offset_bytes) + " " + reading->damage->reason;
  }
  return said;
}

TEST_F(LedgerFile, SaysTheSameWithPiecesOfAnySizeAndAnyNumberOfThreads) {
  const std::vector<std::string> lines = lines_of_both_kinds(24);
  const std::string good = joined(lines);
  std::vector<std::string> files = {"", good, good + lines[0].substr(0, 40), "\n", good + "\n"};
  // Damage of several kinds at the start, in the middle and at the end.
  for (const std::size_t at : {std::size_t{0}, lines.size() / 2, lines.size() - 1}) {
    std::vector<std::string> broken = lines;
    broken[at] = "{}";
    files.push_back(joined(broken));
    broken[at] = "";
    files.push_back(joined(broken));
    broken[at] = lines[at] + "x";
    files.push_back(joined(broken));
    broken[at] = lines[at];
    broken[at][20] ^= 1;  // in `at`
    files.push_back(joined(broken));
    broken[at] = lines[at];
    broken.insert(broken.begin() + static_cast<std::ptrdiff_t>(at), "\xFF");
    files.push_back(joined(broken));
  }
  for (const std::string& file : files) {
    write(file);
    const std::string expected = said_by(path_, 1U << 20, 1, false);
    for (const std::size_t batch_bytes : {1U, 7U, 300U, 1000U, 5000U, 1U << 20}) {
      for (const unsigned threads : {1U, 2U, 4U}) {
        ASSERT_EQ(said_by(path_, batch_bytes, threads, true), expected)
            << batch_bytes << " bytes, " << threads << " threads, a file of " << file.size();
      }
    }
  }
}

TEST_F(LedgerFile, NamesTheLineThatCannotStandThere) {
  std::vector<Value> values = {good_ledger_lines()[0], good_ledger_lines()[0],
                               good_ledger_lines()[1]};
  std::vector<std::string> lines;
  const Value ledger = chained(values);
  for (const Value& line : ledger.items()) {
    lines.push_back(write_canonical_json(line));
  }
  write(joined(lines));
  const LedgerReading reading = read();
  ASSERT_TRUE(reading.damage);
  EXPECT_EQ(reading.damage->reason, "issued_twice");
  EXPECT_EQ(reading.damage->line, 2U);
  EXPECT_EQ(reading.damage->offset_bytes, lines[0].size() + 1);
}

TEST_F(LedgerFile, RefusesALineOfMoreThanItsLimitWhereverItEnds) {
  const std::string line = lines_of_both_kinds(1)[0];
  const std::string long_text(kLedgerLineBytesMax + 1, 'x');
  for (const std::string& text : {long_text, long_text + "\n"}) {
    write(line + "\n" + text);
    for (const unsigned threads : {1U, 2U}) {
      LedgerReadOptions options;
      options.batches.threads = threads;
      const auto reading = read_ledger_file(path_, options);
      ASSERT_TRUE(reading.ok() && reading->damage);
      EXPECT_EQ(reading->damage->reason, "too_large");
      EXPECT_EQ(reading->damage->line, 2U);
      EXPECT_EQ(reading->damage->offset_bytes, line.size() + 1);
      EXPECT_EQ(reading->torn_size_bytes, 0U);
    }
  }
  write(line + "\n" + long_text.substr(1));
  EXPECT_EQ(read().torn_size_bytes, kLedgerLineBytesMax);
}

TEST_F(LedgerFile, TakesMoreLinesThanOneScanHolds) {
  write(std::string(10000, '\n'));
  EXPECT_EQ(read().damage->line, 1U);
  write(joined(lines_of_both_kinds(6000)));
  for (const unsigned threads : {1U, 2U}) {
    LedgerReadOptions options;
    options.batches = {true, threads, std::size_t{8} << 20};
    const auto reading = read_ledger_file(path_, options);
    ASSERT_FALSE(reading->damage);
    EXPECT_EQ(reading->fold.lines(), 9000);
  }
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
