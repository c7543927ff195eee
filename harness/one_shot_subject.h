// A subject that is a command run afresh for every question.
#pragma once

#include <memory>
#include <string>

#include "harness/process.h"
#include "harness/subject.h"

namespace holdfast {

// What the runs of one command have in common, for all workers.
class OneShotHistory;

class OneShotSubject final : public Subject {
 public:
  OneShotSubject(std::string command, const SubjectLimits& limits, SubjectDescription declared,
                 std::shared_ptr<OneShotHistory> history);

  const SubjectDescription& description() const override { return declared_; }
  Answer verify(const Question& question) override;
  bool usable() const override { return usable_; }
  SubjectEnding finish() override;

 private:
  Answer run(const std::string& before, const std::string& after, const std::string& evidence,
             const Question& question);

  std::string command_;
  SubjectLimits limits_;
  SubjectDescription declared_;
  std::shared_ptr<OneShotHistory> history_;
  std::string last_id_;
  bool usable_ = true;
};

}  // namespace holdfast
