// The continuity log: what gets into it and what does not, the chain, the disk.
#include "core/continuity_log.h"

#include <sys/syscall.h>

#include <thread>

#include "core/continuity_test.h"
#include "core/disk_test.h"
#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

ContinuityEntry entry(ContinuityKind kind, int second = 9 * 3600) {
  ContinuityEntry made;
  made.kind = kind;
  made.at = clock_at(second);
  return made;
}

// One of each kind.
std::vector<ContinuityEntry> good_entries() {
  std::vector<ContinuityEntry> entries;
  for (const ContinuityKind kind :
       {ContinuityKind::kBoundary, ContinuityKind::kInstructionsReloaded,
        ContinuityKind::kConsequentialCall, ContinuityKind::kObservation,
        ContinuityKind::kObservedAbsent, ContinuityKind::kObservationFailed,
        ContinuityKind::kSnapshot, ContinuityKind::kApproval, ContinuityKind::kState}) {
    entries.push_back(entry(kind, 9 * 3600 + static_cast<int>(entries.size())));
  }
  entries[0].boundary_id = "session-1:c.2";
  entries[3].name = "scope";
  entries[3].digest = digest_of("scope", "src/ only");
  entries[4].name = "constraint";
  entries[5].name = "target";
  entries[5].reason = "source_missing";
  entries[6].boundary_id = "session-1:c.2";
  entries[6].side = Side::kAfter;
  entries[6].sha256 = sha256_hex("snapshot");
  entries[7].name = "scope";
  entries[7].from = digest_of("scope", "a");
  entries[7].to = "d1:hmac-sha256:k1:" + sha256_hex("b");
  entries[7].authority_id = "ok-1";
  entries[8].boundary_id = "session-1:c.2";
  entries[8].activity = Activity::kWorking;
  entries[8].state = ContinuityState::kConflicting;
  entries[8].reason = "no_approval";
  entries[8].decisions = {{"scope", "conflicting"}, {"target", "unverified"}};
  entries[8].spent = {"ok-1", "ok-2"};
  return entries;
}

LedgerHead append(const std::string& path, const ContinuityEntry& one) {
  const Result<ContinuityAppended> appended = append_to_continuity_log(path, one);
  EXPECT_TRUE(appended) << (appended ? "" : appended.error().text());
  return appended ? appended->head : LedgerHead{};
}

std::string good_log(const Scratch& scratch) {
  const std::string path = scratch / "continuity.jsonl";
  for (const ContinuityEntry& one : good_entries()) {
    append(path, one);
  }
  return path;
}

std::string fault_of(const Result<ContinuityAppended>& appended) {
  return appended ? "" : appended.error().text();
}

TEST(ContinuityLog, KeepsWhatWasAppended) {
  const Scratch scratch;
  const std::string path = good_log(scratch);
  const Result<ContinuityLog> log = read_continuity_log_file(path);
  ASSERT_TRUE(log);
  EXPECT_FALSE(log->damage);
  EXPECT_EQ(log->torn_size_bytes, 0U);
  const std::vector<ContinuityEntry> expected = good_entries();
  ASSERT_EQ(log->lines.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(log->lines[i].entry, expected[i]) << i;
    EXPECT_EQ(log->lines[i].seq, static_cast<std::int64_t>(i) + 1);
  }
  EXPECT_EQ(log->spent(), (std::vector<std::string>{"ok-1", "ok-2"}));
  const std::vector<BoundaryEvent> events = log->events();
  ASSERT_EQ(events.size(), 6U);
  EXPECT_EQ(events[0].boundary_id, "session-1:c.2");
  EXPECT_EQ(events[3].kind, BoundaryEventKind::kObservation);
  EXPECT_EQ(events[3].digest, expected[3].digest);
  EXPECT_EQ(events[3].seq, 4);
  struct stat status = {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(ContinuityLog, ChainsEachLineToTheOneBeforeIt) {
  const Scratch scratch;
  const std::string bytes = get(good_log(scratch));
  const ContinuityLog good = read_continuity_log(bytes);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size(); at = bytes.find('\n', at) + 1) {
    lines.push_back(bytes.substr(at, bytes.find('\n', at) - at));
  }
  std::string prev(64, '0');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const JsonReading reading = read_json(lines[i]);
    ASSERT_TRUE(reading.value);
    EXPECT_EQ(reading.value->find("prev")->text(), prev);
    EXPECT_EQ(write_canonical_json(*reading.value), lines[i]);
    prev = sha256_hex(lines[i]);
    EXPECT_TRUE(good.holds(LedgerHead{static_cast<std::int64_t>(i) + 1, prev}));
  }
  EXPECT_EQ(good.head, (LedgerHead{9, prev}));
  EXPECT_TRUE(good.holds(std::nullopt));
  EXPECT_FALSE(good.holds(LedgerHead{8, prev}));
  EXPECT_FALSE(good.holds(LedgerHead{10, prev}));
  EXPECT_FALSE(good.holds(LedgerHead{0, prev}));
}

// Any byte changed, any line left out, doubled or exchanged shows, at that line at the latest.
TEST(ContinuityLog, ShowsEveryChange) {
  const Scratch scratch;
  const std::string bytes = get(good_log(scratch));
  const ContinuityLog good = read_continuity_log(bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    const ContinuityLog log = read_continuity_log(changed);
    EXPECT_TRUE(log.damage || log.torn_size_bytes > 0 || !log.holds(good.head)) << i;
    EXPECT_FALSE(log.holds(good.head)) << i;
  }
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size(); at = bytes.find('\n', at) + 1) {
    lines.push_back(bytes.substr(at, bytes.find('\n', at) + 1 - at));
  }
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) {
      all += part;
    }
    return all;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> cut = lines;
    cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(read_continuity_log(joined(cut)).holds(good.head)) << "cut " << i;
    std::vector<std::string> twice = lines;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    EXPECT_TRUE(read_continuity_log(joined(twice)).damage) << "doubled " << i;
    if (i > 0) {
      std::vector<std::string> turned = lines;
      std::swap(turned[i - 1], turned[i]);
      EXPECT_TRUE(read_continuity_log(joined(turned)).damage) << "exchanged " << i;
    }
  }
}

TEST(ContinuityLog, SaysWhichLineIsDamagedAndWhy) {
  const Scratch scratch;
  const std::string bytes = get(good_log(scratch));
  const auto reason = [&](const std::string& from, const std::string& to) {
    std::string changed = bytes;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    const ContinuityLog log = read_continuity_log(changed.replace(at, from.size(), to));
    return log.damage ? std::to_string(log.damage->line) + " " + log.damage->reason : "";
  };
  EXPECT_EQ(reason("\"seq\":2", "\"seq\":3"), "2 seq");
  EXPECT_EQ(reason("\"kind\":\"observation\"", "\"kind\":\"opinion\""), "4 kind");
  EXPECT_EQ(reason("\"kind\":\"observation\"", "\"kind\":\"observed_absent\""), "4 form");
  EXPECT_EQ(reason("09:00:00Z", "09:00:01Z"), "2 chain");
  EXPECT_EQ(reason("continuity-log/v1", "continuity-log/v2"), "1 schema");
  EXPECT_EQ(reason("{\"at\"", "{ \"at\""), "1 not_canonical");
  EXPECT_EQ(reason("{\"at\"", "{\"also\":1,\"at\""), "1 form");
  EXPECT_EQ(reason("{\"at\"", "{\"at\":1,\"at\""), "1 duplicate_key");
  EXPECT_EQ(reason("{\"at\"", "at"), "1 invalid_json");
}

TEST(ContinuityLog, IsNotAddedToWhereItIsDamagedOrCut) {
  const Scratch scratch;
  const std::string path = good_log(scratch);
  const std::string bytes = get(path);
  const std::optional<LedgerHead> head = read_continuity_log(bytes).head;
  const ContinuityEntry one = good_entries()[1];
  put(path, bytes.substr(0, bytes.rfind('\n', bytes.size() - 2) + 1));
  EXPECT_TRUE(contains(fault_of(append_to_continuity_log(path, one, head)), "known to be in it"));
  EXPECT_TRUE(append_to_continuity_log(path, one)) << "who knows no head cannot notice";
  std::string changed = bytes;
  changed[20] = 'X';
  put(path, changed);
  EXPECT_TRUE(contains(fault_of(append_to_continuity_log(path, one)), "damaged"));
  EXPECT_EQ(get(path), changed);
  put(path, bytes);
  EXPECT_TRUE(append_to_continuity_log(path, one, head));
}

TEST(ContinuityLog, MovesATornLineToAFileOfItsOwn) {
  const Scratch scratch;
  const std::string path = good_log(scratch);
  const std::string bytes = get(path);
  const std::size_t last = bytes.rfind('\n', bytes.size() - 2) + 1;
  for (const std::size_t size_bytes : {last + 1, last + 40, bytes.size() - 1}) {
    put(path, bytes.substr(0, size_bytes));
    EXPECT_EQ(read_continuity_log(get(path)).torn_size_bytes, size_bytes - last);
    const Result<ContinuityAppended> appended = append_to_continuity_log(path, good_entries()[8]);
    ASSERT_TRUE(appended);
    EXPECT_EQ(get(appended->torn_moved_to), bytes.substr(last, size_bytes - last));
    EXPECT_EQ(get(path), bytes) << "the same line again";
  }
  EXPECT_EQ(scratch.names().size(), 4U);
}

TEST(ContinuityLog, HoldsTheLinesOfAllWhoAppendAtOnce) {
  const Scratch scratch;
  const std::string path = scratch / "continuity.jsonl";
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int line = 0; line < 10; ++line) {
        append(path, good_entries()[3]);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const ContinuityLog log = read_continuity_log(get(path));
  EXPECT_FALSE(log.damage);
  EXPECT_EQ(log.lines.size(), 40U);
}

TEST(ContinuityLog, SaysWhenTheDiskFails) {
  const Scratch scratch;
  const std::string path = good_log(scratch);
  const std::string bytes = get(path);
  for (const auto& [call, step] :
       std::vector<std::pair<long, std::string>>{{SYS_openat, "opening"},
                                                 {SYS_flock, "locking"},
                                                 {SYS_pread64, "reading"},
                                                 {SYS_write, "writing"},
                                                 {SYS_fsync, "writing"}}) {
    const std::string fault = with_failing(
        {call}, EIO, [&] { return fault_of(append_to_continuity_log(path, good_entries()[1])); });
    if (fault == kCannot) {
      GTEST_SKIP() << kNoFilters;
    }
    EXPECT_TRUE(contains(fault, step)) << fault;
    put(path, bytes);
  }
  EXPECT_FALSE(read_continuity_log_file(scratch / "nothing"));
  EXPECT_FALSE(read_continuity_log_file(scratch.folder()));
  EXPECT_FALSE(append_to_continuity_log(scratch.folder(), good_entries()[1]));
  ASSERT_EQ(::symlink(path.c_str(), (scratch / "link").c_str()), 0);
  EXPECT_FALSE(append_to_continuity_log(scratch / "link", good_entries()[1]));
}

// What nobody meant to log: each stands in turn in each text of each entry, and is refused or was
// never written.
const std::vector<std::string> kCanaries = {
    "ask before every push, please",     // a value, a prompt, an answer
    "/home/ada/secret-project/plan.md",  // a private path
    "C:\\Users\\ada\\plan.md",
    "{\"command\":\"rm -rf build\"}",  // a tool payload
    "sk live 4242",                    // a secret, with spaces
    std::string(200, 'a'),             // anything long
    "swordfish\nswordfish",
    "sch\xc3\xb6n",
};

TEST(ContinuityLog, TakesNothingButIdsTokensDigestsAndTimes) {
  const Scratch scratch;
  const std::string path = scratch / "continuity.jsonl";
  // Whether an entry is taken; what is refused must not come back in the error either.
  const auto is_taken = [&](const ContinuityEntry& bad, const std::string& canary) {
    const std::string fault = fault_of(append_to_continuity_log(path, bad));
    EXPECT_FALSE(contains(fault, canary)) << fault;
    EXPECT_EQ(fault.empty(), entry_fault(bad).empty());
    return fault.empty();
  };
  for (const ContinuityEntry& good : good_entries()) {
    for (const std::string& canary : kCanaries) {
      ContinuityEntry foreign = good;  // members that the kind has not are not written
      for (std::string ContinuityEntry::*member :
           {&ContinuityEntry::at, &ContinuityEntry::boundary_id, &ContinuityEntry::name,
            &ContinuityEntry::digest, &ContinuityEntry::reason, &ContinuityEntry::sha256,
            &ContinuityEntry::from, &ContinuityEntry::to, &ContinuityEntry::authority_id}) {
        if ((good.*member).empty()) {
          foreign.*member = canary;
          continue;
        }
        ContinuityEntry bad = good;
        bad.*member = canary;
        EXPECT_FALSE(is_taken(bad, canary)) << to_text(good.kind) << " " << canary;
      }
      if (good.kind != ContinuityKind::kState) {
        foreign.decisions[canary] = canary;
        foreign.spent = {canary};
      }
      EXPECT_TRUE(is_taken(foreign, canary)) << to_text(good.kind);
    }
  }
  for (const std::string& canary : kCanaries) {
    ContinuityEntry bad = good_entries()[8];
    bad.decisions[canary] = "preserved";
    EXPECT_FALSE(is_taken(bad, canary));
    bad = good_entries()[8];
    bad.decisions["scope"] = canary;
    EXPECT_FALSE(is_taken(bad, canary));
    bad = good_entries()[8];
    bad.spent.push_back(canary);
    EXPECT_FALSE(is_taken(bad, canary));
    bad = good_entries()[3];
    bad.digest = "d1:hmac-sha256:" + canary + ":" + sha256_hex("x");
    EXPECT_FALSE(is_taken(bad, canary));
  }
  const std::string bytes = get(path);
  EXPECT_FALSE(read_continuity_log(bytes).damage);
  for (const std::string& canary : kCanaries) {
    EXPECT_FALSE(contains(bytes, canary)) << canary;
  }
}

TEST(ContinuityLog, HoldsNothingOfWhoApprovedAndWhereItWasRead) {
  const Scratch scratch;
  const std::string path = scratch / "continuity.jsonl";
  Story story = crossing(with("scope", "swordfish"));
  story.approve("scope", "src/ only", "swordfish", "ok-1").at = clock_at(9 * 3600);
  story.approvals[0].approver = "Ada Swordfish";
  append(path, entry_of(story.approvals[0]));
  DecisionObservation observation;
  observation.kind = ObservationKind::kDigest;
  observation.name = "scope";
  observation.digest = digest_of("scope", "swordfish");
  observation.observed_at = clock_at(9 * 3600);
  observation.source = "file:private/swordfish.json#/scope";
  append(path, entry_of(observation));
  observation.kind = ObservationKind::kFailed;
  observation.reason = "source_missing";
  append(path, entry_of(observation));
  observation.kind = ObservationKind::kAbsent;
  append(path, entry_of(observation));
  const BoundaryContinuity result = story.classify()[0];
  append(path, entry_of(result, Activity::kWorking, clock_at(9 * 3600)));
  const std::string bytes = get(path);
  for (const char* part : {"swordfish", "Swordfish", "Ada", "private", "src/"}) {
    EXPECT_FALSE(contains(bytes, part)) << part;
  }
  const ContinuityLog log = read_continuity_log(bytes);
  ASSERT_EQ(log.lines.size(), 5U);
  EXPECT_EQ(log.lines[4].entry.decisions.at("scope"), "approved-change");
  EXPECT_EQ(log.spent(), std::vector<std::string>{"ok-1"});
  EXPECT_EQ(log.events().size(), 3U);
}

// A story's events, written and read back, are judged the same.
TEST(ContinuityLog, CarriesAllThatTheCheckNeeds) {
  const Scratch scratch;
  const std::string path = scratch / "continuity.jsonl";
  Story story = crossing(with("approval-boundary", ""));
  story.fails("scope");
  for (const BoundaryEvent& event : story.events) {
    ContinuityEntry one;
    one.kind = event.kind == BoundaryEventKind::kBoundary ? ContinuityKind::kBoundary
               : event.kind == BoundaryEventKind::kInstructionsReloaded
                   ? ContinuityKind::kInstructionsReloaded
               : event.kind == BoundaryEventKind::kConsequentialCall
                   ? ContinuityKind::kConsequentialCall
               : event.kind == BoundaryEventKind::kObservation ? ContinuityKind::kObservation
                                                               : ContinuityKind::kObservationFailed;
    one.at = event.at;
    one.boundary_id = event.boundary_id;
    one.name = event.name;
    one.digest = event.digest;
    one.reason = one.kind == ContinuityKind::kObservationFailed ? "source_missing" : "";
    append(path, one);
  }
  const std::string before = told(story);
  story.events = read_continuity_log_file(path)->events();
  EXPECT_EQ(told(story), before);
  EXPECT_EQ(before, "dropped absent_after");
}

}  // namespace
}  // namespace holdfast
