#include "core/extract_v2.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/document.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

class Maker {
 public:
  Maker() {
    session.format = "test";
    session.session_id = "s-1";
    session.working_directory = "/home/ada/kiln";
  }
  Entry& add(Author author, std::string_view kind, std::string_view text,
             std::string_view call_id = {}, std::string_view tool = {}) {
    Entry& entry = session.entries.emplace_back();
    entry.seq = session.entries.size();
    entry.entry_id = "e" + std::to_string(entry.seq);
    entry.author = author;
    entry.kind = kind;
    entry.text = text;
    entry.call_id = call_id;
    entry.tool = tool;
    entry.time = "2026-03-01T09:00:00Z";
    return entry;
  }
  Session session;
};

std::string faults_of(const Extraction& extraction) {
  std::string faults;
  for (const Finding& finding :
       read_document_value(to_value(extraction.manifest), Side::kBefore).findings) {
    faults += finding.code + " " + finding.field + " " + finding.item + "; ";
  }
  return faults;
}

TEST(ExtractV2, OfAnEmptySessionIsValidAndSaysWhatIsDerived) {
  const Extraction extraction = extract_manifest_v2(Session{});
  EXPECT_EQ(faults_of(extraction), "");
  for (const char* pointer : {"/canonical/0/root", "/canonical/0/readAt", "/canonical/0/path",
                              "/nextExactAction/operation", "/nextExactAction/target", "/objective",
                              "/rollback", "/taskId"}) {
    EXPECT_EQ(std::count(extraction.derived.begin(), extraction.derived.end(), pointer), 1)
        << pointer;
  }
}

TEST(ExtractV2, CarriesPromptsAsDirectivesWithTheirSource) {
  Maker maker;
  maker.add(Author::kUser, "prompt", "Never push to main.");
  maker.add(Author::kAssistant, "text", "I will not.");
  maker.add(Author::kUser, "prompt",
            "Use token = sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD now.");
  const Extraction extraction = extract_manifest_v2(maker.session);
  EXPECT_EQ(faults_of(extraction), "");
  const auto& directives = extraction.manifest.directives;
  ASSERT_EQ(directives.size(), 2U);
  EXPECT_EQ(directives[0].source_entry_id, "e1");
  EXPECT_EQ(directives[0].source_sha256, sha256_hex("Never push to main."));
  EXPECT_EQ(directives[0].obligations[0].kind, "prohibition");
  EXPECT_EQ(directives[1].text.find("sk-abc"), std::string::npos);
  EXPECT_EQ(std::count(extraction.derived.begin(), extraction.derived.end(), "/directives/1/text"),
            1);
  EXPECT_EQ(std::count(extraction.derived.begin(), extraction.derived.end(), "/directives/0/text"),
            0);
}

TEST(ExtractV2, PairsCallsWithTheirResultsInOrder) {
  Maker maker;
  maker.add(Author::kAssistant, "call", "{}", "t-1", "Bash");
  maker.add(Author::kAssistant, "call", "{}", "t-2", "Bash");
  maker.add(Author::kTool, "result", "ok", "t-1");
  maker.add(Author::kTool, "result", "ok again", "t-1");
  maker.add(Author::kAssistant, "call", "{}", "t-1", "Bash");
  maker.add(Author::kTool, "result", "of nobody", "t-9");
  const Extraction extraction = extract_manifest_v2(maker.session);
  EXPECT_EQ(faults_of(extraction), "");
  const auto& events = extraction.manifest.events;
  ASSERT_EQ(events.size(), 6U);
  EXPECT_EQ(events[0].event_id, "t-1");
  EXPECT_EQ(events[2].answers, "t-1");
  EXPECT_EQ(events[3].answers, "") << "a call is answered once";
  EXPECT_NE(events[4].event_id, "t-1") << "an id is given once";
  EXPECT_EQ(events[5].answers, "");
  ASSERT_EQ(extraction.manifest.external_writes.size(), 2U);
  EXPECT_EQ(extraction.manifest.external_writes[0].receipt, "e3");
  EXPECT_EQ(extraction.manifest.external_writes[1].status, WriteStatus::kUnknown);
}

TEST(ExtractV2, KeepsTheNewestAndCountsTheRest) {
  Maker maker;
  for (std::size_t i = 0; i < kEventsMax + 10; ++i) {
    maker.add(Author::kAssistant, "call", "{}", "t-" + std::to_string(i), "Read");
    maker.add(Author::kTool, "result", "ok", "t-" + std::to_string(i));
    maker.add(Author::kUser, "prompt", "Prompt " + std::to_string(i));
  }
  const Extraction extraction = extract_manifest_v2(maker.session);
  EXPECT_EQ(faults_of(extraction), "");
  EXPECT_EQ(extraction.manifest.events.size(), kEventsMax);
  EXPECT_EQ(extraction.manifest.directives.size(), kDirectivesMax);
  EXPECT_EQ(extraction.manifest.directives.back().text, "Prompt " + std::to_string(kEventsMax + 9));
  EXPECT_GT(extraction.left_out, 0U);
}

TEST(ExtractV2, IsValidWhateverTheEntriesHold) {
  Maker maker;
  for (const char* text :
       {"", " ", "\xff\xfe", "\xEF\xBF\xBE", "a\nb", "\xE2\xA0\x80", "e\xCC\x81"}) {
    for (const char* kind : {"prompt", "call", "result", "boundary", "todo", "nonsense"}) {
      Entry& entry = maker.add(Author::kUser, kind, text, text, text);
      entry.time = text;
      entry.entry_id = text;
    }
  }
  maker.session.session_id = "\xff";
  EXPECT_EQ(faults_of(extract_manifest_v2(maker.session)), "");
}

TEST(ExtractV2, OfRealSessionsIsValidBeforeEachBoundary) {
  const char* shared = std::getenv("HOLDFAST_SHARED");
  const std::string folder =
      (shared != nullptr ? std::string(shared) : std::string(HOLDFAST_SOURCE_DIR "/../shared")) +
      "/sessions";
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no real sessions here";
  }
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".jsonl") {
      continue;
    }
    const auto session = read_session(file.path());
    ASSERT_TRUE(session) << file.path();
    for (const Entry& entry : session->entries) {
      if (entry.kind == "boundary" && entry.seq > 1) {
        EXPECT_EQ(faults_of(extract_manifest_v2(*session, entry.seq - 1)), "") << file.path();
      }
    }
    EXPECT_EQ(faults_of(extract_manifest_v2(*session)), "") << file.path();
  }
}

}  // namespace
}  // namespace holdfast
