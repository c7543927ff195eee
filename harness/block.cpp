#include "harness/block.h"

#include <algorithm>

#include "core/check.h"
#include "core/sha256.h"
#include "harness/replay.h"

namespace holdfast {

std::string BucketKey::id() const {
  return invariant + "." + strategy + "." + std::string(to_text(outcome));
}

namespace {

bool declares(const SubjectDescription& subject, const StreamOptions& options) {
  const auto has = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return has(subject.policies, to_text(options.policy)) &&
         std::all_of(options.versions.begin(), options.versions.end(),
                     [&](Version version) { return has(subject.schemas, to_text(version)); });
}

// What a subject does not declare is not asked of it: every member of the evidence has to be among
// its kinds.
bool understands(const SubjectDescription& subject, const Value& evidence) {
  return std::all_of(evidence.names().begin(), evidence.names().end(),
                     [&](const std::string& kind) {
                       return std::find(subject.evidence.begin(), subject.evidence.end(), kind) !=
                              subject.evidence.end();
                     });
}

class BlockRun {
 public:
  BlockRun(std::uint64_t block, std::uint64_t cases, const StreamOptions& options,
           const SubjectFactory& factory, const OnFailure& on_failure)
      : options_(options), factory_(factory), on_failure_(on_failure), stream_(options) {
    result_.block = block;
    result_.cases = cases;
    result_.of_strategy.resize(options.strategies.size());
    result_.of_control.resize(options.controls.size());
    notes_.resize(static_cast<std::size_t>(cases));
  }

  BlockResult run() {
    const std::uint64_t first = result_.block * kBlockCases;
    bool asking = restart();
    for (std::uint64_t i = 0; i < result_.cases; ++i) {
      Note& note = notes_[static_cast<std::size_t>(i)];
      const StreamCase* made = stream_.make(first + i);
      if (made == nullptr) {
        continue;
      }
      digest(*made);
      describe(*made, note);
      if (made->strategy != nullptr && made->judgement.equal()) {
        note.outcome = Outcome::kEquivalent;
        continue;
      }
      CHECK(made->control == nullptr || made->judgement.equal());
      if (asking && understands(subject_->description(), made->evidence)) {
        ask(*made, note);
        asking = !give_up(note.outcome);
      }
    }
    finish();
    total();
    result_.stream_sha256 = to_hex(stream_digest_.finish());
    return std::move(result_);
  }

 private:
  struct Note {
    int strategy = -1;
    int control = -1;
    Outcome outcome = Outcome::kNotAsked;
    std::vector<std::string> reasons;
    std::string diagnosis;
  };

  void digest(const StreamCase& made) {
    stream_digest_.update(made.strategy != nullptr ? made.strategy->name : made.control->name);
    stream_digest_.update(std::string_view("\0", 1));
    stream_digest_.update(made.after.bytes());
    stream_digest_.update(std::string_view("\0", 1));
  }

  void describe(const StreamCase& made, Note& note) const {
    if (made.strategy != nullptr) {
      note.strategy = static_cast<int>(made.strategy - options_.strategies.data());
    } else {
      note.control = static_cast<int>(made.control - options_.controls.data());
    }
  }

  // A fresh subject; false when there is none to be had or it declares nothing that could be asked.
  bool restart() {
    subject_.reset();
    auto started = factory_.start();
    if (!started) {
      result_.error = started.error();
      return false;
    }
    subject_ = std::move(*started);
    if (!declares(subject_->description(), options_)) {
      result_.error =
          Error{ErrorCode::kSubject,
                "the subject declares not the policy " + std::string(to_text(options_.policy)) +
                    " and every schema of this run, so nothing can be asked of it",
                factory_.identity(), "let its hello name \"schemas\" and \"policies\""};
      subject_.reset();
      return false;
    }
    return true;
  }

  bool fresh() {
    ++result_.restarts;
    return restart();
  }

  Answer question(const StreamCase& made) {
    Question question;
    question.id = std::to_string(made.index);
    question.kind = options_.kind;
    question.policy = to_text(options_.policy);
    question.before = {.form = SubjectDocument::Form::kValue, .value = made.before};
    question.after = made.after.view();
    question.evidence = made.evidence.is_null() ? nullptr : &made.evidence;
    return subject_->verify(question);
  }

  void ask(const StreamCase& made, Note& note) {
    if (!subject_->usable() && !fresh()) {
      return;
    }
    Answer answer = question(made);
    if (!answer.about.empty()) {
      reclassify(answer);
      if (!fresh()) {
        return;
      }
      answer = question(made);
    }
    if (answer.kind == AnswerKind::kTimeout) {
      // A busy machine must not count against the subject: the case is asked once more, alone.
      if (!fresh()) {
        return;
      }
      answer = question(made);
    }
    note.outcome =
        outcome_of(answer, stream_.expectation(made), subject_->description().has_reason_map);
    if (is_failure(note.outcome)) {
      note.reasons = std::move(answer.reasons);
      note.diagnosis = std::move(answer.diagnosis);
      tell(made, note);
    }
  }

  // An earlier answer turned out to be no answer, e.g. because a second one followed it.
  void reclassify(const Answer& answer) {
    const std::uint64_t index = std::stoull(answer.about);
    Note& note = notes_[static_cast<std::size_t>(index - result_.block * kBlockCases)];
    note.outcome = Outcome::kMalformed;
    note.reasons = answer.reasons;
    note.diagnosis = answer.diagnosis;
    CaseStream again(options_);
    const StreamCase* made = again.make(index);
    CHECK(made != nullptr);
    tell(*made, note);
  }

  BucketKey key_of(const Note& note) const {
    if (note.strategy >= 0) {
      const Strategy& strategy = options_.strategies[static_cast<std::size_t>(note.strategy)];
      return {std::string(strategy.invariant), std::string(strategy.name), note.outcome};
    }
    return {"none", std::string(options_.controls[static_cast<std::size_t>(note.control)].name),
            note.outcome};
  }

  void tell(const StreamCase& made, const Note& note) {
    if (on_failure_) {
      on_failure_(result_.block, key_of(note), stream_.to_case(made));
    }
  }

  bool give_up(Outcome outcome) {
    timeouts_ = outcome == Outcome::kTimeout ? timeouts_ + 1 : 0;
    accidents_ = is_closed_by_accident(outcome) ? accidents_ + 1 : 0;
    if (result_.error) {
      return true;
    }
    result_.abandoned = timeouts_ >= kTimeoutsInARowMax || accidents_ >= kAccidentsInARowMax;
    return result_.abandoned;
  }

  void finish() {
    if (!subject_) {
      return;
    }
    const SubjectEnding ending = subject_->finish();
    if (ending.stray_output && !ending.about.empty()) {
      Answer answer;
      answer.about = ending.about;
      answer.diagnosis = ending.note;
      reclassify(answer);
    }
  }

  void total() {
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      const Note& note = notes_[i];
      if (note.strategy < 0 && note.control < 0) {
        continue;
      }
      OutcomeCounts& counts = note.strategy >= 0
                                  ? result_.of_strategy[static_cast<std::size_t>(note.strategy)]
                                  : result_.of_control[static_cast<std::size_t>(note.control)];
      ++counts[static_cast<std::size_t>(note.outcome)];
      if (!is_failure(note.outcome)) {
        continue;
      }
      result_.control_failed |= note.control >= 0;
      BucketCount& bucket = result_.buckets[key_of(note)];
      if (bucket.count++ == 0) {
        bucket.first_case = result_.block * kBlockCases + i;
        bucket.reasons = note.reasons;
        bucket.diagnosis = note.diagnosis;
      }
    }
  }

  const StreamOptions& options_;
  const SubjectFactory& factory_;
  const OnFailure& on_failure_;
  CaseStream stream_;
  BlockResult result_;
  std::vector<Note> notes_;
  std::unique_ptr<Subject> subject_;
  Sha256 stream_digest_;
  int timeouts_ = 0;
  int accidents_ = 0;
};

}  // namespace

BlockResult run_block(std::uint64_t block, std::uint64_t cases, const StreamOptions& options,
                      const SubjectFactory& factory, const OnFailure& on_failure) {
  return BlockRun(block, cases, options, factory, on_failure).run();
}

}  // namespace holdfast
