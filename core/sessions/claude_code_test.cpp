#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/session.h"
#include "core/session_test.h"
#include "core/session_text.h"

namespace holdfast {
namespace {

using namespace std::string_view_literals;

const SessionReader& reader() { return reader_named("claude_code"); }

Session read(std::string_view bytes) { return reader().read(bytes); }

// --- making lines ---

// A line of the uuid tree. `rest` is the members that differ, without braces.
std::string line(std::string_view type, std::string_view uuid, std::string_view rest) {
  return R"({"parentUuid":"p","isSidechain":false,"cwd":"/home/ada/kiln","sessionId":"s-1","type":")" +
         std::string(type) + R"(","uuid":")" + std::string(uuid) +
         R"(","timestamp":"2026-03-01T09:00:00.000Z",)" + std::string(rest) + "}\n";
}
std::string user(std::string_view uuid, std::string_view content, std::string_view flags = "") {
  return line(
      "user", uuid,
      std::string(flags) + R"("message":{"role":"user","content":)" + std::string(content) + "}");
}
std::string assistant(std::string_view uuid, std::string_view blocks) {
  return line("assistant", uuid,
              R"("message":{"id":"m","role":"assistant","content":)" + std::string(blocks) + "}");
}
std::string call(std::string_view uuid, std::string_view id, std::string_view tool,
                 std::string_view input) {
  return assistant(uuid, R"([{"type":"tool_use","id":")" + std::string(id) + R"(","name":")" +
                             std::string(tool) + R"(","input":)" + std::string(input) + "}]");
}
std::string result(std::string_view uuid, std::string_view id, std::string_view content,
                   std::string_view flags = "") {
  return user(uuid, R"([{"type":"tool_result",)" + std::string(flags) + R"("tool_use_id":")" +
                        std::string(id) + R"(","content":)" + std::string(content) + "}]");
}
std::string boundary(std::string_view uuid) {
  return R"({"parentUuid":null,"logicalParentUuid":"x","isSidechain":false,"sessionId":"s-1",)"
         R"("type":"system","subtype":"compact_boundary","uuid":")" +
         std::string(uuid) +
         R"(","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":167000}})"
         "\n";
}
std::string summary(std::string_view uuid, std::string_view parent) {
  return R"({"parentUuid":)" + std::string(parent) +
         R"(,"isSidechain":false,"sessionId":"s-1","type":"user","isCompactSummary":true,"uuid":")" +
         std::string(uuid) +
         R"(","message":{"role":"user","content":"What went before."}})"
         "\n";
}

// --- recognising ---

TEST(ClaudeCode, RecognisesItsOwnLines) {
  const auto recognises = reader().recognises;
  EXPECT_TRUE(recognises(user("u", R"("hello")")));
  EXPECT_TRUE(recognises(R"({"type":"summary","summary":"Kiln","leafUuid":"f"})"));
  EXPECT_TRUE(recognises(R"({"type":"file-history-snapshot","messageId":"m","snapshot":{}})"));
  EXPECT_TRUE(recognises(R"({"type":"queue-operation","operation":"enqueue","sessionId":"s"})"));
  EXPECT_TRUE(recognises("\xEF\xBB\xBF" + user("u", R"("hello")")));
  EXPECT_TRUE(recognises("{\"torn\n" + user("u", R"("hello")")));
}

TEST(ClaudeCode, DoesNotRecogniseOthers) {
  const auto recognises = reader().recognises;
  EXPECT_FALSE(recognises(""));
  EXPECT_FALSE(recognises("hello"));
  EXPECT_FALSE(recognises("{}"));
  EXPECT_FALSE(recognises("[1,2]"));
  EXPECT_FALSE(recognises(
      R"({"timestamp":"t","type":"session_meta","payload":{"id":"i","cwd":"/x","sessionId":"s"}})"));
  EXPECT_FALSE(recognises(R"({"type":"session","version":3,"id":"p","timestamp":"t","cwd":"/x"})"));
  EXPECT_FALSE(
      recognises(R"({"type":"message","id":"a","parentId":null,"message":{"role":"user"}})"));
  EXPECT_FALSE(recognises(R"({"entryId":"e","seq":1,"author":"user","kind":"prompt","text":"x"})"));
  EXPECT_FALSE(recognises(R"({"type":"user","uuid":"u","sessionId":"s","payload":{}})"));
  EXPECT_FALSE(recognises(R"({"schema":"resume-manifest/v1","taskId":"t"})"));
}

// --- what becomes an entry ---

TEST(ClaudeCode, ReadsATurn) {
  const Session session =
      read(user("u1", R"("Never ramp faster.")") +
           assistant("a1", R"([{"type":"text","text":"I look."}])") +
           call("a2", "t1", "Read", R"({"file_path":"/home/ada/kiln/ramp.c","limit":2.5})") +
           result("u2", "t1", R"("int ramp = 90;")"));
  EXPECT_EQ(session.format, "claude-code");
  EXPECT_EQ(session.session_id, "s-1");
  EXPECT_EQ(session.working_directory, "/home/ada/kiln");
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt Never ramp faster.", "assistant/text I look.",
                   R"(assistant/call {"file_path":"/home/ada/kiln/ramp.c","limit":2.5})",
                   "tool/result int ramp = 90;"}));
  EXPECT_EQ(session.entries[0].entry_id, "u1");
  EXPECT_EQ(session.entries[0].time, "2026-03-01T09:00:00.000Z");
  EXPECT_EQ(session.entries[2].tool, "Read");
  EXPECT_EQ(session.entries[2].call_id, "t1");
  EXPECT_EQ(session.entries[3].call_id, "t1");
  EXPECT_FALSE(session.entries[3].failed);
  for (std::size_t i = 0; i < session.entries.size(); ++i) {
    EXPECT_EQ(session.entries[i].seq, i + 1);
  }
  EXPECT_EQ(session.notes, (std::map<std::string, std::uint64_t>{{"missing_parent", 4}}));
}

TEST(ClaudeCode, ReadsContentThatIsAListOfBlocks) {
  const Session session = read(
      user(
          "u1",
          R"([{"type":"text","text":"one"},{"type":"image","source":{}},{"type":"text","text":"two"}])") +
      result("u2", "t",
             R"([{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}])"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt one\ntwo", "tool/result a\nb"}));
  EXPECT_EQ(note(session, "skipped:image"), 1U);
}

TEST(ClaudeCode, KeepsAPromptThatIsOnlyAnImage) {
  EXPECT_EQ(shown(read(user("u", R"([{"type":"image"}])"))), (Shown{"user/prompt [image]"}));
}

TEST(ClaudeCode, GivesTheEntriesOfOneLineDifferentIds) {
  const Session session = read(assistant(
      "a",
      R"([{"type":"text","text":"x"},{"type":"tool_use","id":"t","name":"Bash","input":{}}])"));
  ASSERT_EQ(session.entries.size(), 2U);
  EXPECT_EQ(session.entries[0].entry_id, "a");
  EXPECT_EQ(session.entries[1].entry_id, "a#2");
}

TEST(ClaudeCode, ReadsOneAnswerOverSeveralLines) {
  const Session session = read(assistant("a1", R"([{"type":"thinking","thinking":"hm"}])") +
                               assistant("a2", R"([{"type":"text","text":"one"}])") +
                               assistant("a3", R"([{"type":"text","text":"two"}])"));
  EXPECT_EQ(shown(session), (Shown{"assistant/text one", "assistant/text two"}));
  EXPECT_EQ(note(session, "skipped:thinking"), 1U);
}

TEST(ClaudeCode, MarksFailedResultsAndServerErrors) {
  const Session session = read(
      result("u", "t", R"("Exit code 1")", R"("is_error":true,)") +
      line("assistant", "a",
           R"("isApiErrorMessage":true,"message":{"content":[{"type":"text","text":"503"}]})"));
  EXPECT_TRUE(session.entries[0].failed);
  EXPECT_EQ(shown(session)[1], "system/notice 503");
}

// --- who is a person ---

TEST(ClaudeCode, TakesNoProgramTextForAPrompt) {
  for (const char* text :
       {"<command-name>/exit</command-name><command-args></command-args>",
        "<local-command-stdout>x</local-command-stdout>", "<bash-input>git fetch</bash-input>",
        "<task-notification>done</task-notification>", " <system-reminder>x</system-reminder>",
        "[Request interrupted by user]", "[Request interrupted by user for tool use]"}) {
    const Session session = read(user("u", '"' + std::string(text) + '"'));
    ASSERT_EQ(session.entries.size(), 1U) << text;
    EXPECT_EQ(session.entries[0].kind, "notice") << text;
    EXPECT_EQ(session.entries[0].author, Author::kSystem) << text;
  }
}

TEST(ClaudeCode, KeepsTheWordsBehindASlashCommandAsTheUsersOwn) {
  const Session session = read(user(
      "u",
      R"("<command-name>/compact</command-name>\n <command-message>compact</command-message>\n <command-args>keep the table</command-args>")"));
  EXPECT_EQ(shown(session), (Shown{"user/notice /compact keep the table"}));
}

TEST(ClaudeCode, SkipsMetaLinesButNotTheirResults) {
  const Session session = read(
      user("u1", R"("Caveat")", R"("isMeta":true,)") +
      user("u2",
           R"([{"type":"tool_result","tool_use_id":"t","content":"r"},{"type":"text","text":"m"}])",
           R"("isMeta":true,)"));
  EXPECT_EQ(shown(session), (Shown{"tool/result r"}));
  EXPECT_EQ(note(session, "meta_line"), 2U);
}

TEST(ClaudeCode, HearsWhatAPersonSaysBesideAResult) {
  const Session session = read(user(
      "u",
      R"([{"type":"tool_result","tool_use_id":"t","content":"r"},{"type":"text","text":"my name is ada"}])"));
  EXPECT_EQ(shown(session), (Shown{"tool/result r", "user/prompt my name is ada"}));
  EXPECT_EQ(note(session, "prompt_beside_result"), 1U);
}

TEST(ClaudeCode, DoesNotTakeAnotherAgentForAPerson) {
  const Session session = read(user("u1", R"("do it")", R"("origin":{"kind":"peer"},)") +
                               user("u2", R"("done?")", R"("origin":{"kind":"human"},)"));
  EXPECT_EQ(shown(session), (Shown{"system/notice do it", "user/prompt done?"}));
}

std::string queued(std::string_view uuid, std::string_view members) {
  return line("attachment", uuid,
              R"("attachment":{"type":"queued_command",)" + std::string(members) + "}");
}

TEST(ClaudeCode, ReadsQueuedCommandsAsPrompts) {
  const Session session =
      read(queued("q1", R"("prompt":"also log it","commandMode":"prompt")") +
           queued("q2", R"("prompt":[{"type":"text","text":"and stop"}])") +
           queued("q3", R"("prompt":"<task-notification>x","commandMode":"task-notification")") +
           queued("q4", R"("prompt":"from afar","origin":{"kind":"peer"})") +
           queued("q5", R"("prompt":"hidden","isMeta":true)") +
           line("attachment", "q6", R"("attachment":{"type":"hook_success","content":"x"})"));
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt also log it", "user/prompt and stop",
                   "system/notice <task-notification>x", "system/notice from afar"}));
  EXPECT_EQ(note(session, "skipped:attachment/hook_success"), 1U);
}

std::string enqueue(std::string_view content) {
  return R"({"type":"queue-operation","operation":"enqueue","sessionId":"s-1","content":")" +
         std::string(content) + "\"}\n";
}

TEST(ClaudeCode, KeepsAQueuedPromptThatIsWrittenNowhereElse) {
  const Session session =
      read(enqueue("check again") + enqueue("push it") +
           R"({"type":"queue-operation","operation":"dequeue","sessionId":"s-1"})"
           "\n" +
           user("u", R"("push it")"));
  EXPECT_EQ(shown(session), (Shown{"user/notice check again", "user/prompt push it"}));
  EXPECT_EQ(session.entries[1].seq, 2U);
  EXPECT_EQ(note(session, "queued_prompt"), 1U);
  EXPECT_EQ(note(session, "skipped:queue-operation"), 2U);
}

// --- compactions ---

TEST(ClaudeCode, NumbersBoundariesAndTheirSummaries) {
  const Session session = read(boundary("b1") + summary("s1", "\"b1\"") + user("u", R"("go on")") +
                               boundary("b2") + summary("s2", "\"b2\""));
  EXPECT_EQ(shown(session), (Shown{"system/boundary Conversation compacted (auto, 167000 tokens)",
                                   "assistant/summary What went before.", "user/prompt go on",
                                   "system/boundary Conversation compacted (auto, 167000 tokens)",
                                   "assistant/summary What went before."}));
  EXPECT_EQ(session.entries[0].boundary, 1U);
  EXPECT_EQ(session.entries[1].boundary, 1U);
  EXPECT_EQ(session.entries[2].boundary, std::nullopt);
  EXPECT_EQ(session.entries[3].boundary, 2U);
  EXPECT_EQ(session.entries[4].boundary, 2U);
}

TEST(ClaudeCode, TakesASummaryWithoutBoundaryForACompaction) {
  const Session session = read(user("u", R"("x")") + summary("s1", "null") + summary("s2", "null"));
  ASSERT_EQ(session.entries.size(), 5U);
  EXPECT_EQ(session.entries[1].kind, "boundary");
  EXPECT_EQ(session.entries[1].entry_id, "s1");
  EXPECT_EQ(session.entries[2].entry_id, "s1#2");
  EXPECT_EQ(session.entries[4].boundary, 2U);
  EXPECT_EQ(note(session, "boundary_from_summary"), 2U);
}

TEST(ClaudeCode, CountsBoundariesWithoutSummaryAndSecondSummaries) {
  const Session session = read(boundary("b1") + boundary("b2") + summary("s1", "\"b2\"") +
                               summary("s2", "\"s1\"") + boundary("b3"));
  EXPECT_EQ(note(session, "boundary_without_summary"), 2U);
  EXPECT_EQ(note(session, "second_summary"), 1U);
  EXPECT_EQ(session.entries.back().boundary, 3U);
}

TEST(ClaudeCode, TakesNeitherTitlesNorMicrocompactionsForCompactions) {
  const Session session =
      read(R"({"type":"summary","summary":"Kiln","leafUuid":"f"})"
           "\n" +
           line("system", "m",
                R"("subtype":"microcompact_boundary","content":"Context microcompacted",)"
                R"("microcompactMetadata":{"trigger":"auto","preTokens":70000})"));
  EXPECT_EQ(shown(session),
            (Shown{"system/micro_boundary Context microcompacted (auto, 70000 tokens)"}));
  EXPECT_EQ(session.entries[0].boundary, std::nullopt);
  EXPECT_EQ(note(session, "title"), 1U);
}

TEST(ClaudeCode, IsNotFooledByQuotedMarks) {
  const Session session = read(
      result(
          "u", "t",
          R"("{\"type\":\"system\",\"subtype\":\"compact_boundary\"} isCompactSummary\":true")") +
      call("a", "t2", "Bash",
           R"({"type":"system","subtype":"compact_boundary","isCompactSummary":true})"));
  for (const Entry& entry : session.entries) {
    EXPECT_NE(entry.kind, "boundary");
    EXPECT_NE(entry.kind, "summary");
  }
}

// A boundary with more metadata, ended by a comma.
std::string boundary_with(std::string_view uuid, std::string_view metadata) {
  return R"({"parentUuid":null,"isSidechain":false,"sessionId":"s-1","type":"system",)"
         R"("subtype":"compact_boundary","uuid":")" +
         std::string(uuid) + R"(","content":"Conversation compacted","compactMetadata":{)" +
         std::string(metadata) + R"("trigger":"auto"}})" + "\n";
}

TEST(ClaudeCode, NamesTheLinesOfAPreservedSegment) {
  const Session session =
      read(user("u1", R"("one")") + call("a1", "t1", "Bash", "{}") + result("r1", "t1", R"("r")") +
           assistant("a2", R"([{"type":"thinking","thinking":"hm"}])") + user("u2", R"("two")") +
           boundary_with(
               "b1", R"("preservedSegment":{"headUuid":"r1","anchorUuid":"s1","tailUuid":"u2"},)") +
           summary("s1", "\"b1\""));
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt one", "assistant/call {}", "tool/result r", "user/prompt two",
                   "system/boundary Conversation compacted (auto)", "system/kept r1",
                   "system/kept u2", "assistant/summary What went before."}));
  EXPECT_EQ(session.entries[5].boundary, 1U);
  expect_invariants(session);
}

TEST(ClaudeCode, NamesPreservedMessagesOneByOne) {
  const Session session = read(
      user("u1", R"("one")") +
      assistant("a1", R"([{"type":"text","text":"x"},{"type":"text","text":"y"}])") +
      user("u2", R"("two")") +
      boundary_with(
          "b1",
          R"("preservedMessages":{"anchorUuid":"s","uuids":["a1","gone"],"allUuids":["a1"]},)"));
  EXPECT_EQ(count_kind(session, "kept"), 2U);
  EXPECT_EQ(session.entries[5].text, "a1");
  EXPECT_EQ(session.entries[6].text, "a1#2");
  EXPECT_EQ(note(session, "preserved_line_missing"), 1U);
}

TEST(ClaudeCode, BelievesNoSegmentThatRunsBackwards) {
  const Session session =
      read(user("u1", R"("one")") + user("u2", R"("two")") +
           boundary_with("b1", R"("preservedSegment":{"headUuid":"u2","tailUuid":"u1"},)") +
           boundary_with("b2", R"("preservedSegment":7,)"));
  EXPECT_EQ(count_kind(session, "kept"), 0U);
  EXPECT_EQ(note(session, "preserved_line_missing"), 2U);
}

TEST(ClaudeCode, TellsWhatIsPutBackBehindABoundary) {
  const auto attached = [](std::string_view uuid, std::string_view content) {
    return line("attachment", uuid,
                R"("attachment":{"type":"file","content":)" + std::string(content) + "}");
  };
  const Session session =
      read(attached("f0", R"("early")") + boundary("b1") + summary("s1", "\"b1\"") +
           attached("f1", R"({"file":{"content":"Never push."}})") + attached("f2", "[]") +
           assistant("a", R"([{"type":"text","text":"x"}])") + attached("f3", R"("late")"));
  EXPECT_EQ(shown(session)[2], "system/put_back Never push.");
  EXPECT_EQ(session.entries[2].boundary, 1U);
  EXPECT_EQ(count_kind(session, "put_back"), 1U);
  EXPECT_EQ(note(session, "skipped:attachment/file"), 3U);
}

// --- links ---

std::string linked(std::string_view uuid, std::string_view parent, std::string_view rest = "") {
  return R"({"parentUuid":")" + std::string(parent) +
         R"(","isSidechain":false,"sessionId":"s-1","type":"user","uuid":")" + std::string(uuid) +
         "\"," + std::string(rest) + R"("message":{"role":"user","content":"x"}})" + "\n";
}

TEST(ClaudeCode, CountsLinksThatLeadNowhere) {
  const Session session = read(linked("a", "gone") + linked("b", "a") + linked("c", "c") +
                               linked("d", "e") + linked("e", "d"));
  EXPECT_EQ(session.entries.size(), 5U);
  EXPECT_EQ(note(session, "missing_parent"), 1U);
  EXPECT_EQ(note(session, "self_parent"), 1U);
  EXPECT_EQ(note(session, "parent_behind_child"), 1U);
  EXPECT_EQ(note(read(boundary("b1")), "missing_logical_parent"), 1U);
}

TEST(ClaudeCode, FollowsParentsThroughLinesThatAreSkipped) {
  const Session session =
      read(line("progress", "g", R"("data":{"type":"bash_progress"})") + linked("b", "g"));
  EXPECT_EQ(note(session, "missing_parent"), 1U) << "the first line's";
}

TEST(ClaudeCode, CountsLinesOfForksAndOfOtherSessions) {
  std::string other = linked("b", "a");
  other.replace(other.find("s-1"), 3, "s-2");
  const Session session =
      read(linked("a", "", R"("forkedFrom":{"sessionId":"s-0","messageUuid":"z"},)") + other);
  EXPECT_EQ(session.session_id, "s-1");
  EXPECT_EQ(note(session, "line_copied_by_a_fork"), 1U);
  EXPECT_EQ(note(session, "line_of_another_session"), 1U);
}

TEST(ClaudeCode, ReadsLinesThatASecondCompactionWroteAgain) {
  const Session session =
      read(linked("a", "") + boundary("b1") + summary("s1", "\"b1\"") + linked("a", "") +
           boundary("b1") + summary("s1", "\"b1\"") + linked("c", "s1"));
  EXPECT_EQ(count_kind(session, "boundary"), 1U);
  EXPECT_EQ(count_kind(session, "prompt"), 2U);
  EXPECT_EQ(note(session, "duplicate_uuid"), 3U);
}

// --- side chains and repetitions ---

TEST(ClaudeCode, SkipsSideChains) {
  const Session session =
      read(user("u1", R"("main")") +
           R"({"type":"user","uuid":"u2","isSidechain":true,"message":{"content":"side"}})");
  EXPECT_EQ(shown(session), (Shown{"user/prompt main"}));
  EXPECT_EQ(note(session, "sidechain_line"), 1U);
}

TEST(ClaudeCode, ReadsAFileOfSideChainsAsTheMainStream) {
  const Session session = read(
      R"({"type":"user","uuid":"u","sessionId":"s","isSidechain":true,"message":{"content":"side"}})");
  EXPECT_EQ(shown(session), (Shown{"user/prompt side"}));
  EXPECT_EQ(note(session, "side_chain_read_as_main"), 1U);
  EXPECT_EQ(note(session, "sidechain_line"), 0U);
}

TEST(ClaudeCode, CountsRepeatedLinesCallsAndResultsOnce) {
  const Session session = read(user("u1", R"("first")") + boundary("b") + summary("s", "\"b\"") +
                               user("u1", R"("again")") + boundary("b") + summary("s", "\"b\"") +
                               call("a1", "t", "Bash", "{}") + call("a2", "t", "Bash", "{}") +
                               result("r1", "t", R"("one")") + result("r2", "t", R"("two")"));
  EXPECT_EQ(
      shown(session),
      (Shown{"user/prompt first", "system/boundary Conversation compacted (auto, 167000 tokens)",
             "assistant/summary What went before.", "assistant/call {}", "tool/result one"}));
  EXPECT_EQ(note(session, "duplicate_uuid"), 3U);
  EXPECT_EQ(note(session, "duplicate_call"), 1U);
  EXPECT_EQ(note(session, "duplicate_result"), 1U);
}

TEST(ClaudeCode, TellsThousandsOfIdsApart) {
  std::string bytes;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3000; ++i) {
      bytes += user("u" + std::to_string(i), R"("x")");
    }
  }
  const Session session = read(bytes);
  EXPECT_EQ(session.entries.size(), 3000U);
  EXPECT_EQ(note(session, "duplicate_uuid"), 3000U);
}

// --- things unknown ---

TEST(ClaudeCode, CountsUnknownTypesByNameUpToALimit) {
  std::string bytes = line("widget\\u0007\xC3\xA9" + std::string(60, 'w'), "w", R"("x":1)") +
                      line("system", "s", R"("subtype":"gadget")") +
                      assistant("a", R"([{"type":"blob"}])");
  for (int i = 0; i < 100; ++i) {
    bytes += line("type-" + std::to_string(i), "t" + std::to_string(i), R"("x":1)");
  }
  const Session session = read(bytes);
  EXPECT_TRUE(session.entries.empty());
  EXPECT_EQ(note(session, "unknown_type:widget???" + std::string(31, 'w')), 1U);
  EXPECT_EQ(note(session, "unknown_type:system/gadget"), 1U);
  EXPECT_EQ(note(session, "unknown_block:blob"), 1U);
  EXPECT_EQ(note(session, "unknown_type:type-0"), 1U);
  EXPECT_EQ(note(session, "unknown_type:(other)"), 71U);
}

TEST(ClaudeCode, SkipsKnownLinesThatHoldNothing) {
  const Session session = read(line("progress", "p", R"("data":{"type":"hook_progress"})") +
                               line("system", "s", R"("subtype":"turn_duration")") +
                               R"({"type":"custom-title","customTitle":"kiln","sessionId":"s-1"})");
  EXPECT_TRUE(session.entries.empty());
  EXPECT_EQ(note(session, "skipped:progress"), 1U);
  EXPECT_EQ(note(session, "skipped:system/turn_duration"), 1U);
  EXPECT_EQ(note(session, "skipped:custom-title"), 1U);
}

// --- damage ---

std::string without_newline(std::string text) {
  text.pop_back();
  return text;
}

TEST(ClaudeCode, ReadsSeveralValuesOnOneLine) {
  const Session session = read(without_newline(user("u1", R"("one")")) + user("u2", R"("two")") +
                               user("u3", R"("three")"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt one", "user/prompt two", "user/prompt three"}));
  EXPECT_EQ(note(session, "several_values_on_a_line"), 1U);
  EXPECT_EQ(note(session, "broken_line"), 0U);
}

TEST(ClaudeCode, LosesOnlyTheBrokenLine) {
  const std::string whole = user("u2", R"("lost")");
  for (std::size_t size = 1; size + 1 < whole.size(); ++size) {
    const Session session =
        read(user("u1", R"("one")") + whole.substr(0, size) + "\n" + user("u3", R"("three")"));
    ASSERT_EQ(shown(session), (Shown{"user/prompt one", "user/prompt three"})) << size;
    ASSERT_EQ(note(session, "broken_line"), 1U) << size;
  }
}

TEST(ClaudeCode, NamesATornLastLine) {
  const std::string whole = user("u2", R"("lost")");
  const Session session = read(user("u1", R"("one")") + whole.substr(0, whole.size() / 2));
  EXPECT_EQ(shown(session), (Shown{"user/prompt one"}));
  EXPECT_EQ(note(session, "torn_last_line"), 1U);
  EXPECT_EQ(note(session, "broken_line"), 0U);
}

TEST(ClaudeCode, FindsALineWrittenBehindATornOne) {
  const std::string torn = user("u1", R"("lost")");
  for (std::size_t size = 1; size + 1 < torn.size(); ++size) {
    const Session session = read(torn.substr(0, size) + user("u2", R"("kept")"));
    ASSERT_EQ(shown(session), (Shown{"user/prompt kept"})) << size;
    ASSERT_EQ(note(session, "broken_line"), 1U) << size;
  }
}

TEST(ClaudeCode, ReadsTheLastLineWithoutANewline) {
  EXPECT_EQ(shown(read(without_newline(user("u", R"("one")")))), (Shown{"user/prompt one"}));
}

TEST(ClaudeCode, ReadsWindowsLinesByteOrderMarksAndBlankLines) {
  const Session session = read("\xEF\xBB\xBF" + without_newline(user("u1", R"("one")")) +
                               "\r\n\r\n \n" + without_newline(user("u2", R"("two")")) + "\r\n");
  EXPECT_EQ(shown(session), (Shown{"user/prompt one", "user/prompt two"}));
  EXPECT_EQ(note(session, "byte_order_mark"), 1U);
  EXPECT_EQ(note(session, "broken_line"), 0U);
}

TEST(ClaudeCode, RepairsBytesThatAreNotUtf8) {
  const Session session = read(user("u", "\"caf\xE9 \xED\xA0\x80!\""));
  EXPECT_EQ(shown(session), (Shown{"user/prompt caf\uFFFD \uFFFD\uFFFD\uFFFD!"}));
  EXPECT_EQ(note(session, "repaired_bytes"), 4U);
}

TEST(ClaudeCode, RepairsLoneSurrogates) {
  const Session session =
      read(user("u1", R"("high \ud83d end")") + user("u2", R"("low \ude00 end")") +
           user("u3", R"("swapped \ude00\ud83d end")") + user("u4", R"("whole \ud83d\ude00 end")") +
           user("u5", R"("escaped \\ud83d end")") + user("u6", R"("two low \ude00\ude01 end")"));
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt high \uFFFD end", "user/prompt low \uFFFD end",
                   "user/prompt swapped \uFFFD\uFFFD end", "user/prompt whole \U0001F600 end",
                   "user/prompt escaped \\ud83d end", "user/prompt two low \uFFFD\uFFFD end"}));
}

TEST(ClaudeCode, CountsEveryRepair) {
  const Session session =
      read(user("u1", R"("nul \u0000 and \uffff")") + user("u2", "\"raw\ttab\"") +
           user("u3", R"("lone \ud83d")") +
           call("a", "t", "Bash",
                R"({"n":123456789012345678901234567890,"x":1e999,"s":"1e999 \u0000"})"));
  EXPECT_EQ(
      shown(session),
      (Shown{"user/prompt nul \uFFFD and \uFFFD", "user/prompt raw\ttab", "user/prompt lone \uFFFD",
             R"(assistant/call {"n":"123456789012345678901234567890","x":"1e999","s":"1e999 )"
             "\uFFFD\"}"}));
  EXPECT_EQ(note(session, "repaired_character"), 3U);
  EXPECT_EQ(note(session, "repaired_control_character"), 1U);
  EXPECT_EQ(note(session, "repaired_surrogate"), 1U);
  EXPECT_EQ(note(session, "repaired_number"), 2U);
}

TEST(ClaudeCode, WritesArgumentsAsTheJsonWriterDoes) {
  std::string text;
  for (int round = 0; round < 40; ++round) {
    for (char c = 1; c != 0x7F; ++c) {
      text += c;
      text.append(static_cast<std::size_t>(round % 9), 'x');
    }
    text += "\u65E5";
  }
  std::string expected = "{\"x\":";
  append_json_string(expected, text);
  expected += "}";
  const Session session = read(call("a", "t", "Bash", expected));
  ASSERT_EQ(session.entries.size(), 1U);
  EXPECT_EQ(session.entries[0].text, expected);
}

TEST(ClaudeCode, ReadsLinesOverAMegabyte) {
  const std::string text(3 << 20, 'x');
  const Session session = read(user("u1", '"' + text + '"') + user("u2", R"("two")"));
  ASSERT_EQ(session.entries.size(), 2U);
  EXPECT_EQ(session.entries[0].text, text);
}

TEST(ClaudeCode, RefusesNestingWithoutEnd) {
  const std::string deep(5000, '[');
  const Session session =
      read(user("u1", deep + std::string(5000, ']')) + user("u2", deep) + user("u3", R"("three")"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt three"}));
  EXPECT_EQ(note(session, "broken_line"), 2U);
}

TEST(ClaudeCode, KeepsFileOrderWhereTimesRunBackwards) {
  std::string later = user("u1", R"("one")");
  later.replace(later.find("2026"), 4, "2027");
  EXPECT_EQ(shown(read(later + user("u2", R"("two")"))),
            (Shown{"user/prompt one", "user/prompt two"}));
}

// --- to-do lists ---

TEST(ClaudeCode, KeepsTheNewestTodoList) {
  const std::string first = R"({"todos":[{"content":"a","status":"pending"}]})";
  const std::string second =
      R"({"todos":[{"content":"a\nb","status":"completed"},{"content":"c","status":"in_progress"},{"content":" "}]})";
  const Session session =
      read(call("a1", "t1", "TodoWrite", first) + call("a2", "t2", "TodoWrite", first) +
           call("a3", "t3", "TodoWrite", second) + user("u", R"("x")", R"("todos":[],)"));
  ASSERT_EQ(session.todos.size(), 2U);
  EXPECT_EQ(session.todos[0].text, "a\nb");
  EXPECT_TRUE(session.todos[0].finished);
  EXPECT_FALSE(session.todos[1].finished);
  EXPECT_EQ(shown(session)[1], "assistant/todo [ ] a");
  EXPECT_EQ(shown(session)[4], "assistant/todo [x] a b\n[ ] c");
  EXPECT_EQ(session.entries.size(), 6U);
}

TEST(ClaudeCode, TakesTheTodoListOfAUserLine) {
  const Session session =
      read(user("u", R"("x")", R"("todos":[{"content":"a","status":"completed"}],)"));
  ASSERT_EQ(session.todos.size(), 1U);
  EXPECT_TRUE(session.todos[0].finished);
}

TEST(ClaudeCode, FollowsTasksCallByCall) {
  const Session session =
      read(call("a1", "t1", "TaskCreate", R"({"subject":"one"})") +
           result("r1", "t1", R"("Task #7 created successfully: one")") +
           call("a2", "t2", "TaskCreate", R"({"subject":"two"})") +
           result("r2", "t2", R"("Task #8 created successfully: two")") +
           call("a3", "t3", "TaskCreate", R"({"subject":"three"})") +
           result("r3", "t3", R"("no")", R"("is_error":true,)") +
           call("a4", "t4", "TaskUpdate", R"({"taskId":"7","status":"completed"})") +
           call("a5", "t5", "TaskUpdate", R"({"taskId":"8","subject":"second"})") +
           call("a6", "t6", "TaskUpdate", R"({"taskId":"99","status":"completed"})"));
  EXPECT_EQ(todo_text(session.todos), "[x] one\n[ ] second");
  EXPECT_EQ(note(session, "task_of_unknown_id"), 1U);
}

TEST(ClaudeCode, ForgetsDeletedTasks) {
  const Session session =
      read(call("a1", "t1", "TaskCreate", R"({"subject":"one"})") +
           result("r1", "t1", R"("Task #1 created")") +
           call("a2", "t2", "TaskUpdate", R"({"taskId":"1","status":"deleted"})"));
  EXPECT_TRUE(session.todos.empty());
}

// --- no input may break it ---

TEST(ClaudeCode, SurvivesAnyDamage) {
  const std::string whole =
      user("u1", R"("Never \ud83d\ude00 ramp")") +
      call("a1", "t1", "TodoWrite", R"({"todos":[{"content":"a","status":"completed"}]})") +
      result("u2", "t1", R"([{"type":"text","text":"r"}])") + boundary("b1") +
      summary("s1", "\"b1\"") + queued("q1", R"("prompt":"also")") + enqueue("later") +
      call("a2", "t2", "TaskCreate", R"({"subject":"one","n":1.5e3})") +
      result("u3", "t2", R"("Task #1")") +
      boundary_with("b2", R"("preservedSegment":{"headUuid":"u2","tailUuid":"u3"},)") +
      line("attachment", "f", R"("attachment":{"type":"file","content":["x"]})");
  expect_survives_damage(reader(), whole);
}

TEST(ClaudeCode, ReadsHostileLinesInLinearTime) {
  // Each of these made an earlier draft look at a line once for every byte of it.
  for (const std::string& part :
       {std::string("{"), std::string("[{"), std::string("{\"parentUuid\":"), std::string("{}x"),
        std::string("\"\\"), std::string("{\"a\":")}) {
    std::string bytes;
    while (bytes.size() < (std::size_t{2} << 20)) {
      bytes += part;
    }
    expect_invariants(read(bytes));
  }
}

// --- choosing a reader ---

TEST(Session, IsReadFromBytes) {
  const Result<Session> session = read_session_bytes(user("u", R"("x")"), "here.jsonl");
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->format, "claude-code");
}

TEST(Session, IsRecognisedByTheWholeFirstLines) {
  const std::string snapshot = R"({"type":"file-history-snapshot","messageId":"m","snapshot":")" +
                               std::string(200'000, 'x') + "\"}\n";
  EXPECT_TRUE(read_session_bytes(snapshot + user("u", R"("x")"), "").ok());
}

TEST(Session, RefusesWhatNoReaderKnowsAndNamesTheFormats) {
  const Result<Session> session = read_session_bytes("hello\n", "here.jsonl");
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.error().code, ErrorCode::kInput);
  EXPECT_EQ(session.error().where, "here.jsonl");
  EXPECT_NE(session.error().remedy.find("claude_code"), std::string::npos);
}

TEST(Session, RefusesNothingAndBlanks) {
  for (const char* bytes : {"", " \n\r\n"}) {
    const Result<Session> session = read_session_bytes(bytes, "here.jsonl");
    ASSERT_FALSE(session.ok());
    EXPECT_EQ(session.error().code, ErrorCode::kInput);
    EXPECT_FALSE(session.error().remedy.empty());
  }
}

TEST(Session, CannotBeReadFromAMissingFile) {
  const Result<Session> session = read_session("/nonexistent/holdfast.jsonl");
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.error().code, ErrorCode::kInput);
}

TEST(Session, NamesItsAuthors) {
  EXPECT_EQ(to_text(Author::kUser), "user");
  EXPECT_EQ(to_text(Author::kAssistant), "assistant");
  EXPECT_EQ(to_text(Author::kTool), "tool");
  EXPECT_EQ(to_text(Author::kSystem), "system");
}

TEST(Session, WritesAndReadsTodoLists) {
  const std::vector<TodoItem> items = {{"one", true}, {"two\nlines", false}};
  EXPECT_EQ(todo_text(items), "[x] one\n[ ] two lines");
  const std::vector<TodoItem> read_back = todo_items("[x] one\nnoise\n[ ] two lines");
  ASSERT_EQ(read_back.size(), 2U);
  EXPECT_TRUE(read_back[0].finished);
  EXPECT_EQ(read_back[1].text, "two lines");
  EXPECT_TRUE(todo_items("").empty());
}

TEST(SessionText, IsCleanOnlyWithoutFaults) {
  TextRepairs repairs;
  EXPECT_EQ(clean_text(std::string("a\0b", 3), repairs), "a\uFFFDb");
  EXPECT_EQ(clean_text("\xC0\xAF\xF5", repairs), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(clean_text("\uFDD0\U0001FFFE\U0010FFFD", repairs), "\uFFFD\uFFFD\U0010FFFD");
  EXPECT_EQ(repairs.characters, 3U);
  EXPECT_EQ(repairs.bytes, 3U);
  EXPECT_TRUE(is_clean_text("plain text of more than eight bytes, \u65E5\u672C\u8A9E"));
  EXPECT_FALSE(is_clean_text(std::string_view("plain text of more\0than eight", 29)));
  EXPECT_FALSE(is_clean_text("cut \xE6\x97"));
}

TEST(SessionText, IsCutBetweenCodePoints) {
  EXPECT_EQ(cut_text("\u65E5\u672C\u8A9E", 2), "\u65E5\u672C");
  EXPECT_EQ(cut_text("abc", 3), "abc");
  EXPECT_EQ(cut_text("abc", 0), "");
}

// --- real files, where they are at hand ---

struct RealFile {
  const char* name;
  std::uint64_t prompts;
  std::uint64_t boundaries;
  std::uint64_t micro_boundaries;
};

TEST(ClaudeCode, ReadsRealFiles) {
  const std::filesystem::path folder = shared_sessions();
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no real session files at hand";
  }
  constexpr RealFile kFiles[] = {
      {"claude-1.0.53-summary-without-boundary.jsonl", 7, 1, 0},
      {"claude-2.0.76-slice.jsonl", 2, 1, 0},
      {"claude-2.1.14-manual-slice.jsonl", 3, 1, 0},
      // One of them stands beside a result.
      {"claude-2.1.20-two-auto-two-micro.jsonl", 17, 2, 2},
      {"claude-2.1.25-manual-with-instructions.jsonl", 4, 1, 0},
      {"claude-2.1.39-auto.jsonl", 2, 1, 0},
      {"claude-2.1.39-auto.summariser.jsonl", 1, 0, 0},
      {"claude-2.1.5-slice.jsonl", 1, 1, 0},
      {"claude-2.1.7-three-auto.jsonl", 42, 3, 0},
  };
  for (const RealFile& file : kFiles) {
    const Result<Session> session = read_session((folder / file.name).string());
    ASSERT_TRUE(session.ok()) << file.name;
    EXPECT_EQ(session->format, "claude-code") << file.name;
    expect_invariants(*session);
    const auto count = [&](std::string_view kind) {
      return static_cast<std::uint64_t>(
          std::count_if(session->entries.begin(), session->entries.end(),
                        [&](const Entry& entry) { return entry.kind == kind; }));
    };
    EXPECT_EQ(count("prompt"), file.prompts) << file.name;
    EXPECT_EQ(count("boundary"), file.boundaries) << file.name;
    EXPECT_EQ(count("summary"), file.boundaries) << file.name;
    EXPECT_EQ(count("micro_boundary"), file.micro_boundaries) << file.name;
    EXPECT_EQ(count("call"), count("result")) << file.name;
  }
}

TEST(ClaudeCode, DoesNotRecogniseRealFilesOfOthers) {
  const std::filesystem::path folder = shared_sessions();
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no real session files at hand";
  }
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(reader().recognises(bytes_of(file.path())),
              file.path().filename().string().starts_with("claude-"))
        << file.path().filename();
  }
}

}  // namespace
}  // namespace holdfast
