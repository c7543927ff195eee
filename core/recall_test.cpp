#include "core/recall.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "core/file.h"

namespace holdfast {
namespace {

// canary-* stands in everything that must never be shown.
const std::string kSession =
    R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"Redraw the harbour map."})"
    "\n"
    R"({"entryId":"a-1","seq":2,"author":"assistant","kind":"text","text":"canary-reply harbour"})"
    "\n"
    R"({"entryId":"c-1","seq":3,"author":"assistant","kind":"call","text":"canary-call harbour","callId":"k"})"
    "\n"
    R"({"entryId":"r-1","seq":4,"author":"tool","kind":"result","text":"canary-result harbour","callId":"k"})"
    "\n"
    R"({"entryId":"n-1","seq":5,"author":"system","kind":"notice","text":"canary-notice harbour"})"
    "\n"
    R"({"entryId":"b-1","seq":6,"author":"system","kind":"boundary","text":"canary-boundary harbour","boundary":1})"
    "\n"
    R"({"entryId":"s-1","seq":7,"author":"assistant","kind":"summary","text":"The HARBOUR map is drawn.","boundary":1})"
    "\n"
    R"({"entryId":"u-2","seq":8,"author":"user","kind":"notice","text":"/next add the harbour legend"})"
    "\n"
    R"({"entryId":"t-1","seq":9,"author":"assistant","kind":"todo","text":"[ ] canary-todo harbour"})"
    "\n";

Session session() { return *read_session_bytes(kSession, "s"); }

std::string ids(const Result<std::vector<Recalled>>& found) {
  std::string out;
  for (const Recalled& recalled : *found) {
    out += (out.empty() ? "" : " ") + recalled.entry->entry_id;
  }
  return out;
}

TEST(Recall, ShowsTheUsersEntriesAndSummariesAlone) {
  const Session read = session();
  const auto found = recall(read, {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(ids(found), "u-1 s-1 u-2");
  for (const Recalled& recalled : *found) {
    EXPECT_EQ(recalled.entry->text.find("canary"), std::string::npos);
  }
}

TEST(Recall, SearchesWithoutRegardToCaseAndWidth) {
  const Session read = session();
  EXPECT_EQ(ids(recall(read, {.id = "", .words = "ＨＡＲＢＯＵＲ map"})), "u-1 s-1");
  EXPECT_EQ(ids(recall(read, {.id = "", .words = "canary"})), "") << "others are not searched";
}

TEST(Recall, TakesWhatOneCompactionTookInWithItsSummary) {
  const Session read = session();
  EXPECT_EQ(ids(recall(read, {.id = "", .words = "", .boundary = 1})), "u-1 s-1");
  EXPECT_FALSE(recall(read, {.id = "", .words = "", .boundary = 2}).ok());
  EXPECT_FALSE(recall(read, {.id = "", .words = "", .boundary = 0}).ok());
}

TEST(Recall, RefusesEveryOtherEntryByNameWithoutItsText) {
  const Session read = session();
  EXPECT_EQ(ids(recall(read, {.id = "s-1"})), "s-1");
  for (const char* id : {"a-1", "c-1", "r-1", "n-1", "t-1"}) {
    const auto found = recall(read, {.id = id});
    ASSERT_FALSE(found.ok()) << id;
    EXPECT_EQ(found.error().code, ErrorCode::kUsage);
    EXPECT_EQ(found.error().text().find("canary"), std::string::npos);
  }
  for (const char* id : {"u-9", "../other.jsonl", "/etc/passwd", "b-1"}) {
    EXPECT_FALSE(recall(read, {.id = id}).ok()) << id;
  }
}

TEST(Recall, RefusesPathsThatLeadOutOfTheSessionsOwnFiles) {
  char name[] = "/tmp/holdfast recall XXXXXX";
  const std::string folder = mkdtemp(name);
  ASSERT_TRUE(write_file(folder + "/other.jsonl", kSession).ok());
  std::filesystem::create_directory(folder + "/session");
  ASSERT_TRUE(write_file(folder + "/session/a.jsonl", kSession).ok());
  EXPECT_TRUE(check_own_files(folder + "/session").ok());
  EXPECT_TRUE(check_own_files(folder + "/session/a.jsonl").ok());
  EXPECT_TRUE(check_own_files("-").ok());
  std::filesystem::create_symlink("../other.jsonl", folder + "/session/b.jsonl");
  EXPECT_FALSE(check_own_files(folder + "/session").ok());
  EXPECT_FALSE(check_own_files(folder + "/session/b.jsonl").ok());
  EXPECT_FALSE(check_own_files(folder + "/session/absent.jsonl").ok());
  ASSERT_EQ(::mkfifo((folder + "/pipe").c_str(), 0600), 0);
  EXPECT_FALSE(check_own_files(folder + "/pipe").ok());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace holdfast
