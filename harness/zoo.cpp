#include "harness/zoo.h"

#include "core/check.h"
#include "harness/builtin_subject.h"

namespace holdfast {
namespace {

class ZooSubject final : public Subject {
 public:
  ZooSubject(SubjectDescription description, Judge judge)
      : description_(std::move(description)), judge_(std::move(judge)) {}
  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question& question) override { return judge_(question); }
  bool usable() const override { return true; }
  SubjectEnding finish() override { return {}; }

 private:
  SubjectDescription description_;
  Judge judge_;
};

class ZooFactory final : public SubjectFactory {
 public:
  explicit ZooFactory(const ZooFault& fault) : fault_(fault) {
    const auto builtin = make_builtin_subject_factory()->start();
    CHECK(builtin.ok());
    description_ = (*builtin)->description();
    description_.name = fault.name;
  }
  Result<std::unique_ptr<Subject>> start() const override {
    return std::unique_ptr<Subject>(std::make_unique<ZooSubject>(description_, fault_.judge()));
  }
  std::string identity() const override { return "zoo: " + std::string(fault_.name); }

 private:
  const ZooFault& fault_;
  SubjectDescription description_;
};

}  // namespace

std::string_view to_text(FaultKind kind) {
  switch (kind) {
    case FaultKind::kFailOpen:
      return "fail_open";
    case FaultKind::kOverStrict:
      return "over_strict";
    case FaultKind::kWrongReason:
      return "wrong_reason";
    case FaultKind::kStateful:
      return "stateful";
    case FaultKind::kOrderDependent:
      return "order_dependent";
  }
  CHECK(false && "a kind that is none");
}

bool shows(FaultKind kind, Outcome outcome) {
  switch (kind) {
    case FaultKind::kFailOpen:
      return outcome == Outcome::kAccepted;
    case FaultKind::kOverStrict:
      return outcome == Outcome::kFalseAlarm;
    case FaultKind::kWrongReason:
      return outcome == Outcome::kRejectedWrongReason;
    case FaultKind::kStateful:
    case FaultKind::kOrderDependent:
      return outcome == Outcome::kAccepted || outcome == Outcome::kFalseAlarm ||
             outcome == Outcome::kRejectedWrongReason || outcome == Outcome::kNondeterministic ||
             outcome == Outcome::kOrderDependent;
  }
  CHECK(false && "a kind that is none");
}

std::unique_ptr<SubjectFactory> make_zoo_subject_factory(const ZooFault& fault) {
  return std::make_unique<ZooFactory>(fault);
}

}  // namespace holdfast
