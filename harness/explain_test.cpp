#include "harness/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "harness/shrink_documents.h"
#include "harness/zoo.h"

namespace holdfast {
namespace {

std::unique_ptr<SubjectFactory> verifier(std::string_view name) {
  const auto all = zoo::all();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ZooFault& f) { return f.name == name; });
  EXPECT_NE(found, all.end()) << name;
  return make_zoo_subject_factory(*found);
}

Case lost_objective() {
  Manifest before = smallest_manifest(Version::kV1);
  before.objective = "the objective that must stay secret";
  before.prohibitions = {"do not publish"};
  Manifest after = before;
  after.objective = "something else";
  Case c;
  c.before = CaseDocument::of(to_value(before));
  c.after = CaseDocument::of(to_value(after));
  c.expect = {.accept = false, .codes = {"objective_changed"}};
  return c;
}

const ExplainedPart* part_at(const Explanation& explanation, std::string_view pointer) {
  const auto found =
      std::find_if(explanation.parts.begin(), explanation.parts.end(),
                   [&](const ExplainedPart& part) { return part.pointer == pointer; });
  return found == explanation.parts.end() ? nullptr : &*found;
}

TEST(Explain, SaysWhichPartIsNecessaryAndWhichMayBeAnything) {
  const auto explanation = explain_case(lost_objective(), Outcome::kAccepted,
                                        *verifier("forgets_objective"), {.calls_max = 100});
  ASSERT_TRUE(explanation.has_value());
  EXPECT_TRUE(explanation->complete);
  EXPECT_EQ(explanation->relevant(), std::set<std::string>{"objective"});
  const ExplainedPart* objective = part_at(*explanation, "/objective");
  ASSERT_NE(objective, nullptr);
  EXPECT_EQ(objective->role, PartRole::kNecessary);
  EXPECT_NE(objective->sentence.find("any other wrong text does as well"), std::string::npos);
  const ExplainedPart* prohibitions = part_at(*explanation, "/prohibitions");
  ASSERT_NE(prohibitions, nullptr);
  EXPECT_EQ(prohibitions->role, PartRole::kAny);
  ASSERT_TRUE(explanation->repair.has_value());
  EXPECT_EQ(explanation->repair->pointers, std::vector<std::string>{"/objective"});
}

TEST(Explain, NeverShowsTextOfTheDocuments) {
  const auto explanation = explain_case(lost_objective(), Outcome::kAccepted,
                                        *verifier("forgets_objective"), {.calls_max = 100});
  ASSERT_TRUE(explanation.has_value());
  for (const char* text : {"secret", "something else", "publish"}) {
    EXPECT_EQ(explanation_text(*explanation).find(text), std::string::npos) << text;
  }
}

TEST(Explain, StopsAtItsCapAndSaysSo) {
  const auto explanation = explain_case(lost_objective(), Outcome::kAccepted,
                                        *verifier("forgets_objective"), {.calls_max = 1});
  ASSERT_TRUE(explanation.has_value());
  EXPECT_FALSE(explanation->complete);
  EXPECT_EQ(explanation->calls, 1U);
  EXPECT_NE(explanation_text(*explanation).find("1 of at most 1 calls; the cap"),
            std::string::npos);
}

TEST(Explain, TakesNoCaseWithoutAValidRecord) {
  Case c = lost_objective();
  c.before = CaseDocument::of_text("{");
  EXPECT_FALSE(explain_case(c, Outcome::kAccepted, *verifier("forgets_objective"), {}).has_value());
}

}  // namespace
}  // namespace holdfast
