// A subject that is a command speaking subject/v1 over its standard streams.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/process.h"
#include "harness/subject.h"
#include "harness/subject_protocol.h"

namespace holdfast {

class CommandSubject final : public Subject {
 public:
  // Starts the command and shakes hands.
  static Result<std::unique_ptr<Subject>> start(const std::string& command,
                                                const SubjectLimits& limits);

  const SubjectDescription& description() const override { return hello_.description; }
  Answer verify(const Question& question) override;
  bool usable() const override { return usable_; }
  SubjectEnding finish() override;

 private:
  CommandSubject(std::unique_ptr<Process> process, Hello hello, const SubjectLimits& limits);

  SubjectEnding end();
  Answer judge(const std::string& line, const Question& question);
  // Of a line that was there before the question was sent.
  Answer judge_early(const std::string& line, const Question& question);
  Answer give_up(AnswerKind kind, std::string diagnosis);
  Answer no_answer(Process::Exchange outcome);
  void translate(std::vector<std::string>& reasons) const;

  SubjectLimits limits_;
  std::unique_ptr<Process> process_;
  Hello hello_;
  std::unordered_set<std::string> answered_;  // ids of questions
  std::string last_id_;
  bool usable_ = true;
  std::optional<SubjectEnding> ending_;
};

}  // namespace holdfast
