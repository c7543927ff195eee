#include "harness/twins.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "core/check.h"
#include "core/json.h"
#include "harness/block.h"
#include "harness/builtin_subject.h"
#include "harness/case_stream.h"

namespace holdfast {
namespace {

// What a twin does with a question; `honest` answers it as the built-in does.
using Honest = std::function<Answer(const Question& question)>;
using Sabotage = std::function<Answer(const Question& question, const Honest& honest)>;
// A fresh one for every life, since some remember.
using MakeSabotage = std::function<Sabotage()>;

// Of the slow twin: time that is told, and never waited for.
constexpr std::int64_t kDeadlineMs = 2'000;
constexpr std::int64_t kSlowAnswerMs = 3'000;
// Of the twin that looks at the first few only.
constexpr std::size_t kFirstItems = 1;
constexpr std::uint64_t kFirstQuestions = 20;

class TwinSubject final : public Subject {
 public:
  TwinSubject(std::unique_ptr<Subject> honest, SubjectDescription description, Sabotage sabotage)
      : honest_(std::move(honest)),
        description_(std::move(description)),
        sabotage_(std::move(sabotage)) {}

  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question& question) override {
    Answer answer =
        sabotage_(question, [this](const Question& asked) { return honest_->verify(asked); });
    usable_ = answer.kind != AnswerKind::kTimeout;
    return answer;
  }
  bool usable() const override { return usable_; }
  SubjectEnding finish() override { return {}; }

 private:
  std::unique_ptr<Subject> honest_;
  SubjectDescription description_;
  Sabotage sabotage_;
  bool usable_ = true;
};

class TwinFactory final : public SubjectFactory {
 public:
  TwinFactory(std::string_view name, MakeSabotage sabotage)
      : builtin_(make_builtin_subject_factory()), name_(name), sabotage_(std::move(sabotage)) {}

  Result<std::unique_ptr<Subject>> start() const override {
    auto honest = builtin_->start();
    CHECK(honest.ok());
    SubjectDescription description = (*honest)->description();
    description.name = name_;
    return std::unique_ptr<Subject>(
        std::make_unique<TwinSubject>(std::move(*honest), std::move(description), sabotage_()));
  }
  std::string identity() const override { return "twin: " + name_; }

 private:
  std::unique_ptr<SubjectFactory> builtin_;
  std::string name_;
  MakeSabotage sabotage_;
};

Answer plain(AnswerKind kind) {
  Answer answer;
  answer.kind = kind;
  return answer;
}

void cut_lists(Value& document) {
  for (const std::string& name : std::vector<std::string>(document.names())) {
    Value* member = document.find(name);
    if (member != nullptr && member->is_array() && member->size() > kFirstItems) {
      Value first = Value::array();
      for (std::size_t i = 0; i < kFirstItems; ++i) {
        first.append(member->items()[i]);
      }
      *member = std::move(first);
    }
  }
}

Answer of_first_items(const Question& question, const Honest& honest) {
  if (question.after.form != SubjectDocument::Form::kValue || !question.after.value->is_object() ||
      question.before.form != SubjectDocument::Form::kValue) {
    return honest(question);
  }
  Value before = *question.before.value;
  Value after = *question.after.value;
  cut_lists(before);
  cut_lists(after);
  Question cut = question;
  cut.before.value = &before;
  cut.after.value = &after;
  return honest(cut);
}

// A story has no lists that all kinds would share, so there the first questions stand for them.
MakeSabotage first_few(std::string_view kind) {
  if (kind == "compaction") {
    return [] { return Sabotage(of_first_items); };
  }
  return [] {
    return [asked = std::uint64_t{0}](const Question& question, const Honest& honest) mutable {
      return ++asked <= kFirstQuestions ? honest(question) : plain(AnswerKind::kAccept);
    };
  };
}

// Whatever it once said of a record it says of every result for it. A story is its own record and
// is never asked about twice, so there the cache has one place for all.
Sabotage cached() {
  return [answers = std::map<std::string, Answer>()](const Question& question,
                                                     const Honest& honest) mutable {
    std::string record =
        question.before.value == nullptr ? "" : write_compact_json(*question.before.value);
    const auto found = answers.find(record);
    return found != answers.end()
               ? found->second
               : answers.emplace(std::move(record), honest(question)).first->second;
  };
}

// Gives the answer to the question before.
Sabotage echo() {
  return
      [last = plain(AnswerKind::kAccept)](const Question& question, const Honest& honest) mutable {
        return std::exchange(last, honest(question));
      };
}

Sabotage slow() {
  return [clock_ms = std::int64_t{0}](const Question& question, const Honest& honest) mutable {
    const std::int64_t asked_ms = clock_ms;
    Answer answer = honest(question);
    clock_ms += kSlowAnswerMs;
    return clock_ms - asked_ms > kDeadlineMs ? plain(AnswerKind::kTimeout) : answer;
  };
}

StreamOptions trial_stream(const StreamOptions& campaign) {
  StreamOptions stream;
  stream.seed = campaign.seed;
  stream.policy = campaign.policy;
  stream.kind = campaign.kind;
  stream.strategies = strategies_of(campaign.kind);
  stream.controls = controls_of(campaign.kind);
  return stream;
}

std::uint64_t count_of(const BlockResult& block, Outcome outcome) {
  std::uint64_t count = 0;
  for (const auto* table : {&block.of_strategy, &block.of_control}) {
    for (const OutcomeCounts& counts : *table) {
      count += counts[static_cast<std::size_t>(outcome)];
    }
  }
  return count;
}

}  // namespace

std::vector<Twin> make_twins(std::string_view kind) {
  const auto saying = [](AnswerKind answer) {
    return [answer] {
      return Sabotage([answer](const Question&, const Honest&) { return plain(answer); });
    };
  };
  std::vector<Twin> twins;
  const auto add = [&](std::string_view name, Outcome convicted_by, MakeSabotage sabotage) {
    twins.push_back({name, convicted_by, std::make_unique<TwinFactory>(name, std::move(sabotage))});
  };
  add("accept_all", Outcome::kAccepted, saying(AnswerKind::kAccept));
  add("reject_all", Outcome::kFalseAlarm, saying(AnswerKind::kReject));
  add("first_few", Outcome::kAccepted, first_few(kind));
  add("cached", Outcome::kAccepted, cached);
  add("echo", Outcome::kAccepted, echo);
  add("slow", Outcome::kTimeout, slow);
  return twins;
}

std::vector<TwinVerdict> try_twins(const StreamOptions& campaign, std::uint64_t cases) {
  return try_twins(campaign, cases, make_twins(campaign.kind));
}

std::vector<TwinVerdict> try_twins(const StreamOptions& campaign, std::uint64_t cases,
                                   const std::vector<Twin>& twins) {
  CHECK(cases <= kBlockCases);
  const StreamOptions stream = trial_stream(campaign);
  const OnFailure nobody;
  const BlockResult honest = run_block(0, cases, stream, *make_builtin_subject_factory(), nobody);
  std::vector<TwinVerdict> verdicts;
  for (const Twin& twin : twins) {
    const BlockResult tried = run_block(0, cases, stream, *twin.factory, nobody);
    verdicts.push_back({std::string(twin.name),
                        count_of(tried, twin.convicted_by) > count_of(honest, twin.convicted_by),
                        cases});
  }
  return verdicts;
}

bool all_convicted(const std::vector<TwinVerdict>& verdicts) {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const TwinVerdict& verdict) { return verdict.convicted; });
}

std::string describe(const std::vector<TwinVerdict>& verdicts, std::string_view suspects) {
  if (verdicts.empty()) {
    return "";
  }
  std::size_t convicted = 0;
  std::string missed;
  for (const TwinVerdict& verdict : verdicts) {
    convicted += verdict.convicted ? 1 : 0;
    missed += verdict.convicted ? "" : (missed.empty() ? ": not " : ", ") + verdict.name;
  }
  return std::to_string(convicted) + " of " + std::to_string(verdicts.size()) + " sabotaged " +
         std::string(suspects) + " convicted" + missed;
}

}  // namespace holdfast
