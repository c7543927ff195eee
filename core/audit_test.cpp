#include "core/audit.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/json.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

const AuditSource kSource = {std::string(64, '1'), 812};

std::string line(const std::string& id, const std::string& author, const std::string& kind,
                 const std::string& text, int boundary = 0) {
  std::string out = R"({"entryId":")" + id + R"(","seq":1,"author":")" + author + R"(","kind":")" +
                    kind + R"(","text":")" + text + "\"";
  return out + (boundary > 0 ? ",\"boundary\":" + std::to_string(boundary) : "") + "}\n";
}

const std::string kLongSummary =
    "canary: Do not publish the depths. Redraw the harbour map in blue. " + std::string(250, 'x');

Session session() {
  return *read_session_bytes(
      line("u-1", "user", "prompt", "Do not publish the depths.") +
          line("u-2", "user", "prompt", "Redraw the harbour map in blue. Use ink and paper.") +
          line("u-3", "user", "prompt", "Send a copy to Rotterdam.") +
          line("u-4", "user", "prompt", "Keep the tide tables as they are.") +
          line("a-1", "assistant", "call", "{}") + line("r-1", "tool", "result", "canary") +
          line("b-1", "system", "boundary", "Compacted", 1) +
          line("s-1", "assistant", "summary", kLongSummary, 1) +
          line("k-4", "system", "kept", "u-4", 1) +
          line("n-1", "system", "put_back", "canary rules", 1) +
          line("u-5", "user", "prompt", "Go on.") + line("n-2", "system", "notice", "later") +
          line("b-2", "system", "boundary", "", 2),
      "s");
}

std::string items(const Value& audit, std::string_view part) {
  std::string out;
  for (const Value& item : audit.find(part)->items()) {
    out +=
        (out.empty() ? "" : " ") + item.find("entryId")->text() + ":" + item.find("reason")->text();
  }
  return out;
}

TEST(Audit, SaysWhatBecameOfEachEntry) {
  const Result<Value> audit = audit_boundary(session(), 1, kSource);
  ASSERT_TRUE(audit.ok());
  EXPECT_EQ(items(*audit, "kept"), "u-1:verbatim_in_summary u-4:kept_in_tail");
  EXPECT_EQ(items(*audit, "folded"), "u-2:partial a-1:tool_traffic r-1:tool_traffic");
  EXPECT_EQ(items(*audit, "dropped"), "u-3:absent");
  EXPECT_EQ(items(*audit, "put_back"), "n-1:put_back_from_disk");
  const Value& came_out = *audit->find("came_out");
  EXPECT_EQ(came_out.find("entries")->integer(), 3);
  EXPECT_EQ(came_out.find("summary_sha256")->text(), sha256_hex(kLongSummary));
  const Value& taken_in = *audit->find("taken_in");
  EXPECT_EQ(taken_in.find("from_seq")->integer(), 1);
  EXPECT_EQ(taken_in.find("to_seq")->integer(), 6);
}

TEST(Audit, HoldsNoContent) {
  for (const std::uint32_t boundary : {1U, 2U}) {
    const Result<Value> audit = audit_boundary(session(), boundary, kSource);
    ASSERT_TRUE(audit.ok());
    const std::string text = write_compact_json(*audit);
    for (const char* word : {"canary", "depths", "harbour", "Rotterdam", "rules"}) {
      EXPECT_EQ(text.find(word), std::string::npos) << word;
    }
  }
}

TEST(Audit, CountsEachEntryThatWasTakenInOnce) {
  for (const std::uint32_t boundary : {1U, 2U}) {
    const Result<Value> audit = audit_boundary(session(), boundary, kSource);
    ASSERT_TRUE(audit.ok());
    std::size_t listed = 0;
    std::set<std::string> ids;
    for (const char* part : {"kept", "folded", "dropped"}) {
      for (const Value& item : audit->find(part)->items()) {
        ++listed;
        ids.insert(item.find("entryId")->text());
      }
    }
    EXPECT_EQ(listed, ids.size());
    EXPECT_EQ(static_cast<std::int64_t>(listed),
              audit->find("taken_in")->find("entries")->integer());
  }
}

TEST(Audit, TakesTheEarlierSummaryInAndSaysWhereThereIsNone) {
  const Result<Value> audit = audit_boundary(session(), 0, kSource);
  ASSERT_TRUE(audit.ok());
  EXPECT_EQ(audit->find("boundary")->integer(), 2) << "0 is the newest";
  EXPECT_EQ(items(*audit, "dropped"),
            "u-4:no_summary s-1:no_summary n-1:no_summary u-5:no_summary n-2:no_summary");
  EXPECT_TRUE(audit->find("came_out")->find("summary_sha256")->is_null());
}

TEST(Audit, GivesNoDigestOfAShortSummary) {
  const Session read = *read_session_bytes(line("u-1", "user", "prompt", "Go on.") +
                                               line("b-1", "system", "boundary", "", 1) +
                                               line("s-1", "assistant", "summary", "Going on.", 1),
                                           "s");
  const Result<Value> audit = audit_boundary(read, 1, kSource);
  ASSERT_TRUE(audit.ok());
  EXPECT_TRUE(audit->find("came_out")->find("summary_sha256")->is_null());
}

TEST(Audit, RefusesABoundaryThatIsNotThere) {
  EXPECT_FALSE(audit_boundary(session(), 3, kSource).ok());
  const Session none = *read_session_bytes(line("u-1", "user", "prompt", "Go on."), "s");
  const Result<Value> audit = audit_boundary(none, 0, kSource);
  ASSERT_FALSE(audit.ok());
  EXPECT_FALSE(audit.error().remedy.empty());
}

}  // namespace
}  // namespace holdfast
