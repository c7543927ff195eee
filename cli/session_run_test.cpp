// holdfast trace, recall and audit, as a user runs them.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cli/program.h"
#include "harness/display_width.h"

namespace holdfast::testing {
namespace {

const std::string kSession =
    R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"Redraw the harbour map. Do not publish the depths."})"
    "\n"
    R"({"entryId":"a-1","seq":2,"author":"assistant","kind":"text","text":"canary-reply: I begin with the quay."})"
    "\n"
    R"({"entryId":"u-2","seq":3,"author":"user","kind":"prompt","text":"岸壁の線は変えないでください。"})"
    "\n"
    R"({"entryId":"b-1","seq":4,"author":"system","kind":"boundary","text":"Compacted","boundary":1})"
    "\n"
    R"({"entryId":"s-1","seq":5,"author":"assistant","kind":"summary","text":"Redraw the harbour map. 「岸壁の線は変えないでください」","boundary":1})"
    "\n"
    R"({"entryId":"b-2","seq":6,"author":"system","kind":"boundary","text":"Compacted","boundary":2})"
    "\n"
    R"({"entryId":"s-2","seq":7,"author":"assistant","kind":"summary","text":"The map is drawn.","boundary":2})"
    "\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class SessionRun : public ::testing::Test {
 protected:
  SessionRun() { program_.write("s.jsonl", kSession); }
  Ran run(const std::string& arguments, const std::string& prefix = "") const {
    return program_.run(arguments, prefix);
  }
  // One line on standard error, nothing on standard output.
  void expect_refused(const std::string& arguments, const std::string& part) const {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments << ran.out << ran.err;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_EQ(line_count(ran.err), 1U) << ran.err;
    EXPECT_TRUE(has(ran.err, part)) << ran.err;
  }

  Program program_;
};

TEST_F(SessionRun, TraceShowsTheTableAndWhatFellWhere) {
  const Ran ran = run("trace s.jsonl", "COLUMNS=100");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "PROHIBITIONS, LIMITS, ACCEPTANCE: 2 of 2 fell")) << ran.out;
  EXPECT_TRUE(has(ran.out, "u-1/2 fell at boundary 1: absent")) << ran.out;
  EXPECT_TRUE(has(ran.out, "u-2 fell at boundary 2: absent")) << ran.out;
  EXPECT_TRUE(
      has(ran.out, "u-1 fell at boundary 1: partial\n      missing: Do not publish the depths."))
      << ran.out;
  EXPECT_TRUE(has(ran.out, "This compares words.")) << ran.out;
  EXPECT_FALSE(has(ran.out, "canary")) << ran.out;
  EXPECT_FALSE(has(ran.out, "\x1b")) << "no colour beside a terminal";
  EXPECT_EQ(ran.err, "");
}

TEST_F(SessionRun, TraceAlignsJapaneseText) {
  for (const char* columns : {"60", "80", "132"}) {
    const Ran ran = run("trace s.jsonl", "COLUMNS=" + std::string(columns));
    std::istringstream lines(ran.out);
    std::string line;
    std::vector<std::size_t> places;  // of the last column
    while (std::getline(lines, line)) {
      if (const std::size_t at = line.find("  verbatim "); at != std::string::npos) {
        places.push_back(display_width(line.substr(0, at)));
        EXPECT_LE(display_width(line), std::stoul(columns)) << line;
      } else if (const std::size_t part = line.find("  part "); part != std::string::npos) {
        places.push_back(display_width(line.substr(0, part)));
      }
    }
    ASSERT_GE(places.size(), 2U) << ran.out;
    for (const std::size_t place : places) {
      EXPECT_EQ(place, places[0]) << ran.out;
    }
  }
}

TEST_F(SessionRun, TraceFailsOnTheStateThatWasNamedOrAWorseOne) {
  EXPECT_EQ(run("trace s.jsonl --fail-on absent").exit_code, 1);
  EXPECT_EQ(run("trace s.jsonl --fail-on partial").exit_code, 1);
  program_.write("one.txt", "Redraw the harbour map.\n\n");
  EXPECT_EQ(run("trace s.jsonl --conditions one.txt --boundary 1 --fail-on partial").exit_code, 0);
  EXPECT_EQ(run("trace s.jsonl --conditions one.txt --boundary 2 --fail-on label_only").exit_code,
            1);
  EXPECT_EQ(run("trace s.jsonl --boundary 2").exit_code, 0) << "without --fail-on it is a view";
}

TEST_F(SessionRun, TracePrintsJson) {
  const Ran ran = run("trace s.jsonl --json --boundary 2");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* part : {R"("state": "absent")", R"("fell_at": 2)", R"("kind": "prohibition")",
                           R"("format": "entries/v1")", R"("readable": true)"}) {
    EXPECT_TRUE(has(ran.out, part)) << part << ran.out;
  }
}

TEST_F(SessionRun, TraceMasksWhatLooksLikeACredentialAndDisarmsEscapes) {
  program_.write(
      "e.jsonl",
      R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"\u001b[31mUse ghp_0123456789abcdefghijABCDEFGHIJ012345 as the token"})"
      "\n");
  const Ran ran = run("trace e.jsonl");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_FALSE(has(ran.out, "ghp_0123")) << ran.out;
  EXPECT_FALSE(has(ran.out, "\x1b")) << ran.out;
  const Ran recalled = run("recall e.jsonl");
  EXPECT_FALSE(has(recalled.out, "ghp_0123")) << recalled.out;
  EXPECT_FALSE(has(recalled.out, "\x1b")) << recalled.out;
  EXPECT_TRUE(has(recalled.err, "masked")) << recalled.err;
}

TEST_F(SessionRun, TraceRefusesWhatItCannotUse) {
  program_.write("blank.txt", "\n \n");
  program_.write("signs.txt", "a rule\n...\n");
  program_.write("bytes.txt", "\xff\xfe");
  expect_refused("trace", "--measure");
  expect_refused("trace absent.jsonl", "absent.jsonl");
  expect_refused("trace s.jsonl --fail-on lost", "--fail-on");
  expect_refused("trace s.jsonl --boundary 3", "boundary 3");
  expect_refused("trace s.jsonl --boundary 0", "boundary");
  expect_refused("trace s.jsonl --conditions absent.txt", "absent.txt");
  expect_refused("trace s.jsonl --conditions blank.txt", "blank.txt");
  expect_refused("trace s.jsonl --conditions signs.txt", "line 2");
  expect_refused("trace s.jsonl --conditions bytes.txt", "UTF-8");
  expect_refused("trace --measure s.jsonl", "line 1");
}

TEST_F(SessionRun, TracePrintsTheConfusionMatrix) {
  const Ran ran = run("trace --measure \"$SOURCE/corpus/trace/pairs.jsonl\"");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "Own texts: ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "not run: 57 pairs")) << ran.out;
  EXPECT_EQ(run("trace --measure \"$SOURCE/corpus/trace/heldout.jsonl\" --json").exit_code, 0);
}

TEST_F(SessionRun, RecallFindsTheUsersEntriesAndSummariesAlone) {
  Ran ran = run("recall s.jsonl --search HARBOUR");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "u-1  seq 1  prompt of user\n  Redraw the harbour map.")) << ran.out;
  EXPECT_TRUE(has(ran.out, "s-1  seq 5  summary of assistant")) << ran.out;
  EXPECT_FALSE(has(ran.out, "s-2")) << ran.out;
  ran = run("recall s.jsonl --json");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_FALSE(has(ran.out, "canary")) << ran.out;
  EXPECT_EQ(run("recall s.jsonl --search canary").exit_code, 1) << "nothing found";
  EXPECT_EQ(run("recall s.jsonl --boundary 2").exit_code, 0);
  expect_refused("recall s.jsonl --id a-1", "kind text");
  expect_refused("recall s.jsonl --id ../other", "no entry");
  expect_refused("recall s.jsonl --boundary 7", "boundary 7");
}

TEST_F(SessionRun, RecallFollowsNoLinkOutOfTheSession) {
  ASSERT_EQ(::symlink("s.jsonl", program_.path("link.jsonl").c_str()), 0);
  expect_refused("recall link.jsonl", "symbolic link");
  ASSERT_EQ(::mkfifo(program_.path("pipe").c_str(), 0600), 0);
  expect_refused("recall pipe", "no regular file");
}

TEST_F(SessionRun, AuditPrintsADocumentWithoutContent) {
  const Ran ran = run("audit s.jsonl --boundary 1 --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* part : {R"("schema": "compaction-audit/v1")", R"("entryId": "u-2")",
                           R"("reason": "verbatim_in_summary")", R"("reason": "partial")"}) {
    EXPECT_TRUE(has(ran.out, part)) << part << ran.out;
  }
  for (const char* part : {"harbour", "岸壁", "canary"}) {
    EXPECT_FALSE(has(ran.out, part)) << part;
  }
  const Ran text = run("audit s.jsonl");
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_TRUE(has(text.out, "boundary 2\n")) << text.out;
  expect_refused("audit s.jsonl --boundary 3", "boundary 3");
  program_.write("none.jsonl", kSession.substr(0, kSession.find('\n') + 1));
  expect_refused("audit none.jsonl", "no compaction");
  expect_refused("audit .", "folder");
}

}  // namespace
}  // namespace holdfast::testing
