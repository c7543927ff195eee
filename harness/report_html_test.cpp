// The page says what the record says, in one file, and nothing in a record can get out of its
// place.
#include "harness/report_html.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/report_testing.h"

namespace holdfast::testing {
namespace {

void expect_a_quiet_page(const std::string& page) {
  TagReader reader(page, true);
  ASSERT_EQ(reader.fault(), "");
  static const std::set<std::string> kElements = {
      "html",   "head",    "meta", "title",  "style",   "body",       "a",       "header",
      "p",      "h1",      "h2",   "h3",     "span",    "ul",         "li",      "nav",
      "main",   "section", "dl",   "div",    "dt",      "dd",         "table",   "thead",
      "tbody",  "tr",      "th",   "td",     "caption", "details",    "summary", "article",
      "code",   "del",     "ins",  "figure", "svg",     "figcaption", "path",    "line",
      "circle", "rect",    "text", "b",      "br",      "footer"};
  for (const std::string& element : reader.elements()) {
    EXPECT_TRUE(kElements.count(element) == 1) << element;
  }
  for (const std::string& attribute : reader.attributes()) {
    EXPECT_NE(attribute.substr(0, 2), "on") << attribute;
    EXPECT_NE(attribute.substr(0, 4), "src=") << attribute;
    EXPECT_NE(attribute.substr(0, 6), "style=") << attribute;
    EXPECT_TRUE(attribute.substr(0, 5) != "href=" || attribute.substr(0, 6) == "href=#")
        << attribute;
  }
  EXPECT_EQ(page.find("http://"), page.find("http://h/p")) << "only as text of a record";
  EXPECT_EQ(page.find("https://"), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(ReportPage, HasOneHeadlineAndEveryLinkLeadsSomewhere) {
  for (const RecordParts& parts : {RecordParts{}, RecordParts{.failures = 0},
                                   RecordParts{.outcome = Outcome::kRejectedWrongReason},
                                   RecordParts{.control_fails = true}}) {
    const std::string page = run_html(facts_of(parts));
    expect_a_quiet_page(page);
    EXPECT_EQ(count_of(page, "<h1>"), 1U);
    TagReader reader(page, true);
    ASSERT_EQ(reader.fault(), "");
    std::set<std::string> ids;
    for (const std::string& attribute : reader.attributes()) {
      if (attribute.substr(0, 3) == "id=") {
        EXPECT_TRUE(ids.insert(attribute.substr(3)).second) << attribute << " twice";
      }
    }
    for (const std::string& attribute : reader.attributes()) {
      if (attribute.substr(0, 6) == "href=#") {
        EXPECT_EQ(ids.count(attribute.substr(6)), 1U) << attribute;
      }
    }
  }
}

TEST(ReportPage, LetsNoTextOfARecordOutOfItsPlace) {
  for (const std::string& text : hostile_texts()) {
    for (const Outcome outcome : {Outcome::kAccepted, Outcome::kCrash}) {
      expect_a_quiet_page(run_html(facts_of({.subject = text,
                                             .strategy = text,
                                             .reason = text,
                                             .diagnosis = text,
                                             .document_text = text,
                                             .outcome = outcome})));
    }
    const auto facts = simulation_facts(simulation_value(text), "s.json");
    ASSERT_TRUE(facts.ok()) << facts.error().text();
    expect_a_quiet_page(simulation_html(*facts));
  }
}

TEST(ReportPage, ShowsNoTextOfASessionUnlessAsked) {
  const RecordParts parts{.reason = "canary of the subject",
                          .diagnosis = "canary in a diagnosis",
                          .document_text = "canary in a document",
                          .session = true};
  const std::string page = run_html(facts_of(parts));
  EXPECT_EQ(page.find("canary"), std::string::npos);
  EXPECT_NE(page.find("a text of 20 characters"), std::string::npos);
  EXPECT_NE(page.find("class=\"del\""), std::string::npos)
      << "the difference is marked all the same";
  EXPECT_NE(run_html(facts_of(parts, true)).find("canary in a document"), std::string::npos);
}

TEST(ReportPage, ShowsTheTwoDocumentsWithTheDifferenceMarked) {
  const std::string page = run_html(facts_of({.document_text = "売上の誤りを直す"}));
  EXPECT_NE(page.find("売上の誤りを直す<ins> and more</ins>"), std::string::npos);
  EXPECT_NE(page.find("got through"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
}

TEST(ReportPage, IsTheSameForTheSameRecord) {
  EXPECT_EQ(run_html(facts_of({})), run_html(facts_of({})));
}

TEST(ReportPage, MapsItemsByRounds) {
  const auto facts = simulation_facts(simulation_value("plain"), "s.json");
  ASSERT_TRUE(facts.ok()) << facts.error().text();
  const std::string page = simulation_html(*facts);
  EXPECT_NE(page.find("Every loss was refused"), std::string::npos);
  EXPECT_NE(page.find("<td class=\"f-absent\">x</td>"), std::string::npos);
  const auto through = simulation_facts(simulation_value("plain", "accept"), "s.json");
  ASSERT_TRUE(through.ok()) << through.error().text();
  EXPECT_NE(simulation_html(*through).find("A loss got through"), std::string::npos);
}

}  // namespace
}  // namespace holdfast::testing
