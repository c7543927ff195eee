// A subject is a verifier under test: it is shown pairs of documents and says accept or reject.
// Campaigns, replay and shrinking know it only through this header.
//
// Law 2 holds here: only AnswerKind::kAccept is an acceptance. Silence, a crash, a late or
// ill-formed answer each have a kind and a diagnosis of their own, and none of them counts as an
// answer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/value.h"

namespace holdfast {

enum class AnswerKind {
  kAccept,
  kReject,
  kIndeterminate,  // an honest "cannot say"
  kMalformed,      // it broke the protocol
  kTimeout,
  kCrash,  // it ended, or was ended by a signal, instead of answering
};
std::string_view to_text(
    AnswerKind kind);  // accept, reject, indeterminate, malformed, timeout, crash

struct Answer {
  AnswerKind kind = AnswerKind::kMalformed;
  std::vector<std::string> reasons;  // our codes where the subject gave a map, else its own
  // One line: what went wrong and what to look at; empty for accept and reject. Never holds text of
  // the documents.
  std::string diagnosis;
  // The subject's own words of an error answer, and the last bytes that it wrote to standard error
  // where it gave no verdict. Printable text, but it may hold anything that the subject saw.
  std::string error_text;
  std::string stderr_tail;
  bool leaked_canary = false;     // Question::canary came back in the answer
  bool canary_in_stderr = false;  // or on standard error: noted, not judged
  // False where this machine failed (no process, no temporary file): then nothing was learnt of the
  // subject.
  bool asked = true;
  // The id of an earlier question that this is about, such as one that was answered twice; then the
  // question at hand was not judged, and belongs to a fresh subject. Mostly empty.
  std::string about;
};

struct SubjectDocument {
  enum class Form {
    kNothing,  // null: nothing came
    kValue,
    kText,  // sent byte for byte: malformed, or specially spelled
  };
  Form form = Form::kNothing;
  const Value* value = nullptr;
  std::string_view text{};
};

struct Question {
  std::string id;  // unique within one subject's life
  // Of the case. A story (generators/story.h) stands in `after`, and everything else is as it is.
  std::string_view kind = "compaction";
  std::string_view step = "pair";     // pair, link or origin
  std::string_view policy = "exact";  // exact or monotone
  SubjectDocument before;
  SubjectDocument after;
  const Value* evidence = nullptr;
  std::string_view canary{};  // a text in the documents that must not come back; empty for none
};

// What is not declared here is not asked.
struct SubjectDescription {
  std::string name;
  std::string version;
  std::vector<std::string> schemas;       // e.g. resume-manifest/v1
  std::vector<std::string> policies;      // exact, monotone
  std::vector<std::string> evidence;      // the members of evidence that it understands
  std::vector<std::string> stories = {};  // the kinds of stories that it judges
  bool has_reason_map = false;            // without one, `Answer::reasons` are words of its own
};

// How a subject's life ended. Noted, not judged, save for stray output.
struct SubjectEnding {
  bool clean = true;          // it exited with 0 at the end of input
  std::string note;           // one line, empty when clean
  bool stray_output = false;  // it wrote after its last answer: the answer to `about` is malformed
  std::string about;          // the id of the last question that was asked; may be empty
  std::string stderr_tail;
};

struct Case;

// One live subject, used by one thread at a time.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual const SubjectDescription& description() const = 0;
  virtual Answer verify(const Question& question) = 0;
  // A chain case: every link is asked about, and the origin with all evidence. Accepted only if all
  // are.
  virtual Answer verify_chain(const Case& c);
  // False once the process is gone or out of step; the owner then starts a fresh one.
  virtual bool usable() const = 0;
  // Ends the subject and everything it started. The destructor does so too, but tells nobody.
  virtual SubjectEnding finish() = 0;
};

// Starts subjects; may be used by many threads at once.
class SubjectFactory {
 public:
  virtual ~SubjectFactory() = default;
  virtual Result<std::unique_ptr<Subject>> start() const = 0;
  // What a run's record says was tested, e.g. "command: python3 verifier.py".
  virtual std::string identity() const = 0;
};

struct SubjectLimits {
  int start_deadline_ms = 10'000;  // from spawn to the end of the handshake
  int answer_deadline_ms = 2'000;
  int end_grace_ms = 1'000;                       // from end of input to the subject's own exit
  int terminate_grace_ms = 200;                   // from SIGTERM to SIGKILL
  std::size_t line_bytes_max = 16 * 1024 * 1024;  // of one answer
  std::size_t stderr_tail_bytes_max = 4 * 1024;   // kept; everything is drained
};

// A command that speaks subject/v1. It is run by `/bin/sh -c`, so that quotes, pipes and variables
// work.
std::unique_ptr<SubjectFactory> make_command_subject_factory(std::string command,
                                                             SubjectLimits limits = {});

// A one-shot command has no handshake, so its user declares for it.
SubjectDescription default_one_shot_description();

// A command that is run afresh for every question as `CMD before.json after.json [evidence.json]`,
// the last only when there is evidence. A document that is null is a path at which no file exists.
std::unique_ptr<SubjectFactory> make_one_shot_subject_factory(
    std::string command, SubjectLimits limits = {},
    SubjectDescription declared = default_one_shot_description());

}  // namespace holdfast
