// One-shot mode has no words for "cannot say" and none for reasons: exit status and last line must
// say the same thing, and everything else is an error. A script that dies with a traceback ends
// with status 1, so the status alone is never taken for a verdict.
#include "harness/one_shot_subject.h"

#include <mutex>
#include <optional>
#include <utility>

#include "core/json.h"
#include "harness/printable.h"
#include "harness/subject_protocol.h"
#include "harness/subject_text.h"
#include "harness/temporary_folder.h"

namespace holdfast {

// Whether the command can be run at all is known only from its first run; then the next start
// fails.
class OneShotHistory {
 public:
  void record(const std::string& command, const Process& process) {
    const std::lock_guard lock(mutex_);
    if (!is_command_missing(process.status())) {
      has_run_ = true;
    } else if (!has_run_) {
      missing_ = command_missing_error(command, process.stderr_tail());
    }
  }
  std::optional<Error> missing() const {
    const std::lock_guard lock(mutex_);
    return has_run_ ? std::nullopt : missing_;
  }

 private:
  mutable std::mutex mutex_;
  bool has_run_ = false;
  std::optional<Error> missing_;
};

namespace {

Answer failed(AnswerKind kind, std::string diagnosis) {
  Answer answer;
  answer.kind = kind;
  answer.diagnosis = std::move(diagnosis);
  return answer;
}

Answer not_asked(const Error& error) {
  Answer answer = failed(AnswerKind::kCrash, "the question was not asked: " + error.text());
  answer.asked = false;
  return answer;
}

// The path of the document's file; for a null document the path of no file.
Result<std::string> write_document(const TemporaryFolder& folder, const std::string& name,
                                   const SubjectDocument& document) {
  switch (document.form) {
    case SubjectDocument::Form::kNothing:
      return folder.path() + "/" + name;
    case SubjectDocument::Form::kText:
      return folder.write(name, document.text);
    case SubjectDocument::Form::kValue:
      return folder.write(name, write_compact_json(*document.value));
  }
  CHECK(false);
}

std::string last_line(std::string_view output) {
  while (!output.empty() && (output.back() == '\n' || output.back() == '\r')) {
    output.remove_suffix(1);
  }
  const std::size_t line_end = output.rfind('\n');
  return std::string(line_end == std::string_view::npos ? output : output.substr(line_end + 1));
}

Answer judge(const WaitStatus& status, const std::string& line) {
  Answer answer;
  const bool exited = status.known && !status.by_signal;
  if (exited && status.number == 0 && line == "accept") {
    answer.kind = AnswerKind::kAccept;
    return answer;
  }
  if (exited && status.number == 1 && line == "reject") {
    answer.kind = AnswerKind::kReject;
    return answer;
  }
  if (is_command_missing(status)) {
    return failed(AnswerKind::kCrash,
                  "the subject could not be started: ended with " + status.text());
  }
  if (!exited || status.number > 1) {
    return failed(AnswerKind::kCrash,
                  "the subject ended with " + status.text() + " instead of 0 or 1");
  }
  const std::string wanted = status.number == 0 ? "accept" : "reject";
  return failed(AnswerKind::kMalformed,
                "the subject ended with " + status.text() + " but its last line is " +
                    (line.empty() ? "missing" : quoted_token(line)) + " instead of \"" + wanted +
                    "\"" + (status.number == 1 ? ": did it fail?" : ""));
}

}  // namespace

SubjectDescription default_one_shot_description() {
  SubjectDescription description;
  description.name = "one-shot command";
  description.schemas = {"resume-manifest/v1", "resume-manifest/v2"};
  description.policies = {"exact"};
  return description;
}

OneShotSubject::OneShotSubject(std::string command, const SubjectLimits& limits,
                               SubjectDescription declared, std::shared_ptr<OneShotHistory> history)
    : command_(std::move(command)),
      limits_(limits),
      declared_(std::move(declared)),
      history_(std::move(history)) {}

Answer OneShotSubject::verify(const Question& question) {
  CHECK(usable_);
  last_id_ = question.id;
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) {
    usable_ = false;
    return not_asked(folder.error());
  }
  const Result<std::string> before = write_document(*folder, "before.json", question.before);
  const Result<std::string> after = write_document(*folder, "after.json", question.after);
  const Result<std::string> evidence =
      question.evidence == nullptr
          ? Result<std::string>(std::string())
          : folder->write("evidence.json", write_compact_json(*question.evidence));
  for (const Result<std::string>* path : {&before, &after, &evidence}) {
    if (!*path) {
      usable_ = false;
      return not_asked(path->error());
    }
  }
  return run(*before, *after, *evidence, question);
}

Answer OneShotSubject::run(const std::string& before, const std::string& after,
                           const std::string& evidence, const Question& question) {
  // The shell puts the paths behind the command, whatever characters they hold.
  std::vector<std::string> arguments = {"/bin/sh",           "-c",   command_ + " \"$@\"",
                                        "holdfast-one-shot", before, after};
  if (!evidence.empty()) {
    arguments.push_back(evidence);
  }
  Result<std::unique_ptr<Process>> started = Process::start(arguments, process_limits(limits_));
  if (!started) {
    usable_ = false;
    return not_asked(started.error());
  }
  Process& process = **started;
  const bool ended = process.run_to_end(Deadline(limits_.answer_deadline_ms));
  process.stop(0);
  Answer answer =
      failed(AnswerKind::kTimeout, "the subject still ran at the deadline of " +
                                       std::to_string(limits_.answer_deadline_ms) + " ms");
  if (ended) {
    history_->record(command_, process);
    answer = judge(process.status(), last_line(process.unread_output()));
    usable_ = !is_command_missing(process.status());
  }
  if (answer.kind != AnswerKind::kAccept && answer.kind != AnswerKind::kReject) {
    answer.stderr_tail = process.stderr_tail();
  }
  answer.leaked_canary = contains_canary(process.unread_output(), question.canary);
  answer.canary_in_stderr = contains_canary(process.stderr_tail(), question.canary);
  return answer;
}

SubjectEnding OneShotSubject::finish() {
  usable_ = false;
  SubjectEnding ending;
  ending.about = last_id_;
  return ending;
}

namespace {

class OneShotSubjectFactory final : public SubjectFactory {
 public:
  OneShotSubjectFactory(std::string command, const SubjectLimits& limits,
                        SubjectDescription declared)
      : command_(std::move(command)), limits_(limits), declared_(std::move(declared)) {}
  Result<std::unique_ptr<Subject>> start() const override {
    if (std::optional<Error> missing = history_->missing()) {
      return *missing;
    }
    return std::unique_ptr<Subject>(
        std::make_unique<OneShotSubject>(command_, limits_, declared_, history_));
  }
  std::string identity() const override { return "one-shot command: " + command_; }

 private:
  std::string command_;
  SubjectLimits limits_;
  SubjectDescription declared_;
  std::shared_ptr<OneShotHistory> history_ = std::make_shared<OneShotHistory>();
};

}  // namespace

std::unique_ptr<SubjectFactory> make_one_shot_subject_factory(std::string command,
                                                              SubjectLimits limits,
                                                              SubjectDescription declared) {
  return std::make_unique<OneShotSubjectFactory>(std::move(command), limits, std::move(declared));
}

}  // namespace holdfast
