#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/extract.h"
#include "core/session.h"
#include "core/session_test.h"

namespace holdfast {
namespace {

const SessionReader& reader() { return reader_named("pi"); }
Session read(std::string_view bytes) { return reader().read(bytes); }

// --- making lines ---

std::string header(std::string_view rest = R"("version":3,)") {
  return R"({"type":"session",)" + std::string(rest) +
         R"("id":"p-1","timestamp":"2026-08-01T08:00:00.000Z","cwd":"/home/ada/kiln"})"
         "\n";
}
// `links` is empty (version 1) or made by tree().
std::string line(std::string_view type, std::string_view links, std::string_view rest) {
  return R"({"type":")" + std::string(type) + "\"," + std::string(links) +
         R"("timestamp":"2026-08-01T08:00:01.000Z",)" + std::string(rest) + "}\n";
}
std::string tree(std::string_view id, std::string_view parent) {
  return R"("id":")" + std::string(id) + R"(","parentId":)" +
         (parent.empty() ? "null" : '"' + std::string(parent) + '"') + ",";
}
std::string message(std::string_view links, std::string_view members) {
  return line("message", links, R"("message":{)" + std::string(members) + "}");
}
std::string user(std::string_view links, std::string_view text) {
  return message(
      links, R"("role":"user","content":[{"type":"text","text":")" + std::string(text) + "\"}]");
}
std::string assistant(std::string_view links, std::string_view text) {
  return message(links, R"("role":"assistant","content":[{"type":"text","text":")" +
                            std::string(text) + R"("}],"stopReason":"stop")");
}
std::string call(std::string_view links, std::string_view id, std::string_view tool) {
  return message(links, R"("role":"assistant","content":[{"type":"toolCall","id":")" +
                            std::string(id) + R"(","name":")" + std::string(tool) +
                            R"(","arguments":{"path":"a.c"}}],"stopReason":"toolUse")");
}
std::string result(std::string_view links, std::string_view id, std::string_view text,
                   bool failed = false) {
  return message(links, R"("role":"toolResult","toolCallId":")" + std::string(id) +
                            R"(","content":[{"type":"text","text":")" + std::string(text) +
                            R"("}],"isError":)" + (failed ? "true" : "false"));
}
std::string compaction(std::string_view links, std::string_view first, std::string_view summary) {
  return line("compaction", links,
              R"("summary":")" + std::string(summary) + "\"," + std::string(first) +
                  R"(,"tokensBefore":175000)");
}

// --- recognising ---

TEST(Pi, RecognisesItsOwnLines) {
  EXPECT_TRUE(reader().recognises(header()));
  EXPECT_TRUE(reader().recognises(header("")));
  EXPECT_TRUE(reader().recognises(user(tree("a", "b"), "x")));
  EXPECT_FALSE(reader().recognises(""));
  EXPECT_FALSE(reader().recognises("{}"));
  EXPECT_FALSE(reader().recognises(
      R"({"timestamp":"t","type":"session_meta","payload":{"id":"i","cwd":"/x"}})"));
  EXPECT_FALSE(reader().recognises(
      R"({"type":"user","uuid":"u","sessionId":"s","timestamp":"t","message":{"role":"user"}})"));
}

// --- what becomes an entry ---

TEST(Pi, ReadsATurnOfVersion1) {
  const Session session =
      read(header("") + user("", "Never ramp faster.") + call("", "t1", "read") +
           result("", "t1", "int ramp = 90;") + assistant("", "Done."));
  EXPECT_EQ(session.format, "pi");
  EXPECT_EQ(session.session_id, "p-1");
  EXPECT_EQ(session.working_directory, "/home/ada/kiln");
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt Never ramp faster.", R"(assistant/call {"path":"a.c"})",
                   "tool/result int ramp = 90;", "assistant/text Done."}));
  EXPECT_EQ(session.entries[1].tool, "read");
  EXPECT_EQ(session.entries[2].call_id, "t1");
  EXPECT_TRUE(session.notes.empty());
  expect_invariants(session);
}

TEST(Pi, ReadsATurnOfVersion3) {
  const Session session =
      read(header() + user(tree("0a", ""), "one") + assistant(tree("0b", "0a"), "two"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt one", "assistant/text two"}));
  EXPECT_EQ(session.entries[0].entry_id, "0a");
  EXPECT_TRUE(session.notes.empty());
}

TEST(Pi, ReadsContentThatIsAString) {
  EXPECT_EQ(shown(read(message("", R"("role":"user","content":"one")") +
                       message("", R"("role":"assistant","content":"two")"))),
            (Shown{"user/prompt one", "assistant/text two"}));
}

TEST(Pi, KeepsAPromptThatIsOnlyAnImage) {
  EXPECT_EQ(shown(read(message("", R"("role":"user","content":[{"type":"image","data":"x"}])"))),
            (Shown{"user/prompt [image]"}));
}

TEST(Pi, TakesNoProgramTextForAPrompt) {
  const Session session = read(
      message("", R"("role":"bashExecution","command":"ls","output":"Never push.")") +
      line("custom_message", "", R"("customType":"x","content":"hook")") +
      line("branch_summary", "", R"("fromId":"a","summary":"left")") +
      message("", R"("role":"compactionSummary","summary":"sum")") +
      message("", R"("role":"assistant","content":[],"stopReason":"error","errorMessage":"503")"));
  EXPECT_EQ(shown(session),
            (Shown{"system/notice ! ls\nNever push.", "system/notice hook", "system/notice left",
                   "system/notice sum", "system/notice 503"}));
  EXPECT_TRUE(extract_manifest(session).manifest.prohibitions.empty());
}

TEST(Pi, CountsWhatItSkipsAndWhatItDoesNotKnow) {
  const Session session = read(
      header() + line("model_change", "", R"("modelId":"m")") + line("novelty", "", R"("x":1)") +
      message("", R"("role":"oracle","content":[])") +
      message(
          "",
          R"("role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"odd"}])") +
      line("message", "", R"("message":1)"));
  EXPECT_TRUE(session.entries.empty());
  EXPECT_EQ(note(session, "skipped:model_change"), 1U);
  EXPECT_EQ(note(session, "skipped:thinking"), 1U);
  EXPECT_EQ(note(session, "unknown_type:novelty"), 1U);
  EXPECT_EQ(note(session, "unknown_type:message/oracle"), 1U);
  EXPECT_EQ(note(session, "unknown_block:odd"), 1U);
  EXPECT_EQ(note(session, "message_without_members"), 1U);
}

TEST(Pi, CountsNothingTwice) {
  const Session session =
      read(header() + header() + user(tree("0a", ""), "one") + user(tree("0a", ""), "one") +
           call(tree("0b", "0a"), "t", "read") + call(tree("0c", "0b"), "t", "read") +
           result(tree("0d", "0c"), "t", "r") + result(tree("0e", "0d"), "t", "r"));
  EXPECT_EQ(session.entries.size(), 3U);
  EXPECT_EQ(note(session, "repeated_header"), 1U);
  EXPECT_EQ(note(session, "duplicate_id"), 1U);
  EXPECT_EQ(note(session, "duplicate_call"), 1U);
  EXPECT_EQ(note(session, "duplicate_result"), 1U);
}

// --- compactions ---

TEST(Pi, NamesWhatACompactionOfVersion1Kept) {
  // Places in the file count from 0, the header among them.
  const Session session =
      read(header("") + user("", "one") + assistant("", "two") + user("", "three") +
           compaction("", R"("firstKeptEntryIndex":2)", "Sum."));
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt one", "assistant/text two", "user/prompt three",
                   "system/boundary Conversation compacted (175000 tokens)",
                   "assistant/summary Sum.", "system/kept " + session.entries[1].entry_id,
                   "system/kept " + session.entries[2].entry_id}));
  expect_invariants(session);
}

TEST(Pi, NamesWhatACompactionOfVersion3Kept) {
  const Session session =
      read(header() + user(tree("0a", ""), "one") + user(tree("0b", "0a"), "two") +
           compaction(tree("0c", "0b"), R"("firstKeptEntryId":"0b")", "Sum.") +
           user(tree("0d", "0c"), "three") +
           compaction(tree("0e", "0d"), R"("firstKeptEntryId":"none")", ""));
  EXPECT_EQ(session.entries[4].text, "0b");
  EXPECT_EQ(session.entries[4].boundary, 1U);
  EXPECT_EQ(count_kind(session, "kept"), 1U);
  EXPECT_EQ(count_kind(session, "boundary"), 2U);
  EXPECT_EQ(note(session, "first_kept_entry_missing"), 1U);
  EXPECT_EQ(note(session, "boundary_without_summary"), 1U);
}

TEST(Pi, BelievesNoIndexBeyondTheFile) {
  for (const char* index : {"4", "999999999999", "18446744073709551615", "-1", "\"x\""}) {
    const Session session =
        read(header("") + user("", "one") + user("", "two") +
             compaction("", R"("firstKeptEntryIndex":)" + std::string(index), "Sum."));
    EXPECT_EQ(count_kind(session, "kept"), 0U) << index;
    EXPECT_EQ(note(session, "first_kept_entry_missing"), 1U) << index;
  }
}

TEST(Pi, IsNotFooledByQuotedMarks) {
  const Session session = read(
      result("", "t", R"({\"type\":\"compaction\",\"summary\":\"s\",\"firstKeptEntryId\":\"a\"})"));
  EXPECT_EQ(count_kind(session, "boundary"), 0U);
}

// --- branches ---

TEST(Pi, DropsTheWordsOfALeftBranchButNoEffects) {
  const Session session =
      read(header() + user(tree("0a", ""), "one") + user(tree("0b", "0a"), "Never push.") +
           call(tree("0c", "0b"), "t", "bash") + result(tree("0d", "0c"), "t", "r") +
           compaction(tree("0e", "0d"), R"("firstKeptEntryId":"0b")", "left") +
           user(tree("0f", "0a"), "two") + assistant(tree("10", "0f"), "three"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt one", R"(assistant/call {"path":"a.c"})",
                                   "tool/result r", "user/prompt two", "assistant/text three"}));
  EXPECT_EQ(note(session, "branch"), 1U);
  EXPECT_EQ(note(session, "taken_back_boundary"), 1U);
  EXPECT_TRUE(extract_manifest(session).manifest.prohibitions.empty());
  expect_invariants(session);
}

TEST(Pi, BeginsAgainAtARoot) {
  const Session session =
      read(header() + user(tree("0a", ""), "one") + user(tree("0b", ""), "two"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt two"}));
}

TEST(Pi, DropsNothingWhereAParentIsMissing) {
  const Session session = read(header() + user(tree("0b", "0a"), "one") +
                               user(tree("0c", "0b"), "two") + user(tree("0d", "0b"), "three"));
  EXPECT_EQ(session.entries.size(), 3U);
  EXPECT_EQ(note(session, "missing_parent"), 1U);
  EXPECT_EQ(note(session, "branch_without_root"), 1U);
}

TEST(Pi, IsNotCaughtInCircles) {
  const Session session =
      read(header() + user(tree("0a", "0a"), "self") + user(tree("0b", "0c"), "forward") +
           user(tree("0c", "0b"), "back") + user(tree("0d", "0b"), "branch"));
  EXPECT_EQ(session.entries.size(), 4U);
  EXPECT_EQ(note(session, "missing_parent"), 2U);
}

// --- broken files ---

TEST(Pi, ReadsSeveralValuesOnALineAndLosesOnlyWhatIsBroken) {
  std::string first = user("", "one");
  first.pop_back();
  EXPECT_EQ(shown(read(first + user("", "two"))), (Shown{"user/prompt one", "user/prompt two"}));
  const std::string torn = user("", "lost");
  for (std::size_t size = 1; size + 1 < torn.size(); ++size) {
    const Session session = read(torn.substr(0, size) + user("", "kept"));
    ASSERT_EQ(shown(session), (Shown{"user/prompt kept"})) << size;
  }
  EXPECT_EQ(note(read(user("", "one") + torn.substr(0, 60)), "torn_last_line"), 1U);
}

TEST(Pi, RepairsStrings) {
  const Session session = read(user("", "lone \\ud83d end") + user("", "caf\xE9"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt lone \uFFFD end", "user/prompt caf\uFFFD"}));
  EXPECT_EQ(note(session, "repaired_surrogate"), 1U);
  EXPECT_EQ(note(session, "repaired_bytes"), 1U);
}

TEST(Pi, SurvivesAnyDamage) {
  expect_survives_damage(
      reader(), header() + user(tree("0a", ""), "one") + call(tree("0b", "0a"), "t", "bash") +
                    result(tree("0c", "0b"), "t", "r", true) + user(tree("0d", "0c"), "left") +
                    user(tree("0e", "0b"), "two \\ud83d\\ude00") +
                    compaction(tree("0f", "0e"), R"("firstKeptEntryId":"0e")", "Sum.") +
                    user(tree("10", "0f"), "three"));
  expect_survives_damage(
      reader(), header("") + user("", "one") + call("", "t", "bash") + result("", "t", "r") +
                    compaction("", R"("firstKeptEntryIndex":2)", "Sum.") + user("", "two") +
                    compaction("", R"("firstKeptEntryIndex":1)", "Sum."));
}

TEST(Pi, ReadsHostileFilesInReasonableTime) {
  std::string bytes = header("");
  for (int i = 0; i < 20'000; ++i) {
    bytes += user("", "go") + compaction("", R"("firstKeptEntryIndex":0)", "Sum.");
  }
  const Session session = read(bytes);
  expect_invariants(session);
  EXPECT_LE(count_kind(session, "kept"), 100'000U);
  EXPECT_GT(note(session, "kept_left_out"), 0U);
}

// --- real files, where they are at hand ---

TEST(Pi, ReadsARealFile) {
  const std::filesystem::path folder = shared_sessions();
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no real session files at hand";
  }
  const Result<Session> session = read_session((folder / "pi-v1-two-compactions.jsonl").string());
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->format, "pi");
  expect_invariants(*session);
  EXPECT_EQ(count_kind(*session, "prompt"), 55U);
  EXPECT_EQ(count_kind(*session, "boundary"), 2U);
  EXPECT_EQ(count_kind(*session, "summary"), 2U);
  EXPECT_EQ(count_kind(*session, "call"), 454U);
  EXPECT_EQ(count_kind(*session, "result"), 448U);
  // The first kept line of each is a prompt.
  for (std::size_t i = 0; i < session->entries.size(); ++i) {
    if (session->entries[i].kind == "summary") {
      const std::string& first = session->entries[i + 1].text;
      const auto target = std::find_if(session->entries.begin(), session->entries.end(),
                                       [&](const Entry& entry) { return entry.entry_id == first; });
      ASSERT_NE(target, session->entries.end());
      EXPECT_EQ(target->kind, "prompt");
    }
  }
}

}  // namespace
}  // namespace holdfast
