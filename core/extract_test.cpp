#include "core/extract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/action.h"
#include "core/document.h"
#include "core/json.h"
#include "core/sha256.h"
#include "core/tool_effects.h"

namespace holdfast {
namespace {

// A session made entry by entry.
class Maker {
 public:
  Maker() {
    session_.format = "test";
    session_.session_id = "s-1";
    session_.working_directory = "/home/ada/kiln";
  }

  Entry& add(Author author, std::string_view kind, std::string_view text) {
    Entry& entry = session_.entries.emplace_back();
    entry.seq = session_.entries.size();
    entry.entry_id = "e" + std::to_string(entry.seq);
    entry.author = author;
    entry.kind = kind;
    entry.text = text;
    entry.time = "2026-03-01T09:00:0" + std::to_string(entry.seq % 10) + "Z";
    return entry;
  }
  Maker& prompt(std::string_view text) {
    add(Author::kUser, "prompt", text);
    return *this;
  }
  Maker& call(std::string_view id, std::string_view tool, std::string_view input = "{}") {
    Entry& entry = add(Author::kAssistant, "call", input);
    entry.call_id = id;
    entry.tool = tool;
    return *this;
  }
  Maker& result(std::string_view id, std::string_view text = "ok", bool failed = false) {
    Entry& entry = add(Author::kTool, "result", text);
    entry.call_id = id;
    entry.failed = failed;
    return *this;
  }
  Maker& done(std::string_view id, std::string_view tool, std::string_view input = "{}") {
    return call(id, tool, input).result(id);
  }
  Maker& todos(std::vector<TodoItem> items) {
    add(Author::kAssistant, "todo", todo_text(items));
    session_.todos = std::move(items);
    return *this;
  }
  Session& session() { return session_; }

 private:
  Session session_;
};

Extraction extract(Maker& maker, std::uint64_t last_seq = 0) {
  Extraction extraction = extract_manifest(maker.session(), last_seq);
  const Document document = read_document_value(to_value(extraction.manifest), Side::kBefore);
  for (const Finding& finding : document.findings) {
    ADD_FAILURE() << finding.code << " " << finding.field << " " << finding.item;
  }
  return extraction;
}

bool is_derived(const Extraction& extraction, std::string_view pointer) {
  return std::find(extraction.derived.begin(), extraction.derived.end(), pointer) !=
         extraction.derived.end();
}

using Texts = std::vector<std::string>;

// --- derived values ---

TEST(Extract, DerivesEverythingFromNothing) {
  Session empty;
  const Extraction extraction = extract_manifest(empty);
  EXPECT_TRUE(read_document_value(to_value(extraction.manifest), Side::kBefore).findings.empty());
  EXPECT_EQ(extraction.derived, (Texts{"/canonical/path", "/canonical/readAt", "/canonical/sha256",
                                       "/completionChecks/0", "/nextExactAction", "/objective",
                                       "/rollback", "/taskId"}));
  for (const std::string& pointer : extraction.derived) {
    EXPECT_NE(resolve_pointer(to_value(extraction.manifest), pointer), nullptr) << pointer;
  }
}

TEST(Extract, DerivesANextActionThatIsExactlyOneInBothModes) {
  Maker maker;
  const std::string action = extract(maker).manifest.next_exact_action.text;
  EXPECT_TRUE(judge_action(action, ActionMode::kListed).exactly_one);
  EXPECT_TRUE(judge_action(action, ActionMode::kStrict).exactly_one);
}

// --- copied values ---

TEST(Extract, TakesTaskAndObjectiveFromIdAndFirstPrompt) {
  Maker maker;
  maker.prompt("  Raise the ramp.\nCarefully.  ").prompt("and log it");
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.task_id, "s-1");
  EXPECT_EQ(extraction.manifest.objective, "Raise the ramp.\nCarefully.");
  EXPECT_EQ(extraction.human_prompts, 2U);
  EXPECT_FALSE(is_derived(extraction, "/taskId"));
  EXPECT_FALSE(is_derived(extraction, "/objective"));
}

TEST(Extract, PassesOverPromptsThatShowNothing) {
  Maker maker;
  maker.prompt(" \u200B\u00AD ").prompt("Raise the ramp.");
  EXPECT_EQ(extract(maker).manifest.objective, "Raise the ramp.");
}

TEST(Extract, CutsOverlongTextsBetweenCodePoints) {
  std::string text;
  for (std::size_t i = 0; i < kObjectiveMax + 5; ++i) {
    text += "\u65E5";
  }
  Maker maker;
  maker.prompt(text);
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.objective.size(), 3 * kObjectiveMax);
  EXPECT_EQ(extraction.left_out, 1U);
}

TEST(Extract, TakesPhasesAndChecksFromTheTodoList) {
  Maker maker;
  maker.todos({{"Read the code", true},
               {"Change the limit", false},
               {"Read the code", true},
               {"Run the tests", false},
               {" ", false}});
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.completed_phases, (Texts{"Read the code"}));
  EXPECT_EQ(extraction.manifest.completion_checks, (Texts{"Change the limit", "Run the tests"}));
  EXPECT_EQ(extraction.manifest.next_exact_action.text, "Change the limit");
  EXPECT_FALSE(is_derived(extraction, "/nextExactAction"));
  EXPECT_FALSE(is_derived(extraction, "/completionChecks/0"));
}

TEST(Extract, DerivesTheNextActionWhereTheOpenItemIsSeveral) {
  Maker maker;
  maker.todos({{"Change the limit; then run the tests && push", false}});
  const Extraction extraction = extract(maker);
  EXPECT_TRUE(is_derived(extraction, "/nextExactAction"));
  EXPECT_EQ(extraction.manifest.completion_checks.size(), 1U);
}

TEST(Extract, LimitsTheTodoList) {
  std::vector<TodoItem> items;
  for (std::size_t i = 0; i < kTodosMax + 3; ++i) {
    items.push_back({"item " + std::to_string(i), true});
  }
  Maker maker;
  maker.todos(items);
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.completed_phases.size(), kTodosMax);
  EXPECT_EQ(extraction.left_out, 3U);
}

// --- the canonical reference ---

constexpr std::string_view kWrite =
    R"({"file_path":"/home/ada/kiln/src/ramp.c","content":"int x;\n"})";

TEST(Extract, NamesTheNewestWrittenFileAndItsBytes) {
  Maker maker;
  maker.done("t1", "Edit", R"({"file_path":"/home/ada/kiln/old.c"})")
      .done("t2", "Write", kWrite)
      .done("t3", "Read", R"({"file_path":"/home/ada/kiln/other.c"})");
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.canonical[0].path, "src/ramp.c");
  EXPECT_EQ(extraction.manifest.canonical[0].sha256, sha256_hex("int x;\n"));
  EXPECT_EQ(extraction.manifest.canonical[0].read_at, maker.session().entries[2].time);
  EXPECT_FALSE(is_derived(extraction, "/canonical/sha256"));
}

TEST(Extract, NamesTheNewestReadFileWhereNoneWasWritten) {
  Maker maker;
  maker.done("t1", "Read", R"({"file_path":"/home/ada/kiln/a.c","limit":10})")
      .done("t2", "Read", R"({"file_path":"/etc/passwd"})")
      .call("t3", "Read", R"({"file_path":"/home/ada/kiln/no-result.c"})")
      .call("t4", "Write", kWrite)
      .result("t4", "File has not been read yet", true);
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.canonical[0].path, "a.c");
  EXPECT_TRUE(is_derived(extraction, "/canonical/sha256"));
  EXPECT_FALSE(is_derived(extraction, "/canonical/path"));
}

TEST(Extract, UsesNoPathThatLeavesItsRoot) {
  for (const char* path : {"/home/ada/kiln/../secret", "/home/ada/kilns/a.c", "/home/ada/kiln",
                           "/home/ada/kiln/", "../a.c", "", "/home/ada/kiln//a.c"}) {
    Maker maker;
    maker.done("t", "Read", write_compact_json(Value::object({{"file_path", path}})));
    EXPECT_TRUE(is_derived(extract(maker), "/canonical/path")) << path;
  }
}

TEST(Extract, ReadsWindowsPaths) {
  Maker maker;
  maker.session().working_directory = R"(C:\work\kiln)";
  maker.done("t", "Edit", R"({"file_path":"C:\\work\\kiln\\src\\ramp.c"})");
  EXPECT_EQ(extract(maker).manifest.canonical[0].path, "src/ramp.c");
}

TEST(Extract, DoesNotClaimTheBytesOfARepairedText) {
  Maker maker;
  maker.done("t", "Write", "{\"file_path\":\"a.c\",\"content\":\"x\uFFFD\"}");
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.canonical[0].path, "a.c");
  EXPECT_TRUE(is_derived(extraction, "/canonical/sha256"));
}

TEST(Extract, DerivesTheDigestFromTheEntries) {
  Maker maker;
  maker.prompt("a \"b\"");
  EXPECT_EQ(extract(maker).manifest.canonical[0].sha256,
            sha256_hex("[\"e1\",\"user\",\"prompt\",\"a \\\"b\\\"\"]\n"));
  Maker other;
  other.prompt("a \"c\"");
  EXPECT_NE(extract(maker).manifest.canonical[0].sha256,
            extract(other).manifest.canonical[0].sha256);
}

// --- external writes ---

TEST(Extract, ListsCallsWithoutResultAsUnknown) {
  Maker maker;
  maker.call("t1", "Bash").done("t2", "Bash").call("t3", "mcp__Mail__Send it").call("t4", "Read");
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.calls_without_result, 3U);
  const std::vector<ExternalWrite> expected = {{"bash", "t1", WriteStatus::kUnknown},
                                               {"bash", "t2", WriteStatus::kConfirmed},
                                               {"mcp__mail__send_it", "t3", WriteStatus::kUnknown}};
  EXPECT_EQ(extraction.manifest.external_writes, expected);
}

TEST(Extract, JudgesFailedCallsByWhatTheySay) {
  Maker maker;
  maker.call("t1", "Edit").result("t1", "String to replace not found", true);
  maker.call("t2", "Bash")
      .result("t2", "The user doesn't want to proceed with this tool use.", true);
  maker.call("t3", "Bash").result("t3", "Exit code 1\nFAIL", true);
  maker.call("t4", "Bash").result("t4", "Exit code 143\nCommand timed out after 2m 0s", true);
  maker.call("t5", "mcp__bank__pay").result("t5", "503 Service Unavailable", true);
  const std::vector<ExternalWrite> expected = {{"bash", "t3", WriteStatus::kConfirmed},
                                               {"bash", "t4", WriteStatus::kUnknown},
                                               {"mcp__bank__pay", "t5", WriteStatus::kUnknown}};
  EXPECT_EQ(extract(maker).manifest.external_writes, expected);
}

TEST(Extract, KeepsTheNewestConfirmedWritesAndEveryUnknownOne) {
  Maker maker;
  for (std::size_t i = 0; i < kConfirmedWritesMax + 10; ++i) {
    maker.call("u" + std::to_string(i), "Bash");
    maker.done("c" + std::to_string(i), "Bash");
  }
  const Extraction extraction = extract(maker);
  const std::vector<ExternalWrite>& writes = extraction.manifest.external_writes;
  EXPECT_EQ(writes.size(), 2 * kConfirmedWritesMax + 10);
  EXPECT_EQ(extraction.left_out, 10U);
  EXPECT_EQ(std::count_if(writes.begin(), writes.end(),
                          [](const ExternalWrite& write) { return write.effect_id == "c9"; }),
            0);
  EXPECT_EQ(std::count_if(writes.begin(), writes.end(),
                          [](const ExternalWrite& write) { return write.effect_id == "c10"; }),
            1);
}

TEST(Extract, DerivesEffectIdsThatCannotBeUsed) {
  Maker maker;
  maker.call("", "Bash").call("a b", "Bash").call("t", "Bash").call("t", "Bash");
  const Extraction extraction = extract(maker);
  ASSERT_EQ(extraction.manifest.external_writes.size(), 3U);
  EXPECT_EQ(extraction.manifest.external_writes[0].effect_id, "call-1");
  EXPECT_EQ(extraction.manifest.external_writes[1].effect_id, "call-2");
  EXPECT_TRUE(is_derived(extraction, "/externalWrites/0/effectId"));
  EXPECT_TRUE(is_derived(extraction, "/externalWrites/1/effectId"));
  EXPECT_FALSE(is_derived(extraction, "/externalWrites/2/effectId"));
}

// --- calls of other runtimes ---

std::string writes_of(Maker& maker) {
  std::string shown;
  for (const ExternalWrite& write : extract(maker).manifest.external_writes) {
    shown += write.effect_id + (write.status == WriteStatus::kConfirmed ? "+ " : "? ");
  }
  return shown;
}

TEST(Extract, TakesTheEndOfAProcessForItsReceipt) {
  constexpr std::string_view kRunning =
      "Wall time: 1\nProcess running with session ID 7\nOutput:\n";
  Maker maker;
  maker.call("a", "exec_command").result("a", kRunning);
  EXPECT_EQ(writes_of(maker), "a? ");
  maker.call("b", "write_stdin", R"({"session_id":8})").result("b", "Process exited with code 0");
  EXPECT_EQ(writes_of(maker), "a? b+ ");
  maker.call("c", "write_stdin", R"({"session_id":7})").result("c", kRunning);
  EXPECT_EQ(writes_of(maker), "a? b+ c? ");
  maker.call("d", "write_stdin", R"({"session_id":7})")
      .result("d", "Process exited with code 1", true);
  EXPECT_EQ(writes_of(maker), "a+ b+ c+ d+ ");
}

TEST(Extract, TakesTheEndOfAScriptForItsReceipt) {
  Maker maker;
  maker.call("a", "exec").result("a", "Script running with cell ID 18\nWall time 1\nOutput:\n");
  maker.call("b", "wait", R"({"cell_id":"18"})").result("b", "Script completed");
  EXPECT_EQ(writes_of(maker), "a+ ");
  maker.call("c", "exec")
      .result("c", "Script completed\nOutput:\nProcess running with session ID 9");
  EXPECT_EQ(writes_of(maker), "a+ c+ ");
}

TEST(Extract, HearsFromOtherRuntimesThatACommandEnded) {
  for (const char* text :
       {"Command: x\nProcess exited with code 2\nOutput:\n", "Process exited with code 2",
        R"({"output":"x","metadata":{"exit_code":1}})", "no\n\nCommand exited with code 1"}) {
    EXPECT_EQ(status_of_failure(ToolKind::kOther, text), WriteStatus::kConfirmed) << text;
  }
  for (const char* text :
       {"Command aborted", "aborted by user after 2s", "exec_command failed", ""}) {
    EXPECT_EQ(status_of_failure(ToolKind::kOther, text), WriteStatus::kUnknown) << text;
  }
  EXPECT_EQ(status_of_failure(ToolKind::kFile, "apply_patch verification failed"), std::nullopt);
}

TEST(Extract, FindsTheFileOfAPatch) {
  Maker maker;
  maker.done(
      "a", "apply_patch",
      R"({"input":"*** Begin Patch\n*** Update File: /home/ada/kiln/a.c\n+x\n*** Add File: b.c\n+y\n*** Delete File: c.c\n*** End Patch\n"})");
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.canonical[0].path, "b.c");
  EXPECT_TRUE(is_derived(extraction, "/canonical/sha256"));
  for (const char* input : {R"({"input":""})", R"({"input":7})", "\"x\"", "{}"}) {
    Maker other;
    other.done("a", "apply_patch", input);
    EXPECT_TRUE(is_derived(extract(other), "/canonical/path")) << input;
  }
}

TEST(ToolEffects, AreKnownByName) {
  EXPECT_EQ(kind_of_tool("Read"), ToolKind::kReading);
  EXPECT_EQ(kind_of_tool("WebFetch"), ToolKind::kReading);
  EXPECT_EQ(kind_of_tool("MultiEdit"), ToolKind::kFile);
  for (const char* tool : {"Bash", "Task", "mcp__x__read", "rea", "read grep", "", " "}) {
    EXPECT_EQ(kind_of_tool(tool), ToolKind::kOther) << tool;
  }
}

TEST(ToolEffects, AreNamedByTokens) {
  EXPECT_EQ(operation_of_tool("Bash"), "bash");
  EXPECT_EQ(operation_of_tool("mcp__a-b__C.d"), "mcp__a-b__c.d");
  EXPECT_EQ(operation_of_tool("7zip"), "tool.7zip");
  EXPECT_EQ(operation_of_tool(""), "tool");
  EXPECT_EQ(operation_of_tool("é"), "tool.__");
}

// --- prohibitions ---

TEST(Extract, CollectsWhatTheUserForbids) {
  Maker maker;
  maker.prompt("Fix it. Don't push! \n- Never touch main.\n触るな。ありがとう");
  maker.add(Author::kAssistant, "text", "Do not read this.");
  maker.add(Author::kTool, "result", "Do not read this either.");
  maker.add(Author::kUser, "notice", "/compact do not lose the table");
  maker.add(Author::kSystem, "notice", "Do not listen to the program.");
  maker.prompt("don't push!").prompt("Don't push!");
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.prohibitions,
            (Texts{"Don't push!", "Never touch main.", "触るな。", "don't push!"}));
}

TEST(Extract, LimitsProhibitionsAndSaysSo) {
  Maker maker;
  for (std::size_t i = 0; i < kProhibitionsMax + 7; ++i) {
    maker.prompt("Do not touch file " + std::to_string(i));
  }
  const Extraction extraction = extract(maker);
  EXPECT_EQ(extraction.manifest.prohibitions.size(), kProhibitionsMax);
  EXPECT_EQ(extraction.manifest.prohibitions.front(), "Do not touch file 0");
  EXPECT_EQ(extraction.left_out, 7U);
}

TEST(Extract, KeepsTheForbiddingPartOfAnOverlongSentence) {
  std::string text;
  while (text.size() < 2000) {
    text += "日本 and so on ";
  }
  Maker maker;
  maker.prompt(text + ", but do not push, " + text);
  const Extraction extraction = extract(maker);
  ASSERT_EQ(extraction.manifest.prohibitions.size(), 1U);
  EXPECT_NE(extraction.manifest.prohibitions[0].find("do not push"), std::string::npos);
}

// --- secrets ---

TEST(Extract, MasksSecretsWhereverTheyGo) {
  const std::string secret = "password=hunter2";
  Maker maker;
  maker.prompt("Log in with " + secret + ". Never print " + secret + " please.")
      .todos({{"Use " + secret, true}, {"Drop " + secret, false}})
      .done("t", "Write", R"({"file_path":"/home/ada/kiln/password=hunter2","content":"x"})");
  const Extraction extraction = extract(maker);
  const std::string json = write_compact_json(to_value(extraction.manifest));
  EXPECT_EQ(json.find("hunter2"), std::string::npos) << json;
  EXPECT_EQ(extraction.masked_secrets, 5U);
}

// --- a part of a session ---

TEST(Extract, LooksNoFurtherThanTheLastEntry) {
  Maker maker;
  maker.prompt("one").call("t", "Bash").todos({{"a", false}}).result("t").todos({{"a", true}});
  maker.add(Author::kSystem, "boundary", "").boundary = 1;
  maker.prompt("Do not push.");
  const Extraction early = extract(maker, 3);
  EXPECT_EQ(early.human_prompts, 1U);
  EXPECT_EQ(early.boundaries, 0U);
  EXPECT_EQ(early.calls_without_result, 1U);
  EXPECT_EQ(early.manifest.completion_checks, (Texts{"a"}));
  EXPECT_TRUE(early.manifest.prohibitions.empty());
  const Extraction late = extract(maker);
  EXPECT_EQ(late.boundaries, 1U);
  EXPECT_EQ(late.calls_without_result, 0U);
  EXPECT_EQ(late.manifest.completed_phases, (Texts{"a"}));
  EXPECT_EQ(late.manifest.prohibitions.size(), 1U);
  EXPECT_EQ(write_compact_json(to_value(extract(maker, 7).manifest)),
            write_compact_json(to_value(late.manifest)));
}

TEST(Extract, IsTheSameEachTime) {
  Maker maker;
  maker.prompt("Never push.").call("a", "Bash").done("b", "Write", kWrite).todos({{"x", false}});
  const std::string first = write_compact_json(to_value(extract(maker).manifest));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(write_compact_json(to_value(extract(maker).manifest)), first);
  }
}

// --- any session at all ---

TEST(Extract, IsValidForAnySession) {
  std::mt19937_64 random(20260302);
  const std::vector<std::string> texts = {"",
                                          " ",
                                          "\u200B",
                                          "Do not push; then run && stop",
                                          "触るな。",
                                          "x\nDon't y",
                                          "password=hunter2",
                                          R"({"file_path":"a/../b"})",
                                          std::string(kWrite),
                                          std::string("\0\xFF", 2),
                                          "[x] a\n[ ] a\n[ ] b && c",
                                          std::string(9000, 'x')};
  const std::vector<std::string> kinds = {"prompt", "text",     "call",  "result",
                                          "todo",   "boundary", "notice"};
  const std::vector<std::string> tools = {"Bash", "Write", "Read", "", "mcp__\xFF", "Task"};
  for (int run = 0; run < 2000; ++run) {
    Maker maker;
    const auto pick = [&](const std::vector<std::string>& from) {
      return from[random() % from.size()];
    };
    maker.session().session_id = pick(texts);
    maker.session().working_directory = pick({"", "/", "/home/ada/kiln", "\xFF"});
    for (std::uint64_t i = random() % 12; i > 0; --i) {
      Entry& entry = maker.add(static_cast<Author>(random() % 4), pick(kinds), pick(texts));
      entry.tool = pick(tools);
      entry.call_id = pick({"", "t1", "t2", "a b", "\xC3"});
      entry.failed = random() % 2 == 0;
      entry.time = pick(texts);
    }
    maker.session().todos = todo_items(pick(texts));
    extract(maker, random() % 14);
    if (HasFailure()) {
      return;
    }
  }
}

// --- real files, where they are at hand ---

TEST(Extract, ReadsRealFiles) {
  const char* shared = std::getenv("HOLDFAST_SHARED");
  const std::filesystem::path folder =
      (shared != nullptr ? std::filesystem::path(shared)
                         : std::filesystem::path(HOLDFAST_SOURCE_DIR) / ".." / "shared") /
      "sessions";
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no real session files at hand";
  }
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".jsonl") {
      files.push_back(file.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::printf("%-50s %7s %10s %9s %5s %11s %6s %8s %s\n", "file", "prompts", "boundaries",
              "no result", "todos", "prohibited", "masked", "left out", "notes");
  for (const std::filesystem::path& file : files) {
    const Result<Session> session = read_session(file.string());
    ASSERT_TRUE(session.ok()) << file;
    for (const Entry& entry : session->entries) {
      if (entry.kind == "boundary") {
        const Extraction before = extract_manifest(*session, entry.seq - 1);
        EXPECT_TRUE(read_document_value(to_value(before.manifest), Side::kBefore).findings.empty())
            << file << " before boundary " << *entry.boundary;
      }
    }
    const Extraction extraction = extract_manifest(*session);
    const Document document = read_document_value(to_value(extraction.manifest), Side::kBefore);
    EXPECT_TRUE(document.findings.empty()) << file;
    EXPECT_FALSE(is_derived(extraction, "/objective")) << file;
    EXPECT_TRUE(is_derived(extraction, "/rollback")) << file;
    std::printf("%-50s %7llu %10llu %9llu %5zu %11zu %6llu %8llu %zu kinds\n",
                file.filename().c_str(), static_cast<unsigned long long>(extraction.human_prompts),
                static_cast<unsigned long long>(extraction.boundaries),
                static_cast<unsigned long long>(extraction.calls_without_result),
                session->todos.size(), extraction.manifest.prohibitions.size(),
                static_cast<unsigned long long>(extraction.masked_secrets),
                static_cast<unsigned long long>(extraction.left_out), session->notes.size());
    if (file.filename() == "claude-2.1.7-three-auto.jsonl") {
      EXPECT_EQ(extraction.human_prompts, 42U);
      EXPECT_EQ(extraction.boundaries, 3U);
    }
  }
}

}  // namespace
}  // namespace holdfast
