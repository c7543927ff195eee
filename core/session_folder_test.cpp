#include "core/session_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/disk_test.h"
#include "core/session_test.h"

namespace holdfast {
namespace {

// --- making lines ---

std::string claude(std::string_view session, std::string_view uuid, std::string_view parent,
                   std::string_view text, int minute, std::string_view rest = "") {
  return R"({"parentUuid":)" + (parent.empty() ? "null" : '"' + std::string(parent) + '"') +
         R"(,"isSidechain":false,"sessionId":")" + std::string(session) +
         R"(","type":"user","uuid":")" + std::string(uuid) + R"(","timestamp":"2026-03-01T09:)" +
         std::to_string(minute) + R"(:00.000Z",)" + std::string(rest) +
         R"("message":{"role":"user","content":")" + std::string(text) + "\"}}\n";
}
std::string claude_boundary(std::string_view session, std::string_view uuid,
                            std::string_view logical_parent, int minute) {
  return R"({"parentUuid":null,"logicalParentUuid":")" + std::string(logical_parent) +
         R"(","isSidechain":false,"sessionId":")" + std::string(session) +
         R"(","type":"system","subtype":"compact_boundary","uuid":")" + std::string(uuid) +
         R"(","timestamp":"2026-03-01T09:)" + std::to_string(minute) +
         R"(:00.000Z","content":"Conversation compacted"})"
         "\n";
}
std::string codex(std::string_view type, std::string_view payload, int minute) {
  return R"({"timestamp":"2026-07-01T08:)" + std::to_string(minute) + R"(:00.000Z","type":")" +
         std::string(type) + R"(","payload":{)" + std::string(payload) + "}}\n";
}
std::string codex_header(std::string_view id, std::string_view rest, int minute) {
  return codex("session_meta", R"("id":")" + std::string(id) + '"' + std::string(rest), minute);
}
std::string codex_user(std::string_view text, int minute) {
  return codex("response_item",
               R"("type":"message","role":"user","content":")" + std::string(text) + '"', minute);
}
std::string pi(std::string_view id, std::string_view parent, std::string_view text, int minute) {
  return R"({"type":"message","id":")" + std::string(id) + R"(","parentId":)" +
         (parent.empty() ? "null" : '"' + std::string(parent) + '"') +
         R"(,"timestamp":"2026-08-01T08:)" + std::to_string(minute) +
         R"(:00.000Z","message":{"role":"user","content":")" + std::string(text) + "\"}}\n";
}
std::string pi_header(std::string_view id, std::string_view parent) {
  return R"({"type":"session","version":3,"id":")" + std::string(id) + R"(","parentSession":")" +
         std::string(parent) +
         R"(","timestamp":"2026-08-01T08:00:00.000Z","cwd":"/x"})"
         "\n";
}

std::string prompts(const Session& session) {
  std::string texts;
  for (const Entry& entry : session.entries) {
    texts += entry.kind == "prompt" ? entry.text + " " : "";
  }
  return texts;
}

// The session of a folder with these files, under names in each order: they must not matter.
Session read(std::vector<std::string> files) {
  std::sort(files.begin(), files.end());
  std::optional<Session> first;
  do {
    const Scratch scratch;
    for (std::size_t i = 0; i < files.size(); ++i) {
      put(scratch / ("f" + std::to_string(i)), files[i]);
    }
    Result<Session> session = read_session(scratch.folder());
    if (!session) {
      ADD_FAILURE() << session.error().text();
      return {};
    }
    expect_invariants(*session);
    if (!first) {
      first = *session;
    }
    EXPECT_EQ(shown(*session), shown(*first));
    EXPECT_EQ(prompts(*session), prompts(*first));
  } while (std::next_permutation(files.begin(), files.end()));
  return *first;
}

std::string error_of(const std::vector<std::string>& files) {
  const Scratch scratch;
  for (std::size_t i = 0; i < files.size(); ++i) {
    put(scratch / ("f" + std::to_string(i)), files[i]);
  }
  const Result<Session> session = read_session(scratch.folder());
  return session ? "" : session.error().text();
}

// --- Claude Code ---

TEST(SessionFolder, ReadsOneFileAsThatFile) {
  const Session session = read({claude("s-1", "a", "", "one", 10)});
  EXPECT_EQ(prompts(session), "one ");
  EXPECT_EQ(note(session, "folder:segment"), 1U);
}

TEST(SessionFolder, FollowsACompactionIntoANewFile) {
  const Session session =
      read({claude("s-1", "a", "", "one", 10) + claude("s-1", "b", "a", "two", 11),
            claude_boundary("s-2", "c", "b", 12) + claude("s-2", "d", "c", "three", 13),
            claude_boundary("s-3", "e", "d", 14) + claude("s-3", "f", "e", "four", 15)});
  EXPECT_EQ(prompts(session), "one two three four ");
  EXPECT_EQ(session.session_id, "s-3");
  EXPECT_EQ(count_kind(session, "boundary"), 2U);
  EXPECT_EQ(note(session, "folder:segment"), 3U);
  EXPECT_EQ(note(session, "missing_parent"), 0U);
}

TEST(SessionFolder, GoesByLinksAndNotByTime) {
  // The second segment's clock ran behind.
  const Session session =
      read({claude("s-1", "a", "", "one", 50), claude("s-2", "b", "a", "two", 10)});
  EXPECT_EQ(prompts(session), "one two ");
}

TEST(SessionFolder, ReadsACopiedForkOnce) {
  const std::string begin = claude("s-1", "a", "", "one", 10) + claude("s-1", "b", "a", "two", 11);
  const std::string fork = claude("s-2", "a", "", "one", 10) + claude("s-2", "b", "a", "two", 11) +
                           claude("s-2", "c", "b", "three", 12);
  const Session session = read({begin, fork});
  EXPECT_EQ(prompts(session), "one two three ");
  EXPECT_EQ(note(session, "folder:copied_file"), 1U);
}

TEST(SessionFolder, ReadsAForkWithNewIdsOnce) {
  constexpr std::string_view kFrom = R"("forkedFrom":{"sessionId":"s-1","messageUuid":"a"},)";
  const Session session =
      read({claude("s-1", "a", "", "one", 10),
            claude("s-2", "x", "", "one", 10, kFrom) + claude("s-2", "y", "x", "two", 12)});
  EXPECT_EQ(prompts(session), "one two ");
}

TEST(SessionFolder, TakesTheBranchThatEndsLast) {
  const std::string root = claude("s-1", "a", "", "one", 10);
  const Session session =
      read({root, claude("s-2", "b", "a", "left", 11), claude("s-3", "c", "a", "two", 12)});
  EXPECT_EQ(prompts(session), "one two ");
  EXPECT_EQ(note(session, "folder:other_branch_file"), 1U);
}

TEST(SessionFolder, JoinsFilesOfOneSessionIdByTimeAndSaysSo) {
  const Session session =
      read({claude("s-1", "a", "", "one", 10), claude("s-1", "b", "", "two", 12)});
  EXPECT_EQ(prompts(session), "one two ");
  EXPECT_EQ(note(session, "folder:linked_by_time"), 1U);
}

TEST(SessionFolder, LeavesSubAgentsOut) {
  std::string side = claude("s-1", "x", "", "look", 11);
  side.replace(side.find("false"), 5, "true");
  const Session session = read({claude("s-1", "a", "", "one", 10), side});
  EXPECT_EQ(prompts(session), "one ");
  EXPECT_EQ(note(session, "folder:side_chain_file"), 1U);
  EXPECT_EQ(prompts(read({side})), "look ");
}

TEST(SessionFolder, LeavesOtherSessionsAndOtherFilesOutAndCountsThem) {
  const Session session =
      read({claude("s-1", "a", "", "one", 10), claude("s-2", "b", "a", "two", 11),
            claude("s-9", "z", "", "other", 12), "# Notes\n", ""});
  EXPECT_EQ(prompts(session), "one two ");
  EXPECT_EQ(note(session, "folder:other_session_file"), 1U);
  EXPECT_EQ(note(session, "folder:no_session_file"), 2U);
}

TEST(SessionFolder, IsNotCaughtInCircles) {
  const Session session =
      read({claude("s-1", "a", "d", "one", 10), claude("s-2", "b", "a", "two", 11),
            claude("s-3", "d", "b", "three", 12)});
  EXPECT_EQ(prompts(session), "one two three ");
}

// --- Codex ---

TEST(SessionFolder, PutsTheParentOfAForkBeforeIt) {
  const std::string parent = codex_header("s-1", "", 10) + codex_user("one", 11);
  const std::string rest = codex_user("two", 12);
  const std::string fork =
      codex_header(
          "s-2",
          R"(,"history_base":{"thread_id":"s-1","end_ordinal_exclusive":2,"end_byte_offset":)" +
              std::to_string(parent.size()) + "}",
          13) +
      codex_user("three", 14);
  const Session session = read({parent + rest, fork});
  EXPECT_EQ(prompts(session), "one three ");
  EXPECT_EQ(session.session_id, "s-2");
}

TEST(SessionFolder, ReadsACopiedRolloutOnce) {
  const std::string parent = codex_header("s-1", "", 10) + codex_user("one", 11);
  const Session session = read({parent, codex_header("s-2", R"(,"forked_from_id":"s-1")", 12) +
                                            parent + codex_user("two", 13)});
  EXPECT_EQ(prompts(session), "one two ");
  EXPECT_EQ(note(session, "folder:copied_file"), 1U);
}

TEST(SessionFolder, ReadsTheLongerOfTwoCopiesOfAFile) {
  std::string older = codex_header("s-1", "", 10) + codex_user("one", 11);
  const std::string newer = older + codex_user("two", 12);
  older.pop_back();
  EXPECT_EQ(prompts(read({older, newer})), "one two ");
}

// --- pi ---

TEST(SessionFolder, FollowsAPathToAParentBySessionId) {
  const Session session =
      read({pi_header("p-1", "") + pi("0a", "", "one", 10),
            pi_header("p-2", "/home/ada/.pi/sessions/2026-08-01T08-00-00_p-1.jsonl") +
                pi("0b", "", "two", 11)});
  EXPECT_EQ(session.session_id, "p-2");
  EXPECT_EQ(note(session, "folder:segment"), 2U);
}

// --- what cannot be read ---

TEST(SessionFolder, RefusesSeveralSessionsThatNothingJoins) {
  const std::string error =
      error_of({claude("s-1", "a", "", "one", 10), claude("s-2", "b", "", "two", 11)});
  EXPECT_NE(error.find("2 sessions"), std::string::npos) << error;
  EXPECT_NE(error.find("give one of its files"), std::string::npos) << error;
}

TEST(SessionFolder, RefusesAFolderWithoutASession) {
  EXPECT_NE(error_of({}).find("no file of this folder is a session"), std::string::npos);
  EXPECT_NE(error_of({"hello\n"}).find("no file of this folder is a session"), std::string::npos);
}

TEST(SessionFolder, CountsFoldersAndLinksAndReadsNeither) {
  const Scratch scratch;
  put(scratch / "a", claude("s-1", "a", "", "one", 10));
  std::filesystem::create_directory(scratch / "subagents");
  std::filesystem::create_symlink("/nonexistent", scratch / "dangling");
  const Result<Session> session = read_session(scratch.folder());
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(note(*session, "folder:no_regular_file"), 2U);
}

TEST(SessionFolder, SurvivesAnyDamage) {
  std::mt19937_64 random(7);
  const std::vector<std::string> files = {
      claude("s-1", "a", "", "one", 10) + claude("s-1", "b", "a", "two", 11),
      claude_boundary("s-2", "c", "b", 12) + claude("s-2", "d", "c", "three", 13),
      codex_header("s-1", "", 10) + codex_user("one", 11),
      codex_header("s-2", R"(,"history_base":{"thread_id":"s-1","end_byte_offset":60})", 12),
      pi_header("p-1", "") + pi("0a", "", "one", 10),
      pi_header("p-2", "x_p-1.jsonl") + pi("0a", "", "one", 10) + pi("0b", "0a", "two", 11)};
  for (int run = 0; run < 300; ++run) {
    const Scratch scratch;
    for (int i = 0; i < 4; ++i) {
      put(scratch / std::to_string(i), damaged(files[random() % files.size()], random));
    }
    const Result<Session> session = read_session(scratch.folder());
    if (session) {
      expect_invariants(*session);
    }
    if (HasFatalFailure()) {
      return;
    }
  }
}

}  // namespace
}  // namespace holdfast
