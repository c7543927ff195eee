#include "harness/builtin_subject.h"

#include "core/chain.h"
#include "core/check.h"
#include "generators/story.h"
#include "harness/case.h"

namespace holdfast {
namespace {

// Digests are made for every case that is refused and for one accepted case in so many; there both
// ways of comparing must agree (core/compaction.cpp checks it).
constexpr std::uint64_t kChecksumEvery = 1000;

class BuiltinSubject final : public Subject {
 public:
  explicit BuiltinSubject(const BuiltinOptions& options) : options_(options) {
    description_.name = "holdfast built-in";
    description_.version = "1";
    description_.schemas = {std::string(kManifestV1), std::string(kManifestV2)};
    description_.policies = {"exact", "monotone"};
    description_.evidence = {"ledger", "progress", "sources", "approvals",
                             "used",   "receipts", "masks"};
    for (const StoryKind& kind : story_kinds()) {
      description_.stories.emplace_back(kind.name);
    }
    description_.has_reason_map = true;
  }

  const SubjectDescription& description() const override { return description_; }
  bool usable() const override { return true; }
  SubjectEnding finish() override { return {}; }

  Answer verify(const Question& question) override {
    ++asked_;
    if (const StoryKind* kind = find_story_kind(question.kind)) {
      return answer_of_story(*kind, question);
    }
    CheckOptions check;
    check.step = question.step == "link"     ? Step::kLink
                 : question.step == "origin" ? Step::kOrigin
                                             : Step::kPair;
    check.evidence = question.evidence;
    check.policy = question.policy == "monotone" ? Policy::kMonotone : Policy::kExact;
    check.rules = options_.rules;
    check.deny_by_default = options_.deny_by_default;
    check.checksums = asked_ % kChecksumEvery == 0;
    const Verdict verdict =
        check_compaction(before(question.before), read(question.after, Side::kAfter), check);
    return answer_of(verdict);
  }

  // Judged as a chain: where a mask was placed, and which approvals were really used, is known
  // here.
  Answer verify_chain(const Case& c) override {
    std::vector<ChainLink> links(c.chain.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      const CaseLink& link = c.chain[i];
      links[i].manifest = read(link.manifest.view(), Side::kAfter);
      links[i].evidence = link.evidence.is_null() ? nullptr : &link.evidence;
      if (link.before) {
        links[i].before = read(link.before->view(), Side::kBefore);
      }
    }
    std::optional<EvidenceLog> log;
    if (c.log) {
      log.emplace();
      for (const Value& evidence : *c.log) {
        log->push_back(evidence.is_null() ? nullptr : &evidence);
      }
    }
    CheckOptions check;
    check.policy = c.policy;
    check.rules = options_.rules;
    check.deny_by_default = options_.deny_by_default;
    return answer_of(check_chain(links, log, check));
  }

 private:
  static Answer answer_of_story(const StoryKind& kind, const Question& question) {
    Answer answer;
    answer.reasons = kind.codes(question.after.value == nullptr ? Value() : *question.after.value);
    answer.kind = answer.reasons.empty() ? AnswerKind::kAccept : AnswerKind::kReject;
    return answer;
  }

  static Answer answer_of(const Verdict& verdict) {
    Answer answer;
    answer.kind = verdict.pass ? AnswerKind::kAccept : AnswerKind::kReject;
    for (const Finding& finding : verdict.findings) {
      if (answer.reasons.empty() || answer.reasons.back() != finding.code) {
        answer.reasons.push_back(finding.code);
      }
    }
    return answer;
  }

  Document read(const SubjectDocument& document, Side side) const {
    const ReadOptions options{.limits = {}, .action = options_.action, .rules = options_.rules};
    switch (document.form) {
      case SubjectDocument::Form::kNothing:
        return read_document(std::nullopt, side, options);
      case SubjectDocument::Form::kValue:
        return read_document_value(*document.value, side, options);
      case SubjectDocument::Form::kText:
        return read_document(document.text, side, options);
    }
    CHECK(false && "a form that is none");
  }

  // Many cases share one record, which need not be read again.
  const Document& before(const SubjectDocument& document) {
    if (document.form != SubjectDocument::Form::kValue) {
      before_value_ = Value();
      before_ = read(document, Side::kBefore);
    } else if (before_value_.is_null() || !(before_value_ == *document.value)) {
      before_value_ = *document.value;
      before_ = read(document, Side::kBefore);
    }
    return before_;
  }

  BuiltinOptions options_;
  SubjectDescription description_;
  std::uint64_t asked_ = 0;
  Value before_value_;
  Document before_;
};

class BuiltinFactory final : public SubjectFactory {
 public:
  explicit BuiltinFactory(const BuiltinOptions& options) : options_(options) {}
  Result<std::unique_ptr<Subject>> start() const override {
    return std::unique_ptr<Subject>(std::make_unique<BuiltinSubject>(options_));
  }
  std::string identity() const override { return "built-in"; }

 private:
  BuiltinOptions options_;
};

}  // namespace

std::unique_ptr<SubjectFactory> make_builtin_subject_factory(BuiltinOptions options) {
  return std::make_unique<BuiltinFactory>(options);
}

}  // namespace holdfast
