#include "harness/pipeline.h"

#include <algorithm>

#include "core/unicode.h"
#include "generators/text_reading.h"
#include "harness/compact_protocol.h"
#include "harness/printable.h"
#include "harness/process.h"
#include "harness/subject_protocol.h"
#include "harness/subject_text.h"

namespace holdfast {
namespace {

class RecipePipeline final : public Pipeline {
 public:
  explicit RecipePipeline(Recipe recipe) : recipe_(std::move(recipe)) {}
  Result<PipelineOutcome> compact(Turn turn, const RenderEntry&) override {
    return PipelineOutcome{run_recipe(recipe_, std::move(turn)), false, {}};
  }
  bool needs_archive() const override { return recipe_.needs_archive(); }
  std::string identity() const override { return "runtime " + recipe_.name; }

 private:
  Recipe recipe_;
};

SubjectLimits subject_limits(const CompactLimits& limits) {
  SubjectLimits mapped;
  mapped.start_deadline_ms = limits.start_deadline_ms;
  mapped.answer_deadline_ms = limits.answer_deadline_ms;
  mapped.line_bytes_max = limits.line_bytes_max;
  return mapped;
}

// The summary as a message. An outside summary says nothing that could be read as "this is over",
// so what is over is taken for over.
Message summary_message(const Turn& turn, std::string text) {
  Message message{.role = Role::kSummary, .derived = true};
  message.segments = segments_of_text(turn.table(), text);
  for (std::size_t i = 0; i < turn.states->size(); ++i) {
    if ((*turn.states)[i] == AtomState::kClosed) {
      message.segments.push_back(closing_of(static_cast<int>(i), {}));
    }
  }
  message.text = std::move(text);
  return message;
}

class CommandPipeline final : public Pipeline {
 public:
  CommandPipeline(std::string command, const CompactLimits& limits,
                  std::unique_ptr<Process> process)
      : command_(std::move(command)), limits_(limits), process_(std::move(process)) {}

  Result<PipelineOutcome> compact(Turn turn, const RenderEntry& render) override {
    CompactRequest request;
    request.id = "round-" + std::to_string(turn.round) + "-" + std::to_string(++asked_);
    request.round = turn.round;
    request.budget_characters = limits_.budget_characters;
    for (const Message& message : turn.context.messages) {
      if (message.derived) {
        request.previous = message.text;
      } else {
        request.entries.push_back(render(message));
      }
    }
    std::string line;
    const Process::Exchange outcome =
        process_->exchange(compact_line(request), line, Deadline(limits_.answer_deadline_ms));
    if (outcome != Process::Exchange::kLine) {
      return broken("gave no answer to " + request.id + " (" + text_of(outcome) + ")");
    }
    CompactReading reading = read_compact_answer(line, request.id);
    if (!reading.answer) {
      return broken("its answer " + reading.fault);
    }
    PipelineOutcome result;
    if (!reading.answer->error.empty()) {
      result.context = std::move(turn.context);
      result.refused = true;
      result.context.compacted = false;
      result.context.note =
          "the command says that it cannot compact: " + last_lines(reading.answer->error, 1, 200);
      return result;
    }
    result.context.compacted = true;
    result.context.messages.push_back(summary_message(turn, std::move(reading.answer->summary)));
    result.manifest = std::move(reading.answer->manifest);
    return result;
  }

  std::string identity() const override { return "command: " + command_; }

 private:
  std::string text_of(Process::Exchange outcome) {
    if (outcome == Process::Exchange::kDeadline) {
      return "the deadline of " + std::to_string(limits_.answer_deadline_ms) + " ms passed";
    }
    process_->stop(0);
    return outcome == Process::Exchange::kEnded ? "it ended with " + process_->status().text()
                                                : std::string("it broke off");
  }

  Error broken(std::string what) {
    process_->stop(0);
    return {ErrorCode::kSubject, with_last_words(std::move(what), process_->stderr_tail()),
            command_,
            R"(a compactor answers each request with {"id":…,"summary":"…"} on one line)"};
  }

  std::string command_;
  CompactLimits limits_;
  std::unique_ptr<Process> process_;
  std::uint64_t asked_ = 0;
};

}  // namespace

std::unique_ptr<Pipeline> make_recipe_pipeline(Recipe recipe) {
  return std::make_unique<RecipePipeline>(std::move(recipe));
}

Result<std::unique_ptr<Pipeline>> start_command_pipeline(const std::string& command,
                                                         const CompactLimits& limits) {
  Result<std::unique_ptr<Process>> started =
      Process::start({"/bin/sh", "-c", command}, process_limits(subject_limits(limits)));
  if (!started) {
    return started.error();
  }
  Process& process = **started;
  std::string line;
  const Process::Exchange outcome =
      process.exchange(hello_line(), line, Deadline(limits.start_deadline_ms));
  std::string fault;
  if (outcome != Process::Exchange::kLine) {
    process.stop(0);
    if (is_command_missing(process.status())) {
      return command_missing_error(command, process.stderr_tail());
    }
    fault = "no handshake came";
  } else if (HelloReading reading = read_hello(line, Asked::kCompact); !reading.hello) {
    process.stop(0);
    fault = "no handshake: its first line " + reading.fault;
  }
  if (!fault.empty()) {
    return Error{
        ErrorCode::kSubject, with_last_words(std::move(fault), process.stderr_tail()), command,
        R"(a compactor answers the first line with {"type":"hello","protocol":1,"name":…})"};
  }
  return std::unique_ptr<Pipeline>(
      std::make_unique<CommandPipeline>(command, limits, std::move(*started)));
}

}  // namespace holdfast
