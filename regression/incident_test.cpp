// The stored chains of the incident and of the interleavings are what generators/ makes;
// HOLDFAST_WRITE_CASES=1 writes them anew. The longest story is judged without being stored.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/file.h"
#include "core/json.h"
#include "generators/incident.h"
#include "generators/interleaving.h"
#include "harness/builtin_subject.h"
#include "harness/replay.h"

namespace holdfast {
namespace {

struct Stored {
  IncidentStory story;
  std::string flag;  // also the source and the beginning of the id
  std::string invariant;
};

std::vector<Stored> all_stories() {
  std::vector<Stored> all;
  for (IncidentStory& story : incident_stories()) {
    all.push_back({std::move(story), "incident", "directive"});
  }
  for (IncidentStory& story : interleaving_stories()) {
    all.push_back({std::move(story), "interleaving", "lineage"});
  }
  return all;
}

Case case_of(const Stored& stored) {
  const IncidentStory& story = stored.story;
  Case c;
  c.kind = "chain";
  c.comment = std::string(story.comment);
  c.flags = {stored.flag};
  c.invariant = stored.invariant;
  c.source = stored.flag;
  for (const IncidentLink& link : story.links) {
    c.chain.push_back({CaseDocument::of(to_value(link.manifest)), link.evidence, std::nullopt});
  }
  c.expect.accept = story.codes.empty();
  c.expect.codes = {story.codes.begin(), story.codes.end()};
  c.id = case_id(stored.flag + "-" + std::string(story.name), c);
  return c;
}

std::string path_of(const Case& c) {
  return std::string(HOLDFAST_SOURCE_DIR) + "/regression/cases/" + c.invariant + "/" + c.id +
         ".json";
}

constexpr std::size_t kStoredLinksMax = 16;

TEST(IncidentCases, AreStoredAsTheyAreMade) {
  for (const Stored& stored : all_stories()) {
    const IncidentStory& story = stored.story;
    const Case c = case_of(stored);
    if (story.links.size() > kStoredLinksMax) {
      continue;
    }
    if (std::getenv("HOLDFAST_WRITE_CASES") != nullptr) {
      const std::string path = path_of(c);
      ASSERT_TRUE(make_directory(path.substr(0, path.rfind('/'))).ok());
      ASSERT_TRUE(write_file(path, write_pretty_json(to_value(c))).ok());
    }
    const auto bytes = read_file(path_of(c));
    ASSERT_TRUE(bytes.ok()) << story.name << " is not stored; HOLDFAST_WRITE_CASES=1 writes it";
    EXPECT_EQ(*bytes, write_pretty_json(to_value(c))) << story.name;
  }
}

// The same stories for a subject that knows only pairs: the built-in, asked link by link.
class LinkByLink final : public Subject {
 public:
  explicit LinkByLink(std::unique_ptr<Subject> subject) : subject_(std::move(subject)) {}
  const SubjectDescription& description() const override { return subject_->description(); }
  Answer verify(const Question& question) override { return subject_->verify(question); }
  bool usable() const override { return true; }
  SubjectEnding finish() override { return {}; }

 private:
  std::unique_ptr<Subject> subject_;
};

TEST(IncidentCases, ComeOutTheSameLinkByLink) {
  for (const Stored& stored : all_stories()) {
    const IncidentStory& story = stored.story;
    const Case c = case_of(stored);
    auto subject = make_builtin_subject_factory()->start();
    ASSERT_TRUE(subject.ok());
    const Answer whole = (*subject)->verify_chain(c);
    LinkByLink pairs(std::move(*subject));
    const Answer answer = pairs.verify_chain(c);
    EXPECT_EQ(answer.kind, whole.kind) << story.name;
    EXPECT_EQ(answer.kind, story.codes.empty() ? AnswerKind::kAccept : AnswerKind::kReject)
        << story.name;
  }
}

}  // namespace
}  // namespace holdfast
