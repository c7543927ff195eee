#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/extract.h"
#include "core/session.h"
#include "core/session_test.h"

namespace holdfast {
namespace {

const SessionReader& reader() { return reader_named("codex"); }
Session read(std::string_view bytes) { return reader().read(bytes); }

// --- making lines ---

std::string line(std::string_view type, std::string_view payload) {
  return R"({"timestamp":"2026-07-01T08:00:00.000Z","type":")" + std::string(type) +
         R"(","payload":{)" + std::string(payload) + "}}\n";
}
std::string header(std::string_view id, std::string_view rest = "") {
  return line("session_meta",
              R"("id":")" + std::string(id) + R"(","cwd":"/home/ada/kiln")" + std::string(rest));
}
std::string item(std::string_view type, std::string_view rest) {
  return line("response_item", R"("type":")" + std::string(type) + "\"," + std::string(rest));
}
std::string event(std::string_view type, std::string_view rest = "") {
  return line("event_msg", R"("type":")" + std::string(type) + '"' + std::string(rest));
}
std::string user(std::string_view text) {
  return item("message", R"("role":"user","content":[{"type":"input_text","text":")" +
                             std::string(text) + "\"}]");
}
std::string user_event(std::string_view text) {
  return event("user_message", R"(,"message":")" + std::string(text) + R"(","images":[])");
}
std::string assistant(std::string_view text) {
  return item("message", R"("role":"assistant","content":[{"type":"output_text","text":")" +
                             std::string(text) + "\"}]");
}
std::string call(std::string_view id, std::string_view tool, std::string_view arguments) {
  return item("function_call", R"("name":")" + std::string(tool) + R"(","arguments":")" +
                                   std::string(arguments) + R"(","call_id":")" + std::string(id) +
                                   '"');
}
std::string result(std::string_view id, std::string_view output) {
  return item("function_call_output",
              R"("call_id":")" + std::string(id) + R"(","output":)" + std::string(output));
}
std::string kept_message(std::string_view role, std::string_view text) {
  return R"({"type":"message","role":")" + std::string(role) +
         R"(","content":[{"type":"input_text","text":")" + std::string(text) + R"("}]})";
}
std::string compacted(std::string_view message, std::string_view history) {
  return line("compacted", R"("message":")" + std::string(message) +
                               R"(","replacement_history":[)" + std::string(history) + "]");
}
std::string rolled_back(int turns) {
  return event("thread_rolled_back", R"(,"num_turns":)" + std::to_string(turns));
}

// --- recognising ---

TEST(Codex, RecognisesItsOwnLines) {
  EXPECT_TRUE(reader().recognises(header("s-1")));
  EXPECT_TRUE(reader().recognises(user("x")));
  EXPECT_TRUE(reader().recognises("{\"torn\n" + user("x")));
  EXPECT_FALSE(reader().recognises(""));
  EXPECT_FALSE(reader().recognises("[1]"));
  EXPECT_FALSE(reader().recognises(R"({"type":"session","id":"p","timestamp":"t","cwd":"/x"})"));
  EXPECT_FALSE(reader().recognises(
      R"({"type":"user","uuid":"u","sessionId":"s","timestamp":"t","message":{}})"));
}

// --- what becomes an entry ---

TEST(Codex, ReadsATurn) {
  const Session session =
      read(header("s-1") + user("Never ramp faster.") + user_event("Never ramp faster.") +
           assistant("I look.") + call("c1", "shell", R"({\"command\": [\"cat\",\"ramp.c\"]})") +
           result("c1", R"("int ramp = 90;")"));
  EXPECT_EQ(session.format, "codex");
  EXPECT_EQ(session.session_id, "s-1");
  EXPECT_EQ(session.working_directory, "/home/ada/kiln");
  EXPECT_EQ(shown(session), (Shown{"user/prompt Never ramp faster.", "assistant/text I look.",
                                   R"(assistant/call {"command":["cat","ramp.c"]})",
                                   "tool/result int ramp = 90;"}));
  EXPECT_EQ(session.entries[2].tool, "shell");
  EXPECT_EQ(session.entries[2].call_id, "c1");
  EXPECT_EQ(session.entries[3].call_id, "c1");
  EXPECT_TRUE(session.notes.empty());
  expect_invariants(session);
}

TEST(Codex, CountsAPromptOnceWhereverItStands) {
  EXPECT_EQ(shown(read(user("a") + user_event("a"))), (Shown{"user/prompt a"}));
  EXPECT_EQ(shown(read(user_event("a") + user("a"))), (Shown{"user/prompt a"}));
  EXPECT_EQ(shown(read(user_event("a"))), (Shown{"user/prompt a"}));
  EXPECT_EQ(shown(read(user("a"))), (Shown{"user/prompt a"}));
  EXPECT_EQ(shown(read(user("go") + user_event("go") + user("go") + user_event("go"))),
            (Shown{"user/prompt go", "user/prompt go"}));
}

TEST(Codex, TakesAPromptBehindAnAnswerForANewOne) {
  EXPECT_EQ(shown(read(user("go") + assistant("done") + user_event("go"))),
            (Shown{"user/prompt go", "assistant/text done", "user/prompt go"}));
}

TEST(Codex, CountsPromptsThatHaveNoEventInAFileThatHasEvents) {
  EXPECT_EQ(
      note(read(user_event("a") + user("a") + assistant("x") + user("b")), "prompt_without_event"),
      1U);
  EXPECT_EQ(note(read(user("a") + user("b")), "prompt_without_event"), 0U);
}

TEST(Codex, TakesNoProgramTextForAPrompt) {
  for (const char* text : {R"(<environment_context>\n <cwd>/x</cwd>\n</environment_context>)",
                           R"(<user_instructions>\nNever push.\n</user_instructions>)",
                           R"(# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>a</INSTRUCTIONS>)",
                           R"(<turn_aborted>\nThe user interrupted.\n</turn_aborted>)"}) {
    const Session session = read(user(text));
    ASSERT_EQ(session.entries.size(), 1U) << text;
    EXPECT_EQ(session.entries[0].author, Author::kSystem) << text;
    EXPECT_EQ(session.entries[0].kind, "notice") << text;
  }
  EXPECT_EQ(read(user("<b>bold</b> words")).entries[0].kind, "prompt");
  EXPECT_EQ(read(user("a < b")).entries[0].kind, "prompt");
}

TEST(Codex, SkipsSystemPromptsAndReasoning) {
  const Session session = read(
      item("message", R"("role":"developer","content":[{"type":"input_text","text":"x"}])") +
      item("reasoning", R"("summary":[],"encrypted_content":"AAAA")") +
      line("turn_context", R"("cwd":"/x")") + line("world_state", R"("full":true)") +
      event("token_count", R"(,"info":null)") + event("agent_message", R"(,"message":"I look.")"));
  EXPECT_TRUE(session.entries.empty());
  EXPECT_EQ(note(session, "skipped:message/developer"), 1U);
  EXPECT_EQ(note(session, "skipped:item/reasoning"), 1U);
  EXPECT_EQ(note(session, "skipped:event/token_count"), 1U);
}

TEST(Codex, KeepsAPromptThatIsOnlyAnImage) {
  EXPECT_EQ(shown(read(item("message",
                            R"("role":"user","content":[{"type":"input_text","text":"<image>"},)"
                            R"({"type":"input_image","image_url":"data:x"},)"
                            R"({"type":"input_text","text":"</image>"}])") +
                       event("user_message", R"(,"message":"","images":["data:x"])"))),
            (Shown{"user/prompt [image]"}));
}

TEST(Codex, ReadsCallsAndOutputsOfEveryForm) {
  const Session session =
      read(item("custom_tool_call", R"("name":"apply_patch","input":"*** Begin","call_id":"c1")") +
           item("custom_tool_call_output", R"("call_id":"c1","output":"done")") +
           item("local_shell_call", R"("action":{"command":["ls"]},"call_id":"c2")") +
           result("c2", R"([{"type":"input_text","text":"a"},{"type":"input_text","text":"b"}])") +
           call("c3", "mcp__x", "not json") + result("c3", R"({"content":"no","success":false})") +
           item("web_search_call", R"("status":"completed","action":{"query":"ramp"})"));
  EXPECT_EQ(shown(session), (Shown{R"(assistant/call {"input":"*** Begin"})", "tool/result done",
                                   R"(assistant/call {"command":["ls"]})", "tool/result a\nb",
                                   R"(assistant/call "not json")", "tool/result no",
                                   R"(assistant/call {"query":"ramp"})", "tool/result completed"}));
  EXPECT_TRUE(session.entries[5].failed);
  EXPECT_EQ(session.entries[6].tool, "web_search");
  EXPECT_EQ(extract_manifest(session).calls_without_result, 0U);
}

TEST(Codex, HearsFailuresInTheToolsOwnWordsOnly) {
  const auto failed = [](std::string_view output) {
    return read(result("c", '"' + std::string(output) + '"')).entries.at(0).failed;
  };
  EXPECT_TRUE(failed(R"(Command: x\nProcess exited with code 1\nOutput:\nno)"));
  EXPECT_TRUE(failed(R"(Exit code: 127\nWall time: 1\nOutput:\n)"));
  EXPECT_TRUE(failed(R"({\"output\":\"x\",\"metadata\":{\"exit_code\":2}})"));
  EXPECT_TRUE(failed("aborted by user after 2s"));
  EXPECT_FALSE(failed(R"(Command: x\nProcess exited with code 0\nOutput:\n)"));
  EXPECT_FALSE(failed(R"(Process exited with code 0\nOutput:\nProcess exited with code 1)"));
  EXPECT_FALSE(failed(R"({\"output\":\"x\",\"metadata\":{\"exit_code\":0}})"));
  EXPECT_FALSE(failed(R"(Command: echo Process exited with code 1\nOutput:\n)"));
}

TEST(Codex, ReadsThePlanAsTheTodoList) {
  const Session session = read(call(
      "c", "update_plan",
      R"({\"plan\":[{\"step\":\"one\",\"status\":\"completed\"},{\"step\":\"two\",\"status\":\"pending\"}]})"));
  EXPECT_EQ(todo_text(session.todos), "[x] one\n[ ] two");
  EXPECT_EQ(count_kind(session, "todo"), 1U);
}

// --- headers, forks, repetitions ---

TEST(Codex, CountsRepeatedHeadersAndThoseOfAParent) {
  const Session session = read(header("s-2", R"(,"forked_from_id":"s-1")") + header("s-1") +
                               user("a") + header("s-2") + header("s-2"));
  EXPECT_EQ(session.session_id, "s-2");
  EXPECT_EQ(note(session, "forked_session"), 1U);
  EXPECT_EQ(note(session, "header_of_another_session"), 1U);
  EXPECT_EQ(note(session, "repeated_header"), 2U);
  EXPECT_EQ(shown(session), (Shown{"user/prompt a"}));
}

TEST(Codex, NotesSubAgentsAndHistoriesThatLieElsewhere) {
  const Session session = read(header(
      "s",
      R"(,"source":{"subagent":{"thread_spawn":{"depth":1}}},"history_base":{"thread_id":"t"})"));
  EXPECT_EQ(note(session, "subagent_session"), 1U);
  EXPECT_EQ(note(session, "begins_in_another_file"), 1U);
  EXPECT_EQ(note(read(header("s", R"(,"source":"cli")")), "subagent_session"), 0U);
}

TEST(Codex, CountsNothingTwice) {
  const std::string said = item("message", R"("id":"m1","role":"assistant","content":"said")");
  const Session session = read(said + said + call("c", "shell", "{}") + call("c", "shell", "{}") +
                               result("c", R"("a")") + result("c", R"("b")"));
  EXPECT_EQ(session.entries.size(), 3U);
  EXPECT_EQ(session.entries[0].entry_id, "m1");
  EXPECT_EQ(note(session, "duplicate_id"), 1U);
  EXPECT_EQ(note(session, "duplicate_call"), 1U);
  EXPECT_EQ(note(session, "duplicate_result"), 1U);
}

TEST(Codex, CountsUnknownTypes) {
  const Session session =
      read(line("novelty", R"("x":1)") + item("oracle", R"("x":1)") + event("sparkle") +
           R"({"timestamp":"t","type":"bare"})"
           "\n");
  EXPECT_EQ(note(session, "unknown_type:novelty"), 1U);
  EXPECT_EQ(note(session, "unknown_type:item/oracle"), 1U);
  EXPECT_EQ(note(session, "unknown_type:event/sparkle"), 1U);
  EXPECT_EQ(note(session, "unknown_type:bare"), 1U);
}

// --- compactions ---

TEST(Codex, ReadsASummaryThatCanBeRead) {
  const Session session =
      read(user("Never ramp faster.") + assistant("ok") +
           compacted("The limit is 90.", kept_message("user", "Never ramp faster.") + "," +
                                             kept_message("user", "Summary:\\nThe limit is 90.")) +
           event("context_compacted"));
  EXPECT_EQ(shown(session),
            (Shown{"user/prompt Never ramp faster.", "assistant/text ok",
                   "system/boundary Conversation compacted", "assistant/summary The limit is 90.",
                   "system/kept " + session.entries[0].entry_id}));
  EXPECT_EQ(session.entries[3].boundary, 1U);
  EXPECT_EQ(session.entries[4].boundary, 1U);
  EXPECT_EQ(note(session, "kept_text_of_no_entry"), 0U);
  expect_invariants(session);
}

TEST(Codex, SaysWhereASummaryIsEncryptedAndWhereItIsMissing) {
  const Session encrypted =
      read(user("a") + compacted("", kept_message("user", "a") +
                                         R"(,{"type":"compaction","encrypted_content":"AAAA"})"));
  EXPECT_EQ(note(encrypted, "encrypted_summary"), 1U);
  ASSERT_EQ(count_kind(encrypted, "summary"), 1U);
  EXPECT_EQ(encrypted.entries[2].text, "");
  const Session missing = read(user("a") + compacted("", kept_message("user", "a")));
  EXPECT_EQ(note(missing, "boundary_without_summary"), 1U);
  EXPECT_EQ(count_kind(missing, "summary"), 0U);
  EXPECT_EQ(count_kind(missing, "kept"), 1U);
}

TEST(Codex, KeepsTheNewestOfEqualTexts) {
  const Session session =
      read(user("go") + assistant("1") + user("go") + assistant("2") + user("stop") +
           compacted("s", kept_message("user", "go") + "," + kept_message("user", "stop") + "," +
                              kept_message("user", "who said this")));
  ASSERT_EQ(count_kind(session, "kept"), 2U);
  EXPECT_EQ(session.entries[7].text, session.entries[2].entry_id);
  EXPECT_EQ(session.entries[8].text, session.entries[4].entry_id);
  EXPECT_EQ(note(session, "kept_text_of_no_entry"), 1U);
}

TEST(Codex, TellsWhatIsPutBackFromWhatIsKept) {
  const Session session =
      read(user("a") + compacted("s", kept_message("developer", "rules") + "," +
                                          kept_message("user", "# AGENTS.md instructions for /x")));
  EXPECT_EQ(count_kind(session, "kept"), 0U);
  EXPECT_EQ(shown(session).back(), "system/put_back # AGENTS.md instructions for /x");
  EXPECT_EQ(note(session, "skipped:history/developer"), 1U);
}

TEST(Codex, TakesAllPromptsForKeptWhereNoHistoryIsWritten) {
  const Session session =
      read(user("a") + assistant("x") + user("b") + line("compacted", R"("message":"s")"));
  EXPECT_EQ(count_kind(session, "kept"), 2U);
  EXPECT_EQ(note(session, "boundary_without_history"), 1U);
}

TEST(Codex, IsNotFooledByQuotedMarks) {
  const Session session =
      read(call("c", "shell", R"({\"type\":\"compacted\",\"payload\":{}})") +
           result("c", R"("{\"type\":\"compacted\",\"payload\":{\"message\":\"s\"}}")"));
  EXPECT_EQ(count_kind(session, "boundary"), 0U);
}

TEST(Codex, CountsACompactionEventWithoutItsLine) {
  EXPECT_EQ(note(read(event("context_compacted")), "boundary_without_line"), 1U);
}

// --- rollbacks ---

TEST(Codex, TakesBackWordsButNoEffects) {
  const Session session =
      read(user("one") + assistant("1") + user("Never push.") + call("c", "shell", "{}") +
           result("c", R"("r")") + assistant("2") + rolled_back(1) + user("three"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt one", "assistant/text 1", "assistant/call {}",
                                   "tool/result r", "user/prompt three"}));
  EXPECT_EQ(note(session, "rollback"), 1U);
  EXPECT_EQ(note(session, "taken_back_entry"), 2U);
  EXPECT_TRUE(extract_manifest(session).manifest.prohibitions.empty());
}

TEST(Codex, TakesBackACompactionWithItsTurn) {
  const Session session =
      read(user("one") + compacted("first", kept_message("user", "one")) + user("two") +
           compacted("second", kept_message("user", "one") + "," + kept_message("user", "two")) +
           rolled_back(1) + user("three") + compacted("third", kept_message("user", "three")));
  ASSERT_EQ(count_kind(session, "boundary"), 2U);
  EXPECT_EQ(note(session, "taken_back_boundary"), 1U);
  EXPECT_EQ(session.entries[2].text, "first");
  EXPECT_EQ(session.entries[6].text, "third");
  EXPECT_EQ(session.entries[6].boundary, 2U);
  expect_invariants(session);
}

TEST(Codex, RollsBackFurtherThanTheFileBegins) {
  const Session session = read(user("one") + rolled_back(5) + rolled_back(1) + user("two") +
                               rolled_back(0) + rolled_back(1) + user("three"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt three"}));
  EXPECT_EQ(note(session, "rollback_beyond_the_start"), 2U);
  EXPECT_EQ(note(session, "rollback_of_nothing"), 1U);
}

TEST(Codex, RestoresThePlanOfBeforeARollback) {
  const auto plan = [](std::string_view id, std::string_view step) {
    return call(
        id, "update_plan",
        R"({\"plan\":[{\"step\":\")" + std::string(step) + R"(\",\"status\":\"pending\"}]})");
  };
  const Session session =
      read(user("one") + plan("c1", "a") + user("two") + plan("c2", "b") + rolled_back(1));
  EXPECT_EQ(todo_text(session.todos), "[ ] a");
}

// --- broken files ---

TEST(Codex, ReadsSeveralValuesOnALineAndLosesOnlyWhatIsBroken) {
  std::string first = user("one");
  first.pop_back();
  EXPECT_EQ(shown(read(first + user("two"))), (Shown{"user/prompt one", "user/prompt two"}));
  const std::string torn = user("lost");
  for (std::size_t size = 1; size + 1 < torn.size(); ++size) {
    const Session session = read(torn.substr(0, size) + user("kept"));
    ASSERT_EQ(shown(session), (Shown{"user/prompt kept"})) << size;
    ASSERT_EQ(note(session, "broken_line"), 1U) << size;
  }
  EXPECT_EQ(note(read(user("one") + torn.substr(0, 60)), "torn_last_line"), 1U);
}

TEST(Codex, RepairsStrings) {
  const Session session =
      read(user("lone \\ud83d end") + user("caf\xE9") + user("C:\\some") + user("bad \\u12 end"));
  EXPECT_EQ(shown(session), (Shown{"user/prompt lone \uFFFD end", "user/prompt caf\uFFFD",
                                   "user/prompt C:\\some", "user/prompt bad \\u12 end"}));
  EXPECT_EQ(note(session, "repaired_surrogate"), 1U);
  EXPECT_EQ(note(session, "repaired_bytes"), 1U);
  EXPECT_EQ(note(session, "repaired_escape"), 2U);
}

TEST(Codex, ReadsLinesOverAMegabyteAndKeepsFileOrder) {
  const std::string text(3 << 20, 'x');
  std::string later = user(text);
  later.replace(later.find("2026"), 4, "2027");
  const Session session = read(later + user("two"));
  ASSERT_EQ(session.entries.size(), 2U);
  EXPECT_EQ(session.entries[0].text.size(), text.size());
}

TEST(SlowCodex, ReadsALineOver100Megabytes) {
  const Session session = read(user(std::string(110'000'000, 'x')) + user("two"));
  ASSERT_EQ(session.entries.size(), 2U);
  EXPECT_EQ(session.entries[0].text.size(), 110'000'000U);
}

TEST(Codex, SurvivesAnyDamage) {
  expect_survives_damage(
      reader(),
      header("s-2", R"(,"forked_from_id":"s-1")") + header("s-1") + user("one") +
          user_event("one") + call("c1", "update_plan", R"({\"plan\":[{\"step\":\"a\"}]})") +
          result("c1", R"("Plan updated")") + assistant("x \\ud83d\\ude00") +
          compacted("s", kept_message("user", "one") + R"(,{"type":"compaction"})") + user("two") +
          rolled_back(1) + event("context_compacted") + user("two") + user_event("two") +
          compacted("", kept_message("user", "one") + "," + kept_message("user", "two")) +
          item("custom_tool_call", R"("name":"exec","input":"x","call_id":"c2")"));
}

TEST(Codex, ReadsHostileFilesInReasonableTime) {
  std::string prompts;
  for (int i = 0; i < 20'000; ++i) {
    prompts += user("go") + (i % 2 == 0 ? user_event("stop") : rolled_back(1));
  }
  expect_invariants(read(prompts));
  std::string compactions;
  for (int i = 0; i < 3000; ++i) {
    compactions += user("go") + line("compacted", R"("message":"s")");
  }
  const Session session = read(compactions);
  expect_invariants(session);
  EXPECT_EQ(count_kind(session, "kept"), 100'000U);
  EXPECT_GT(note(session, "kept_left_out"), 0U);
}

// --- real files, where they are at hand ---

TEST(Codex, ReadsRealFiles) {
  const std::filesystem::path folder = shared_sessions();
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no real session files at hand";
  }
  struct RealFile {
    const char* name;
    std::uint64_t prompts;  // user_message events
    std::uint64_t boundaries;
    std::uint64_t summaries;
    std::uint64_t calls;  // function, custom and web search calls; each has an output
    std::uint64_t kept;   // user and assistant messages of the new contexts
  };
  constexpr RealFile kFiles[] = {
      {"codex-0.118-two-values-on-one-line.jsonl", 50, 2, 0, 591, 101},
      {"codex-0.144-encrypted-summary.jsonl", 8, 1, 1, 187, 8},
  };
  for (const RealFile& file : kFiles) {
    const Result<Session> session = read_session((folder / file.name).string());
    ASSERT_TRUE(session.ok()) << file.name;
    EXPECT_EQ(session->format, "codex") << file.name;
    expect_invariants(*session);
    EXPECT_EQ(count_kind(*session, "prompt"), file.prompts) << file.name;
    EXPECT_EQ(count_kind(*session, "boundary"), file.boundaries) << file.name;
    EXPECT_EQ(count_kind(*session, "summary"), file.summaries) << file.name;
    EXPECT_EQ(count_kind(*session, "call"), file.calls) << file.name;
    EXPECT_EQ(count_kind(*session, "result"), file.calls) << file.name;
    EXPECT_EQ(count_kind(*session, "kept"), file.kept) << file.name;
    EXPECT_EQ(note(*session, "kept_text_of_no_entry"), 0U) << file.name;
    EXPECT_EQ(note(*session, "broken_line"), 0U) << file.name;
  }
}

}  // namespace
}  // namespace holdfast
