// From a user's entry to a line of the ledger, and what the proposing rule sees.
#include "core/ledger_marks.h"

#include "core/evidence_test.h"

namespace holdfast {
namespace {

Session session_of(std::vector<Entry> entries) {
  Session session;
  session.format = "entries/v1";
  session.entries = std::move(entries);
  for (std::size_t i = 0; i < session.entries.size(); ++i) {
    session.entries[i].seq = i + 1;
  }
  return session;
}

Entry entry(std::string id, Author author, std::string kind, std::string text) {
  Entry made;
  made.entry_id = std::move(id);
  made.author = author;
  made.kind = std::move(kind);
  made.text = std::move(text);
  return made;
}

Session example() {
  return session_of({entry("u-1", Author::kUser, "prompt",
                           "Redraw the map. Do not publish depths. 縮尺は変えないでください。"),
                     entry("a-1", Author::kAssistant, "text", "I will not publish depths."),
                     entry("s-1", Author::kSystem, "summary", "Do not publish depths."),
                     entry("t-1", Author::kTool, "result", "ok")});
}

Mark mark(std::string id, std::string text) {
  Mark made;
  made.entry_id = std::move(id);
  made.text = std::move(text);
  made.directive_id = "d-1";
  made.obligations = {{"prohibition", "No depth is shown."}};
  return made;
}

TEST(Marks, BecomeALineWithTheEntrysDigestAndTheSpanOfTheText) {
  const Session session = example();
  const auto line = issued_members(session, mark("u-1", "縮尺は変えないでください。"), "s");
  ASSERT_TRUE(line.ok()) << line.error().text();
  EXPECT_EQ(*line->find("span"), Value::array({39, 78}));
  EXPECT_EQ(line->find("text")->text(), "縮尺は変えないでください。");
  EXPECT_EQ(line->find("sourceSha256")->text(), sha256_hex(session.entries[0].text));
  LedgerFault fault;
  EXPECT_TRUE(read_ledger(chained({*line}), fault)) << fault.reason;
}

TEST(Marks, TakeOnlyWhatAUserWrote) {
  const Session session = example();
  for (const char* id : {"a-1", "s-1", "t-1", "u-9", ""}) {
    const auto line = issued_members(session, mark(id, ""), "session.jsonl");
    ASSERT_FALSE(line.ok()) << id;
    EXPECT_EQ(line.error().code, ErrorCode::kUsage);
  }
}

TEST(Marks, FitTheEntryExactly) {
  const Session session = example();
  EXPECT_FALSE(issued_members(session, mark("u-1", "Do not publish depth!"), "s").ok());
  EXPECT_FALSE(issued_members(session, mark("u-1", "。"), "s").ok() &&
               issued_members(session, mark("u-1", "t"), "s").ok())
      << "a text that is there twice";
  Mark spanned = mark("u-1", "");
  spanned.span = {16, 38};
  EXPECT_EQ(issued_members(session, spanned, "s")->find("text")->text(), "Do not publish depths.");
  for (const auto& wrong : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {16, 16}, {-1, 5}, {0, 79}, {39, 40}, {40, 78}}) {
    spanned.span = wrong;
    EXPECT_FALSE(issued_members(session, spanned, "s").ok()) << wrong.first << ":" << wrong.second;
  }
  Mark none = mark("u-1", "");
  none.obligations.clear();
  EXPECT_FALSE(issued_members(session, none, "s").ok());
}

TEST(Marks, ComeBackFromTheirFile) {
  const std::vector<Mark> marks = {mark("u-1", "Do not publish depths.")};
  const auto read = read_marks(write_pretty_json(to_value(marks)), "marks.json");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(to_value(*read), to_value(marks));
  for (
      const char* text :
      {"", "[]", "{\"schema\":\"directive-marks/v1\"}", "{\"marks\":[]}",
       R"({"schema":"directive-marks/v2","marks":[]})",
       R"({"schema":"directive-marks/v1","marks":[{"entryId":"u","obligations":[]}]})",
       R"({"schema":"directive-marks/v1","marks":[{"entryId":"u","obligations":[{"kind":"x","text":"y"}]}]})",
       R"({"schema":"directive-marks/v1","marks":[],"note":1})"}) {
    const auto wrong = read_marks(text, "marks.json");
    ASSERT_FALSE(wrong.ok()) << text;
    EXPECT_NE(wrong.error().where.find("marks.json"), std::string::npos);
  }
}

TEST(Proposals, NameTheKindThatASentenceLooksLike) {
  const std::vector<std::pair<std::string_view, std::string_view>> table = {
      {"Never create that name again.", "prohibition"},
      {"この名前を二度と作らないでください。", "prohibition"},
      {"Remove it everywhere.", "completion"},
      {"すべての箇所から消してください。", "completion"},
      {"Explain at the end whatever must stay.", "explain_exception"},
      {"残すものは理由を書いてください。", "explain_exception"},
      {"Change only the quay.", "scope"},
      {"岸壁だけを直してください。", "scope"},
      {"Prefer simple orderings.", "method"},
      {"Show in code what is checked, how and when.", "method"},
      {"Open sheet 5.", ""},
      {"The house is mustard yellow.", ""},
      {"Thanks, that looks good.", ""}};
  for (const auto& [sentence, kind] : table) {
    EXPECT_EQ(proposed_kind(sentence), kind) << sentence;
  }
}

TEST(Proposals, ComeFromUsersPromptsAlone) {
  const std::vector<Mark> marks = propose_marks(example());
  ASSERT_EQ(marks.size(), 2U);
  for (const Mark& proposed : marks) {
    EXPECT_EQ(proposed.entry_id, "u-1");
    EXPECT_TRUE(issued_members(example(), proposed, "s").ok());
  }
}

}  // namespace
}  // namespace holdfast
