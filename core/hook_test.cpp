#include "core/hook.h"

#include <gtest/gtest.h>

#include "core/hook_context.h"
#include "core/hook_prompt.h"
#include "core/json.h"

namespace holdfast {
namespace {

HookEvent event_of(const char* runtime, std::string_view payload) {
  const auto value = read_hook_payload(payload);
  EXPECT_TRUE(value) << payload;
  return value ? find_hook_runtime(runtime)->read(*value) : HookEvent();
}

TEST(HookPayload, IsReadForgivingly) {
  EXPECT_TRUE(read_hook_payload(R"({"a":1.5,"b":1e400,"c":-0,"d":12345678901234567890})"));
  EXPECT_TRUE(read_hook_payload("{\"a\":\"\\ud800\"}"));
  EXPECT_TRUE(read_hook_payload("{\"a\":\"\xff\"}"));
  EXPECT_EQ(hook_text(*read_hook_payload(R"({"a":"1","a":"2"})"), "a"), "2");
  EXPECT_EQ(hook_text(*read_hook_payload(R"({"a":{}})"), "a"), "");
}

TEST(HookPayload, ThatIsNoObjectIsNone) {
  for (const char* bytes :
       {"", " ", "null", "[]", "\"x\"", "{", "{\"a\":", "7", "\xff\xfe", "{}{}"}) {
    EXPECT_FALSE(read_hook_payload(bytes)) << bytes;
  }
  EXPECT_FALSE(read_hook_payload(std::string(100'000, '[')));
  EXPECT_FALSE(read_hook_payload(std::string("\0", 1)));
}

TEST(HookRuntimes, AreFoundByEitherSpelling) {
  ASSERT_NE(find_hook_runtime("claude-code"), nullptr);
  EXPECT_EQ(find_hook_runtime("claude-code"), find_hook_runtime("claude_code"));
  EXPECT_NE(find_hook_runtime("codex"), nullptr);
  EXPECT_NE(find_hook_runtime("gemini-cli"), nullptr);
  EXPECT_EQ(find_hook_runtime("claude"), nullptr);
  EXPECT_EQ(find_hook_runtime(""), nullptr);
}

TEST(HookRuntimes, KnowTheirEvents) {
  using Kind = HookEventKind;
  const auto kind = [](const char* runtime, const std::string& name) {
    return event_of(runtime, R"({"hook_event_name":")" + name + R"("})").kind;
  };
  EXPECT_EQ(kind("claude-code", "PreCompact"), Kind::kBeforeCompaction);
  EXPECT_EQ(kind("claude-code", "PostCompact"), Kind::kAfterCompaction);
  EXPECT_EQ(kind("claude-code", "SessionStart"), Kind::kSessionStart);
  EXPECT_EQ(kind("claude-code", "InstructionsLoaded"), Kind::kInstructionsLoaded);
  EXPECT_EQ(kind("claude-code", "UserPromptSubmit"), Kind::kPrompt);
  EXPECT_EQ(kind("claude-code", "PreToolUse"), Kind::kToolCall);
  EXPECT_EQ(kind("claude-code", "Stop"), Kind::kOther);
  EXPECT_EQ(kind("codex", "PreCompact"), Kind::kBeforeCompaction);
  EXPECT_EQ(kind("codex", "PostCompact"), Kind::kAfterCompaction);
  EXPECT_EQ(kind("codex", "SessionStart"), Kind::kSessionStart);
  EXPECT_EQ(kind("codex", "PreToolUse"), Kind::kOther);
  EXPECT_EQ(kind("gemini-cli", "PreCompress"), Kind::kBeforeCompaction);
  EXPECT_EQ(kind("gemini-cli", "PreCompact"), Kind::kOther);
}

TEST(HookRuntimes, TellAStartFromACompactionFromAnyOther) {
  for (const auto& [source, after] :
       std::initializer_list<std::pair<std::string, bool>>{{"compact", true},
                                                           {"resume", false},
                                                           {"startup", false},
                                                           {"clear", false},
                                                           {"fork", false},
                                                           {"", false}}) {
    for (const char* runtime : {"claude-code", "codex"}) {
      EXPECT_EQ(
          event_of(runtime, R"({"hook_event_name":"SessionStart","source":")" + source + "\"}")
              .after_compaction,
          after)
          << source;
    }
  }
}

TEST(HookRuntimes, TakeOneMoreInstructionFileForNoReload) {
  const auto reloaded = [](const std::string& reason) {
    return event_of("claude-code",
                    R"({"hook_event_name":"InstructionsLoaded","load_reason":")" + reason + "\"}")
        .reloaded;
  };
  EXPECT_TRUE(reloaded("compact"));
  EXPECT_TRUE(reloaded("session_start"));
  EXPECT_FALSE(reloaded("nested_traversal"));
  EXPECT_FALSE(reloaded("path_glob_match"));
}

TEST(HookRuntimes, AnswerOnlyWhereTheRuntimeListens) {
  const HookReply reply = {"context", "reason"};
  for (const HookRuntime& runtime : hooks::all()) {
    for (const char* name : {"PreCompact", "PostCompact", "SessionStart", "InstructionsLoaded",
                             "UserPromptSubmit", "PreToolUse", "PreCompress", "Stop"}) {
      const HookEvent event = event_of(std::string(runtime.name).c_str(),
                                       std::string(R"({"hook_event_name":")") + name + "\"}");
      const std::string output = runtime.write(event, reply);
      const bool listens =
          (event.kind == HookEventKind::kSessionStart) || (event.kind == HookEventKind::kToolCall);
      EXPECT_EQ(!output.empty(), listens) << runtime.name << " " << name;
      EXPECT_TRUE(output.empty() || read_json(output).value) << output;
      EXPECT_EQ(runtime.write(event, {}), "") << runtime.name << " " << name;
    }
  }
}

Directive directive_of(std::string id, std::string text, std::string kind) {
  Directive directive;
  directive.directive_id = std::move(id);
  directive.text = std::move(text);
  directive.obligations.push_back({"o-1", std::move(kind), directive.text, false});
  return directive;
}

TEST(HookContext, IsEmptyWhereThereIsNothingToSay) { EXPECT_EQ(context_text({}, 10'000), ""); }

TEST(HookContext, PutsDecisionsFirstThenWhatIsForbiddenThenTheRest) {
  ContextToPutBack what;
  what.directives = {directive_of("d-1", "Write tests.", "completion"),
                     directive_of("d-2", "Never push.", "prohibition")};
  what.unresolved = {"scope is conflicting (no_approval)"};
  what.advice = {"Ask."};
  const std::string text = context_text(what, 10'000);
  const std::size_t scope = text.find("scope is");
  const std::size_t push = text.find("[d-2] Never push.");
  const std::size_t tests = text.find("[d-1] Write tests.");
  EXPECT_LT(scope, push);
  EXPECT_LT(push, tests);
  EXPECT_NE(tests, std::string::npos);
  EXPECT_EQ(text.find("did not fit"), std::string::npos);
}

TEST(HookContext, FitsAndSaysWhatDidNot) {
  ContextToPutBack what;
  what.read_all = "holdfast ledger active --show-text";
  for (int i = 0; i < 300; ++i) {
    what.directives.push_back(directive_of("d-" + std::to_string(i),
                                           std::string(100, 'x') + "\xF0\x9F\x9A\xA2", "scope"));
  }
  for (const std::size_t units_max : {800U, 2'000U, 10'000U}) {
    const std::string text = context_text(what, units_max);
    EXPECT_LE(utf16_units(text), units_max);
    EXPECT_NE(text.find("more orders in force"), std::string::npos);
    EXPECT_NE(text.find(what.read_all), std::string::npos);
  }
  EXPECT_EQ(utf16_units("a\xC3\xA9\xE6\x97\xA5\xF0\x9F\x9A\xA2"), 5U);
}

TEST(MarkedPrompt, BeginsWithTheMark) {
  EXPECT_FALSE(marked_prompt("Do not push.", "#hold"));
  EXPECT_FALSE(marked_prompt("#holdfast is a name", "#hold"));
  EXPECT_FALSE(marked_prompt("I wrote #hold in the middle", "#hold"));
  EXPECT_FALSE(marked_prompt("#hold", "#hold"));
  EXPECT_FALSE(marked_prompt("#hold  \n", "#hold"));
  EXPECT_FALSE(marked_prompt("#hold x", ""));
  const auto forbidding = marked_prompt(" #hold Do not push.", "#hold");
  ASSERT_TRUE(forbidding);
  EXPECT_EQ(forbidding->kind, "prohibition");
  EXPECT_EQ(forbidding->from, 7U);
  EXPECT_EQ(marked_prompt("#hold\nBlue paint", "#hold")->kind, "completion");
  EXPECT_EQ(marked_prompt("#hold:scope The quay", "#hold")->kind, "scope");
}

}  // namespace
}  // namespace holdfast
