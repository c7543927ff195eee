// The protocol is in step only as long as each question has had exactly one good answer. After
// anything else the process is ended, since whatever it writes next cannot be told apart any more.
//
// An answer is attributed by its id and not by the moment at which it came: a second answer blames
// the question that it repeats, whether it arrives before or after the next question was sent.
#include "harness/command_subject.h"

#include <algorithm>
#include <utility>

#include "harness/printable.h"
#include "harness/subject_text.h"

namespace holdfast {
namespace {

std::string deadline_text(std::size_t partial_bytes, int deadline_ms) {
  const std::string until = "the deadline of " + std::to_string(deadline_ms) + " ms";
  if (partial_bytes == 0) {
    return "not a single byte came before " + until +
           ": does the subject flush its output after each line?";
  }
  return "no newline after " + std::to_string(partial_bytes) + " bytes before " + until +
         ": did the subject forget to end the line, or to flush?";
}

// Stops the process, too: only then is its exit status known.
std::string failure_text(Process::Exchange outcome, Process& process, int deadline_ms,
                         const SubjectLimits& limits) {
  const std::size_t partial_bytes = process.unread_output().size();
  process.stop(0);
  switch (outcome) {
    case Process::Exchange::kEnded:
      return "the subject ended with " + process.status().text() +
             (partial_bytes == 0
                  ? ""
                  : " after " + std::to_string(partial_bytes) + " bytes of an unfinished line");
    case Process::Exchange::kDeadline:
      return deadline_text(partial_bytes, deadline_ms);
    case Process::Exchange::kOutputClosed:
      return "the subject closed its standard output and went on running";
    case Process::Exchange::kUnread:
      return "it answered without reading the question to its end";
    case Process::Exchange::kLineTooLong:
      return "its line has no end after " + std::to_string(limits.line_bytes_max) + " bytes";
    case Process::Exchange::kLine:
      break;
  }
  CHECK(false);
}

AnswerKind kind_of_failure(Process::Exchange outcome) {
  switch (outcome) {
    case Process::Exchange::kDeadline:
      return AnswerKind::kTimeout;
    case Process::Exchange::kEnded:
      return AnswerKind::kCrash;
    default:
      return AnswerKind::kMalformed;
  }
}

Error start_error(const std::string& command, std::string what, const Process& process) {
  const std::string stderr_tail = process.stderr_tail();
  if (is_command_missing(process.status())) {
    return command_missing_error(command, stderr_tail);
  }
  return Error{ErrorCode::kSubject, with_last_words(std::move(what), stderr_tail), command,
               "a subject answers the first line with "
               R"({"type":"hello","protocol":1,"name":…,"schemas":[…],"policies":[…]})"};
}

}  // namespace

Result<std::unique_ptr<Subject>> CommandSubject::start(const std::string& command,
                                                       const SubjectLimits& limits) {
  Result<std::unique_ptr<Process>> started =
      Process::start({"/bin/sh", "-c", command}, process_limits(limits));
  if (!started) {
    return started.error();
  }
  Process& process = **started;
  std::string line;
  const Process::Exchange outcome =
      process.exchange(hello_line(), line, Deadline(limits.start_deadline_ms));
  if (outcome != Process::Exchange::kLine) {
    std::string what = failure_text(outcome, process, limits.start_deadline_ms, limits);
    return start_error(command, "no handshake: " + what, process);
  }
  HelloReading reading = read_hello(line);
  if (!reading.hello) {
    process.stop(0);
    return start_error(command, "no handshake: its first line " + reading.fault, process);
  }
  return std::unique_ptr<Subject>(
      new CommandSubject(std::move(*started), std::move(*reading.hello), limits));
}

CommandSubject::CommandSubject(std::unique_ptr<Process> process, Hello hello,
                               const SubjectLimits& limits)
    : limits_(limits), process_(std::move(process)), hello_(std::move(hello)) {}

Answer CommandSubject::verify(const Question& question) {
  CHECK(usable_);
  CHECK(answered_.count(question.id) == 0);
  last_id_ = question.id;
  const Deadline deadline(limits_.answer_deadline_ms);
  std::string line;
  const bool is_early = process_->has_line();
  const Process::Exchange outcome =
      process_->exchange(is_early ? std::string() : question_line(question), line, deadline);
  Answer answer = outcome != Process::Exchange::kLine ? no_answer(outcome)
                  : is_early                          ? judge_early(line, question)
                                                      : judge(line, question);
  answer.leaked_canary = contains_canary(line, question.canary);
  answer.canary_in_stderr =
      !question.canary.empty() && contains_canary(process_->stderr_tail(), question.canary);
  return answer;
}

Answer CommandSubject::no_answer(Process::Exchange outcome) {
  std::string text = failure_text(outcome, *process_, limits_.answer_deadline_ms, limits_);
  return give_up(kind_of_failure(outcome), std::move(text));
}

Answer CommandSubject::give_up(AnswerKind kind, std::string diagnosis) {
  process_->stop(0);
  usable_ = false;
  Answer answer;
  answer.kind = kind;
  answer.diagnosis = std::move(diagnosis);
  answer.stderr_tail = process_->stderr_tail();
  return answer;
}

Answer CommandSubject::judge_early(const std::string& line, const Question& question) {
  const AnswerReading reading = read_answer(line, question.id);
  if (reading.id == question.id) {
    return give_up(AnswerKind::kMalformed, "it answered before it was asked");
  }
  return judge(line, question);
}

Answer CommandSubject::judge(const std::string& line, const Question& question) {
  AnswerReading reading = read_answer(line, question.id);
  if (reading.kind == AnswerKind::kMalformed) {
    if (reading.id && answered_.count(*reading.id) != 0) {
      Answer answer = give_up(AnswerKind::kMalformed,
                              "a second answer came to the question " + quoted_token(*reading.id));
      answer.about = *reading.id;
      return answer;
    }
    return give_up(AnswerKind::kMalformed, "its answer " + reading.fault);
  }
  answered_.insert(question.id);
  Answer answer;
  answer.kind = reading.kind;
  answer.reasons = std::move(reading.reasons);
  translate(answer.reasons);
  if (answer.kind == AnswerKind::kIndeterminate) {
    answer.error_text = std::move(reading.error_text);
    answer.diagnosis = "the subject says that it cannot judge this (" +
                       std::to_string(answer.error_text.size()) + " bytes of explanation)";
    answer.stderr_tail = process_->stderr_tail();
  }
  return answer;
}

void CommandSubject::translate(std::vector<std::string>& reasons) const {
  for (std::string& reason : reasons) {
    const auto known = std::lower_bound(
        hello_.reasons.begin(), hello_.reasons.end(), reason,
        [](const auto& entry, const std::string& code) { return entry.first < code; });
    if (known != hello_.reasons.end() && known->first == reason) {
      reason = known->second;
    }
  }
}

SubjectEnding CommandSubject::finish() {
  if (!ending_) {
    ending_ = end();
    usable_ = false;
  }
  return *ending_;
}

SubjectEnding CommandSubject::end() {
  process_->stop(limits_.end_grace_ms);
  SubjectEnding ending;
  ending.about = last_id_;
  ending.stderr_tail = process_->stderr_tail();
  ending.stray_output = usable_ && !process_->unread_output().empty();
  if (!usable_) {
    ending.note = "the subject had been given up";
  } else if (ending.stray_output) {
    ending.note = "output came after the last answer";
  } else if (!process_->ended_by_itself()) {
    ending.note = "the subject did not exit within " + std::to_string(limits_.end_grace_ms) +
                  " ms of the end of its input, and was ended";
  } else if (process_->status().by_signal || process_->status().number != 0) {
    ending.note = "the subject ended with " + process_->status().text() +
                  " at the end of its input, instead of 0";
  } else if (process_->had_leftovers()) {
    ending.note = "the subject left processes behind, which were ended";
  }
  if (!process_->all_gone()) {
    ending.note +=
        std::string(ending.note.empty() ? "" : "; ") + "not all of its processes could be ended";
  }
  ending.clean = ending.note.empty();
  return ending;
}

namespace {

class CommandSubjectFactory final : public SubjectFactory {
 public:
  CommandSubjectFactory(std::string command, const SubjectLimits& limits)
      : command_(std::move(command)), limits_(limits) {}
  Result<std::unique_ptr<Subject>> start() const override {
    return CommandSubject::start(command_, limits_);
  }
  std::string identity() const override { return "command: " + command_; }

 private:
  std::string command_;
  SubjectLimits limits_;
};

}  // namespace

std::unique_ptr<SubjectFactory> make_command_subject_factory(std::string command,
                                                             SubjectLimits limits) {
  return std::make_unique<CommandSubjectFactory>(std::move(command), limits);
}

}  // namespace holdfast
