#include "harness/compactor_command.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/json.h"
#include "harness/process.h"
#include "harness/subject_protocol.h"
#include "harness/subject_text.h"

namespace holdfast {
namespace {

constexpr const char* kHelloRemedy =
    R"(a compactor answers the first line with {"type":"hello","protocol":1,"name":…})";
constexpr const char* kAnswerRemedy =
    R"(a compactor answers its request with {"id":…,"summary":"…","manifest":{…}} on one line)";
constexpr const char* kEndRemedy = "at the end of its input a compactor ends with 0";

class Talk {
 public:
  Talk(const std::string& command, const CompactLimits& limits, bool quiet)
      : command_(command), limits_(limits), quiet_(quiet) {}

  Result<CompactAnswer> ask(const CompactorQuestion& question) {
    SubjectLimits subject;
    subject.line_bytes_max = limits_.line_bytes_max;
    Result<std::unique_ptr<Process>> started =
        Process::start({"/bin/sh", "-c", command_}, process_limits(subject));
    if (!started) {
      return started.error();
    }
    process_ = std::move(*started);
    if (std::optional<Error> error = shake_hands()) {
      return *error;
    }
    std::string line;
    const Process::Exchange outcome =
        process_->exchange(compactor_line(question), line, Deadline(limits_.answer_deadline_ms));
    if (outcome != Process::Exchange::kLine) {
      return broken("gave no answer (" + text_of(outcome, limits_.answer_deadline_ms) + ")",
                    kAnswerRemedy);
    }
    CompactReading reading = read_compact_answer(line, question.request.id);
    if (reading.answer) {
      reading.fault = duplicate_fault(line);
    }
    if (!reading.fault.empty()) {
      return broken("its answer " + reading.fault, kAnswerRemedy);
    }
    if (std::optional<Error> error = see_it_end()) {
      return *error;
    }
    return std::move(*reading.answer);
  }

 private:
  std::optional<Error> shake_hands() {
    std::string line;
    const Process::Exchange outcome =
        process_->exchange(hello_line(), line, Deadline(limits_.start_deadline_ms));
    if (outcome != Process::Exchange::kLine) {
      const std::string why = text_of(outcome, limits_.start_deadline_ms);
      return is_command_missing(process_->status())
                 ? command_missing_error(command_, quiet_ ? "" : process_->stderr_tail())
                 : broken("no handshake came (" + why + ")", kHelloRemedy);
    }
    if (const HelloReading reading = read_hello(line, Asked::kCompact); !reading.hello) {
      return broken("no handshake: its first line " + reading.fault, kHelloRemedy);
    }
    return std::nullopt;
  }

  // It has answered. What else it writes would be a second answer.
  std::optional<Error> see_it_end() {
    const bool ended = process_->run_to_end(Deadline(limits_.answer_deadline_ms));
    process_->stop(0);
    if (process_->unread_output().find_first_not_of(" \t\r\n") != std::string::npos) {
      return broken("a second answer came, or other output behind the answer", kAnswerRemedy);
    }
    if (!ended) {
      return broken("answered, and did not end in " + std::to_string(limits_.answer_deadline_ms) +
                        " ms at the end of its input",
                    kEndRemedy);
    }
    if (process_->status().by_signal || process_->status().number != 0) {
      return broken("answered, and then ended with " + process_->status().text(), kEndRemedy);
    }
    return std::nullopt;
  }

  std::string text_of(Process::Exchange outcome, int deadline_ms) {
    process_->stop(0);
    switch (outcome) {
      case Process::Exchange::kDeadline:
      case Process::Exchange::kOutputClosed:
        return "the deadline of " + std::to_string(deadline_ms) + " ms passed";
      case Process::Exchange::kEnded:
        return "it ended with " + process_->status().text();
      case Process::Exchange::kLineTooLong:
        return "its line has more than " + std::to_string(limits_.line_bytes_max) + " bytes";
      case Process::Exchange::kLine:
      case Process::Exchange::kUnread:
        break;
    }
    return "it answered without reading its input to the end";
  }

  Error broken(std::string what, const char* remedy) {
    process_->stop(0);
    return {ErrorCode::kSubject,
            quiet_ ? std::move(what) : with_last_words(std::move(what), process_->stderr_tail()),
            command_, remedy};
  }

  const std::string& command_;
  const CompactLimits& limits_;
  bool quiet_;
  std::unique_ptr<Process> process_;
};

}  // namespace

std::string compactor_line(const CompactorQuestion& question) {
  constexpr std::string_view kContext = "\"context\":{";
  std::string line = compact_line(question.request);
  const std::size_t at = line.find(kContext);
  CHECK(at != std::string::npos);
  line.insert(at + kContext.size(), "\"manifest\":" + write_compact_json(question.manifest) + ",");
  return line;
}

std::string duplicate_fault(std::string_view line) {
  std::vector<std::set<std::string>> open;
  bool twice = false;
  const auto watch = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    if (event == nlohmann::json::parse_event_t::object_start) {
      open.emplace_back();
    } else if (event == nlohmann::json::parse_event_t::object_end) {
      open.pop_back();
    } else if (event == nlohmann::json::parse_event_t::key) {
      twice = !open.back().insert(value.get<std::string>()).second || twice;
    }
    return true;
  };
  const nlohmann::json read = nlohmann::json::parse(line, watch, false);
  return twice ? "has a name twice in one object" : "";
}

Result<CompactAnswer> ask_compactor(const std::string& command, const CompactorQuestion& question,
                                    const CompactLimits& limits, bool quiet) {
  return Talk(command, limits, quiet).ask(question);
}

}  // namespace holdfast
