#include "core/trace.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/file.h"
#include "core/sha256.h"
#include "core/trace_pairs.h"

namespace holdfast {
namespace {

Entry entry(std::string id, Author author, std::string kind, std::string text,
            std::optional<std::uint32_t> boundary = std::nullopt) {
  Entry made;
  made.entry_id = std::move(id);
  made.author = author;
  made.kind = std::move(kind);
  made.text = std::move(text);
  made.boundary = boundary;
  return made;
}

Session session_of(std::vector<Entry> entries) {
  Session session;
  session.format = "entries/v1";
  session.entries = std::move(entries);
  for (std::size_t i = 0; i < session.entries.size(); ++i) {
    session.entries[i].seq = i + 1;
  }
  return session;
}

Entry prompt(std::string id, std::string text) {
  return entry(std::move(id), Author::kUser, "prompt", std::move(text));
}
Entry boundary(std::uint32_t number) {
  return entry("b-" + std::to_string(number), Author::kSystem, "boundary", "Compacted", number);
}
Entry summary(std::uint32_t number, std::string text) {
  return entry("s-" + std::to_string(number), Author::kAssistant, "summary", std::move(text),
               number);
}

std::string states(const TraceItem& item) {
  std::string out;
  for (const std::optional<Measured>& cell : item.cells) {
    out += (out.empty() ? "" : " ") + std::string(cell ? to_text(cell->state) : "-");
  }
  return out;
}

const char* const kMap = "Redraw the harbour map with all quays.";
const char* const kDepths = "Do not publish the depths of the channel.";

TEST(Trace, FollowsEachInstructionThroughEverySummary) {
  const TraceTable table = trace_session(session_of(
      {prompt("u-1", kMap), prompt("u-2", kDepths), boundary(1),
       summary(1, std::string("\"") + kMap + "\" and \"" + kDepths + "\""),
       prompt("u-3", "Add a legend to the left margin."), boundary(2),
       summary(2, std::string("The harbour map is done. ") + "Add a legend to the left margin.")}));
  ASSERT_EQ(table.items.size(), 3U);
  EXPECT_EQ(states(table.items[0]), "verbatim label_only");
  EXPECT_EQ(states(table.items[1]), "verbatim absent");
  EXPECT_EQ(states(table.items[2]), "- verbatim");
  EXPECT_EQ(table.items[0].fell_at, 2U);
  EXPECT_EQ(table.items[2].fell_at, std::nullopt);
  ASSERT_EQ(table.demands.size(), 1U);
  EXPECT_EQ(table.demands[0].kind, TraceKind::kProhibition);
  EXPECT_EQ(table.demands[0].id, "u-2/1");
  EXPECT_EQ(table.demands[0].fell_at, 2U);
  EXPECT_EQ(worst_state(table), Survival::kAbsent);
}

TEST(Trace, SeesWhatWasKeptBesideTheSummary) {
  const TraceTable table = trace_session(session_of(
      {prompt("u-1", kMap), prompt("u-2", kDepths), prompt("u-3", "Add a legend."), boundary(1),
       summary(1, "The harbour map is begun."), entry("k-1", Author::kSystem, "kept", "u-1", 1),
       entry("k-2", Author::kSystem, "kept", "u-2", 1),
       entry("k-3", Author::kSystem, "kept", "u-9", 1)}));
  ASSERT_EQ(table.items.size(), 3U);
  EXPECT_EQ(states(table.items[0]), "kept_in_tail");
  EXPECT_EQ(states(table.items[1]), "kept_in_tail");
  EXPECT_EQ(states(table.items[2]), "absent");
  EXPECT_EQ(states(table.demands.at(0)), "kept_in_tail");
}

TEST(Trace, TellsWhatWasPutBackFromDiskFromWhatSurvived) {
  const auto traced = [](const Entry& last) {
    return states(trace_session(session_of({prompt("u-1", kDepths), boundary(1),
                                            summary(1, "Going on."), last}))
                      .items.at(0));
  };
  const std::string rules = std::string("Rules:\n- ") + kDepths;
  EXPECT_EQ(traced(entry("p-1", Author::kSystem, "put_back", rules, 1)), "put_back_from_disk");
  EXPECT_EQ(traced(entry("p-1", Author::kSystem, "put_back", "Rules: none.", 1)), "absent");
  EXPECT_EQ(traced(entry("n-1", Author::kSystem, "notice", rules)), "absent");
}

TEST(Trace, FindsConditionsInWhatWasKept) {
  const std::vector<std::string> conditions = {kDepths};
  const TraceTable table = trace_session(
      session_of({prompt("u-1", std::string("First. ") + kDepths + " Then go on."), boundary(1),
                  summary(1, "Going on."), entry("k-1", Author::kSystem, "kept", "u-1", 1)}),
      conditions);
  EXPECT_EQ(states(table.items.at(0)), "kept_in_tail");
}

TEST(Trace, CannotJudgeASummaryThatIsMissingOrHoldsNoWords) {
  const TraceTable table =
      trace_session(session_of({prompt("u-1", kMap), boundary(1), boundary(2), summary(2, " \n")}));
  EXPECT_EQ(states(table.items[0]), "unreadable_summary unreadable_summary");
  EXPECT_FALSE(table.boundaries[0].is_readable);
  EXPECT_FALSE(table.boundaries[1].is_readable);
  EXPECT_EQ(table.items[0].fell_at, 1U);
}

TEST(Trace, FollowsConditionsInsteadOfInstructions) {
  const std::vector<std::string> conditions = {kDepths, "Every sheet has a scale bar."};
  const TraceTable table = trace_session(
      session_of({prompt("u-1", kMap), boundary(1), summary(1, kDepths)}), conditions);
  ASSERT_EQ(table.items.size(), 2U);
  EXPECT_EQ(table.items[0].kind, TraceKind::kCondition);
  EXPECT_EQ(states(table.items[0]), "verbatim");
  EXPECT_EQ(states(table.items[1]), "absent");
}

TEST(Trace, KeepsItsNumbersWithInstructionsOfSignsAlone) {
  const TraceTable table =
      trace_session(session_of({prompt("u-1", "👍"), prompt("u-2", "..."), prompt("u-3", kMap),
                                boundary(1), summary(1, kMap)}));
  EXPECT_EQ(table.without_words, 2U);
  ASSERT_EQ(table.items.size(), 1U);
  EXPECT_EQ(states(table.items[0]), "verbatim");
}

TEST(Trace, IsEmptyForASessionWithoutCompaction) {
  const TraceTable table = trace_session(session_of({prompt("u-1", kMap)}));
  EXPECT_TRUE(table.boundaries.empty());
  ASSERT_EQ(table.items.size(), 1U);
  EXPECT_TRUE(table.items[0].cells.empty());
  EXPECT_EQ(worst_state(table), std::nullopt);
}

// --- against judgements made by hand ---

std::filesystem::path corpus(const char* file) {
  return std::filesystem::path(HOLDFAST_SOURCE_DIR) / "corpus" / "trace" / file;
}

std::string shared_sessions() {
  const char* folder = std::getenv("HOLDFAST_SHARED");
  const std::filesystem::path shared =
      folder != nullptr ? std::filesystem::path(folder)
                        : std::filesystem::path(HOLDFAST_SOURCE_DIR) / ".." / "shared";
  return std::filesystem::exists(shared / "sessions") ? (shared / "sessions").string() : "";
}

struct Counts {
  std::uint32_t alike = 0;
  std::uint32_t all = 0;
  std::uint32_t too_good = 0;  // measured whole, judged otherwise: the dangerous mistake
};

Counts counts_of(const ConfusionMatrix& matrix) {
  Counts counts;
  for (std::size_t judged = 0; judged < kSurvivals; ++judged) {
    for (std::size_t measured = 0; measured < kSurvivals; ++measured) {
      counts.all += matrix[judged][measured];
      counts.alike += judged == measured ? matrix[judged][measured] : 0;
      counts.too_good +=
          is_whole(static_cast<Survival>(measured)) && !is_whole(static_cast<Survival>(judged))
              ? matrix[judged][measured]
              : 0;
    }
  }
  return counts;
}

TEST(TracePairs, AgreeWithJudgementsMadeByHand) {
  const Result<PairsMeasured> measured =
      measure_pairs(corpus("pairs.jsonl").string(), shared_sessions());
  ASSERT_TRUE(measured.ok());
  const Counts own = counts_of(measured->own);
  EXPECT_GE(own.all, 40U);
  EXPECT_GE(own.alike * 100, own.all * 95);
  EXPECT_EQ(own.too_good, 0U);
  const Counts real = counts_of(measured->real);
  EXPECT_EQ(real.all + measured->not_run, 57U);
  EXPECT_GE(real.alike * 100, real.all * 95);
  EXPECT_EQ(real.too_good, 0U);
}

TEST(TracePairs, AgreeWithPairsThatWereNotTunedTo) {
  const Result<PairsMeasured> measured = measure_pairs(corpus("heldout.jsonl").string(), "");
  ASSERT_TRUE(measured.ok());
  const Counts own = counts_of(measured->own);
  EXPECT_GE(own.all, 30U);
  EXPECT_GE(own.alike * 100, own.all * 90);
  EXPECT_EQ(own.too_good, 0U);
}

class PairsFile : public ::testing::Test {
 protected:
  PairsFile() {
    char name[] = "/tmp/holdfast pairs XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~PairsFile() override { std::filesystem::remove_all(folder_); }
  Result<PairsMeasured> measured(const std::string& bytes, const std::string& sessions = "") {
    EXPECT_TRUE(write_file(path("pairs.jsonl"), bytes).ok());
    return measure_pairs(path("pairs.jsonl"), sessions);
  }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

TEST_F(PairsFile, NamesTheLineThatIsNoPair) {
  for (const char* line :
       {"no json", "{}", R"({"id":"a","judgement":"lost","instruction":"x","summary":"y"})",
        R"({"id":"a","judgement":"absent","instruction":"x"})",
        R"({"id":"a","judgement":"absent","session_sha256":"00","entryId":"u","boundary":"1"})"}) {
    const Result<PairsMeasured> found =
        measured(R"({"id":"a","judgement":"absent","instruction":"x","summary":"y"})"
                 "\n" +
                 std::string(line) + "\n");
    ASSERT_FALSE(found.ok()) << line;
    EXPECT_NE(found.error().where.find("line 2"), std::string::npos) << found.error().text();
    EXPECT_FALSE(found.error().remedy.empty());
  }
  EXPECT_FALSE(measure_pairs(path("absent.jsonl"), "").ok());
}

TEST_F(PairsFile, FindsASessionByItsDigest) {
  const std::string session =
      R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"ship it now"})"
      "\n"
      R"({"entryId":"b-1","seq":2,"author":"system","kind":"boundary","text":"","boundary":1})"
      "\n"
      R"({"entryId":"s-1","seq":3,"author":"assistant","kind":"summary","text":"ship it now","boundary":1})"
      "\n";
  std::filesystem::create_directory(path("sessions"));
  ASSERT_TRUE(write_file(path("sessions/a.jsonl"), session).ok());
  ASSERT_TRUE(write_file(path("sessions/other.txt"), "no session").ok());
  const auto pair = [](const std::string& sha256) {
    return R"({"id":"r","session_sha256":")" + sha256 +
           R"(","entryId":"u-1","boundary":1,"judgement":"verbatim"})";
  };
  Result<PairsMeasured> found = measured(pair(sha256_hex(session)), path("sessions"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->real[0][0], 1U);
  found = measured(pair(std::string(64, '0')), path("sessions"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->not_run, 1U) << "another file's digest";
}

}  // namespace
}  // namespace holdfast
