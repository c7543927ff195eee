// JUnit XML, Markdown, annotations and the terminal's lines: right counts, and nothing out of its
// place.
#include "harness/report_junit.h"

#include <gtest/gtest.h>

#include "harness/report_markdown.h"
#include "harness/report_testing.h"
#include "harness/report_text.h"
#include "harness/display_width.h"
#include "harness/text_table.h"

namespace holdfast::testing {
namespace {

void expect_junit(const std::string& xml, std::size_t tests, std::size_t failures,
                  std::size_t errors) {
  TagReader reader(xml, false);
  ASSERT_EQ(reader.fault(), "");
  const auto count = [&](std::string_view name) {
    return static_cast<std::size_t>(
        std::count(reader.elements().begin(), reader.elements().end(), name));
  };
  EXPECT_EQ(count("testcase"), tests);
  EXPECT_EQ(count("failure"), failures);
  EXPECT_EQ(count("error"), errors);
  EXPECT_NE(xml.find("tests=\"" + std::to_string(tests) + "\" failures=\"" +
                     std::to_string(failures) + "\" errors=\"" + std::to_string(errors) + "\""),
            std::string::npos);
}

TEST(Junit, HasATestCaseForEachStrategyAndControlOrKindOfFailure) {
  expect_junit(run_junit(facts_of({.failures = 0})), 2, 0, 0);
  expect_junit(run_junit(facts_of({})), 2, 1, 0);
  expect_junit(run_junit(facts_of({.outcome = Outcome::kCrash})), 2, 0, 1);
  expect_junit(run_junit(facts_of({.control_fails = true})), 2, 1, 0);
  const auto facts = simulation_facts(simulation_value("x", "accept"), "s.json");
  ASSERT_TRUE(facts.ok());
  expect_junit(simulation_junit(*facts), 4, 1, 0);
}

TEST(Junit, IsWellFormedWhateverTheRecordHolds) {
  for (const std::string& text : hostile_texts()) {
    expect_junit(run_junit(facts_of({.subject = text,
                                     .strategy = text,
                                     .reason = text,
                                     .diagnosis = text,
                                     .document_text = text})),
                 2, 1, 0);
    const auto facts = simulation_facts(simulation_value(text), "s.json");
    ASSERT_TRUE(facts.ok());
    expect_junit(simulation_junit(*facts), 4, 0, 0);
  }
}

TEST(Markdown, HasNoLinkTagOrLineOfTheRecordsOwn) {
  for (const std::string& text : hostile_texts()) {
    std::string page = run_markdown(facts_of({.subject = text, .strategy = text}));
    // What stands in fences is text; what stands outside of them is ours.
    std::string outside;
    for (std::size_t at = 0; at < page.size();) {
      const std::size_t fence = page.find("\n```", at);
      outside += page.substr(at, fence - at);
      if (fence == std::string::npos) {
        break;
      }
      const std::size_t ticks = page.find_first_not_of('`', fence + 1) - fence - 1;
      const std::string end = "\n" + std::string(ticks, '`') + "\n";
      at = page.find(end, fence + ticks) + end.size();
    }
    EXPECT_EQ(outside.find("<script"), std::string::npos) << text;
    EXPECT_EQ(outside.find("<img"), std::string::npos) << text;
    EXPECT_EQ(outside.find("]("), std::string::npos) << text;
    EXPECT_EQ(outside.find("@everyone"), std::string::npos) << text;
    EXPECT_EQ(outside.find("\n::"), std::string::npos) << text;
  }
}

TEST(Markdown, NeverShowsTextOfASession) {
  const RecordParts parts{.reason = "canary",
                          .diagnosis = "canary",
                          .document_text = "canary in a document",
                          .session = true};
  EXPECT_EQ(run_markdown(facts_of(parts)).find("canary"), std::string::npos);
  EXPECT_EQ(run_markdown(facts_of(parts, true)).find("canary in"), std::string::npos);
  EXPECT_EQ(run_junit(facts_of(parts)).find("canary in"), std::string::npos);
}

TEST(ReportText, FitsTheTerminalAndDrivesNothing) {
  for (const std::string& text : hostile_texts()) {
    const std::string lines = run_text(facts_of({.strategy = text, .reason = text}), {false, 72});
    EXPECT_EQ(lines.find('\x1b'), std::string::npos);
    EXPECT_EQ(lines.find('\r'), std::string::npos);
    std::size_t begin = 0;
    for (std::size_t end = lines.find('\n'); end != std::string::npos;
         begin = end + 1, end = lines.find('\n', begin)) {
      const std::string line = lines.substr(begin, end - begin);
      EXPECT_TRUE(display_width(line) <= 72 || line.compare(0, 5, "again") == 0) << line;
    }
  }
  EXPECT_NE(run_text(facts_of({}), {true, 72}).find("\x1b[1;31m"), std::string::npos);
}

}  // namespace
}  // namespace holdfast::testing
