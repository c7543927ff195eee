#include "core/manifest_test.h"
#include "core/session.h"

namespace holdfast {
namespace {

const std::string kLines =
    R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"Do not publish depths."})"
    "\n"
    R"({"entryId":"a-1","seq":2,"author":"assistant","kind":"call","text":"","callId":"c-1"})"
    "\r\n"
    R"({"entryId":"s-1","seq":9,"author":"system","kind":"summary","text":"Done.","boundary":1})"
    "\n";

TEST(EntriesReader, ReadsOneEntryALine) {
  const auto session = read_session_bytes(kLines, "s");
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->format, "entries/v1");
  ASSERT_EQ(session->entries.size(), 3U);
  EXPECT_EQ(session->entries[0].author, Author::kUser);
  EXPECT_EQ(session->entries[1].call_id, "c-1");
  EXPECT_EQ(session->entries[2].boundary, 1U);
  EXPECT_EQ(session->entries[2].seq, 3U) << "the file's order is the truth";
}

TEST(EntriesReader, CountsWhatIsNoEntry) {
  const auto session = read_session_bytes(
      kLines + "{\"entryId\":\"x\"}\nno json\n" +
          R"({"entryId":"u-2","seq":4,"author":"person","kind":"prompt","text":"x"})" + "\n",
      "s");
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->entries.size(), 3U);
  EXPECT_EQ(session->notes.at("broken_line"), 3U);
}

TEST(EntriesReader, CountsIdsThatStandTwice) {
  const auto session = read_session_bytes(kLines + kLines, "s");
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->entries.size(), 6U);
  EXPECT_EQ(session->notes.at("duplicate_id"), 3U);
}

TEST(EntriesReader, LeavesOtherFormatsAlone) {
  EXPECT_FALSE(read_session_bytes("{\"seq\":1}\n" + kLines, "s").ok());
}

}  // namespace
}  // namespace holdfast
